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
  const cutShortIn = (wanted: string) =>
    crashes.filter(({ status, built }) => status === wanted && !(wanted === 'BUILDING' && built)).length;

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
