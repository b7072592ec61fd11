import type { Progress } from '../action/host/host.ts';
import { formatDuration, type PhaseSpan } from '../action/run-record.ts';

/** Interval in milliseconds between two redraws of the elapsed time. */
const REDRAW_MS = 250;
const SPINNER = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** State of a wait that the terminal shows. */
export interface LiveState {
  title: string;
  usualMs: number | undefined;
  /** Number of milliseconds since the wait began. */
  elapsedMs: number;
  timeline: readonly PhaseSpan[];
  /** Last log lines of the current phase. */
  log: readonly string[];
}

/** Returns the lines that show a wait, shortened to the width of the terminal. `frame` counts the redraws. */
export function renderLive(state: LiveState, width: number, frame: number): string[] {
  const { title, usualMs, elapsedMs, timeline, log } = state;
  const usual = usualMs === undefined ? '' : ` (earlier revisions took ${formatDuration(usualMs)})`;
  const phases = timeline.map(({ status, startMs, endMs }, index) => {
    const mark = index < timeline.length - 1 ? '✓' : '›';
    return `  ${mark} ${status}  ${formatDuration((endMs ?? elapsedMs) - startMs)}`;
  });
  const spinner = SPINNER[frame % SPINNER.length] ?? '';
  const lines = [
    `${spinner} ${title}  ${formatDuration(elapsedMs)}${usual}`,
    ...phases.slice(-6),
    ...log.map((line) => `    │ ${line}`),
  ];
  // Lines are shortened, because a wrapped line could not be erased.
  return lines.map((line) =>
    Array.from(line)
      .slice(0, Math.max(1, width - 1))
      .join(''),
  );
}

export interface Terminal {
  /** Writes text to the terminal immediately. */
  write: (text: string) => void;
  /** Returns the current number of columns of the terminal. */
  width: () => number;
  /** Returns the wall-clock time in milliseconds. */
  now: () => number;
}

/** A log in a terminal, with the current wait below the last log line. */
export interface LiveView extends Progress {
  /** Writes a log line above the current wait. */
  print: (line: string) => void;
}

/** Creates a view that redraws waits in place while log lines scroll above them. */
export function createLiveView({ write, width, now }: Terminal): LiveView {
  let state: LiveState | undefined;
  let startedAt = 0;
  let drawn = 0;
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  const erase = () => (drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`);
  const draw = (before = '') => {
    const lines = state === undefined ? [] : renderLive(state, width(), frame);
    write(`${erase()}${before}${lines.map((line) => `${line}\n`).join('')}`);
    drawn = lines.length;
  };
  const tick = () => {
    if (state === undefined) return;
    frame += 1;
    state.elapsedMs = now() - startedAt;
    draw();
  };
  return {
    print: (line) => draw(`${line}\n`),
    begin: ({ title, usualMs }) => {
      startedAt = now();
      state = { title, usualMs, elapsedMs: 0, timeline: [], log: [] };
      timer ??= setInterval(tick, REDRAW_MS).unref();
      draw();
    },
    update: (timeline) => {
      if (state === undefined) return;
      const isNewPhase = timeline.length !== state.timeline.length;
      state.timeline = timeline;
      if (isNewPhase) state.log = [];
      draw();
    },
    showLog: (lines) => {
      if (state === undefined) return;
      state.log = lines;
      draw();
    },
    end: () => {
      clearInterval(timer);
      timer = undefined;
      state = undefined;
      draw();
    },
  };
}
