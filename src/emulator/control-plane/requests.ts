import { isJsonObject } from '../../contract/json-safety.ts';
import * as z from 'zod';
import { type RuleOptions, validationErrorStatus } from '../../contract/deployment-rules.ts';
import { fromWire } from '../../contract/dialect.ts';
import { DetailError, type ValidationError } from '../../contract/error-bodies.ts';
import { describeValidationErrors } from '../../contract/findings.ts';
import type { EmulatorConfig } from '../ports/context.ts';
import type { DeploymentRow, DeploymentView, Repositories, RevisionRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';

export const notFound = { description: 'Not found', schema: DetailError };
export const conflict = { description: 'Conflict', schema: DetailError };
export const badRequest = { description: 'Bad request', schema: DetailError };

/** ID in lower case, as IDs are stored. */
const id = z.guid().toLowerCase();

export const DeploymentPath = z.object({ deployment_id: id });
export const RevisionPath = z.object({ deployment_id: id, revision_id: id });
/** Parameters of the older paths, which call a deployment a project. */
export const ProjectRevisionPath = z.object({ project_id: id, revision_id: id });
export const ProjectPath = z.object({ project_id: id });
export const ListenerPath = z.object({ listener_id: id });
export const IntegrationPath = z.object({ integration_id: id });

/**
 * Creates a schema that accepts both [dialects](docs/api.md#dialects) of a request body. Different values for two
 * spellings of a field cause a 422.
 */
export function acceptBothDialects<T extends z.ZodType>(schema: T) {
  return z.preprocess((sent, context) => {
    const { value, problems } = fromWire(sent);
    for (const { loc, msg } of problems) {
      context.addIssue({ code: 'custom', path: loc.slice(1), message: msg, input: sent });
    }
    return withoutCommit(value);
  }, schema);
}

/**
 * Removes the commit from a body, because only the service sets the commit. A client's commit is ignored and not
 * validated.
 */
function withoutCommit(body: unknown): unknown {
  if (!isJsonObject(body) || !isJsonObject(body['source_revision_config'])) return body;
  const { repo_commit_sha: _, ...config } = body['source_revision_config'];
  return { ...body, source_revision_config: config };
}

/** Returns the source's name as the client spelled it, because responses repeat that spelling. */
export function sourceAsSent(sent: unknown, canonical: string): string {
  return typeof sent === 'object' && sent !== null && 'source' in sent && typeof sent.source === 'string'
    ? sent.source
    : canonical;
}

type Installation = Pick<EmulatorConfig, 'compat' | 'edition'>;

/** Returns the options of validation rules for this installation. */
export function ruleOptions({ compat, edition }: Installation): RuleOptions {
  return { compat, selfHosted: edition === 'self-hosted' };
}

/** Throws the error response for these problems, or does nothing if the list is empty. */
export function rejectProblems(problems: ValidationError[], installation: Installation): void {
  if (problems.length === 0) return;
  const status = validationErrorStatus(problems, ruleOptions(installation));
  throw new HttpError(status, status === 400 ? describeValidationErrors(problems) : problems);
}

/** Finds a deployment of this workspace. Throws 404 with the ID if the workspace has no such deployment. */
export async function findDeployment(
  from: Repositories,
  workspaceId: string,
  id: string,
): Promise<DeploymentRow> {
  return (await from.deployments.get(workspaceId, id)) ?? refuseUnknown(id);
}

/**
 * Finds a deployment of this workspace with all data that responses contain. Throws 404 with the ID if the workspace
 * has no such deployment.
 */
export async function viewDeployment(
  from: Repositories,
  workspaceId: string,
  id: string,
): Promise<DeploymentView> {
  return (await from.deployments.view(workspaceId, id)) ?? refuseUnknown(id);
}

function refuseUnknown(id: string): never {
  throw new HttpError(404, `Deployment ID ${id} not found.`);
}

/** Finds a revision of a deployment. Throws 404 with the ID of the missing deployment or revision. */
export async function findRevision(
  from: Repositories,
  workspaceId: string,
  deploymentId: string,
  id: string,
): Promise<{ deployment: DeploymentRow; revision: RevisionRow }> {
  const deployment = await findDeployment(from, workspaceId, deploymentId);
  const revision = await from.revisions.get(deploymentId, id);
  if (revision === undefined) throw new HttpError(404, `Revision ID ${id} not found.`);
  return { deployment, revision };
}

/** Throws 409 if the deployment is being deleted and therefore cannot be changed. */
export function rejectIfBeingDeleted(deployment: DeploymentRow): void {
  if (deployment.status === 'AWAITING_DELETE') {
    throw new HttpError(409, `Deployment ID ${deployment.id} is being deleted.`);
  }
}
