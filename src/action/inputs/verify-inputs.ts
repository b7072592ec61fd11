import { DEFAULT_POLICY } from '../outcome.ts';
import {
  type CheckDefaults,
  type CommonSettings,
  KEPT_THREADS,
  STRATEGIES,
  type Verification,
  type VerifySettings,
} from './settings.ts';
import { createInputReader, type InputReader, type RawInputs, readRaw } from './reader.ts';
import {
  checkUnknownInputs,
  loadCheckParser,
  type ParsedInputs,
  readAccess,
  readDisplay,
  readTarget,
} from './read.ts';
import { parseAgentUrl } from './endpoint.ts';
import { parseDuration, parseFeedbackKey, parseUuid, parseWord } from './parsers.ts';
import { VERIFY_INPUT_NAMES, VERIFY_INPUTS, type VerifyInputName } from './registry.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What stands in for the settings of a deploy: nothing is deployed, and nothing shown on GitHub but the summary. */
const NOTHING_ELSE: Omit<
  CommonSettings,
  'apiKey' | 'workspaceId' | 'endpoint' | 'requestTimeoutMs' | 'policy'
> = {
  wait: true,
  waitTimeoutMs: 0,
  pollIntervalMs: 60_000,
  onCancel: 'leave',
  force: false,
  rerun: false,
  dryRun: false,
  logLines: 0,
  github: {
    token: undefined,
    deployment: false,
    environment: undefined,
    comment: false,
    commentKey: undefined,
    commentLogs: false,
  },
};

/** Reads and checks every input of `verify/action.yml`, before any request is sent. All problems are collected. */
export async function readVerifyInputs(env: Env): Promise<ParsedInputs> {
  const raw = readRaw(env, VERIFY_INPUTS);
  const collector = createInputReader(raw, VERIFY_INPUTS);
  const display = readDisplay(collector);
  const warnings = await checkUnknownInputs(env, collector, VERIFY_INPUT_NAMES);
  const access = readAccess(collector, raw, env);
  const agent = takeAgent(collector, raw, access?.endpoint.allowInsecureHost ?? false);
  const verification = await takeVerification(collector, raw);
  const requestTimeoutMs = collector.read('request-timeout', (text) =>
    parseDuration(text, { min: '1s', max: '10m' }),
  );
  const policy = DEFAULT_POLICY;
  const told = { display, policy, warnings };
  const complete = access && agent && verification && requestTimeoutMs !== undefined;
  if (collector.problems.length > 0 || !complete) return { ok: false, ...told, problems: collector.problems };
  const settings: VerifySettings = {
    ...NOTHING_ELSE,
    ...access,
    policy,
    requestTimeoutMs,
    verb: 'verify',
    agent,
    verification,
  };
  return { ok: true, ...told, settings };
}

/** Where the agent is: its address, or what the control plane knows it by. */
function takeAgent(
  collector: InputReader,
  raw: RawInputs,
  allowInsecureHost: boolean,
): VerifySettings['agent'] | undefined {
  const url = collector.read('deployment-url', (text) => parseAgentUrl(text, allowInsecureHost));
  if (raw['deployment-url'] !== undefined) return url === undefined ? undefined : { by: 'url', url };
  if (raw['deployment-name'] === undefined && raw['deployment-id'] === undefined) {
    collector.addProblem(
      'deployment-url',
      'neither it nor deployment-name nor deployment-id is given',
      'Give the output deployment-url of the deploy, or the name of the deployment.',
    );
    return undefined;
  }
  return readTarget(collector, raw);
}

const OF_ONE: readonly VerifyInputName[] = ['input', 'expect', 'last-message'];

async function takeVerification(collector: InputReader, raw: RawInputs): Promise<Verification | undefined> {
  const parse = await loadCheckParser();
  const common: CheckDefaults = {
    ...defined('assistant', collector.read('assistant', parse.parseName)),
    ...defined('timeLimitMs', collector.read('time-limit', parse.parseTimeLimit)),
    ...defined('threadId', collector.read('thread-id', parseUuid)),
    ...defined(
      'strategy',
      collector.read('multitask-strategy', (text) => parseWord(text, STRATEGIES)),
    ),
  };
  const feedback = collector.read('feedback-key', parseFeedbackKey);
  const keepThreads = collector.read('keep-threads', (text) => parseWord(text, KEPT_THREADS)) ?? 'never';
  const how = { feedbackKey: feedback?.key, keepThreads };
  const given = collector.read('cases', (text) => parse.parseChecks(text, common));
  if (raw.cases !== undefined) {
    for (const input of OF_ONE.filter((name) => raw[name] !== undefined)) {
      collector.addProblem(input, 'cases is given too', 'Write it into the case it is for.');
    }
    return given && { checks: given, ...how };
  }
  const cure = 'Give what the graph takes, such as `messages: [{role: user, content: hi}]`.';
  if (raw.input === undefined) {
    collector.addProblem('input', 'neither input nor cases is given', cure);
    return undefined;
  }
  const input = collector.read('input', parse.parseJsonValue);
  if (input === null) collector.addProblem('input', 'it holds nothing', cure);
  const expect = collector.read('expect', parse.parseExpect);
  const lastMessage = collector.read('last-message', parse.parsePattern);
  if (lastMessage !== undefined && expect?.lastMessage !== undefined) {
    collector.addProblem('last-message', 'expect has one too', 'Keep one of them.');
  }
  const one = parse.singleCheck({ ...common, input, expect, lastMessage });
  return { checks: { kind: 'given', cases: [one] }, ...how };
}

function defined<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  const one: Partial<Record<K, T>> = {};
  if (value !== undefined) one[key] = value;
  return one;
}
