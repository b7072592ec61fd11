import { DEFAULT_POLICY } from '../outcome.ts';
import type { GateFields } from './gate-inputs.ts';
import type {
  CheckDefaults,
  ChecksInput,
  CommonSettings,
  DatasetQuery,
  Verification,
  VerifySettings,
} from './settings.ts';
import {
  GATE_FIELD_NAMES,
  GATE_SWITCHES,
  VERIFY_INPUT_NAMES,
  VERIFY_INPUTS,
  type VerifyInputName,
  type VerifyValues,
} from './registry.ts';
import { createInputReader, type InputReader } from './reader.ts';
import {
  checkUnknownInputs,
  loadCheckParser,
  loadGateParser,
  type ParsedInputs,
  readAccess,
  readDisplay,
  readTarget,
} from './read.ts';
import { type Endpoint, parseAgentUrl } from './endpoint.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Values of settings that do not apply to the verb verify, which deploys nothing. */
const NOTHING_ELSE: Omit<
  CommonSettings,
  'apiKey' | 'workspaceId' | 'endpoint' | 'requestTimeoutMs' | 'policy' | 'dryRun' | 'github'
> = {
  wait: true,
  waitTimeoutMs: 0,
  pollIntervalMs: 60_000,
  onCancel: 'leave',
  force: false,
  rerun: false,
  locks: 'ignore',
  logLines: 0,
};

/**
 * Parses and validates all inputs of `verify/action.yml` before any request is sent. Returns the problems with all
 * inputs together.
 */
export async function readVerifyInputs(env: Env): Promise<ParsedInputs> {
  const reader = createInputReader(env, VERIFY_INPUTS);
  const display = readDisplay(reader);
  const warnings = await checkUnknownInputs(env, reader, VERIFY_INPUT_NAMES);
  const access = readAccess(reader, env);
  const agent = readAgent(reader, access?.endpoint.allowInsecureHost ?? false);
  const verification = await readVerification(reader, {
    env,
    endpoint: access?.endpoint,
    target: agent,
  });
  const requestTimeoutMs = reader.read('request-timeout');
  const dryRun = reader.read('dry-run') ?? false;
  const github = {
    token: reader.read('github-token'),
    deployment: false,
    environment: undefined,
    comment: reader.read('comment') ?? true,
    commentKey: reader.read('comment-key'),
    commentLogs: false,
  };
  const policy = DEFAULT_POLICY;
  const shown = { display, policy, warnings };
  const complete = access && agent && verification && requestTimeoutMs !== undefined;
  if (reader.problems.length > 0 || !complete) return { ok: false, ...shown, problems: reader.problems };
  const settings: VerifySettings = {
    ...NOTHING_ELSE,
    ...access,
    policy,
    requestTimeoutMs,
    dryRun,
    github,
    verb: 'verify',
    agent,
    verification,
  };
  return { ok: true, ...shown, settings };
}

function readAgent(
  reader: InputReader<VerifyValues>,
  allowInsecureHost: boolean,
): VerifySettings['agent'] | undefined {
  const url = reader.readWith('deployment-url', (text) => parseAgentUrl(text, allowInsecureHost));
  if (reader.raw['deployment-url'] !== undefined) return url === undefined ? undefined : { by: 'url', url };
  if (reader.raw['deployment-name'] === undefined && reader.raw['deployment-id'] === undefined) {
    reader.addProblem(
      'deployment-url',
      'deployment-url, deployment-name and deployment-id are all missing',
      'Set the output deployment-url of the deploy step, or the name of the deployment.',
    );
    return undefined;
  }
  return readTarget(reader);
}

const OF_ONE: readonly VerifyInputName[] = ['input', 'expect', 'last-message'];

async function readVerification(
  reader: InputReader<VerifyValues>,
  {
    env,
    endpoint,
    target,
  }: {
    env: Env;
    endpoint: Endpoint | undefined;
    target: VerifySettings['agent'] | undefined;
  },
): Promise<Verification | undefined> {
  const gated = GATE_SWITCHES.some((name) => reader.raw[name] !== undefined);
  const feedback = reader.read('feedback-key');
  const keepThreads = reader.read('keep-threads') ?? 'never';
  const threadId = reader.read('thread-id');
  const defaults: CheckDefaults = {
    ...defined('assistant', reader.read('assistant')),
    ...defined('timeLimitMs', reader.read('time-limit')),
    ...defined('threadId', gated ? undefined : threadId),
    ...defined('strategy', reader.read('multitask-strategy')),
  };
  const fields = GATE_FIELD_NAMES.some((name) => reader.raw[name] !== undefined)
    ? await readGateFields(reader)
    : undefined;
  if (gated && reader.raw['thread-id'] !== undefined) {
    const { THREAD_PROBLEM, THREAD_HINT } = await loadCheckParser();
    reader.addProblem('thread-id', THREAD_PROBLEM, THREAD_HINT);
  }
  const checks = await readChecks(reader, defaults, { gated, dataset: fields?.dataset });
  if (checks === undefined || (fields !== undefined && endpoint === undefined)) return undefined;
  const how = { checks, feedbackKey: feedback?.key, keepThreads };
  if (fields === undefined || endpoint === undefined) return { ...how, gate: undefined };
  const { readGate } = await loadGateParser();
  const gate = readGate(fields, {
    endpoint,
    env,
    compareWith: { kind: 'none' },
    target,
    report: (name, message, hint) => {
      reader.addProblem(name, message, hint);
    },
  });
  return gate && { ...how, gate, locate: await createLocator(reader.raw) };
}

async function createLocator(
  raw: InputReader<VerifyValues>['raw'],
): Promise<NonNullable<Verification['locate']>> {
  const { locateField, parseYaml } = await loadCheckParser();
  return ([name = '', ...path]) => {
    const input = GATE_FIELD_NAMES.find((one) => one === name);
    const read = parseYaml((input && raw[input]) ?? '');
    const field = read.ok ? locateField(read.value, path) : undefined;
    return field === undefined ? name : `${name}: ${field}`;
  };
}

async function readChecks(
  reader: InputReader<VerifyValues>,
  defaults: CheckDefaults,
  { gated, dataset }: { gated: boolean; dataset: DatasetQuery | undefined },
): Promise<ChecksInput | undefined> {
  const parse = await loadCheckParser();
  const { raw } = reader;
  const exclude = (names: readonly VerifyInputName[], other: string, hint: (name: string) => string) => {
    for (const name of names.filter((one) => raw[one] !== undefined)) {
      reader.addProblem(name, `${name} and ${other} are mutually exclusive`, hint(name));
    }
  };
  const cases = reader.readWith('cases', (text) => parse.parseChecks(text, { defaults, gated }));
  if (raw.dataset !== undefined) exclude(['cases', 'input'], 'dataset', () => 'Set only one of them.');
  else if (raw.cases !== undefined) {
    exclude(OF_ONE, 'cases', (name) => `Write ${name} in the case that it belongs to.`);
    return cases;
  }
  const expect = reader.readWith('expect', parse.parseExpect);
  const lastMessage = reader.readWith('last-message', parse.parsePattern);
  if (lastMessage !== undefined && expect?.lastMessage !== undefined) {
    reader.addProblem('last-message', 'last-message is also set in expect', 'Keep only one of them.');
  }
  const expected = parse.toExpectation({ expect, lastMessage });
  if (raw.dataset !== undefined) {
    return dataset && { kind: 'dataset', query: dataset, defaults, expect: expected };
  }
  const hint = 'Write the input of the graph, such as `messages: [{role: user, content: hi}]`.';
  if (raw.input === undefined) {
    reader.addProblem('input', 'input and cases are both missing', hint);
    return undefined;
  }
  const input = reader.readWith('input', parse.parseJsonValue);
  if (input === null) reader.addProblem('input', 'it holds nothing', hint);
  return { kind: 'given', cases: [parse.singleCheck({ ...defaults, input, expect: expected })] };
}

async function readGateFields(reader: InputReader<VerifyValues>): Promise<GateFields> {
  const parse = await loadGateParser();
  const earlier = reader.problems.length;
  const parseProxy = reader.raw['proxy-config'] === undefined ? undefined : await parse.loadProxyParser();
  const fields: GateFields = {
    dataset: reader.readWith('dataset', parse.parseDataset),
    'compare-with': reader.read('compare-with'),
    'max-cases': reader.read('max-cases'),
    seed: reader.read('seed'),
    concurrency: reader.read('concurrency'),
    repeats: reader.read('repeats'),
    'time-budget': reader.read('time-budget'),
    'token-budget': reader.read('token-budget'),
    scores: reader.readWith('scores', parse.parseScores),
    command: reader.readWith('command', parse.parseCommand),
    'proxy-config': parseProxy && reader.readWith('proxy-config', parseProxy),
    judging: reader.readWith('judging', parse.parseJudging),
    'report-dir': reader.read('report-dir'),
    'tracing-url': reader.read('tracing-url'),
  };
  // If a setting has a problem, the setting counts as unset, so the settings are not checked for contradictions.
  if (reader.problems.length > earlier) return fields;
  for (const { path, message, hint } of parse.findContradictions(fields)) {
    const [name = '', ...rest] = path;
    reader.addProblem(String(name), `${rest.map((part) => `${part}: `).join('')}${message}`, hint);
  }
  return fields;
}

function defined<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  const one: Partial<Record<K, T>> = {};
  if (value !== undefined) one[key] = value;
  return one;
}
