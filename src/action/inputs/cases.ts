import * as z from 'zod';
import type { Check, CheckDefaults, Expectation, ChecksInput, NumberRange, Pattern } from './settings.ts';
import { parseCsv, parseJsonLines } from './case-files.ts';
import { GATE_FIELD_NAMES, STRATEGIES } from './registry.ts';
import { parseRepoPath, parseUuid, parseWord, parseName, parseTimeLimit } from './parsers.ts';
import { invalid, type Parsed, quote, type UnlocatedProblem, valid } from './problem.ts';
import {
  isMapping,
  jsonMapping,
  jsonValue,
  parseWith,
  parseYaml,
  readYaml,
  refuse,
  stated,
  validateYaml,
  type YamlPath,
  type YamlText,
} from './yaml.ts';

export const TIME_LIMIT_MS = 120_000;
/** Maximum numbers of cases in a list, without a gate and with a gate. A gate uses only a sample of a long list. */
const MAX_CASES = 100;
const MAX_CASES_GATED = 10_000;
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

const EXPECTS_NOTHING: UnlocatedProblem = {
  message: 'nothing is expected',
  hint: 'Write the expected value, or omit the field.',
};

/** Rejects null as an expectation, because the check would assert nothing. */
const expected = <S extends z.ZodType>(schema: S) => stated(schema, EXPECTS_NOTHING);

/** Default expectation of a check: the run must succeed. */
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

export const ExpectInput = z
  .unknown()
  .superRefine((value, context) => {
    if (expectsNothing(value)) refuse(context, EXPECTS_NOTHING.message, EXPECTS_NOTHING.hint);
  })
  .pipe(
    z.strictObject({
      status: expected(parseWith((text) => parseWord(text, ['success', 'error']))),
      interrupted: expected(z.boolean().optional()),
      state: jsonValue.superRefine((value, context) => {
        if (value !== null && expectsNothing(value)) {
          refuse(context, EXPECTS_NOTHING.message, EXPECTS_NOTHING.hint);
        }
      }),
      'last-message': expected(parseWith(parsePattern)),
      number: expected(NumberInput.optional()),
      'tool-calls': expected(z.array(ToolCallInput).max(TOOL_CALLS_MAX).optional()),
      'tool-call-order': expected(parseWith((text) => parseWord(text, ORDERS))),
      'max-tokens': expected(z.int({ error: NOT_NUMBER }).positive().optional()),
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

/** Fields that a mapping with `cases` can set for all its checks. */
export const SHARED = {
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
    reference: jsonValue,
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
    const reference = given.reference ?? undefined;
    return { name, input, command, expect, reference, shared: toDefaults(given) };
  });

function parseMessage(text: string): Parsed<string> {
  return text.trim() === ''
    ? invalid('the message is empty', 'Write the text of the user, or omit the field.')
    : valid(text);
}

/** Returns the input of a graph with messages: one user message. */
export const toInput = (message: string) => ({ messages: [{ role: 'user', content: message }] });

const listOf = (max: number) =>
  z.array(CheckInput).superRefine((list, context) => {
    if (list.length === 0) refuse(context, 'the list of cases is empty', 'Write at least one case.');
    if (list.length > max) {
      refuse(context, `the list has ${list.length} cases`, `Write at most ${max} cases.`);
    }
    const names = new Set<string>();
    for (const [index, { name = numbered(index) }] of list.entries()) {
      if (names.has(name)) {
        const hint = 'Give each case a unique name.';
        refuse(context, `two cases have the name ${quote(name)}`, hint, [index]);
        break;
      }
      names.add(name);
    }
  });

const SINGLE = 'the case';
const numbered = (index: number) => `case ${index + 1}`;

const LISTS = { few: listOf(MAX_CASES), many: listOf(MAX_CASES_GATED) };
/** Fields of the gate in a mapping of the workflow. `gate-inputs.ts` parses the gate's fields. */
const GATE_FIELDS = Object.fromEntries(GATE_FIELD_NAMES.map((name) => [name, z.unknown().optional()]));
/** A mapping whose `cases` is the path of a file. Only the workflow may contain a mapping with such a path. */
const WithPath = z.strictObject({ cases: z.string(), ...SHARED, ...GATE_FIELDS });

/** Options for parsing cases. */
export interface CasesContext {
  /** Values for the fields that a case does not set. */
  defaults?: CheckDefaults;
  /**
   * True if a gate evaluates the responses. With a gate, longer lists are allowed, and cases must not set `thread-id`.
   */
  gated?: boolean;
  /** True for the mapping in the deploy action's input `verify`, which may contain the settings of the gate. */
  holdsGate?: boolean;
}

/**
 * Parses checks from YAML or JSON: a mapping with one check, a list of mappings, or a mapping with `cases` and shared
 * fields. The text can also be the path of a file in the checkout that contains checks as YAML, JSON, JSON Lines or
 * CSV. The field `cases` of a mapping can also be the path of a file with checks. Every problem contains the line, the
 * check and the field.
 */
export function parseChecks(text: string, context: CasesContext = {}): Parsed<ChecksInput> {
  const read = parseYaml(text);
  return read.ok ? toChecksInput(read.value, context) : read;
}

/** Converts parsed YAML to checks, like `parseChecks`. */
export function toChecksInput(yaml: YamlText, context: CasesContext): Parsed<ChecksInput> {
  const { value } = yaml;
  if (typeof value === 'string') return toFileInput(value, context);
  const misplaced = findGateFields(yaml, context);
  if (misplaced.length > 0) return { ok: false, problems: misplaced };
  if (isMapping(value) && typeof value['cases'] === 'string') {
    const read = validateYaml(yaml, WithPath);
    if (!read.ok) return read;
    const defaults = { ...context.defaults, ...toDefaults(read.value) };
    return toFileInput(read.value.cases, { ...context, defaults });
  }
  const cases = readCases(yaml, context);
  return cases.ok ? valid({ kind: 'given', cases: cases.value }) : cases;
}

/** Returns a problem for each setting of the gate in a mapping where settings of the gate are not allowed. */
function findGateFields(yaml: YamlText, { holdsGate = false }: CasesContext): UnlocatedProblem[] {
  if (holdsGate && isMapping(yaml.value) && 'cases' in yaml.value) return [];
  return gateFieldsOf(yaml).map(({ name, line }) =>
    holdsGate
      ? {
          message: `line ${line}: ${name}: the field belongs to the gate, which needs cases or dataset`,
          hint: 'Write the case below `cases:`.',
        }
      : {
          message: `line ${line}: ${name}: the value is not a field of the cases but an input of the action`,
          hint: `Write it in the input ${name}.`,
        },
  );
}

export { locateField, parseYaml } from './yaml.ts';

/** Returns whether a document is a mapping that contains cases or a dataset, and settings of the gate. */
export function hasGate({ value }: YamlText): boolean {
  return (
    isMapping(value) &&
    ('cases' in value || 'dataset' in value) &&
    GATE_FIELD_NAMES.some((name) => Object.hasOwn(value, name))
  );
}

/**
 * Returns the fields of a mapping that are settings of the gate. In a mapping with one case, `command` is a field of
 * the case.
 */
function gateFieldsOf(yaml: YamlText): { name: string; line: number }[] {
  const { value } = yaml;
  if (!isMapping(value)) return [];
  return GATE_FIELD_NAMES.filter(
    (name) => Object.hasOwn(value, name) && (name !== 'command' || 'cases' in value),
  ).map((name) => ({ name, line: yaml.lineOf([name]) }));
}

function toFileInput(text: string, context: CasesContext): Parsed<ChecksInput> {
  const path = parseRepoPath(text.trim());
  if (!path.ok) return path;
  const file = path.value;
  if (/\.(ya?ml|json|jsonl|csv)$/i.test(file)) {
    return valid({ kind: 'file', path: file, read: (content) => parseCheckFile(content, file, context) });
  }
  return invalid(
    `${quote(text)} is neither a case nor a path that ends in .yml, .yaml, .json, .jsonl or .csv`,
    'Write a case, such as `input: {…}`, or the path of a file in the checkout.',
  );
}

/**
 * Parses the content of a file with checks. The extension of the path `file` determines the format: `jsonl` and `csv`
 * have their own parsers, and any other format is parsed as YAML, which includes JSON. The checks contain their
 * position in the file. Refuses settings of the gate, because the file belongs to the change that the gate judges.
 */
export async function parseCheckFile(
  text: string,
  file: string,
  context: CasesContext = {},
): Promise<Parsed<readonly Check[]>> {
  const format = file.replace(/^.*\./, '').toLowerCase();
  const read =
    format === 'jsonl' ? parseJsonLines(text) : format === 'csv' ? await parseCsv(text) : parseYaml(text);
  if (!read.ok) return read;
  const misplaced = gateFieldsOf(read.value).map(({ name, line }) => ({
    message: `line ${line}: ${name}: a file of the checkout must not contain settings of the gate, because the change that the gate judges could also change them`,
    hint: 'Move the setting to the workflow.',
  }));
  if (misplaced.length > 0) return { ok: false, problems: misplaced };
  return readCases(read.value, { ...context, holdsGate: false }, file);
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
  // A path such as `/api/users` is a plain pattern, because `users` contains characters that are not flags.
  const [, between, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
  const pattern = between === undefined ? { source: text, flags: '' } : { source: between, flags };
  if (!/^[imsu]*$/.test(pattern.flags)) {
    return invalid(
      `the flags ${quote(pattern.flags)} contain another flag than i, m, s or u`,
      'Remove the other flags.',
    );
  }
  try {
    // Compiles the pattern only to validate it, because checks match the pattern elsewhere, with a time limit.
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
 * Returns whether a pattern matches every string, such as `refund|` with its empty alternative. Patterns with
 * lookarounds are exempt, because a lookaround can require that a string is absent.
 */
function isFoundAnywhere(pattern: RegExp): boolean {
  return !/\(\?<?[=!]/.test(pattern.source) && pattern.test('') && pattern.test('\u0001');
}

/** Parses the cases in a YAML document. `file` is the path of the file in the checkout that contains the cases. */
function readCases(yaml: YamlText, context: CasesContext, file?: string): Parsed<readonly Check[]> {
  const { defaults = {}, gated = false } = context;
  const read = readList(yaml, context);
  if (!read.ok) return read;
  const { list, shared, pathOf, nameAt } = read.value;
  const checks = list.map(
    ({ shared: own, ...one }, index): Check => ({
      ...UNSET,
      ...defaults,
      ...shared,
      ...own,
      ...one,
      name: one.name ?? nameAt(index),
      location: file === undefined ? undefined : { file, line: yaml.lineOf(pathOf(index)) },
    }),
  );
  const index = gated ? checks.findIndex(({ threadId }) => threadId !== undefined) : -1;
  if (index === -1) return valid(checks);
  return invalid(`line ${yaml.lineOf(pathOf(index))}: ${nameAt(index)}: ${THREAD_PROBLEM}`, THREAD_HINT);
}

export const THREAD_PROBLEM =
  'thread-id and the gate are mutually exclusive, because two gates could then use one thread at the same time';
export const THREAD_HINT = 'Remove thread-id; the action creates a thread for each response.';

/**
 * The cases of a document before defaults are applied, where `pathOf` returns the position of a case in the document.
 */
interface CaseTexts {
  list: readonly z.output<typeof CheckInput>[];
  shared: CheckDefaults;
  pathOf: (index: number) => YamlPath;
  nameAt: (index: number) => string;
}

function readList(yaml: YamlText, { gated = false, holdsGate = false }: CasesContext): Parsed<CaseTexts> {
  const { value } = yaml;
  const list = gated ? LISTS.many : LISTS.few;
  if (isMapping(value) && 'cases' in value) {
    const schema = z.strictObject({ cases: list, ...SHARED, ...(holdsGate ? GATE_FIELDS : {}) });
    const read = validateYaml(yaml, schema, { nameOf: (path) => nameInList(path, 1) });
    if (!read.ok) return read;
    const shared = toDefaults(read.value);
    return valid({ list: read.value.cases, shared, pathOf: (index) => ['cases', index], nameAt: numbered });
  }
  if (Array.isArray(value)) {
    const read = validateYaml(yaml, list, { nameOf: (path) => nameInList(path, 0) });
    if (!read.ok) return read;
    return valid({ list: read.value, shared: {}, pathOf: (index) => [index], nameAt: numbered });
  }
  const read = validateYaml(yaml, CheckInput, { nameOf: (path) => nameOf(SINGLE, path) });
  if (!read.ok) return read;
  return valid({ list: [read.value], shared: {}, pathOf: () => [], nameAt: () => SINGLE });
}

/**
 * Returns the name of a check and of its field for a message. `at` is the position of the check's index in the path.
 */
function nameInList(path: YamlPath, at: number): string {
  const index = path[at];
  return typeof index === 'number' ? nameOf(numbered(index), path.slice(at + 1)) : path.join('.');
}

function nameOf(name: string, path: YamlPath): string {
  const field = path.filter((part) => typeof part === 'string').join('.');
  return field === '' ? name : `${name}: ${field}`;
}

export function toDefaults(given: z.output<z.ZodObject<typeof SHARED>>): CheckDefaults {
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

/** Returns the expectation that the inputs `expect` and `last-message` describe. */
export function toExpectation(given: {
  expect: Expectation | undefined;
  lastMessage: Pattern | undefined;
}): Expectation {
  const { expect = EXPECT_SUCCESS, lastMessage } = given;
  return { ...expect, lastMessage: lastMessage ?? expect.lastMessage };
}

/** Returns the check that the separate inputs describe. */
export function singleCheck(given: CheckDefaults & { input: unknown; expect: Expectation }): Check {
  return { ...UNSET, ...given, name: SINGLE, command: undefined };
}

function expectsNothing(value: unknown): boolean {
  return value === null || (isMapping(value) && Object.keys(value).length === 0);
}
