import { ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import type { SweptPreview } from '../run-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { checkOwnership, markerText, type Ownership, type PullRequestId, readEvidence } from './ownership.ts';
import { deletePreview } from './teardown.ts';

/** A deployment that the sweep might delete. */
export interface Candidate {
  deployment: Deployment;
  of: PullRequestId;
  /** True if the service hides the marker's value, so only the name identifies the pull request. */
  hidden: boolean;
}

/** Deletes previews up to the limit of a sweep, and records the results. */
export interface PreviewSweeper {
  readonly deleted: readonly Deployment[];
  /** Previews that had already been deleted when the sweep sent the request for deletion. */
  readonly gone: readonly Deployment[];
  /** Deletes a preview, and returns true if the preview no longer exists. */
  sweep(candidate: Candidate, why: SweptPreview['why']): Promise<boolean>;
  /** Records what the sweep did with a preview that it did not delete. */
  note(candidate: Candidate, why: SweptPreview['why'], did: SweptPreview['did']): void;
  leave(candidate: Candidate, why: SweptPreview['why']): void;
}

export function createPreviewSweeper(
  context: VerbContext<SweepSettings>,
  swept: SweptPreview[],
): PreviewSweeper {
  const { settings, record, log } = context;
  const deleted: Deployment[] = [];
  const gone: Deployment[] = [];
  let tried = 0;
  const note: PreviewSweeper['note'] = ({ deployment: { name, id }, of }, why, did) =>
    void swept.push({ name, id, of: markerText(of), why, did });
  return {
    deleted,
    gone,
    note,
    leave: (candidate, why) => note(candidate, why, 'left'),
    async sweep(candidate, why) {
      const end = (did: SweptPreview['did']) => {
        note(candidate, why, did);
        return did === 'deleted';
      };
      if (tried >= settings.limit) return end('left');
      tried += 1;
      if (settings.dryRun) return end('would-delete');
      const { deployment } = candidate;
      try {
        const still = await isStillOurs(context, candidate);
        if (still === false) return false;
        if (still === 'gone') gone.push(deployment);
        else {
          log.line(`Deleting ${deployment.name} (${deployment.id}).`);
          await deletePreview(context, deployment);
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        log.line(`${deployment.name} could not be deleted: ${error.message}`);
        return end('failed');
      }
      deleted.push(deployment);
      record.retired.push(deployment.name);
      return end('deleted');
    },
  };
}

/**
 * Reads a deployment again, which might have changed since the sweep read the list, and returns whether the deployment
 * is still a preview. Returns `gone` if the deployment was deleted.
 */
async function isStillOurs(
  context: VerbContext<SweepSettings>,
  { deployment, of }: Candidate,
): Promise<boolean | 'gone'> {
  const { controlPlane, signal, log } = context;
  try {
    const now = await controlPlane.getDeployment(deployment.id, signal);
    const same = now.id === deployment.id && now.name === deployment.name;
    const verdict: Ownership = same
      ? checkOwnership(now, of, readEvidence(context))
      : { ours: false, why: 'has another name or ID' };
    if (!verdict.ours) {
      log.line(
        `${deployment.name} (${deployment.id}) changed after the sweep read it: it ${verdict.why}. It was not deleted.`,
      );
    }
    return verdict.ours;
  } catch (error) {
    // A 404 means that another sweep or a teardown deleted the deployment first.
    if (isApiError(error, 404)) return 'gone';
    throw error;
  }
}

/**
 * Returns when the last revision of a preview was created, in epoch milliseconds, or `undefined` if the time is
 * unknown.
 */
export async function lastDeployedAt(
  { controlPlane, signal, log }: Pick<VerbContext, 'controlPlane' | 'signal' | 'log'>,
  { id, name, created_at: createdAt }: Deployment,
): Promise<number | 'gone' | undefined> {
  try {
    const [latest] = await controlPlane.listRevisions(id, { limit: 1 }, signal);
    const at = Date.parse((latest === undefined ? createdAt : latest.created_at) ?? '');
    return Number.isNaN(at) ? undefined : at;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return 'gone';
    log.line(`The age of ${name} is unknown: ${error.message}`);
    return undefined;
  }
}
