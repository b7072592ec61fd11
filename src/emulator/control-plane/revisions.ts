import { waitsForSource } from '../../contract/awaits-source.ts';
import { DeploymentResponse } from '../../contract/deployment.ts';
import { RevisionListResponse, RevisionResponse } from '../../contract/revision.ts';
import { isFinal } from '../../contract/statuses.ts';
import { RevisionListQuery } from '../../contract/query.ts';
import type { DeploymentRow, LogKind, RevisionRow } from '../ports/store.ts';
import { imageDigestsOf } from '../ports/store-control-plane.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import {
  badRequest,
  conflict,
  DeploymentPath,
  findDeployment,
  findRevision,
  notFound,
  rejectIfBeingDeleted,
  RevisionPath,
} from './requests.ts';
import { currentResponse, toRevisionResponse } from './responses.ts';
import { createRevision, endRevision } from './revision-changes.ts';
import { claimTarball } from './uploads.ts';

const api = routesOf('control-plane', 'workspace');
const path = '/v2/deployments/{deployment_id}/revisions';
const onePath = `${path}/{revision_id}`;

/** Creates the routes that list, read, redeploy and interrupt revisions. */
export function revisionRoutes(dependencies: ControlPlaneDependencies): Route[] {
  const { store } = dependencies;
  return [
    api.get(path, {
      summary: 'List revisions, latest first',
      params: DeploymentPath,
      query: RevisionListQuery,
      responses: {
        200: {
          description: 'A page; its offset selects the next page',
          schema: RevisionListResponse,
        },
        404: notFound,
      },
      handler: async ({ caller, params, query }) => {
        const { limit, offset, status } = query;
        const deployment = await findDeployment(store, caller.workspaceId, params.deployment_id);
        const filter = { limit, offset, ...(status?.length ? { status } : {}) };
        const rows = await store.revisions.list(deployment.id, filter);
        const resources = rows.map((row) => toRevisionResponse(row, deployment));
        return { status: 200, body: { resources, offset: offset + resources.length } };
      },
    }),
    api.get(onePath, {
      summary: 'Read a revision',
      params: RevisionPath,
      responses: { 200: { description: 'The revision', schema: RevisionResponse }, 404: notFound },
      handler: async ({ caller, params }) => {
        const { deployment_id: id, revision_id: revisionId } = params;
        const { deployment, revision } = await findRevision(store, caller.workspaceId, id, revisionId);
        return { status: 200, body: toRevisionResponse(revision, deployment) };
      },
    }),
    api.post(`${onePath}/redeploy`, {
      summary: 'Deploy this revision again as a new revision',
      params: RevisionPath,
      responses: {
        200: { description: 'The deployment', schema: DeploymentResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async ({ caller, origin, params }) => {
        const row = await redeploy(
          dependencies,
          caller.workspaceId,
          params.deployment_id,
          params.revision_id,
        );
        return { status: 200, body: await currentResponse(dependencies, row, origin) };
      },
    }),
    // Clients use both `interrupt` and `interruption` in the path.
    ...['interrupt', 'interruption'].map((name) =>
      api.post(`${onePath}/${name}`, {
        summary: 'Interrupt an unfinished revision',
        params: RevisionPath,
        responses: {
          200: { description: 'The revision', schema: RevisionResponse },
          400: badRequest,
          404: notFound,
          409: conflict,
        },
        handler: async ({ caller, params }) => {
          const { deployment_id: id, revision_id: revisionId } = params;
          const found = await interruptRevision(dependencies, caller.workspaceId, id, revisionId);
          return { status: 200, body: toRevisionResponse(found.revision, found.deployment) };
        },
      }),
    ),
  ];
}

/** Creates a revision with the same commit, image or tarball and the same environment. */
async function redeploy(
  dependencies: ControlPlaneDependencies,
  workspaceId: string,
  deploymentId: string,
  id: string,
): Promise<DeploymentRow> {
  const row = await dependencies.store.transaction(async (tx) => {
    const { deployment, revision } = await findRevision(tx, workspaceId, deploymentId, id);
    rejectIfBeingDeleted(deployment);
    if (waitsForSource(revision.source, revision.config)) {
      throw new HttpError(400, `Revision ID ${id} never had a source, so it cannot be deployed again.`);
    }
    const { source, config } = revision;
    await claimTarball(tx, { deploymentId, source, config, now: dependencies.clock.now() });
    const secrets = await tx.revisions.secrets(id);
    // A deployment's responses always contain the secrets of its latest revision.
    await tx.deployments.putSecrets(deploymentId, secrets);
    const digests = imageDigestsOf(revision);
    const created = await createRevision(tx, dependencies, deployment, config, secrets, { digests });
    return { ...deployment, latestRevisionId: created.id };
  });
  dependencies.wakeDataPlane();
  return row;
}

/**
 * Ends an unfinished revision as INTERRUPTED, so that its work stops and the next revision can start. An INTERRUPTED
 * revision is returned unchanged.
 * @throws HttpError 400 for a revision with another final status.
 */
export async function interruptRevision(
  dependencies: Pick<ControlPlaneDependencies, 'store' | 'clock' | 'wakeDataPlane'>,
  workspaceId: string,
  deploymentId: string,
  id: string,
): Promise<{ deployment: DeploymentRow; revision: RevisionRow }> {
  const found = await dependencies.store.transaction(async (tx) => {
    const { deployment, revision } = await findRevision(tx, workspaceId, deploymentId, id);
    if (revision.status === 'INTERRUPTED') return { deployment, revision };
    if (isFinal(revision.status)) {
      throw new HttpError(
        400,
        `Revision ID ${id} is ${revision.status}: only an unfinished revision can be interrupted.`,
      );
    }
    rejectIfBeingDeleted(deployment);
    const at = dependencies.clock.now();
    const message = `Interrupted on request, while it was ${revision.status}.`;
    await tx.logs.append([{ revisionId: id, kind: currentLog(revision), level: 'WARNING', at, message }]);
    return {
      deployment,
      revision: await endRevision(tx, revision, { status: 'INTERRUPTED', message, at }),
    };
  });
  dependencies.wakeDataPlane();
  return found;
}

/** Returns the kind of log that shows a revision's current stage. An image has no build log. */
function currentLog({ status, source }: RevisionRow): LogKind {
  const isBuilt = source === 'git_host' || source === 'internal_source';
  return isBuilt && status !== 'AWAITING_DEPLOY' && status !== 'DEPLOYING' ? 'build' : 'deploy';
}
