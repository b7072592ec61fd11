import { awaitsSource } from '../../contract/awaits-source.ts';
import { isFinal } from '../../contract/statuses.ts';
import { HttpError } from '../server/http-error.ts';
import type { DeploymentRow, LogKind, RevisionRow } from '../ports/store.ts';
import type { ControlPlaneDependencies } from './deps.ts';
import { endRevision } from './end-revision.ts';
import { findDeployment, findRevision, rejectIfBeingDeleted } from './lookup.ts';
import { createRevision } from './new-revision.ts';
import { claimTarball } from './uploads/claim.ts';

/** Reads, repeats and interrupts revisions (spec §4.5, §4.6; facts/service §1.2). Everything throws HttpError. */
export interface RevisionService {
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
