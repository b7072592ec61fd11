import { statusKind } from '../../contract/statuses.ts';
import type { EarlierRollout } from '../deploy/polling.ts';
import { formatDuration, type PhaseSpan } from '../run-record.ts';

const DAY_MS = 24 * 60 * 60_000;
const MOST_SPANS = 40;
const MOST_EARLIER = 3;

/**
 * A Mermaid chart of the phases, which GitHub draws, with what earlier revisions took as a whole below. Times are those
 * of a clock that started at midnight: so they read the same in every time zone. Undefined where there is nothing to
 * draw, or more than a day of it. Pure.
 */
export function ganttOf(
  timeline: readonly PhaseSpan[],
  earlier: readonly EarlierRollout[],
): string | undefined {
  const known = earlier.slice(0, MOST_EARLIER);
  const longest = Math.max(timeline.at(-1)?.endMs ?? 0, ...known.map(({ tookMs }) => tookMs));
  if (timeline.length === 0 || longest >= DAY_MS) return undefined;
  const lines = [
    'gantt',
    '  dateFormat HH:mm:ss.SSS',
    `  axisFormat ${longest >= 60 * 60_000 ? '%H:%M' : '%M:%S'}`,
    '  todayMarker off',
    '  section This revision',
    ...timeline.slice(0, MOST_SPANS).map((span, index) => phaseLine(span, index + 1)),
    ...(known.length > 0 ? ['  section Earlier ones'] : []),
    ...known.map(
      ({ id, commit, tookMs }, index) =>
        `  ${index + 1}. ${label(commit?.slice(0, 7) ?? id.slice(0, 8))} ${formatDuration(tookMs)} :done, e${index + 1}, ${clock(0)}, ${clock(tookMs)}`,
    ),
  ];
  return `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``;
}

function phaseLine({ status, startMs, endMs = startMs }: PhaseSpan, number: number): string {
  const lasted = Math.round(endMs) - Math.round(startMs);
  const failed = ['failed', 'interrupted'].includes(statusKind(status));
  // A phase of no length would be invisible as a bar.
  const mark = lasted <= 0 ? 'milestone' : failed ? 'crit' : 'active';
  const until = lasted <= 0 ? '0s' : clock(endMs);
  // The number keeps a status from being read as a word of Mermaid's own.
  return `  ${number}. ${label(status)} ${formatDuration(lasted)} :${mark}, p${number}, ${clock(startMs)}, ${until}`;
}

/** Any text as Mermaid takes it in the name of a task. */
function label(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}_.-]+/gu, ' ').trim();
  return plain === '' ? '?' : plain.slice(0, 40);
}

function clock(ms: number): string {
  return new Date(Math.max(0, Math.round(ms))).toISOString().slice(11, 23);
}
