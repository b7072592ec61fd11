import type { Check, CheckDefaults, Expectation, GivenChecks, Json, Pattern } from './settings.ts';
import { STRATEGIES } from './registry.ts';
import { parseRepoPath, parseUuid, parseWord, parseName, parseTimeLimit } from './parsers.ts';
import { invalid, type Parsed, quote, valid } from './problem.ts';
import { isMapping, parseYaml, type YamlPath, YamlReader, type YamlText, readYaml } from './yaml.ts';

/** How long a run may take where nothing is said. */
export const TIME_LIMIT_MS = 120_000;
const MOST_CASES = 100;

const UNSAID: Omit<Check, 'name' | 'input' | 'command' | 'expect'> = {
  assistant: undefined,
  threadId: undefined,
  config: undefined,
  context: undefined,
  metadata: undefined,
  timeLimitMs: TIME_LIMIT_MS,
  strategy: 'rollback',
};
const EXPECT_SUCCESS: Expectation = {
  status: 'success',
  interrupted: false,
  state: { given: false, value: undefined },
  lastMessage: undefined,
};

const SHARED_KEYS = [
  'assistant',
  'time-limit',
  'thread-id',
  'multitask-strategy',
  'config',
  'context',
  'metadata',
];
const CASE_KEYS = ['name', 'input', 'command', 'expect', ...SHARED_KEYS];
const EXPECT_KEYS = ['status', 'interrupted', 'state', 'last-message'];

/**
 * Reads cases: one mapping, a list of them, a mapping with `cases` and what they have in common, or the path of a YAML or
 * JSON file of the checkout that holds any of these. Every complaint names line, case and field.
 */
export function parseChecks(text: string, defaults: CheckDefaults = {}): Parsed<GivenChecks> {
  const read = parseYaml(text);
  if (!read.ok) return read;
  const { value } = read.value;
  if (typeof value === 'string') {
    const path = parseRepoPath(value.trim());
    if (path.ok && /\.(ya?ml|json)$/i.test(path.value))
      return valid({ kind: 'file', path: path.value, read: (file) => parseCheckFile(file, defaults) });
    if (!path.ok) return path;
    return invalid(
      `${quote(value)} is neither a case nor a path that ends in .yml, .yaml or .json`,
      'Write a case, such as `input: {…}`, or the path of a file of the checkout.',
    );
  }
  const cases = readCases(read.value, defaults);
  return cases.ok ? valid({ kind: 'given', cases: cases.value }) : cases;
}

/** Reads the text of a file of cases. */
export function parseCheckFile(text: string, defaults: CheckDefaults): Parsed<readonly Check[]> {
  const read = parseYaml(text);
  return read.ok ? readCases(read.value, defaults) : read;
}

/** Reads the mapping of what a single run has to come to. */
export function parseExpect(text: string): Parsed<Expectation> {
  return readYaml(text, (at) => readExpect(at, at.value, []));
}

/** Reads any value that JSON has, from YAML or JSON. */
export function parseJsonValue(text: string): Parsed<unknown> {
  const read = parseYaml(text);
  if (!read.ok) return read;
  const at = new YamlReader(read.value);
  at.json(read.value.value, []);
  return at.problems.length > 0 ? { ok: false, problems: at.problems } : valid(read.value.value);
}

/** A regular expression, plain or between slashes with flags. */
export function parsePattern(text: string): Parsed<Pattern> {
  if (text.trim() === '') {
    return invalid(
      'it is empty, and would be found in any text',
      'Write what is to be found, or leave the field out.',
    );
  }
  // A path such as /api/users is none.
  const [, between, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
  const pattern = between === undefined ? { source: text, flags: '' } : { source: between, flags };
  if (!/^[imsu]*$/.test(pattern.flags)) {
    return invalid(`the flags ${quote(pattern.flags)} are not among i, m, s and u`, 'Leave the others out.');
  }
  try {
    // Compiled to be refused; it is run elsewhere, under a limit.
    const compiled = new RegExp(pattern.source, pattern.flags);
    if (isFoundAnywhere(compiled)) {
      return invalid(
        'it is found in any text',
        'Write what is to be found, such as `.+` for a text that is not empty.',
      );
    }
    return valid({ source: compiled.source, flags: compiled.flags });
  } catch (error) {
    const why = error instanceof Error ? /: ([^:]+)$/.exec(error.message)?.[1] : undefined;
    return invalid(
      `it is no regular expression: ${why ?? 'it cannot be read'}`,
      'Write it as JavaScript has it, such as `refund|return` or `/refund/i`.',
    );
  }
}

/** One that finds nothing at all, as `refund|` does, asks nothing. What looks ahead or behind may say what must not be there. */
function isFoundAnywhere(pattern: RegExp): boolean {
  return !/\(\?<?[=!]/.test(pattern.source) && pattern.test('') && pattern.test('\u0001');
}

function readCases(text: YamlText, given: CheckDefaults): Parsed<readonly Check[]> {
  const at = new YamlReader(text);
  const { value } = text;
  let list: readonly unknown[] = [value];
  let base: YamlPath = [];
  let defaults = given;
  if (Array.isArray(value)) list = value as unknown[];
  else if (isMapping(value) && 'cases' in value) {
    const whole = at.mapping(value, [], ['cases', ...SHARED_KEYS]) ?? {};
    defaults = { ...given, ...readShared(at, whole, []) };
    base = ['cases'];
    if (Array.isArray(whole['cases'])) list = whole['cases'] as unknown[];
    else at.addProblem(base, 'it is no list', 'Write `- ` before each case.');
  }
  if (list.length === 0) at.addProblem(base, 'it holds no case', 'Write at least one.');
  if (list.length > MOST_CASES) {
    at.addProblem(base, `it holds ${list.length} cases`, `Give at most ${MOST_CASES}.`);
    list = [];
  }
  const single = list.length === 1 && !Array.isArray(value) && base.length === 0;
  const cases = list.map((one, index) =>
    readCase(at, one, single ? [] : [...base, index], single ? 'the case' : `case ${index + 1}`, defaults),
  );
  const names = cases.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  at.about('');
  if (twice !== undefined) {
    at.addProblem(base, `two cases are named ${quote(twice)}`, 'Give each a name of its own.');
  }
  return at.problems.length > 0 ? { ok: false, problems: at.problems } : valid(cases);
}

function readCase(
  at: YamlReader,
  value: unknown,
  path: YamlPath,
  number: string,
  defaults: CheckDefaults,
): Check {
  at.about(number);
  const whole = at.mapping(value, path, CASE_KEYS) ?? {};
  const name = at.parse(whole['name'], [...path, 'name'], parseName) ?? number;
  const command = at.object(whole['command'], [...path, 'command']);
  const said = whole['input'] !== undefined && whole['input'] !== null;
  if (isMapping(value) && said === (command !== undefined)) {
    const problem = said ? 'input and command are both given' : 'there is no input';
    at.addProblem(
      path,
      problem,
      'Give `input: {…}`, what the graph takes, or `command: {…}` to resume one that stopped.',
    );
  }
  return {
    ...UNSAID,
    ...defaults,
    ...readShared(at, whole, path),
    name,
    input: said ? at.json(whole['input'], [...path, 'input']) : undefined,
    command,
    expect: readExpect(at, whole['expect'], [...path, 'expect']),
  };
}

/** The one case that single inputs make. */
export function singleCheck(
  given: CheckDefaults & {
    input: unknown;
    expect: Expectation | undefined;
    lastMessage: Pattern | undefined;
  },
): Check {
  const { input, expect = EXPECT_SUCCESS, lastMessage, ...defaults } = given;
  return {
    ...UNSAID,
    ...defaults,
    name: 'the case',
    input,
    command: undefined,
    expect: { ...expect, lastMessage: lastMessage ?? expect.lastMessage },
  };
}

function readShared(at: YamlReader, whole: Json, path: YamlPath): CheckDefaults {
  const field = (key: string): [unknown, YamlPath] => [whole[key], [...path, key]];
  const context: unknown = whole['context'] ?? undefined;
  at.json(context, [...path, 'context']);
  const taken = {
    assistant: at.parse(...field('assistant'), parseName),
    timeLimitMs: at.parse(...field('time-limit'), parseTimeLimit),
    threadId: at.parse(...field('thread-id'), parseUuid),
    strategy: at.parse(...field('multitask-strategy'), (text) => parseWord(text, STRATEGIES)),
    config: at.object(...field('config')),
    context,
    metadata: at.object(...field('metadata')),
  };
  return Object.fromEntries(Object.entries(taken).filter(([, part]) => part !== undefined));
}

function readExpect(at: YamlReader, value: unknown, path: YamlPath): Expectation {
  // Left empty, maybe by a variable that is not set, it would pass for an expectation and expect nothing.
  if (expectsNothing(value)) at.addProblem(path, 'nothing is expected', 'Say what, or leave the field out.');
  const whole = value === undefined || value === null ? {} : (at.mapping(value, path, EXPECT_KEYS) ?? {});
  for (const key of EXPECT_KEYS.filter((one) => one !== 'state' && whole[one] === null)) {
    at.addProblem([...path, key], 'nothing is expected', 'Say what, or leave the field out.');
  }
  const interrupted: unknown = whole['interrupted'] ?? false;
  if (typeof interrupted !== 'boolean') {
    at.addProblem([...path, 'interrupted'], 'it is not a boolean', 'Write true or false.');
  }
  const given = whole['state'] !== undefined;
  if (given) at.json(whole['state'], [...path, 'state']);
  if (given && whole['state'] !== null && expectsNothing(whole['state'])) {
    at.addProblem(
      [...path, 'state'],
      'nothing is expected',
      'Say what it has to hold, or leave the field out.',
    );
  }
  const status =
    at.parse(whole['status'], [...path, 'status'], (text) => parseWord(text, ['success', 'error'])) ??
    'success';
  if (status === 'error' && interrupted === true) {
    const cure = 'Leave out one of status and interrupted.';
    at.addProblem([...path, 'interrupted'], 'a run that ends as error does not stop to be resumed', cure);
  }
  return {
    status,
    interrupted: interrupted === true,
    state: { given, value: whole['state'] },
    lastMessage: at.parse(whole['last-message'], [...path, 'last-message'], parsePattern),
  };
}

function expectsNothing(value: unknown): boolean {
  return value === null || (isMapping(value) && Object.keys(value).length === 0);
}
