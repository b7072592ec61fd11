import { DEFAULT_POLICY } from '../outcome/exit-code.ts';
import { type CheckDefaults, KEPT_THREADS, STRATEGIES, type Verification } from '../verify/case.ts';
import { type Collector, createCollector } from './collector.ts';
import { takeAccess } from './common.ts';
import { parseAgentUrl } from './endpoint.ts';
import { judgeUnknown, type Reading, takeDisplay } from './read.ts';
import { type RawInputs, readRaw } from './raw.ts';
import { parseDuration, parseUuid, parseWord } from './scalars.ts';
import type { CommonSettings, VerifySettings } from './settings.ts';
import { takeTarget } from './target.ts';
import { parseFeedbackKey } from './texts-of-verbs.ts';
import { loadCases } from './verb-settings.ts';
import { VERIFY_INPUT_NAMES, VERIFY_INPUTS, type VerifyInputName } from './verify-registry.ts';

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
export async function readVerifyInputs(env: Env): Promise<Reading> {
  const raw = readRaw(env, VERIFY_INPUTS);
  const collector = createCollector(raw, VERIFY_INPUTS);
  const display = takeDisplay(collector);
  const warnings = await judgeUnknown(env, collector, VERIFY_INPUT_NAMES);
  const access = takeAccess(collector, raw, env);
  const agent = takeAgent(collector, raw, access?.endpoint.allowInsecureHost ?? false);
  const verification = await takeVerification(collector, raw);
  const requestTimeoutMs = collector.take('request-timeout', (text) =>
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
  collector: Collector,
  raw: RawInputs,
  allowInsecureHost: boolean,
): VerifySettings['agent'] | undefined {
  const url = collector.take('deployment-url', (text) => parseAgentUrl(text, allowInsecureHost));
  if (raw['deployment-url'] !== undefined) return url === undefined ? undefined : { by: 'url', url };
  if (raw['deployment-name'] === undefined && raw['deployment-id'] === undefined) {
    collector.complain(
      'deployment-url',
      'neither it nor deployment-name nor deployment-id is given',
      'Give the output deployment-url of the deploy, or the name of the deployment.',
    );
    return undefined;
  }
  return takeTarget(collector, raw);
}

const OF_ONE: readonly VerifyInputName[] = ['input', 'expect', 'last-message'];

async function takeVerification(collector: Collector, raw: RawInputs): Promise<Verification | undefined> {
  const parse = await loadCases();
  const common: CheckDefaults = {
    ...defined('assistant', collector.take('assistant', parse.parseName)),
    ...defined('timeLimitMs', collector.take('time-limit', parse.parseTimeLimit)),
    ...defined('threadId', collector.take('thread-id', parseUuid)),
    ...defined(
      'strategy',
      collector.take('multitask-strategy', (text) => parseWord(text, STRATEGIES)),
    ),
  };
  const feedback = collector.take('feedback-key', parseFeedbackKey);
  const keepThreads = collector.take('keep-threads', (text) => parseWord(text, KEPT_THREADS)) ?? 'never';
  const how = { feedbackKey: feedback?.key, keepThreads };
  const given = collector.take('cases', (text) => parse.parseCases(text, common));
  if (raw.cases !== undefined) {
    for (const input of OF_ONE.filter((name) => raw[name] !== undefined)) {
      collector.complain(input, 'cases is given too', 'Write it into the case it is for.');
    }
    return given && { cases: given, ...how };
  }
  const cure = 'Give what the graph takes, such as `messages: [{role: user, content: hi}]`.';
  if (raw.input === undefined) {
    collector.complain('input', 'neither input nor cases is given', cure);
    return undefined;
  }
  const input = collector.take('input', parse.parseJsonValue);
  if (input === null) collector.complain('input', 'it holds nothing', cure);
  const expect = collector.take('expect', parse.parseExpect);
  const lastMessage = collector.take('last-message', parse.parsePattern);
  if (lastMessage !== undefined && expect?.lastMessage !== undefined) {
    collector.complain('last-message', 'expect has one too', 'Keep one of them.');
  }
  const one = parse.singleCase({ ...common, input, expect, lastMessage });
  return { cases: { kind: 'given', cases: [one] }, ...how };
}

function defined<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  const one: Partial<Record<K, T>> = {};
  if (value !== undefined) one[key] = value;
  return one;
}
