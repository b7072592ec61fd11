import * as z from 'zod';
import type { Check, CheckDefaults, Expectation, ChecksInput, NumberRange, Pattern } from './settings.ts';
import { parseCsv, parseJsonLines } from './case-files.ts';
import { STRATEGIES } from './registry.ts';
import { parseRepoPath, parseUuid, parseWord, parseName, parseTimeLimit } from './parsers.ts';
import { invalid, type Parsed, quote, valid } from './problem.ts';
import {
  isMapping,
  jsonMapping,
  jsonValue,
  parseWith,
  parseYaml,
  readYaml,
  refuse,
  validateYaml,
  type YamlPath,
  type YamlText,
} from './yaml.ts';

export const TIME_LIMIT_MS = 120_000;
const MAX_CASES = 100;
const TOOL_CALLS_MAX = 100;

/** Values of the fields that neither a check nor the defaults set. */
export const UNSET: Omit<Check, 'name' | 'input' | 'command' | 'expect'> = {
  assistant: undefined,
  threadId: undefined,
  config: undefined,
  context: undefined,
  metadata: undefined,
  reference: undefined,
  location: undefined,
  exampleId: undefined,
  timeLimitMs: TIME_LIMIT_MS,
  strategy: 'rollback',
};

const EXPECTS_NOTHING = ['nothing is expected', 'Write the expected value, or omit the field.'] as const;

/** Rejects null. An unset variable is a common cause of null, and a check with null would assert nothing. */
const stated = <S extends z.ZodType>(schema: S) =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (value === null) refuse(context, ...EXPECTS_NOTHING);
    })
    .pipe(schema)
    .optional();

/** The expectation of a check that sets none: the run must succeed. */
export const EXPECT_SUCCESS: Expectation = {
  status: 'success',
  interrupted: undefined,
  state: { given: false, value: undefined },
  lastMessage: undefined,
  number: undefined,
  toolCalls: undefined,
  maxTokens: undefined,
};

const NOT_NUMBER = 'the value is not a number';
const NumberInput = z
  .union([z.number(), z.strictObject({ value: z.number(), tolerance: z.number().optional() })], {
    error: NOT_NUMBER,
  })
  .transform((given, context): NumberRange => {
    const { value, tolerance = 0 } = typeof given === 'number' ? { value: given } : given;
    if (tolerance < 0) refuse(context, 'the tolerance is negative', 'Write 0 or more.', ['tolerance']);
    return { value, tolerance };
  });

const NOT_CALL = 'the value is neither the name of a tool nor a mapping with its `name` and `args`';
const ToolCallInput = z
  .union([z.string().min(1), z.strictObject({ name: z.string().min(1), args: jsonMapping })], {
    error: NOT_CALL,
  })
  .transform((given) =>
    typeof given === 'string' ? { name: given, args: undefined } : { name: given.name, args: given.args },
  );

const ORDERS = ['in-order', 'any-order'] as const;

const ExpectInput = z
  .unknown()
  .superRefine((value, context) => {
    if (expectsNothing(value)) refuse(context, ...EXPECTS_NOTHING);
  })
  .pipe(
    z.strictObject({
      status: stated(parseWith((text) => parseWord(text, ['success', 'error']))),
      interrupted: stated(z.boolean().optional()),
      state: jsonValue.superRefine((value, context) => {
        if (value !== null && expectsNothing(value)) {
          refuse(context, EXPECTS_NOTHING[0], 'Write the expected value, or omit the field.');
        }
      }),
      'last-message': stated(parseWith(parsePattern)),
      number: stated(NumberInput.optional()),
      'tool-calls': stated(z.array(ToolCallInput).max(TOOL_CALLS_MAX).optional()),
      'tool-call-order': stated(parseWith((text) => parseWord(text, ORDERS))),
      'max-tokens': stated(z.int({ error: NOT_NUMBER }).positive().optional()),
    }),
  )
  .transform((given, context): Expectation => {
    const { status = 'success', interrupted, state } = given;
    if (status === 'error' && interrupted === true) {
      const message = 'a run that ends with `error` cannot be interrupted too';
      refuse(context, message, 'Remove either status or interrupted.', ['interrupted']);
    }
    const calls = given['tool-calls'];
    if (calls === undefined && given['tool-call-order'] !== undefined) {
      const message = 'tool-call-order is set without tool-calls';
      refuse(context, message, 'Write the calls, or omit the order.', ['tool-call-order']);
    }
    return {
      status,
      interrupted,
      state: { given: state !== undefined, value: state },
      lastMessage: given['last-message'],
      number: given.number,
      toolCalls: calls && { calls, inOrder: given['tool-call-order'] !== 'any-order' },
      maxTokens: given['max-tokens'],
    };
  });

/** Fields that a mapping with `cases` may set for all its checks. */
const SHARED = {
  assistant: parseWith(parseName),
  'time-limit': parseWith(parseTimeLimit),
  'thread-id': parseWith(parseUuid),
  'multitask-strategy': parseWith((text) => parseWord(text, STRATEGIES)),
  config: jsonMapping,
  context: jsonValue,
  metadata: jsonMapping,
};

const CheckInput = z
  .strictObject({
    name: parseWith(parseName),
    message: parseWith(parseMessage),
    input: jsonValue,
    command: jsonMapping,
    expect: z.optional(ExpectInput),
    ...SHARED,
  })
  .transform((given, context) => {
    const { name, message, command, expect = EXPECT_SUCCESS } = given;
    const input = message === undefined ? (given.input ?? undefined) : toInput(message);
    const count = [message, given.input ?? undefined, command].filter((one) => one !== undefined).length;
    if (count !== 1) {
      const problem = count === 0 ? 'input is missing' : 'message, input and command are mutually exclusive';
      const hint =
        'Set `message` to the text of a user, `input: {…}` to the input of the graph, or `command: {…}` to resume an interrupted run.';
      refuse(context, problem, hint);
    }
    return { name, input, command, expect, shared: toDefaults(given) };
  });

function parseMessage(text: string): Parsed<string> {
  return text.trim() === ''
    ? invalid('the message is empty', 'Write the text of the user, or omit the field.')
    : valid(text);
}

/** Returns the input of a graph with messages: one message of the user. */
export const toInput = (message: string) => ({ messages: [{ role: 'user', content: message }] });

const CheckList = z.array(CheckInput).superRefine((list, context) => {
  if (list.length === 0) refuse(context, 'the list of cases is empty', 'Write at least one case.');
  if (list.length > MAX_CASES) {
    refuse(context, `the list has ${list.length} cases`, `Write at most ${MAX_CASES} cases.`);
  }
  const names = list.map(({ name }, index) => name ?? numbered(index));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    refuse(context, `two cases have the name ${quote(twice)}`, 'Give each case a unique name.');
  }
});

const SINGLE = 'the case';
const numbered = (index: number) => `case ${index + 1}`;

const CheckFile = z.strictObject({ cases: CheckList, ...SHARED });

/**
 * Parses checks from YAML or JSON: a mapping with one check, a list of mappings, or a mapping with `cases` and shared
 * fields. The text may also be the path of a file in the checkout, which contains one of these forms, JSON Lines or
 * CSV. Every problem contains the line, the check and the field.
 */
export function parseChecks(text: string, defaults: CheckDefaults = {}): Parsed<ChecksInput> {
  const read = parseYaml(text);
  if (!read.ok) return read;
  const { value } = read.value;
  if (typeof value === 'string') {
    const path = parseRepoPath(value.trim());
    if (!path.ok) return path;
    const format = /\.(ya?ml|json|jsonl|csv)$/i.exec(path.value)?.[1]?.toLowerCase();
    if (format !== undefined) {
      const readFile = (file: string) => parseCheckFile(file, format, defaults);
      return valid({ kind: 'file', path: path.value, read: readFile });
    }
    return invalid(
      `${quote(value)} is neither a case nor a path that ends in .yml, .yaml, .json, .jsonl or .csv`,
      'Write a case, such as `input: {…}`, or the path of a file in the checkout.',
    );
  }
  const cases = readCases(read.value, defaults);
  return cases.ok ? valid({ kind: 'given', cases: cases.value }) : cases;
}

/**
 * Parses the text of a file with checks. `format` is the file's extension. `jsonl` and `csv` have their own parsers;
 * any other format is parsed as YAML, which includes JSON.
 */
export async function parseCheckFile(
  text: string,
  format: string,
  defaults: CheckDefaults,
): Promise<Parsed<readonly Check[]>> {
  const read =
    format === 'jsonl' ? parseJsonLines(text) : format === 'csv' ? await parseCsv(text) : parseYaml(text);
  return read.ok ? readCases(read.value, defaults) : read;
}

/** Parses a mapping that contains the expectations for one run. */
export function parseExpect(text: string): Parsed<Expectation> {
  return readYaml(text, ExpectInput);
}

/** Parses YAML or JSON to a JSON value. */
export function parseJsonValue(text: string): Parsed<unknown> {
  return readYaml(text, jsonValue);
}

/** Parses a regular expression, either plain or as `/pattern/flags`. */
export function parsePattern(text: string): Parsed<Pattern> {
  if (text.trim() === '') {
    return invalid(
      'the pattern is empty, so it matches any text',
      'Write the text to find, or omit the field.',
    );
  }
  // A path such as /api/users is a plain pattern, because `users` are no valid flags.
  const [, between, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
  const pattern = between === undefined ? { source: text, flags: '' } : { source: between, flags };
  if (!/^[imsu]*$/.test(pattern.flags)) {
    return invalid(
      `the flags ${quote(pattern.flags)} contain another flag than i, m, s or u`,
      'Remove the other flags.',
    );
  }
  try {
    // This compilation only validates the pattern. The search itself runs elsewhere, with a time limit.
    const compiled = new RegExp(pattern.source, pattern.flags);
    if (isFoundAnywhere(compiled)) {
      return invalid(
        'the pattern matches any text',
        'Write the text to find, such as `.+` for a text that is not empty.',
      );
    }
    return valid({ source: compiled.source, flags: compiled.flags });
  } catch (error) {
    const why = error instanceof Error ? /: ([^:]+)$/.exec(error.message)?.[1] : undefined;
    return invalid(
      `the pattern is not a valid regular expression: ${why ?? 'it cannot be parsed'}`,
      'Use JavaScript syntax, such as `refund|return` or `/refund/i`.',
    );
  }
}

/**
 * Returns whether a pattern matches every text, such as `refund|` with its empty alternative. Patterns with
 * lookarounds are exempt, because they may require that a text is absent.
 */
function isFoundAnywhere(pattern: RegExp): boolean {
  return !/\(\?<?[=!]/.test(pattern.source) && pattern.test('') && pattern.test('\u0001');
}

function readCases(text: YamlText, given: CheckDefaults): Parsed<readonly Check[]> {
  const { value } = text;
  if (isMapping(value) && 'cases' in value) {
    const read = validateYaml(text, CheckFile, { nameOf: (path) => nameInList(path, 1) });
    return read.ok
      ? valid(toChecks(read.value.cases, { ...given, ...toDefaults(read.value) }, numbered))
      : read;
  }
  if (Array.isArray(value)) {
    const read = validateYaml(text, CheckList, { nameOf: (path) => nameInList(path, 0) });
    return read.ok ? valid(toChecks(read.value, given, numbered)) : read;
  }
  const read = validateYaml(text, CheckInput, { nameOf: (path) => nameOf(SINGLE, path) });
  return read.ok ? valid(toChecks([read.value], given, () => SINGLE)) : read;
}

function toChecks(
  list: readonly z.output<typeof CheckInput>[],
  defaults: CheckDefaults,
  nameAt: (index: number) => string,
): Check[] {
  return list.map(({ shared, ...one }, index) => ({
    ...UNSET,
    ...defaults,
    ...shared,
    ...one,
    name: one.name ?? nameAt(index),
  }));
}

/** Returns the name of a check and its field for a message. `at` is the position of the check's index in the path. */
function nameInList(path: YamlPath, at: number): string {
  const index = path[at];
  return typeof index === 'number' ? nameOf(numbered(index), path.slice(at + 1)) : path.join('.');
}

function nameOf(name: string, path: YamlPath): string {
  const field = path.filter((part) => typeof part === 'string').join('.');
  return field === '' ? name : `${name}: ${field}`;
}

function toDefaults(given: z.output<z.ZodObject<typeof SHARED>>): CheckDefaults {
  const defaults = {
    assistant: given.assistant,
    timeLimitMs: given['time-limit'],
    threadId: given['thread-id'],
    strategy: given['multitask-strategy'],
    config: given.config,
    context: given.context ?? undefined,
    metadata: given.metadata,
  };
  return Object.fromEntries(Object.entries(defaults).filter(([, part]) => part !== undefined));
}

/** Returns the check that the separate inputs describe. */
export function singleCheck(
  given: CheckDefaults & {
    input: unknown;
    expect: Expectation | undefined;
    lastMessage: Pattern | undefined;
  },
): Check {
  const { input, expect = EXPECT_SUCCESS, lastMessage, ...defaults } = given;
  return {
    ...UNSET,
    ...defaults,
    name: SINGLE,
    input,
    command: undefined,
    expect: { ...expect, lastMessage: lastMessage ?? expect.lastMessage },
  };
}

function expectsNothing(value: unknown): boolean {
  return value === null || (isMapping(value) && Object.keys(value).length === 0);
}
