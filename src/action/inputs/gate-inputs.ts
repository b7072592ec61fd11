import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { EVALUATION_NAME_MAX } from '../../contract/limits.ts';
import type { ProxyConfig } from '../../contract/sandbox.ts';
import { PASS_KEY } from '../../judgement/comparison.ts';
import {
  EXPECT_SUCCESS,
  ExpectInput,
  SHARED,
  THREAD_HINT,
  THREAD_PROBLEM,
  TIME_LIMIT_MS,
  toChecksInput,
  toDefaults,
} from './cases.ts';
import {
  type Endpoint,
  isSameAgentUrl,
  parseAgentUrl,
  parseTracingApiUrl,
  tracingUrlOf,
  tracingVariable,
} from './endpoint.ts';
import { parseFeedbackKey, parseTimeLimit, parseUuid, parseWord } from './parsers.ts';
import { invalid, type Parsed, quote, valid } from './problem.ts';
import {
  type CheckProxyConfig,
  findRuleSecrets,
  missingSecretProblems,
  parseProxyConfig,
  validateProxyConfig,
} from './proxy-config.ts';
import { GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, VERIFY_INPUTS } from './registry.ts';
import type {
  ChecksInput,
  DatasetQuery,
  GateInputs,
  ScoreCommand,
  ScoreDefinition,
  VerifySettings,
} from './settings.ts';
import {
  isMapping,
  parseWith,
  parseYaml,
  readYaml,
  refuse,
  stated,
  validateYaml,
  type Mapping,
  type YamlProblem,
  type YamlText,
} from './yaml.ts';

const MAX_CASES = 200;
const CONCURRENCY = 4;

/** Creates a schema for a number, where `range` describes the valid numbers in the error message. */
const numberIn = (range: string, isValid: (value: number) => boolean, example: string) =>
  stated(
    z.unknown().transform((value, context): number => {
      if (typeof value === 'number' && Number.isFinite(value) && isValid(value)) return value;
      refuse(context, `the value is not ${range}`, `Write ${example}.`);
      return z.NEVER;
    }),
  );

const notNegative = (example: string) => numberIn('a number of 0 or more', (value) => value >= 0, example);
const integer = (min: number, max: number, example: string) =>
  numberIn(
    `an integer from ${min} to ${max}`,
    (value) => Number.isInteger(value) && value >= min && value <= max,
    example,
  );
const within = (min: number, max: number, example: string) =>
  numberIn(
    `a number greater than ${min} and less than ${max}`,
    (value) => value > min && value < max,
    example,
  );
const greater = (min: number, example: string) =>
  numberIn(`a number greater than ${min}`, (value) => value > min, example);

/** Parses the name of a dataset, tag, split or field of the service. */
function parseServiceName(text: string): Parsed<string> {
  const name = text.trim();
  const isName =
    name !== '' && name.length <= EVALUATION_NAME_MAX && !/[\x00-\x1f\x7f\u2028\u2029]/.test(name);
  return isName
    ? valid(name)
    : invalid(
        `${quote(text)} is not a valid name`,
        `Write one line of at most ${EVALUATION_NAME_MAX} characters.`,
      );
}
const serviceName = stated(parseWith(parseServiceName));

/**
 * Parses the token of a shared dataset. Problems never quote the token, because the token grants access to the dataset.
 */
function parseShareToken(text: string): Parsed<string> {
  const token = parseUuid(text);
  return token.ok ? token : invalid('the token is not a UUID', 'Copy the last part of the public URL.');
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const DatasetInput = z
  .preprocess(
    // The short form of a dataset is its name or ID.
    (value) => (!isScalar(value) ? value : parseUuid(String(value)).ok ? { id: value } : { name: value }),
    z.strictObject({
      name: serviceName,
      id: stated(parseWith(parseUuid)),
      'share-token': stated(parseWith(parseShareToken)),
      version: serviceName,
      splits: stated(
        z.array(serviceName).superRefine((list, context) => {
          if (list.length === 0)
            refuse(context, 'the list of splits is empty', 'Write a split, or omit the field.');
        }),
      ),
      message: serviceName,
    }),
  )
  .transform((given, context): DatasetQuery => {
    const { version, splits = [], message } = given;
    const ways = (['name', 'id', 'share-token'] as const).flatMap((by) => {
      const value = given[by];
      return value === undefined ? [] : [{ by, value }];
    });
    const [way, another] = ways;
    if (way === undefined) {
      refuse(context, 'name, id and share-token are all missing', 'Set exactly one of them.');
      return z.NEVER;
    }
    if (another !== undefined) {
      refuse(context, `${way.by} and ${another.by} are mutually exclusive`, 'Set exactly one of them.');
    }
    const names = splits.filter((name) => name !== undefined);
    return { ...way, version, splits: [...new Set(names)], message };
  });

const PATH_MAX = 200;

/**
 * Compares the response with the whole reference (`true`), or with the part of the reference at a path such as
 * `answer.total`.
 */
const PathInput = stated(
  z.unknown().transform((value, context): { path: string | undefined } => {
    if (value === true) return { path: undefined };
    if (typeof value === 'string' && value.length <= PATH_MAX && /^[^\s.]+(\.[^\s.]+)*$/.test(value)) {
      return { path: value };
    }
    refuse(context, 'the value is neither true nor a path', 'Write true, or a path such as answer.total.');
    return z.NEVER;
  }),
);

const floorValue = numberIn('a number', () => true, 'a number such as 0.8');

const FloorInput = z
  .preprocess(
    (value) => (isMapping(value) ? value : { 'at-least': value }),
    z.strictObject({
      'at-least': floorValue,
      mode: stated(parseWith((text) => parseWord(text, ['sure', 'point']))),
    }),
  )
  .transform((given, context) => {
    const { 'at-least': atLeast, mode = 'point' } = given;
    if (atLeast === undefined) refuse(context, 'at-least is missing', 'Write `at-least: 0.8`, for example.');
    return { atLeast: atLeast ?? 0, mode };
  });

const ScoreInput = z
  .strictObject({
    exact: PathInput,
    number: PathInput,
    tolerance: notNegative('a number such as 0.5'),
    floor: stated(FloorInput),
    margin: notNegative('a number such as 0.02'),
    gates: stated(z.boolean()),
  })
  .transform((given, context): ScoreDefinition => {
    const { exact, number, tolerance, floor, margin, gates } = given;
    if (exact !== undefined && number !== undefined) {
      refuse(context, 'exact and number are mutually exclusive', 'Write two scores.', ['number']);
    }
    if (tolerance !== undefined && number === undefined) {
      refuse(context, 'tolerance is set without number', 'Write number, or omit tolerance.', ['tolerance']);
    }
    return {
      compare:
        number !== undefined
          ? { kind: 'number', path: number.path, tolerance: tolerance ?? 0 }
          : exact && { kind: 'exact', path: exact.path },
      judging: {
        ...(floor && { floor }),
        ...(margin !== undefined && { margin }),
        ...(gates !== undefined && { gates }),
      },
    };
  });

const SCORES_MAX = 100;

const ScoresInput = z
  .unknown()
  .superRefine((value, context) => {
    if (!isMapping(value)) return;
    const keys = Object.keys(value);
    for (const key of keys) {
      // zod ignores the key `__proto__`, so a score with this key would be lost without an error.
      if (key !== '__proto__' && key !== 'none' && parseFeedbackKey(key).ok) continue;
      refuse(context, 'the key of the score is not valid', 'Use letters, digits, dots, _ and dashes.', [key]);
    }
    if (keys.length > SCORES_MAX) {
      refuse(context, `the mapping has ${keys.length} scores`, `Write at most ${SCORES_MAX} scores.`);
    }
  })
  .pipe(z.record(z.string(), ScoreInput))
  .transform((given, context): ReadonlyMap<string, ScoreDefinition> => {
    if (given[PASS_KEY]?.compare !== undefined) {
      refuse(
        context,
        `the score ${PASS_KEY} is reserved for the expectations of the cases`,
        'Give the comparison another key.',
        [PASS_KEY],
      );
    }
    return new Map(Object.entries(given));
  });

const parseScript = (text: string): Parsed<string> =>
  text.trim() === '' ? invalid('the command is empty', 'Write the lines of the program.') : valid(text);

type CommandFields = Pick<ScoreCommand, 'script' | 'timeLimitMs'>;

const CommandInput = z
  .preprocess(
    (value) => (isMapping(value) ? value : { run: value }),
    z.strictObject({ run: stated(parseWith(parseScript)), 'time-limit': stated(parseWith(parseTimeLimit)) }),
  )
  .transform((given, context): CommandFields => {
    const { run: script, 'time-limit': timeLimitMs = TIME_LIMIT_MS } = given;
    if (script === undefined) {
      const hint =
        'Write `run: node score.mjs`, for example. The command that resumes a run belongs into a case.';
      refuse(context, 'run is missing', hint);
    }
    return { script: script ?? '', timeLimitMs };
  });

const JudgingInput = z
  .strictObject({
    alpha: within(0, 0.5, 'a number such as 0.05'),
    margin: notNegative('a number such as 0.02'),
    confirm: integer(0, 20, 'a number such as 4'),
    'confirm-large': integer(0, 20, 'a number such as 5'),
    'large-above': integer(0, 10_000, 'a number such as 100'),
    'min-pairs': integer(2, 1000, 'a number such as 10'),
    'case-margin': notNegative('a number such as 0.2'),
    'max-errored': numberIn(
      'a share from 0 to 1',
      (value) => value >= 0 && value <= 1,
      'a share such as 0.1',
    ),
    'max-latency-ratio': greater(1, 'a number such as 1.1'),
    detect: greater(0, 'a number such as 0.05'),
    power: within(0, 1, 'a number such as 0.8'),
    level: within(0, 1, 'a number such as 0.95'),
  })
  .transform((given): GateInputs['judging'] => {
    const ratio = given['max-latency-ratio'];
    const settings = {
      alpha: given.alpha,
      margin: given.margin,
      confirm: given.confirm,
      confirmLarge: given['confirm-large'],
      largeAbove: given['large-above'],
      minPairs: given['min-pairs'],
      caseMargin: given['case-margin'],
      maxErroredShare: given['max-errored'],
      latency: ratio === undefined ? undefined : { gates: true, maxRatio: ratio },
      detect: given.detect,
      power: given.power,
      level: given.level,
    };
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  });

/** Schemas of the settings that are one line of text, with the parsers in `VERIFY_INPUTS`. */
const LINES = {
  'compare-with': stated(parseWith(VERIFY_INPUTS['compare-with'].parse)),
  'max-cases': stated(parseWith(VERIFY_INPUTS['max-cases'].parse)),
  seed: stated(parseWith(VERIFY_INPUTS.seed.parse)),
  concurrency: stated(parseWith(VERIFY_INPUTS.concurrency.parse)),
  repeats: stated(parseWith(VERIFY_INPUTS.repeats.parse)),
  'time-budget': stated(parseWith(VERIFY_INPUTS['time-budget'].parse)),
  'token-budget': stated(parseWith(VERIFY_INPUTS['token-budget'].parse)),
  'report-dir': stated(parseWith(VERIFY_INPUTS['report-dir'].parse)),
  'tracing-url': stated(parseWith(VERIFY_INPUTS['tracing-url'].parse)),
};

const GateMapping = z.strictObject({
  ...LINES,
  dataset: stated(DatasetInput),
  scores: stated(ScoresInput),
  command: stated(CommandInput),
  judging: stated(JudgingInput),
  'proxy-config': stated(z.unknown()),
});

/** Settings of the gate as the user wrote them, with `undefined` for unset fields. */
export type GateFields = Omit<z.output<typeof GateMapping>, 'proxy-config'> & {
  'proxy-config'?: ProxyConfig | undefined;
};

/** Loads the rules of the credential proxy, which only the input `proxy-config` needs. */
const loadConfigCheck = async (): Promise<CheckProxyConfig> =>
  (await import('./check-proxy-config.ts')).checkConfig;

/** Parses the input `dataset`: a name or ID, or a mapping. */
export const parseDataset = (text: string): Parsed<DatasetQuery> => readYaml(text, DatasetInput);

/** Parses the input `scores`. */
export const parseScores = (text: string): Parsed<GateInputs['scores']> => readYaml(text, ScoresInput);

/** Parses the input `judging`. */
export const parseJudging = (text: string): Parsed<GateInputs['judging']> => readYaml(text, JudgingInput);

/**
 * Parses the input `command`: a mapping with `run`, or the lines of the program. Does not parse the lines as YAML,
 * because lines of a program are rarely valid YAML.
 */
export function parseCommand(text: string): Parsed<CommandFields> {
  const read = parseYaml(text);
  const isSettings = read.ok && isMapping(read.value.value) && Object.hasOwn(read.value.value, 'run');
  return validateYaml(isSettings ? read.value : { value: text, lineOf: () => 1 }, CommandInput);
}

/** Loads the parser of the input `proxy-config`. */
export async function loadProxyParser(): Promise<(text: string) => Parsed<ProxyConfig>> {
  const check = await loadConfigCheck();
  return (text) => parseProxyConfig(text, 'runner', check);
}

const DatasetCases = z.strictObject({
  cases: z.unknown().optional(),
  expect: z.optional(ExpectInput),
  ...SHARED,
  ...Object.fromEntries(GATE_FIELD_NAMES.map((name) => [name, z.unknown().optional()])),
});

/** Parses the mapping of the deploy's input `verify`: cases or a dataset, with settings of the gate. */
export async function parseGateMapping(
  yaml: YamlText,
): Promise<Parsed<{ checks: ChecksInput; fields: GateFields }>> {
  const mapping = isMapping(yaml.value) ? yaml.value : {};
  const given = pick(mapping, GATE_FIELD_NAMES);
  const read = validateYaml({ ...yaml, value: given }, GateMapping);
  const proxyConfig = await readProxyConfig(yaml, given);
  const query = read.ok ? read.value.dataset : undefined;
  const checks = Object.hasOwn(mapping, 'dataset')
    ? parseDatasetCases(yaml, query)
    : toChecksInput(yaml, { gated: true, holdsGate: true });
  const problems = [read, proxyConfig, checks].flatMap((one) => (one.ok ? [] : one.problems));
  if (!read.ok || !proxyConfig.ok || !checks.ok) return { ok: false, problems };
  const fields: GateFields = { ...read.value, 'proxy-config': proxyConfig.value };
  const crossed = findContradictions(fields).map(({ path, message, hint }) => ({
    message: `line ${yaml.lineOf(path)}: ${path.join('.')}: ${message}`,
    hint,
  }));
  return crossed.length > 0 ? { ok: false, problems: crossed } : valid({ checks: checks.value, fields });
}

function pick(mapping: Mapping, names: readonly string[]): Mapping {
  return Object.fromEntries(Object.entries(mapping).filter(([name]) => names.includes(name)));
}

async function readProxyConfig(yaml: YamlText, given: Mapping): Promise<Parsed<ProxyConfig | undefined>> {
  const value = given['proxy-config'];
  if (value === undefined || value === null) return valid(undefined);
  const part: YamlText = { value, lineOf: (path) => yaml.lineOf(['proxy-config', ...path]) };
  return validateProxyConfig(part, 'runner', await loadConfigCheck(), {
    nameOf: (path) => ['proxy-config', ...path].join('.'),
  });
}

/** Parses the fields that all examples of a dataset share as cases. */
function parseDatasetCases(yaml: YamlText, query: DatasetQuery | undefined): Parsed<ChecksInput> {
  const read = validateYaml(yaml, DatasetCases);
  if (!read.ok) return read;
  const { cases, expect = EXPECT_SUCCESS, ...shared } = read.value;
  const defaults = toDefaults(shared);
  if (cases !== undefined) {
    return invalid(
      `line ${yaml.lineOf(['cases'])}: cases and dataset are mutually exclusive`,
      'Set one of them.',
    );
  }
  if (defaults.threadId !== undefined) {
    return invalid(`line ${yaml.lineOf(['thread-id'])}: ${THREAD_PROBLEM}`, THREAD_HINT);
  }
  if (query === undefined) return { ok: false, problems: [] };
  return valid({ kind: 'dataset', query, defaults, expect });
}

/** Returns a problem for each combination of settings that contradict each other although each setting is valid. */
export function findContradictions(fields: GateFields): YamlProblem[] {
  const problems: YamlProblem[] = [];
  const { scores, command } = fields;
  if (fields['proxy-config'] !== undefined && command === undefined) {
    problems.push({
      path: ['proxy-config'],
      message: 'the value has no effect without command',
      hint: 'Set command to the program that scores the responses, or remove proxy-config.',
    });
  }
  for (const [key, { compare }] of scores ?? []) {
    if (key === PASS_KEY || compare !== undefined || command !== undefined) continue;
    problems.push({
      path: ['scores', key],
      message: 'nothing computes this score',
      hint: 'Write exact or number in the score, or set command to a program that prints the score.',
    });
  }
  if (GATE_SWITCHES.some((name) => fields[name] !== undefined)) return problems;
  for (const name of GATE_OPTIONS) {
    if (fields[name] === undefined) continue;
    problems.push({
      path: [name],
      message: 'the value has no effect without the gate',
      hint: 'Set compare-with, dataset or scores, or remove this value.',
    });
  }
  return problems;
}

/** Values that determine the gate's settings. */
export interface GateContext {
  endpoint: Endpoint;
  env: Readonly<Record<string, string | undefined>>;
  /** Deployment to compare with if the settings of the gate contain no deployment. */
  compareWith: GateInputs['compareWith'];
  /** Deployment that the gate judges, or `undefined` if the inputs specify no deployment. */
  target: VerifySettings['agent'] | undefined;
  report: (name: string, message: string, hint: string) => void;
}

/**
 * Reports an invalid URL, or a deployment that would be compared with itself. Returns the deployment for the comparison
 * with a normalized URL.
 */
function checkCompareWith(
  given: GateInputs['compareWith'],
  { endpoint, target, report }: GateContext,
): GateInputs['compareWith'] {
  let compareWith = given;
  if (given.kind === 'url') {
    const parsed = parseAgentUrl(given.url, endpoint.allowInsecureHost);
    if (parsed.ok) compareWith = { kind: 'url', url: parsed.value };
    else for (const { message, hint } of parsed.problems) report('compare-with', message, hint);
  }
  const isSame =
    compareWith.kind === 'url'
      ? target?.by === 'url' && isSameAgentUrl(compareWith.url, target.url)
      : compareWith.kind === 'deployment' && isDeepStrictEqual(compareWith.target, target);
  if (isSame) {
    const message = 'the value is the deployment that is checked, so there would be nothing to compare';
    report('compare-with', message, 'Write another deployment, or none.');
  }
  return compareWith;
}

/**
 * Adds defaults to the gate's settings. After a problem, the result is incomplete or `undefined`, and must not be used.
 */
export function readGate(fields: GateFields, context: GateContext): GateInputs | undefined {
  const { command, 'proxy-config': proxyConfig } = fields;
  const { endpoint, env, report } = context;
  const compareWith = checkCompareWith(fields['compare-with'] ?? context.compareWith, context);
  if (proxyConfig !== undefined) {
    for (const { message, hint } of missingSecretProblems(findRuleSecrets(proxyConfig, env).missing)) {
      report('proxy-config', message, hint);
    }
  }
  const given = fields['tracing-url'];
  const tracingUrl =
    given === undefined ? tracingUrlOf(endpoint, env) : parseTracingApiUrl(given, endpoint.allowInsecureHost);
  const variable = given === undefined ? tracingVariable(endpoint, env) : undefined;
  if (!tracingUrl.ok) {
    for (const { message, hint } of tracingUrl.problems) report('tracing-url', message, hint);
    return undefined;
  }
  return {
    compareWith,
    maxCases: fields['max-cases'] ?? MAX_CASES,
    seed: fields.seed,
    concurrency: fields.concurrency ?? CONCURRENCY,
    repeats: fields.repeats ?? 1,
    timeBudgetMs: fields['time-budget'],
    tokenBudget: fields['token-budget'],
    scores: fields.scores ?? new Map(),
    command: command && { ...command, proxyConfig },
    judging: fields.judging ?? {},
    reportDir: fields['report-dir'],
    tracingUrl: tracingUrl.value,
    ...(variable && { tracingVariable: variable.name }),
  };
}
