import {
  awaitsSource,
  DeploymentPatch,
  DeploymentResponse,
  isFinal,
  RevisionListResponse,
  RevisionResponse,
} from '../../contract/deployment.ts';
import { RevisionListQuery } from '../../contract/query.ts';
import type { DeploymentRow, LogKind, RevisionRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { route, type Route } from '../server/route.ts';
import { toRevisionAnswer } from './answers.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { badRequest, callerContext, conflict, notFound } from './deployment-routes.ts';
import { claimTarball } from './deployment-uploads.ts';
import type { DeploymentService } from './deployments.ts';
import {
  acceptBothDialects,
  DeploymentPath,
  findDeployment,
  findRevision,
  rejectIfBeingDeleted,
  RevisionPath,
} from './requests.ts';
import { createRevision, endRevision } from './revision-changes.ts';

/** Reads, repeats and interrupts revisions (spec §4.5, §4.6; facts/service §1.2). Everything throws HttpError. */
interface RevisionService {
  /** Latest first. */
  list(
    workspaceId: string,
    deploymentId: string,
    filter: { limit: number; offset: number; status?: string[] },
  ): Promise<{ deployment: DeploymentRow; revisions: RevisionRow[] }>;
  get(
    workspaceId: string,
    deploymentId: string,
    id: string,
  ): Promise<{ deployment: DeploymentRow; revision: RevisionRow }>;
  /** Makes a new revision of exactly what this one is: its commit, image or tarball, and its environment. */
  redeploy(workspaceId: string, deploymentId: string, id: string): Promise<DeploymentRow>;
  /**
   * Ends a revision that is not final as INTERRUPTED; its work is given up and the queue goes on. One that is
   * INTERRUPTED already is given as it is; any other end is a 400: it was faster.
   */
  interrupt(
    workspaceId: string,
    deploymentId: string,
    id: string,
  ): Promise<{ deployment: DeploymentRow; revision: RevisionRow }>;
}

/** The service over the store. */
export function createRevisionService(deps: ControlPlaneDependencies): RevisionService {
  const { store } = deps;
  return {
    async list(workspaceId, deploymentId, filter) {
      const deployment = await findDeployment(store, workspaceId, deploymentId);
      return { deployment, revisions: await store.revisions.list(deploymentId, filter) };
    },
    get: (workspaceId, deploymentId, id) => findRevision(store, workspaceId, deploymentId, id),
    async redeploy(workspaceId, deploymentId, id) {
      const row = await store.transaction(async (tx) => {
        const { deployment, revision } = await findRevision(tx, workspaceId, deploymentId, id);
        rejectIfBeingDeleted(deployment);
        if (awaitsSource(revision.source, revision.config)) {
          throw new HttpError(400, `Revision ID ${id} never had a source, so it cannot be deployed again.`);
        }
        const { source, config } = revision;
        await claimTarball(tx, { deploymentId, source, config, now: deps.clock.now() });
        const secrets = await tx.revisions.secrets(id);
        // What the deployment shows is always its latest revision's.
        await tx.deployments.putSecrets(deploymentId, secrets);
        const made = await createRevision(tx, deps, deployment, revision.config, secrets);
        return { ...deployment, latestRevisionId: made.id };
      });
      deps.wakeDataPlane();
      return row;
    },
    async interrupt(workspaceId, deploymentId, id) {
      const found = await store.transaction(async (tx) => {
        const { deployment, revision } = await findRevision(tx, workspaceId, deploymentId, id);
        if (revision.status === 'INTERRUPTED') return { deployment, revision };
        if (isFinal(revision.status)) {
          throw new HttpError(
            400,
            `Revision ID ${id} is ${revision.status}: only a revision that has not ended can be interrupted.`,
          );
        }
        rejectIfBeingDeleted(deployment);
        const at = deps.clock.now();
        const message = `Interrupted on request, while it was ${revision.status}.`;
        const kind = logOf(revision);
        await tx.logs.append([{ revisionId: id, kind, level: 'WARNING', at, message }]);
        return {
          deployment,
          revision: await endRevision(tx, revision, { status: 'INTERRUPTED', message, at }),
        };
      });
      deps.wakeDataPlane();
      return found;
    },
  };
}

/** Where somebody who follows this revision is reading now: an image has no build. */
function logOf({ status, source }: RevisionRow): LogKind {
  const isBuilt = source === 'git_host' || source === 'internal_source';
  return isBuilt && status !== 'AWAITING_DEPLOY' && status !== 'DEPLOYING' ? 'build' : 'deploy';
}

const path = '/v2/deployments/{deployment_id}/revisions';
const onePath = `${path}/{revision_id}`;
const surface = 'control-plane';
const auth = 'workspace';

/** Spec §4.5 and §4.6, redeploy, interrupt, and the newer way to make a revision (facts/service §1.2). */
export function revisionRoutes(revisions: RevisionService, deployments: DeploymentService): Route[] {
  return [
    route({
      surface,
      method: 'GET',
      path,
      summary: 'List revisions, latest first',
      auth,
      params: DeploymentPath,
      query: RevisionListQuery,
      responses: {
        200: {
          description: 'A page; its offset is what to pass for the next one',
          schema: RevisionListResponse,
        },
        404: notFound,
      },
      handler: async ({ caller, params, query }) => {
        const { limit, offset, status } = query;
        const found = await revisions.list(caller.workspaceId, params.deployment_id, {
          limit,
          offset,
          ...(status?.length ? { status } : {}),
        });
        const resources = found.revisions.map((row) => toRevisionAnswer(row, found.deployment));
        return { status: 200, body: { resources, offset: offset + resources.length } };
      },
    }),
    route({
      surface,
      method: 'POST',
      path,
      summary: 'Make a revision, whatever the body changes',
      auth,
      params: DeploymentPath,
      body: acceptBothDialects(DeploymentPatch).nullish(),
      responses: {
        201: { description: 'The revision', schema: RevisionResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async (request) => {
        const { deployment_id: id } = request.params;
        const made = await deployments.createRevision(callerContext(request), id, request.body ?? {});
        return { status: 201, body: toRevisionAnswer(made.revision, made.deployment) };
      },
    }),
    route({
      surface,
      method: 'GET',
      path: onePath,
      summary: 'Read a revision',
      auth,
      params: RevisionPath,
      responses: { 200: { description: 'The revision', schema: RevisionResponse }, 404: notFound },
      handler: async ({ caller, params }) => {
        const found = await revisions.get(caller.workspaceId, params.deployment_id, params.revision_id);
        return { status: 200, body: toRevisionAnswer(found.revision, found.deployment) };
      },
    }),
    route({
      surface,
      method: 'POST',
      path: `${onePath}/redeploy`,
      summary: 'Make a new revision of exactly what this one is',
      auth,
      params: RevisionPath,
      responses: {
        200: { description: 'The deployment', schema: DeploymentResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async (request) => {
        const { deployment_id: id, revision_id: revision } = request.params;
        const row = await revisions.redeploy(request.caller.workspaceId, id, revision);
        return { status: 200, body: await deployments.answer(callerContext(request), row) };
      },
    }),
    // Clients know it under either name (facts/service §1.2).
    ...['interrupt', 'interruption'].map((name) =>
      route({
        surface,
        method: 'POST',
        path: `${onePath}/${name}`,
        summary: 'Give a revision up that has not ended',
        auth,
        params: RevisionPath,
        responses: {
          200: { description: 'The revision', schema: RevisionResponse },
          400: badRequest,
          404: notFound,
          409: conflict,
        },
        handler: async ({ caller, params }) => {
          const { deployment_id: id, revision_id: revision } = params;
          const found = await revisions.interrupt(caller.workspaceId, id, revision);
          return { status: 200, body: toRevisionAnswer(found.revision, found.deployment) };
        },
      }),
    ),
  ];
}
