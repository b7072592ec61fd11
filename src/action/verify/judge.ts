import type { Expectation, Pattern } from './check.ts';
import type { Found } from './find-pattern.ts';
import { lastMessage } from './last-message.ts';
import type { ValueRenderer } from './value-renderer.ts';
import { type Mismatch, MOST_MISMATCHES, mismatches } from './subset.ts';

/** What is known of a run that has ended. */
export interface EndedRun {
  /** As the server says it, such as `success`. */
  status: string;
  /** What it failed with, where that is known. */
  error: { name: string; message: string } | undefined;
  /** The thread's values after it. */
  values: unknown;
  /** It stopped before its end, to be resumed. */
  interrupted: boolean;
  /** It asks somebody, which one that was stopped from outside does not. */
  asks: boolean;
}

/** How patterns are searched for, and how what was found is told. */
export interface JudgeContext {
  find: (pattern: Pattern, text: string) => Found;
  shown: ValueRenderer;
}

/**
 * What is wrong with a run that has ended; nothing, when it came to what was expected. One short line each: texts of the
 * state are told in part only. Pure.
 */
export function judgeRun(expect: Expectation, run: EndedRun, tools: JudgeContext): string[] {
  const wrong = [...judgeStatus(expect, run, tools), ...judgeInterruption(expect, run)];
  // A run that failed has not made its state.
  if (wrong.length > 0) return wrong;
  if (expect.state.given) {
    const found = mismatches(expect.state.value, run.values);
    wrong.push(...found.map((one) => describe(one, tools.shown)));
    if (found.length === MOST_MISMATCHES) wrong.push('There may be more.');
  }
  if (expect.lastMessage !== undefined) wrong.push(...judgeMessage(expect.lastMessage, run.values, tools));
  return wrong;
}

function judgeStatus({ status }: Expectation, run: EndedRun, { shown }: JudgeContext): string[] {
  // Servers differ in what they call a run that waits to be resumed; one that somebody stopped is called so, too.
  const ended = run.status === 'interrupted' && run.asks ? 'success' : run.status;
  if (ended === status) return [];
  const error = run.error;
  const why = error === undefined ? '' : `: ${shown.text(`${error.name}: ${error.message}`)}`;
  return [`The run ended as ${shown.text(run.status)}, not as ${status}${why}`];
}

function judgeInterruption({ interrupted, status }: Expectation, run: EndedRun): string[] {
  if (status === 'error' || interrupted === run.interrupted) return [];
  return [
    interrupted
      ? 'The run went to its end, and should have stopped to be resumed.'
      : 'The run stopped to be resumed, before its end; `interrupted: true` expects that.',
  ];
}

function judgeMessage(pattern: Pattern, values: unknown, { find, shown }: JudgeContext): string[] {
  const last = lastMessage(values);
  if (last.kind === 'none') return [`last-message: ${last.why}.`];
  switch (find(pattern, last.text)) {
    case 'found':
      return [];
    case 'missing':
      return [`last-message: ${shownPattern(pattern, shown)} is not found in ${shown.value(last.text)}`];
    case 'endless':
      return [
        `last-message: searching for ${shownPattern(pattern, shown)} took too long and was given up; write it without nested repetitions.`,
      ];
  }
}

function shownPattern({ source, flags }: Pattern, shown: ValueRenderer): string {
  return shown.text(`/${source}/${flags}`);
}

function describe({ path, expected, actual, about }: Mismatch, shown: ValueRenderer): string {
  if (about === 'length' && Array.isArray(expected) && Array.isArray(actual)) {
    return `${path}: ${expected.length} elements expected, there are ${actual.length}`;
  }
  return `${path}: expected ${shown.value(expected)}, got ${shown.value(actual)}`;
}
