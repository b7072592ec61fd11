import { ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { VerbContext } from '../verb-context.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import type { SweptPreview } from '../run-record.ts';
import type { Candidate } from './candidates.ts';
import { markerText } from './marker.ts';
import { evidenceOf, checkOwnership, type Ownership } from './ownership.ts';
import { deletePreview } from './remove.ts';

/** Deletes previews within the limit of a sweep, and notes what it did. */
export interface PreviewSweeper {
  /** What was deleted. */
  readonly deleted: readonly Deployment[];
  /** What was gone by its ID before anything was sent. */
  readonly gone: readonly Deployment[];
  sweep(candidate: Candidate, why: SweptPreview['why']): Promise<void>;
  leave(candidate: Candidate, why: SweptPreview['why']): void;
}

export function createPreviewSweeper(
  context: VerbContext<SweepSettings>,
  swept: SweptPreview[],
): PreviewSweeper {
  const { settings, record, log, signal } = context;
  const deleted: Deployment[] = [];
  const gone: Deployment[] = [];
  let tried = 0;
  const note = ({ deployment: { name, id }, of }: Candidate, why: SweptPreview['why']) => ({
    as: (did: SweptPreview['did']) => void swept.push({ name, id, of: markerText(of), why, did }),
  });
  return {
    deleted,
    gone,
    leave: (candidate, why) => note(candidate, why).as('left'),
    async sweep(candidate, why) {
      const entry = note(candidate, why);
      if (tried >= settings.limit) return entry.as('left');
      tried += 1;
      if (settings.dryRun) return entry.as('would-delete');
      const { deployment } = candidate;
      try {
        const still = await isStillOurs(context, candidate);
        if (still === false) return;
        if (still === 'gone') gone.push(deployment);
        else {
          log.line(`Deleting ${deployment.name} (${deployment.id}).`);
          await deletePreview(context, deployment);
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ApiError)) throw error;
        log.line(`${deployment.name} could not be deleted: ${error.message}`);
        return entry.as('failed');
      }
      deleted.push(deployment);
      record.retired.push(deployment.name);
      return entry.as('deleted');
    },
  };
}

/** The list is old by now: somebody may have made something else of it, and then it is no preview any more. */
async function isStillOurs(
  context: VerbContext<SweepSettings>,
  { deployment, of }: Candidate,
): Promise<boolean | 'gone'> {
  const { controlPlane, signal, log } = context;
  try {
    const now = await controlPlane.getDeployment(deployment.id, signal);
    const same = now.id === deployment.id && now.name === deployment.name;
    const verdict: Ownership = same
      ? checkOwnership(now, of, evidenceOf(context))
      : { ours: false, why: 'has another name or ID' };
    if (!verdict.ours) {
      log.line(
        `${deployment.name} (${deployment.id}) changed since the sweep looked. It ${verdict.why}: left alone.`,
      );
    }
    return verdict.ours;
  } catch (error) {
    // Another sweep or a teardown was faster; nothing is deleted on the word of the list alone.
    if (isApiError(error, 404)) return 'gone';
    throw error;
  }
}
