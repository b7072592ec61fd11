import { isFinal } from '../../../src/contract/statuses.ts';
import type { Kept, KeptRevision } from '../kept.ts';

/**
 * Holds the timelines of revisions to what a crash may cost: a stage that was cut short is done once more, and nothing
 * else is done again. `crashes`: the data each time the emulator had been killed; `after`: once all is at rest.
 */
export function judgeHistories(crashes: readonly Kept[], after: Kept): string[] {
  return after.revisions.flatMap((revision) => {
    const before = crashes.map(({ revisions }) => revisions.find(({ id }) => id === revision.id));
    return judgeHistory(
      revision,
      before.filter((one) => one !== undefined),
    );
  });
}

function judgeHistory(now: KeptRevision, crashes: readonly KeptRevision[]): string[] {
  const findings: string[] = [];
  const tell = (what: string) =>
    findings.push(`revision ${now.marker || now.id} ${what} (${now.history.join(' → ')})`);
  const times = (status: string) => now.history.filter((one) => one === status).length;
  /** How many of its stages of this name came to nothing: each counts once, however often the emulator ended after it. */
  const cutShortIn = (wanted: string) => {
    const lost = crashes.filter(({ built }) => !(wanted === 'BUILDING' && built));
    return new Set(lost.map(({ history }) => cutShortAt(history, wanted)).filter((at) => at !== -1)).size;
  };

  if (times('DEPLOYED') > 1) tell('was deployed twice');
  const end = now.history.findIndex(isFinal);
  if (end !== -1 && end !== now.history.length - 1) tell('went on after it was final');
  if (times('BUILDING') > 1 + cutShortIn('BUILDING')) tell('was built again without need');
  if (times('DEPLOYING') > 1 + cutShortIn('DEPLOYING')) tell('was launched again without need');
  for (const before of crashes) {
    if (isFinal(before.status) && before.history.length !== now.history.length)
      tell('was final, and was changed');
    if (before.history.some((status, index) => now.history[index] !== status))
      tell('has another past than it had');
  }
  return findings;
}

/**
 * Where in this timeline such a stage was under way when the emulator ended, or had been given back to the queue by an
 * emulator that was told to end; -1: nowhere.
 */
function cutShortAt(history: readonly string[], wanted: string): number {
  const last = history.length - 1;
  const at = history[last] === 'QUEUED' ? last - 1 : last;
  return history[at] === wanted ? at : -1;
}
