import { fieldOf, parseJson } from '../../contract/json-safety.ts';
import type { UnlocatedProblem } from '../inputs/problem.ts';
import type { Check, ScoreDefinition } from '../inputs/settings.ts';
import { findMismatches } from '../verify/evaluate.ts';
import { findNumbers, lastMessage } from '../verify/messages.ts';

type Comparison = NonNullable<ScoreDefinition['compare']>;

/**
 * Computes the scores that compare a response with the reference of its case. Each score is 1 or 0.
 *
 * @param response The final state of the run or a string, and the reference of the case.
 * @returns Scores by key, without the scores for which the reference has no value.
 */
export function scoreByReference(
  definitions: ReadonlyMap<string, ScoreDefinition>,
  { output, reference }: { output: unknown; reference: unknown },
): Map<string, number> {
  const scores = new Map<string, number>();
  for (const [key, { compare }] of definitions) {
    const score = compare && scoreOne(compare, output, reference);
    if (score !== undefined) scores.set(key, score);
  }
  return scores;
}

/**
 * Returns a problem for each score that no check can have, because no reference has a value for the score. `path` is
 * the path of the setting in messages about the inputs.
 */
export function findUnscorable(
  definitions: ReadonlyMap<string, ScoreDefinition>,
  checks: readonly Pick<Check, 'reference'>[],
): (UnlocatedProblem & { path: readonly string[] })[] {
  return [...definitions].flatMap(([key, { compare }]) => {
    if (compare === undefined) return [];
    if (checks.some(({ reference }) => expectedValue(compare, reference) !== undefined)) return [];
    const what = compare.kind === 'number' ? 'a number' : 'a value';
    const where = compare.path === undefined ? '' : ` at ${JSON.stringify(compare.path)}`;
    return [
      {
        path: ['scores', key, compare.kind],
        message: `the score ${JSON.stringify(key)} compares responses with ${what}${where} in the reference, but no case has such a reference`,
        hint: `Add \`reference\` to the cases, or correct the path of \`${compare.kind}\`.`,
      },
    ];
  });
}

function scoreOne(compare: Comparison, output: unknown, reference: unknown): 0 | 1 | undefined {
  const expected = expectedValue(compare, reference);
  if (expected === undefined) return undefined;
  return isExpected(expected, output) ? 1 : 0;
}

/** Value of a reference that a response is compared with. */
type ExpectedValue =
  | { kind: 'text'; text: string }
  | { kind: 'json'; value: unknown }
  | { kind: 'number'; number: number; tolerance: number };

/** Returns the value that a response is compared with, or `undefined` if the reference has no such value. */
function expectedValue(compare: Comparison, reference: unknown): ExpectedValue | undefined {
  const value = valueAt(reference, compare.path);
  const text = value === null ? undefined : answerText(value);
  if (text === undefined) return undefined;
  if (compare.kind === 'number') {
    const number = typeof value === 'number' ? value : findNumbers(text)[0];
    return number === undefined ? undefined : { kind: 'number', number, tolerance: compare.tolerance };
  }
  const isJson = typeof value === 'object' && !hasMessages(value);
  return isJson ? { kind: 'json', value } : { kind: 'text', text };
}

/** Returns the value at a path such as `answer.total` or `items.0`, ignoring inherited properties. */
function valueAt(value: unknown, path: string | undefined): unknown {
  if (path === undefined) return value;
  return path.split('.').reduce<unknown>((found, key) => {
    const holds = typeof found === 'object' && found !== null && Object.hasOwn(found, key);
    return holds ? fieldOf(found, key) : undefined;
  }, value);
}

function isExpected(expected: ExpectedValue, output: unknown): boolean {
  const text = answerText(output);
  if (text === undefined) return false;
  if (expected.kind === 'text') return text.trim() === expected.text.trim();
  if (expected.kind === 'number') {
    const [number] = findNumbers(text);
    return number !== undefined && Math.abs(number - expected.number) <= expected.tolerance;
  }
  // An agent's response can contain JSON as a string, or can be a state without messages.
  const value = parseJson(text);
  return (
    findMismatches(expected.value, value).length === 0 && findMismatches(value, expected.value).length === 0
  );
}

/**
 * Returns the text of an output: the output itself if it is a string, the text of the last message, or the JSON of an
 * output without messages. Returns `undefined` for a list of messages without a response, because the user's question
 * says nothing about the agent.
 */
function answerText(output: unknown): string | undefined {
  if (typeof output === 'string') return output;
  if (!hasMessages(output)) return JSON.stringify(output);
  const last = lastMessage(output);
  return last.kind === 'text' ? last.text : undefined;
}

function hasMessages(value: unknown): boolean {
  return Array.isArray(fieldOf(value, 'messages'));
}
