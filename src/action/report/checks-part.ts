import { formatDuration, type RunRecord } from '../run-record.ts';
import { table } from './markdown.ts';

const ICONS = { passed: '✅', failed: '❌', 'timed-out': '⌛', impossible: '⚠️', skipped: '⏭️' } as const;
const MOST_CHARACTERS = 1_000;

/** The checks of the live agent as a table; empty when there were none. Pure. */
export function checksPart({ verification }: RunRecord): string {
  if (verification === undefined) return '';
  const rows = verification.results.map(({ name, result, tookMs, why }) => [
    name,
    `${ICONS[result]} ${result}`,
    result === 'skipped' ? '–' : formatDuration(tookMs),
    why.join(' · ').slice(0, MOST_CHARACTERS),
  ]);
  return `#### Checks\n\n${table(['Check', 'Result', 'Took', 'Why'], rows)}`;
}
