import { DEFAULT_POLICY } from '../outcome.ts';
import type { CheckDefaults, CommonSettings, Verification, VerifySettings } from './settings.ts';
import { VERIFY_INPUT_NAMES, VERIFY_INPUTS, type VerifyInputName, type VerifyValues } from './registry.ts';
import { createInputReader, type InputReader } from './reader.ts';
import {
  checkUnknownInputs,
  loadCheckParser,
  type ParsedInputs,
  readAccess,
  readDisplay,
  readTarget,
} from './read.ts';
import { parseAgentUrl } from './endpoint.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Values of settings that do not apply to `verify`, which deploys nothing and reports only in the summary. */
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

/** Parses and validates all inputs of `verify/action.yml` before any request is sent. Collects all problems. */
export async function readVerifyInputs(env: Env): Promise<ParsedInputs> {
  const reader = createInputReader(env, VERIFY_INPUTS);
  const display = readDisplay(reader);
  const warnings = await checkUnknownInputs(env, reader, VERIFY_INPUT_NAMES);
  const access = readAccess(reader, env);
  const agent = readAgent(reader, access?.endpoint.allowInsecureHost ?? false);
  const verification = await readVerification(reader);
  const requestTimeoutMs = reader.read('request-timeout');
  const policy = DEFAULT_POLICY;
  const shown = { display, policy, warnings };
  const complete = access && agent && verification && requestTimeoutMs !== undefined;
  if (reader.problems.length > 0 || !complete) return { ok: false, ...shown, problems: reader.problems };
  const settings: VerifySettings = {
    ...NOTHING_ELSE,
    ...access,
    policy,
    requestTimeoutMs,
    verb: 'verify',
    agent,
    verification,
  };
  return { ok: true, ...shown, settings };
}

/** Returns the agent's URL, or the deployment that serves the agent. */
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

async function readVerification(reader: InputReader<VerifyValues>): Promise<Verification | undefined> {
  const parse = await loadCheckParser();
  const common: CheckDefaults = {
    ...defined('assistant', reader.read('assistant')),
    ...defined('timeLimitMs', reader.read('time-limit')),
    ...defined('threadId', reader.read('thread-id')),
    ...defined('strategy', reader.read('multitask-strategy')),
  };
  const feedback = reader.read('feedback-key');
  const keepThreads = reader.read('keep-threads') ?? 'never';
  const how = { feedbackKey: feedback?.key, keepThreads, gate: undefined };
  const given = reader.readWith('cases', (text) => parse.parseChecks(text, common));
  if (reader.raw.cases !== undefined) {
    for (const input of OF_ONE.filter((name) => reader.raw[name] !== undefined)) {
      reader.addProblem(
        input,
        `${input} and cases are mutually exclusive`,
        `Write ${input} in the case that it belongs to.`,
      );
    }
    return given && { checks: given, ...how };
  }
  const hint = 'Write the input of the graph, such as `messages: [{role: user, content: hi}]`.';
  if (reader.raw.input === undefined) {
    reader.addProblem('input', 'input and cases are both missing', hint);
    return undefined;
  }
  const input = reader.readWith('input', parse.parseJsonValue);
  if (input === null) reader.addProblem('input', 'it holds nothing', hint);
  const expect = reader.readWith('expect', parse.parseExpect);
  const lastMessage = reader.readWith('last-message', parse.parsePattern);
  if (lastMessage !== undefined && expect?.lastMessage !== undefined) {
    reader.addProblem('last-message', 'last-message is also set in expect', 'Keep only one of them.');
  }
  const one = parse.singleCheck({ ...common, input, expect, lastMessage });
  return { checks: { kind: 'given', cases: [one] }, ...how };
}

function defined<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  const one: Partial<Record<K, T>> = {};
  if (value !== undefined) one[key] = value;
  return one;
}
