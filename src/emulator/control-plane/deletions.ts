import type { BulkDeleteResult } from '../../contract/deployment.ts';
import { HttpError } from '../server/http-error.ts';
import type { DeploymentRow, Repositories } from '../ports/store.ts';
import type { ControlPlaneDependencies } from './deps.ts';
import { endRevision } from './end-revision.ts';
import { findDeployment } from './lookup.ts';

export interface DeleteOptions {
  deleteTracingProject: boolean;
  /** Finishes a deletion that has begun, whatever holds it up. */
  force: boolean;
}

/** Deletes deployments (spec §4.4; facts/service §1.2, §1.6). Everything throws HttpError. */
export interface DeletionService {
  remove(workspaceId: string, id: string, options: DeleteOptions): Promise<void>;
  /** What became of each, in the order given. Those that are there are deleted together, or none of them is. */
  removeMany(workspaceId: string, ids: readonly string[]): Promise<BulkDeleteResult[]>;
}

/** The service over the store. */
export function createDeletionService(deps: ControlPlaneDependencies): DeletionService {
  const { store } = deps;
  return {
    async remove(workspaceId, id, options) {
      await store.transaction(async (tx) => {
        const row = await findDeployment(tx, workspaceId, id);
        if (options.force && row.status !== 'AWAITING_DELETE') {
          throw new HttpError(400, 'force only finishes a deletion that has begun: delete without it first.');
        }
        await begin(tx, deps, row);
        if (options.force) await tx.deployments.forceDelete(id);
        if (options.deleteTracingProject && row.projectId !== null) {
          await tx.projects.remove(workspaceId, row.projectId);
          await tx.deployments.update(id, { projectId: null });
        }
      });
      deps.wakeDataPlane();
    },
    async removeMany(workspaceId, ids) {
      const results = await store.transaction(async (tx) => {
        const done: BulkDeleteResult[] = [];
        for (const id of new Set(ids)) {
          const row = await tx.deployments.get(workspaceId, id);
          if (row !== undefined) await begin(tx, deps, row);
          done.push(
            row === undefined
              ? { deployment_id: id, status: 404, detail: `Deployment ID ${id} not found.` }
              : { deployment_id: id, status: 204, detail: null },
          );
        }
        return done;
      });
      deps.wakeDataPlane();
      return results;
    },
  };
}

/** From now on it is dying; once more changes nothing. */
async function begin(
  tx: Repositories,
  { clock }: Pick<ControlPlaneDependencies, 'clock'>,
  row: DeploymentRow,
): Promise<void> {
  if (row.status === 'AWAITING_DELETE') return;
  const at = clock.now();
  await tx.deployments.update(row.id, { status: 'AWAITING_DELETE', updatedAt: at });
  // Whoever waits for one of them learns that it is over.
  const message = 'The deployment was deleted.';
  for (const revision of await tx.revisions.unfinishedOf(row.id)) {
    await endRevision(tx, revision, { status: 'INTERRUPTED', message, at });
  }
}
