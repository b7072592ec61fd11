import { isJsonObject } from '../../contract/json-safety.ts';
import { type ApiError, isThreadBusy } from '../../clients/errors.ts';
import type { Expectation, Pattern } from '../inputs/settings.ts';
import type { CheckResult, ValueRenderer } from './result.ts';

/** Result of a search. `endless` means that the search exceeded its time limit. */
export type SearchResult = 'found' | 'missing' | 'endless';

export interface FinishedRun {
  /** Status of the run, such as `success`. */
  status: string;
  error: { name: string; message: string } | undefined;
  values: unknown;
  /** True if the run stopped before its end and can be resumed. */
  interrupted: boolean;
  /** True if the run waits for an input. A cancelled run does not. */
  asks: boolean;
}

/** Functions that evaluation needs: pattern search and value formatting. */
interface EvaluationContext {
  find: (pattern: Pattern, text: string) => SearchResult;
  shown: ValueRenderer;
}

/**
 * Returns the mismatches between a finished run and the expectations, one short line each. Returns no lines if all
 * expectations are met. Texts of the state are shortened.
 */
export function evaluateRun(expect: Expectation, run: FinishedRun, context: EvaluationContext): string[] {
  const wrong = [...evaluateStatus(expect, run, context), ...evaluateInterruption(expect, run)];
  // The state of a failed run is not compared.
  if (wrong.length > 0) return wrong;
  if (expect.state.given) {
    const found = findMismatches(expect.state.value, run.values);
    wrong.push(...found.map((one) => describe(one, context.shown)));
    if (found.length === MISMATCHES_MAX) wrong.push('More values may differ.');
  }
  if (expect.lastMessage !== undefined)
    wrong.push(...evaluateMessage(expect.lastMessage, run.values, context));
  return wrong;
}

function evaluateStatus({ status }: Expectation, run: FinishedRun, { shown }: EvaluationContext): string[] {
  // Servers report different statuses for a run that waits to be resumed. A cancelled run may have the same status.
  const ended = run.status === 'interrupted' && run.asks ? 'success' : run.status;
  if (ended === status) return [];
  const error = run.error;
  const why = error === undefined ? '' : `: ${shown.text(`${error.name}: ${error.message}`)}`;
  return [`The run ended with status ${shown.text(run.status)} instead of ${status}${why}`];
}

function evaluateInterruption({ interrupted, status }: Expectation, run: FinishedRun): string[] {
  if (status === 'error' || interrupted === run.interrupted) return [];
  return [
    interrupted
      ? 'The run finished, but the check expects an interrupt.'
      : 'The run was interrupted before it finished; set `interrupted: true` if this is expected.',
  ];
}

function evaluateMessage(pattern: Pattern, values: unknown, { find, shown }: EvaluationContext): string[] {
  const last = lastMessage(values);
  if (last.kind === 'none') return [`last-message: ${last.why}.`];
  switch (find(pattern, last.text)) {
    case 'found':
      return [];
    case 'missing':
      return [`last-message: ${shownPattern(pattern, shown)} does not match ${shown.value(last.text)}`];
    case 'endless':
      return [
        `last-message: the search for ${shownPattern(pattern, shown)} timed out; write the pattern without nested repetitions.`,
      ];
  }
}

function shownPattern({ source, flags }: Pattern, shown: ValueRenderer): string {
  return shown.text(`/${source}/${flags}`);
}

function describe({ path, expected, actual, about }: Mismatch, shown: ValueRenderer): string {
  if (about === 'length' && Array.isArray(expected) && Array.isArray(actual)) {
    return `${path}: expected ${expected.length} elements, got ${actual.length}`;
  }
  return `${path}: expected ${shown.value(expected)}, got ${shown.value(actual)}`;
}

/** A position in the state whose value differs from the expected value. */
interface Mismatch {
  /** Path of the position, such as `$.messages[1].content`. */
  path: string;
  expected: unknown;
  /** Actual value; `undefined` if the field is missing. */
  actual: unknown;
  /** Kind of mismatch: the value or its type, or the length of a list. */
  about: 'value' | 'length';
}

/** Maximum number of mismatches that are reported. */
export const MISMATCHES_MAX = 5;

/**
 * Returns the positions at which `actual` does not match `expected`, in the order of `expected`, up to the maximum.
 * An object must have the expected fields and may have more. A list must have the same length, and its elements must
 * match in order. Other values must be equal.
 */
export function findMismatches(expected: unknown, actual: unknown): Mismatch[] {
  const found: Mismatch[] = [];
  compare(expected, actual, '$', found);
  return found;
}

function compare(expected: unknown, actual: unknown, path: string, found: Mismatch[]): void {
  if (found.length >= MISMATCHES_MAX) return;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) found.push({ path, expected, actual, about: 'value' });
    else if (expected.length !== actual.length) found.push({ path, expected, actual, about: 'length' });
    else for (const [at, part] of expected.entries()) compare(part, actual[at], `${path}[${at}]`, found);
  } else if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) {
      found.push({ path, expected, actual, about: 'value' });
      return;
    }
    for (const [key, part] of Object.entries(expected)) {
      // Inherited properties, such as `constructor`, do not count as fields.
      const there = Object.hasOwn(actual, key) ? actual[key] : undefined;
      compare(part, there, `${path}${step(key)}`, found);
    }
  } else if (expected !== actual) {
    found.push({ path, expected, actual, about: 'value' });
  }
}

function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** Text of the last message in a state, or the reason why it has no text. */
type LastMessage = { kind: 'text'; text: string } | { kind: 'none'; why: string };

/**
 * Returns the text of the last message in `values.messages`: its `content`, or its joined text blocks if it has
 * several parts. Also supports the library's serialized form. Returns no text for the user's own message, because it
 * would prove nothing about the agent.
 */
export function lastMessage(values: unknown): LastMessage {
  const messages = field(values, 'messages');
  if (!Array.isArray(messages)) return { kind: 'none', why: 'the final state has no list `messages`' };
  if (messages.length === 0) return { kind: 'none', why: 'the list `messages` of the final state is empty' };
  const last: unknown = messages.at(-1);
  if (isOfUser(last)) {
    return { kind: 'none', why: 'the last message is from the user, so the agent did not respond' };
  }
  const content = field(last, 'content') ?? field(field(last, 'kwargs'), 'content');
  const text = textOf(content);
  return text === undefined ? { kind: 'none', why: 'the last message has no text' } : { kind: 'text', text };
}

function isOfUser(message: unknown): boolean {
  const id = field(message, 'id');
  const names = [field(message, 'type'), field(message, 'role'), Array.isArray(id) ? id.at(-1) : undefined];
  return names.some((name) => typeof name === 'string' && /^(human|user|HumanMessage(Chunk)?)$/.test(name));
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.flatMap((block: unknown) => {
    const text = typeof block === 'string' ? block : field(block, 'text');
    const type = field(block, 'type') ?? 'text';
    return typeof text === 'string' && (type === 'text' || type === 'output_text') ? [text] : [];
  });
  return parts.length === 0 ? undefined : parts.join('');
}

function field(value: unknown, key: string): unknown {
  const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return holds ? Reflect.get(value, key) : undefined;
}

/** Statuses that do not show whether the agent works. Their cause is the key, the network or another client's run. */
const SAYS_NOTHING: readonly number[] = [401, 403, 407, 408, 425, 429];

/** Returns the result of a check whose request failed, with the reason on one line. */
export function evaluateError(error: ApiError, shown: ValueRenderer): Pick<CheckResult, 'result' | 'why'> {
  const { status, kind } = error;
  const busy = isThreadBusy(error);
  const errorDetail = error.detail === null ? '' : `: ${shown.text(error.detail)}`;
  if (kind === 'http' && status !== undefined) {
    const answer = `The agent server responded to ${error.method} ${shownPath(error.path, shown)} with status ${status}${errorDetail}`;
    return {
      // A redirect usually leads to a gateway or a login page.
      result: busy || status < 400 || SAYS_NOTHING.includes(status) ? 'impossible' : 'failed',
      why: [`${answer}${busy ? BUSY : (HINTS[status] ?? '')}`],
    };
  }
  if (kind === 'malformed') {
    return {
      result: 'failed',
      why: [`The response of the agent server is invalid: ${shown.text(error.message)}`],
    };
  }
  // A server that failed during the request did respond, so the check failed.
  const answered = kind === 'ambiguous' && (status ?? 0) >= 500;
  return { result: answered ? 'failed' : 'impossible', why: [shown.text(error.message)] };
}

const HINTS: Readonly<Record<number, string>> = {
  401: '. Check the API key.',
  403: '. The API key lacks the permission to use this deployment.',
};
const BUSY = '. A run is active on the thread: set another thread-id or another multitask-strategy.';

/** Returns a path without IDs, which do not help a reader. */
function shownPath(path: string, shown: ValueRenderer): string {
  return shown.text(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '…'));
}
