import { isFinal, statusKind } from '../../contract/statuses.ts';
import type { PhaseSpan } from '../run-record.ts';
import { spellDuration } from './headline.ts';
import { fenced, shorten } from './markdown.ts';

/** Minimum duration of a phase in reports. A shorter phase would be shown as `0.0 s`. */
const MIN_MS = 50;

/** Returns whether a report shows a status as a phase: the status is not final, and lasted long enough. */
export function isPhase({ status, startMs, endMs }: PhaseSpan): boolean {
  return !isFinal(status) && (endMs ?? startMs) - startMs >= MIN_MS;
}

/** Returns a status as words, such as `awaiting build`. */
export function phaseName(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}

/** Width of the column of bars in characters. */
const BAR_WIDTH = 24;
/** Minimum width of the column of durations in characters. */
const DURATION_WIDTH = 11;
const MAX_ROWS = 60;
const LABEL_MAX = 24;

/**
 * Returns the phases as a code block with a bar for each phase, or an empty string if the run did not wait. Omits
 * phases that took no time.
 *
 * @param isServing False if the deployed revision has stopped serving since, because of a rollback.
 */
export function renderPhases(timeline: readonly PhaseSpan[], { isServing = true } = {}): string {
  const totalMs = Math.max(1, timeline.at(-1)?.endMs ?? timeline.at(-1)?.startMs ?? 0);
  const phases = timeline
    .filter(isPhase)
    .map((span) => ({ ...span, label: shorten(phaseName(span.status), LABEL_MAX) }));
  if (phases.length === 0) return '';
  const shown = phases.slice(0, MAX_ROWS);
  const last = timeline.at(-1)?.status ?? '';
  const labels = [...shown.map(({ label }) => label), 'serving'];
  const width = Math.max(...labels.map((label) => label.length));
  const durations = shown.map((span) => spellDuration((span.endMs ?? totalMs) - span.startMs));
  const durationWidth = Math.max(DURATION_WIDTH, ...durations.map((text) => text.length + 1));
  const lines = shown.map((span, at) => {
    const took = (durations[at] ?? '').padStart(durationWidth);
    const isEnd = span === phases.at(-1) && ['failed', 'interrupted'].includes(statusKind(last));
    return `${span.label.padEnd(width)}${took}  ${bar(span, totalMs)}${isEnd ? ` ✕ ${phaseName(last)}` : ''}`;
  });
  const left = phases.length - shown.length;
  if (left > 0) lines.push(`… and ${left} more`);
  else if (isServing && statusKind(last) === 'deployed')
    lines.push(`${'serving'.padEnd(width + durationWidth + 2 + BAR_WIDTH)}●──▶`);
  return fenced(lines);
}

/** Returns a bar such as `     ├─────┤` at the position of the phase. */
function bar({ startMs, endMs }: PhaseSpan, totalMs: number): string {
  const from = Math.min(BAR_WIDTH - 1, Math.floor((startMs / totalMs) * BAR_WIDTH));
  const to = Math.min(BAR_WIDTH, Math.max(from + 1, Math.round(((endMs ?? totalMs) / totalMs) * BAR_WIDTH)));
  const line = to - from === 1 ? '│' : `├${'─'.repeat(to - from - 2)}┤`;
  return `${' '.repeat(from)}${line}`;
}
