import type { RunEvent } from '../event.ts';
import { DEFAULT_POLICY, type Policy } from '../outcome.ts';
import { chooseVerb, type Verb } from '../verb.ts';
import type {
  CommonSettings,
  Display,
  GitHubSettings,
  PreviewSettings,
  Settings,
  Target,
  Verification,
  VerifySettings,
} from './settings.ts';
import { readDesired } from './desired.ts';
import { checkEnvironment, readEndpoint } from './endpoint.ts';
import {
  parseApiKey,
  parseBoolean,
  parseCommentKey,
  parseCount,
  parseDeploymentName,
  parseDuration,
  parseEnvironment,
  parseFeedbackKey,
  parseLines,
  parseNameTemplate,
  parsePaths,
  parsePlanId,
  parseRollbackTo,
  parseTarget,
  parseToken,
  parseUuid,
  parseWord,
  unknownTypeWarning,
} from './parsers.ts';
import type { Problem } from './problem.ts';
import {
  createInputReader,
  type InputReader,
  type RawInputs,
  readRaw,
  unknownInputProblem,
  unknownInputs,
} from './reader.ts';
import { INPUT_NAMES } from './registry.ts';

/** What the inputs came to: settings, or everything that is wrong with them. */
export type ParsedInputs = { display: Display; policy: Policy; warnings: Problem[] } & (
  | { ok: true; settings: Settings }
  | { ok: false; problems: readonly Problem[] }
);

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every input that counts for the verb, before any request is sent (issue: bad input). All problems are
 * collected. Schemas and the YAML parser are loaded only when an input needs them, so that a missing input ends the step
 * at once.
 */
export async function readInputs(env: Env, event: RunEvent): Promise<ParsedInputs> {
  const raw = readRaw(env);
  const collector = createInputReader(raw);
  const display = readDisplay(collector);
  const policy = readPolicy(collector);
  const warnings = await checkUnknownInputs(env, collector, INPUT_NAMES);
  const occasion = { event: event.name, action: event.action, rollbackTo: raw['rollback-to'] !== undefined };
  const verb = collector.read('action', (text) => chooseVerb(text, occasion));
  const common = readCommon(collector, raw, env, policy);
  // A misspelt verb keeps nobody from learning what else is wrong.
  const own = await readVerbSettings({ collector, raw, event }, verb ?? 'deploy');
  const told = { display, policy, warnings };
  if (collector.problems.length > 0 || !verb || !common || !own) {
    return { ok: false, ...told, problems: collector.problems };
  }
  const settings: Settings = { ...common, ...own };
  if (settings.rerun && isForced(raw.force)) {
    // There it vouches for a name, which a re-run needs as much as the first attempt.
    if (settings.verb === 'teardown' || settings.verb === 'sweep') settings.force = true;
    else warnings.push(UNFORCED);
  }
  if (settings.verb === 'plan') settings.dryRun = true;
  if ('desired' in settings) warnings.push(...unknownTypeWarning(settings.desired.deploymentType));
  return { ok: true, ...told, settings };
}

/** What was forced in the first attempt would be done twice. */
const UNFORCED: Problem = {
  path: 'force',
  message: 'it counts in the first attempt of a run only, so that a re-run does nothing twice',
  hint: 'Start a new run to force again.',
};

function isForced(text: string | undefined): boolean {
  const forced = parseBoolean(text ?? '');
  return forced.ok && forced.value;
}

/** How to show a result when the other inputs do not count. */
export function displayOf(env: Env): Display {
  return readDisplay(createInputReader(readRaw(env)));
}

/** How the result is shown, whatever else is wrong. */
export function readDisplay(collector: InputReader): Display {
  return {
    summary: collector.read('summary', parseBoolean) ?? true,
    annotations: collector.read('annotations', parseBoolean) ?? true,
  };
}

/** An unknown input is an error, or with `strict-inputs: false` a warning: the variable may come from elsewhere. */
export async function checkUnknownInputs(
  env: Env,
  collector: InputReader,
  names: readonly string[],
): Promise<Problem[]> {
  const strict = collector.read('strict-inputs', parseBoolean) ?? true;
  const warnings: Problem[] = [];
  for (const input of unknownInputs(env, names)) {
    const found = await unknownInputProblem(input, names);
    if (found.ok) continue;
    for (const { message: problem, hint: cure } of found.problems) {
      if (strict) collector.addProblem(input, problem, cure);
      else warnings.push({ path: input, message: problem, hint: cure });
    }
  }
  return warnings;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What the workflow's author decides about how an outcome is taken. */
function readPolicy(collector: InputReader): Policy {
  return {
    onTimeout:
      collector.read('on-timeout', (text) => parseWord(text, ['fail', 'warn', 'interrupt'])) ??
      DEFAULT_POLICY.onTimeout,
    onSuperseded:
      collector.read('on-superseded', (text) => parseWord(text, ['fail', 'warn', 'ignore'])) ??
      DEFAULT_POLICY.onSuperseded,
  };
}

/** The inputs that count for every verb; undefined when one of them is wrong, which is then in the collector. */
function readCommon(
  collector: InputReader,
  raw: RawInputs,
  env: Environment,
  policy: Policy,
): CommonSettings | undefined {
  const access = readAccess(collector, raw, env);
  const run = takeRun(collector);
  const github = takeGitHub(collector);
  if (!access || !run || !github) return undefined;
  const rerun = isRerun(env);
  return { ...access, policy, github, ...run, rerun, force: run.force && !rerun };
}

/** Who asks, and of which control plane; undefined when one of it is wrong. */
export function readAccess(
  collector: InputReader,
  raw: RawInputs,
  env: Environment,
): Pick<CommonSettings, 'apiKey' | 'workspaceId' | 'endpoint'> | undefined {
  const apiKey = collector.read('api-key', parseApiKey);
  if (raw['api-key'] === undefined) {
    collector.addProblem(
      'api-key',
      'it is missing, and LANGSMITH_API_KEY is not set',
      'Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.',
    );
  }
  checkEnvironment(collector, env);
  const workspaceId = collector.read('workspace-id', parseUuid);
  const endpoint = readEndpoint(collector, raw, env);
  return apiKey && endpoint ? { apiKey, workspaceId, endpoint } : undefined;
}

/** Whether this is a later attempt of a run, which GitHub starts with the first one's event and inputs. */
function isRerun(env: Environment): boolean {
  return Number(env['GITHUB_RUN_ATTEMPT']) > 1;
}

type Run = Pick<
  CommonSettings,
  | 'wait'
  | 'waitTimeoutMs'
  | 'pollIntervalMs'
  | 'requestTimeoutMs'
  | 'onCancel'
  | 'force'
  | 'dryRun'
  | 'logLines'
>;

function takeRun(collector: InputReader): Run | undefined {
  const duration = (input: 'wait-timeout' | 'poll-interval' | 'request-timeout', min: string, max: string) =>
    collector.read(input, (text) => parseDuration(text, { min, max }));
  const run = {
    wait: collector.read('wait', parseBoolean),
    waitTimeoutMs: duration('wait-timeout', '1s', '1d'),
    pollIntervalMs: duration('poll-interval', '1s', '1h'),
    requestTimeoutMs: duration('request-timeout', '1s', '10m'),
    onCancel: collector.read('on-cancel', (text) => parseWord(text, ['leave', 'interrupt'])),
    force: collector.read('force', parseBoolean),
    dryRun: collector.read('dry-run', parseBoolean),
    logLines: collector.read('log-lines', (text) => parseCount(text, { min: 0, max: 1000 })),
  };
  return isComplete(run) ? run : undefined;
}

function takeGitHub(collector: InputReader): GitHubSettings | undefined {
  const always = {
    deployment: collector.read('github-deployment', parseBoolean),
    comment: collector.read('comment', parseBoolean),
    commentLogs: collector.read('comment-logs', parseBoolean),
  };
  const texts = {
    token: collector.read('github-token', parseToken),
    environment: collector.read('environment', parseEnvironment),
    commentKey: collector.read('comment-key', parseCommentKey),
  };
  return isComplete(always) ? { ...always, ...texts } : undefined;
}

/** Every one of them has a default, so that one that is undefined is wrong. */
function isComplete<T extends object>(fields: T): fields is { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.values(fields).every((value) => value !== undefined);
}

interface Inputs {
  collector: InputReader;
  raw: RawInputs;
  event: RunEvent;
}

type Taken<T extends Settings> = Omit<T, keyof CommonSettings> | undefined;
type Deploys = Exclude<Settings, VerifySettings>;
type OwnSettings = { [T in Deploys as T['verb']]: Taken<T> }[Deploys['verb']];

/** What a verb needs besides the common inputs; undefined when something of it is wrong. */
async function readVerbSettings(inputs: Inputs, verb: Verb): Promise<OwnSettings> {
  const { collector, raw } = inputs;
  switch (verb) {
    case 'deploy':
    case 'plan': {
      const target = readTarget(collector, raw);
      const deploying = await takeDeploying(inputs);
      return target && { verb, target, ...deploying };
    }
    case 'preview': {
      const preview = takePreview(inputs);
      const deploying = await takeDeploying(inputs);
      const labels = collector.read('preview-labels', parseLines) ?? [];
      const said = { ref: raw.ref !== undefined, commit: raw.commit !== undefined };
      return preview && { verb, ...preview, from: takeFrom(inputs), labels, said, ...deploying };
    }
    case 'teardown': {
      const preview = takePreview(inputs);
      return preview && { verb, ...preview };
    }
    case 'sweep': {
      const ttlMs = collector.read('preview-ttl', (text) => parseDuration(text, { min: '1h', max: '3650d' }));
      const limit = collector.read('sweep-limit', (text) => parseCount(text, { min: 1, max: 100 }));
      const naming = takeNaming(inputs);
      return limit === undefined ? undefined : { verb, ...naming, ttlMs, limit };
    }
    case 'rollback': {
      const target = readTarget(collector, raw);
      const to = collector.read('rollback-to', parseRollbackTo) ?? { kind: 'previous' };
      return target && { verb, target, to };
    }
    case 'wait': {
      const target = readTarget(collector, raw);
      return target && { verb, target, revisionId: collector.read('revision-id', parseUuid) };
    }
    case 'status': {
      const target = readTarget(collector, raw);
      return target && { verb, target };
    }
  }
}

type Deploying = Pick<
  PreviewSettings,
  'desired' | 'resolveCommit' | 'paths' | 'rollbackOnFailure' | 'verification' | 'expectedPlan'
>;

async function takeDeploying({ collector, raw, event }: Inputs): Promise<Deploying> {
  return {
    ...(await readDesired(collector, raw, event)),
    paths: collector.read('paths', parsePaths),
    rollbackOnFailure: collector.read('rollback-on-failure', parseBoolean) ?? false,
    verification: await takeVerification({ collector, raw }),
    expectedPlan: collector.read('expected-plan', parsePlanId),
  };
}

/** The parser of cases, with that of YAML: asked for in one place, so that the bundle holds it once. */
export const loadCheckParser = () => import('./checks.ts');

/** The checks of the live agent after a deploy. The YAML parser is loaded when there are any. */
async function takeVerification({
  collector,
  raw,
}: Omit<Inputs, 'event'>): Promise<Verification | undefined> {
  const feedbackKey = collector.read('feedback-key', parseFeedbackKey);
  if (raw.verify === undefined) return undefined;
  const { parseChecks: parseCases } = await loadCheckParser();
  const cases = collector.read('verify', parseCases);
  if (raw.wait !== undefined && /^false$/i.test(raw.wait)) {
    collector.addProblem(
      'verify',
      'wait is false, and only what serves can be verified',
      'Leave one of them out.',
    );
  }
  return cases && { checks: cases, feedbackKey: feedbackKey?.key, keepThreads: 'never' };
}

function takePreview({ collector, raw, event }: Inputs) {
  const said = collector.read('pull-request', (text) => parseCount(text, { min: 1, max: 999_999_999 }));
  const pullRequest = said ?? event.pullRequest?.number;
  if (pullRequest === undefined && raw['pull-request'] === undefined) {
    collector.addProblem(
      'pull-request',
      `a preview belongs to a pull request, and the event ${event.name || '(none)'} is about none`,
      'Give its number, or write `action: deploy`.',
    );
  }
  const naming = takeNaming({ collector, raw });
  return pullRequest === undefined ? undefined : { pullRequest, ...naming };
}

function takeNaming({ collector, raw }: Pick<Inputs, 'collector' | 'raw'>) {
  return {
    // It is only compared here; what deploys from it checks it.
    repoUrl: raw['repo-url'],
    nameTemplate: collector.read('preview-name-template', parseNameTemplate),
    baseName: collector.read('deployment-name', parseDeploymentName),
  };
}

function takeFrom({ collector, raw }: Inputs): { target: Target; said: boolean } | undefined {
  const said = collector.read('preview-from', parseTarget);
  if (said !== undefined) return { target: said, said: true };
  if (raw['preview-from'] !== undefined) return undefined;
  const name = raw['deployment-name'];
  if (name !== undefined) return { target: { by: 'name', name }, said: false };
  const id = collector.read('deployment-id', parseUuid);
  return id === undefined ? undefined : { target: { by: 'id', id }, said: true };
}

/** The deployment that is meant: exactly one of its name and its ID. */
export function readTarget(collector: InputReader, raw: RawInputs): Target | undefined {
  const name = collector.read('deployment-name', parseDeploymentName);
  const id = collector.read('deployment-id', parseUuid);
  if (raw['deployment-name'] !== undefined && raw['deployment-id'] !== undefined) {
    collector.addProblem('deployment-id', 'deployment-name is given too', 'Give exactly one of them.');
    return undefined;
  }
  if (raw['deployment-name'] === undefined && raw['deployment-id'] === undefined) {
    collector.addProblem(
      'deployment-name',
      'neither deployment-name nor deployment-id is given',
      'Give exactly one: a name creates the deployment when it does not exist yet.',
    );
  }
  if (name !== undefined) return { by: 'name', name };
  return id === undefined ? undefined : { by: 'id', id };
}
