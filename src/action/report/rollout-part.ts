import type { EarlierRollout } from '../deploy/polling.ts';
import { formatDuration, type PhaseSpan, type RunRecord } from '../run-record.ts';
import { ganttOf } from './gantt.ts';
import { table } from './markdown.ts';

const BAR_WIDTH = 24;
const MOST_ROWS = 60;
const MOST_EARLIER = 5;

/** The phases as a chart and as a table, and what earlier revisions took; empty when nothing was waited for. Pure. */
export function rolloutPart({ timeline, revision, ...record }: RunRecord): string {
  if (timeline.length === 0) return '';
  const earlier = record.earlier.filter(({ id }) => id !== revision?.id);
  const totalMs = timeline.at(-1)?.endMs ?? 0;
  const parts = [
    '#### Timeline',
    ganttOf(timeline, earlier),
    table(['Phase', 'From', 'Lasted', ''], rows(timeline, Math.max(1, totalMs))),
    `In all ${formatDuration(totalMs)}, since the run began to wait.`,
    comparison(totalMs, earlier),
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function rows(timeline: readonly PhaseSpan[], totalMs: number): string[][] {
  const shown = timeline
    .slice(0, MOST_ROWS)
    .map((span) => [span.status, formatDuration(span.startMs), lasted(span), bar(span, totalMs)]);
  const left = timeline.length - shown.length;
  return left > 0 ? [...shown, [`… and ${left} more`, '', '', '']] : shown;
}

function comparison(totalMs: number, earlier: readonly EarlierRollout[]): string | undefined {
  if (earlier.length === 0) return undefined;
  const body = earlier
    .slice(0, MOST_EARLIER)
    .map(({ id, commit, tookMs }) => [
      id,
      commit?.slice(0, 7) ?? '–',
      formatDuration(tookMs),
      difference(totalMs - tookMs),
    ]);
  const head = table(['Earlier revision', 'Commit', 'Took in all', 'This one'], body);
  return `${head}\n\nOf earlier revisions the service tells when they were made and last changed, but not their phases.`;
}

function difference(ms: number): string {
  if (Math.abs(ms) < 1000) return 'as long';
  return ms > 0 ? `${formatDuration(ms)} longer` : `${formatDuration(-ms)} shorter`;
}

function lasted({ startMs, endMs }: PhaseSpan): string {
  return endMs === undefined ? '…' : formatDuration(endMs - startMs);
}

function bar({ startMs, endMs }: PhaseSpan, totalMs: number): string {
  const from = Math.min(BAR_WIDTH - 1, Math.floor((startMs / totalMs) * BAR_WIDTH));
  const to = Math.min(BAR_WIDTH, Math.max(from + 1, Math.round(((endMs ?? totalMs) / totalMs) * BAR_WIDTH)));
  return '░'.repeat(from) + '█'.repeat(to - from) + '░'.repeat(BAR_WIDTH - to);
}
