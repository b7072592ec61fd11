import { ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { Tools } from '../deploy/tools.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import type { SweptPreview } from '../run-record.ts';
import type { Candidate } from './candidates.ts';
import { markerText } from './marker.ts';
import { evidenceOf, judgePreview, type Verdict } from './ours.ts';
import { deletePreview } from './remove.ts';

/** Deletes previews within the limit of a sweep, and notes what it did. */
export interface Broom {
  /** What was deleted. */
  readonly deleted: readonly Deployment[];
  sweep(candidate: Candidate, why: SweptPreview['why']): Promise<void>;
  leave(candidate: Candidate, why: SweptPreview['why']): void;
}

export function createBroom(tools: Tools<SweepSettings>, swept: SweptPreview[]): Broom {
  const { settings, record, log, signal } = tools;
  const deleted: Deployment[] = [];
  let tried = 0;
  const note = ({ deployment: { name, id }, of }: Candidate, why: SweptPreview['why']) => ({
    as: (did: SweptPreview['did']) => void swept.push({ name, id, of: markerText(of), why, did }),
  });
  return {
    deleted,
    leave: (candidate, why) => note(candidate, why).as('left'),
    async sweep(candidate, why) {
      const entry = note(candidate, why);
      if (tried >= settings.limit) return entry.as('left');
      tried += 1;
      if (settings.dryRun) return entry.as('would-delete');
      const { deployment } = candidate;
      try {
        if (!(await isStillOurs(tools, candidate))) return;
        log.line(`Deleting ${deployment.name} (${deployment.id}).`);
        await deletePreview(tools, deployment);
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
async function isStillOurs(tools: Tools<SweepSettings>, { deployment, of }: Candidate): Promise<boolean> {
  const { plane, signal, log } = tools;
  try {
    const now = await plane.getDeployment(deployment.id, signal);
    const same = now.id === deployment.id && now.name === deployment.name;
    const verdict: Verdict = same
      ? judgePreview(now, of, evidenceOf(tools))
      : { ours: false, why: 'has another name or ID' };
    if (!verdict.ours) {
      log.line(
        `${deployment.name} (${deployment.id}) changed since the sweep looked. It ${verdict.why}: left alone.`,
      );
    }
    return verdict.ours;
  } catch (error) {
    // Another sweep or a teardown was faster: deleting it says so.
    if (isApiError(error, 404)) return true;
    throw error;
  }
}
