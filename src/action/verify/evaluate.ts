import { isJsonObject, pathStep } from '../../contract/json-safety.ts';
import { type ApiError, isThreadBusy } from '../../clients/errors.ts';
import type {
  ExpectedToolCall,
  ExpectedToolCalls,
  Expectation,
  NumberRange,
  Pattern,
} from '../inputs/settings.ts';
import { findNumbers, lastMessage, readResponse, type ToolCall } from './messages.ts';
import { countOf } from '../text.ts';
import type { CheckResult, ValueRenderer } from './result.ts';

/** Result of a pattern search, where `endless` means that the search exceeded its time limit. */
export type SearchResult = 'found' | 'missing' | 'endless';

export interface FinishedRun {
  /** Status of the run, such as `success`. */
  status: string;
  error: { name: string; message: string } | undefined;
  values: unknown;
  /** True if the run stopped before its end and can be resumed. */
  interrupted: boolean;
  /** True if the run waits for an input, unlike a cancelled run. */
  asks: boolean;
}

interface EvaluationContext {
  find: (pattern: Pattern, text: string) => SearchResult;
  shown: ValueRenderer;
}

/**
 * Returns the mismatches between a finished run and the expectations, one short line each, or an empty list if all
 * expectations are met. Shortens values of the state that a mismatch contains.
 */
export function evaluateRun(expect: Expectation, run: FinishedRun, context: EvaluationContext): string[] {
  const wrong = [...evaluateStatus(expect, run, context), ...evaluateInterruption(expect, run)];
  // The state of a failed run is not compared with the expectations.
  if (wrong.length > 0) return wrong;
  if (expect.state.given) {
    const found = findMismatches(expect.state.value, run.values);
    wrong.push(...found.map((one) => describe(one, context.shown)));
    if (found.length === MISMATCHES_MAX) wrong.push('More values may differ.');
  }
  if (expect.lastMessage !== undefined)
    wrong.push(...evaluateMessage(expect.lastMessage, run.values, context));
  if (expect.number !== undefined) wrong.push(...evaluateNumber(expect.number, run.values, context.shown));
  if (expect.toolCalls !== undefined)
    wrong.push(...evaluateToolCalls(expect.toolCalls, run.values, context.shown));
  if (expect.maxTokens !== undefined) wrong.push(...evaluateTokens(expect.maxTokens, run.values));
  return wrong;
}

function evaluateStatus({ status }: Expectation, run: FinishedRun, { shown }: EvaluationContext): string[] {
  // Servers report different statuses for a run that waits to be resumed, and can report the status of a waiting run
  // for a cancelled run.
  const ended = run.status === 'interrupted' && run.asks ? 'success' : run.status;
  if (ended === status) return [];
  const error = run.error;
  const why = error === undefined ? '' : `: ${shown.text(`${error.name}: ${error.message}`)}`;
  return [`The run ended with status ${shown.text(run.status)} instead of ${status}${why}`];
}

function evaluateInterruption({ interrupted = false, status }: Expectation, run: FinishedRun): string[] {
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

function evaluateNumber(range: NumberRange, values: unknown, shown: ValueRenderer): string[] {
  const last = lastMessage(values);
  if (last.kind === 'none') return [`number: ${last.why}.`];
  const { value, tolerance } = range;
  if (findNumbers(last.text).some((number) => Math.abs(number - value) <= tolerance)) return [];
  return [`number: ${shown.value(last.text)} contains no number within ${tolerance} of ${value}`];
}

function evaluateTokens(maxTokens: number, values: unknown): string[] {
  const tokens = readResponse(values)?.tokens;
  if (tokens === undefined) return ['max-tokens: the messages of the response have no `usage_metadata`.'];
  return tokens <= maxTokens
    ? []
    : [`max-tokens: the response used ${tokens} tokens, more than ${maxTokens}`];
}

const TOOLS_MAX = 10;
/**
 * Maximum number of tool calls of an agent that are compared, because an agent in a loop can call tools without end.
 */
const COMPARED_CALLS_MAX = 1_000;

function evaluateToolCalls(expected: ExpectedToolCalls, values: unknown, shown: ValueRenderer): string[] {
  const response = readResponse(values);
  if (response === undefined) return ['tool-calls: the final state has no list `messages`.'];
  const toolCalls = response.toolCalls.slice(0, COMPARED_CALLS_MAX);
  const names = toolCalls.slice(0, TOOLS_MAX).map(({ name }) => shown.text(name));
  const more = toolCalls.length > TOOLS_MAX ? ` and ${toolCalls.length - TOOLS_MAX} more` : '';
  const called = names.length === 0 ? 'no tool' : `${names.join(', ')}${more}`;
  if (expected.calls.length === 0) {
    return toolCalls.length === 0
      ? []
      : [`tool-calls: expected no call of a tool, but the agent called ${called}`];
  }
  const missing = expected.inOrder
    ? findMissingInOrder(expected.calls, toolCalls)
    : findMissingInAnyOrder(expected.calls, toolCalls);
  if (missing === undefined) return [];
  const [difference] = toolCalls
    .filter(({ name }) => name === missing.name)
    .flatMap(({ args }) => (missing.args === undefined ? [] : findMismatches(missing.args, args)));
  const why = difference === undefined ? '' : `; arguments ${describe(difference, shown)}`;
  const order = expected.inOrder && expected.calls.length > 1 ? ' in this order' : '';
  const wanted = expected.calls.map(({ name }) => shown.text(name)).join(', ');
  return [`tool-calls: expected ${wanted}${order}, but the agent called ${called}${why}`];
}

function isCall(expected: ExpectedToolCall, call: ToolCall): boolean {
  const { name, args } = expected;
  return name === call.name && (args === undefined || findMismatches(args, call.args).length === 0);
}

/** Returns the first expected call that does not occur after the match of the previous expected call. */
function findMissingInOrder(
  expected: ExpectedToolCalls['calls'],
  calls: readonly ToolCall[],
): ExpectedToolCall | undefined {
  let at = 0;
  return expected.find((wanted) => {
    while (at < calls.length) {
      const call = calls[at];
      at += 1;
      if (call !== undefined && isCall(wanted, call)) return false;
    }
    return true;
  });
}

/**
 * Returns an expected call that has no matching call, or `undefined` if every expected call has a matching call. Each
 * call matches at most one expected call. Searches for augmenting paths of a bipartite matching, because a call can
 * match several expected calls.
 */
function findMissingInAnyOrder(
  expected: ExpectedToolCalls['calls'],
  calls: readonly ToolCall[],
): ExpectedToolCall | undefined {
  const takenBy = new Map<ToolCall, ExpectedToolCall>();
  const assign = (wanted: ExpectedToolCall, tried: Set<ToolCall>): boolean =>
    calls.some((call) => {
      if (tried.has(call) || !isCall(wanted, call)) return false;
      tried.add(call);
      const holder = takenBy.get(call);
      if (holder !== undefined && !assign(holder, tried)) return false;
      takenBy.set(call, wanted);
      return true;
    });
  return expected.find((wanted) => !assign(wanted, new Set()));
}

function shownPattern({ source, flags }: Pattern, shown: ValueRenderer): string {
  return shown.text(`/${source}/${flags}`);
}

function describe({ path, expected, actual, about }: Mismatch, shown: ValueRenderer): string {
  if (about === 'length' && Array.isArray(expected) && Array.isArray(actual)) {
    return `${path}: expected ${countOf(expected.length, 'element')}, got ${actual.length}`;
  }
  return `${path}: expected ${shown.value(expected)}, got ${shown.value(actual)}`;
}

/** A position in the state whose value differs from the expected value. */
interface Mismatch {
  /** Path of the position, such as `$.messages[1].content`. */
  path: string;
  expected: unknown;
  /** Actual value, or `undefined` if the field is missing. */
  actual: unknown;
  /** Kind of mismatch: `value` for the value or its type, or `length` for the length of a list. */
  about: 'value' | 'length';
}

/** Maximum number of mismatches that are reported for a run. */
export const MISMATCHES_MAX = 5;

/**
 * Returns the positions where `actual` does not match `expected`, in the order of `expected`, up to the maximum. An
 * actual object must have the expected fields, and can have more fields. An actual list must have the length of the
 * expected list, and the elements must match in order. Values other than objects and lists must be equal.
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
      compare(part, there, `${path}${pathStep(key)}`, found);
    }
  } else if (expected !== actual) {
    found.push({ path, expected, actual, about: 'value' });
  }
}

/**
 * Statuses that do not show whether the agent works, because they are caused by the key, the network or another
 * client's run.
 */
const SAYS_NOTHING: readonly number[] = [401, 403, 407, 408, 425, 429];

/** Returns the result of a check whose request failed, with the reason on one line. */
export function evaluateError(error: ApiError, shown: ValueRenderer): Pick<CheckResult, 'result' | 'why'> {
  const { status, kind } = error;
  const busy = isThreadBusy(error);
  const errorDetail = error.detail === null ? '' : `: ${shown.text(error.detail)}`;
  if (kind === 'http' && status !== undefined) {
    const answer = `The agent server responded to ${error.method} ${shownPath(error.path, shown)} with status ${status}${errorDetail}`;
    return {
      // A redirect usually leads to a gateway or a login page instead of the agent.
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
  // A server error after the request was sent is a response, so the check failed.
  const answered = kind === 'ambiguous' && (status ?? 0) >= 500;
  return { result: answered ? 'failed' : 'impossible', why: [shown.text(error.message)] };
}

const HINTS: Readonly<Record<number, string>> = {
  401: '. Check the API key.',
  403: '. The API key lacks the permission to use this deployment.',
};
const BUSY = '. A run is active on the thread: set another thread-id or another multitask-strategy.';

/** Returns a path without IDs, which do not help the reader. */
function shownPath(path: string, shown: ValueRenderer): string {
  return shown.text(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '…'));
}
