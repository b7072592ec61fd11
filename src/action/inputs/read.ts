import type { RunEvent } from '../event.ts';
import { DEFAULT_POLICY, type Policy } from '../outcome.ts';
import { chooseVerb, type Verb } from '../verb.ts';
import type {
  CommonSettings,
  Display,
  GitHubSettings,
  PreviewSettings,
  SharedPreviewSettings,
  SweepSettings,
  Settings,
  Verification,
  VerifySettings,
} from './settings.ts';
import { parseBoolean, type Target, unknownTypeWarning } from './parsers.ts';
import { readDesired } from './desired.ts';
import { parseSecrets } from './secrets.ts';
import { checkEnvironment, type Endpoint, readEndpoint } from './endpoint.ts';
import type { GateContext } from './gate-inputs.ts';
import type { Problem } from './problem.ts';
import {
  createInputReader,
  unknownInputProblem,
  unknownInputs,
  type CommonReader,
  type DisplayReader,
  type RawInputs,
  type Reader,
  type SharedReader,
} from './reader.ts';
import { type CommentCommand, findCommand } from '../command/parse-command.ts';
import { EMPTY_SEED } from '../seed/seed.ts';
import { INPUT_NAMES, INPUTS, variableOf } from './registry.ts';

export type ParsedInputs = { display: Display; policy: Policy; warnings: Problem[] } & (
  | { ok: true; settings: Settings }
  | { ok: false; problems: readonly Problem[] }
);

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Parses and validates all inputs of the verb before any request is sent. Returns the problems with all inputs
 * together. Loads schemas and the YAML parser only if an input needs them, so a missing input fails fast.
 */
export async function readInputs(given: Env, event: RunEvent): Promise<ParsedInputs> {
  const command = commandOf(given, event);
  const env = command === undefined ? given : withCommand(given, command);
  const reader = createInputReader(env, INPUTS);
  const display = readDisplay(reader);
  const policy = readPolicy(reader);
  const warnings = await checkUnknownInputs(env, reader, INPUT_NAMES);
  const eventContext = {
    event: event.name,
    action: event.action,
    rollbackTo: reader.raw['rollback-to'] !== undefined,
  };
  const verb = reader.readWith('action', (text) => chooseVerb(text, eventContext));
  const common = readCommon(reader, env, policy);
  // If the verb is misspelled, all other inputs are checked like inputs of `deploy`.
  const own = await readVerbSettings({ reader, event, env, endpoint: common?.endpoint }, verb ?? 'deploy');
  const shown = { display, policy, warnings };
  if (reader.problems.length > 0 || !verb || !common || !own) {
    return { ok: false, ...shown, problems: reader.problems };
  }
  const settings: Settings = { ...common, ...own, ...(command && { command }) };
  if (settings.rerun && isForced(reader.raw.force)) {
    // For `teardown` and `sweep`, `force` confirms a name, so it also applies to re-runs.
    if (settings.verb === 'teardown' || settings.verb === 'sweep') settings.force = true;
    else warnings.push(UNFORCED);
  }
  if (settings.verb === 'plan') settings.dryRun = true;
  if ('desired' in settings) warnings.push(...unknownTypeWarning(settings.desired.deploymentType));
  return { ok: true, ...shown, settings };
}

/** Returns the command of the event's comment if the input `action` is `command`. */
function commandOf(env: Env, event: RunEvent): CommentCommand | undefined {
  if (createInputReader(env, INPUTS).raw.action !== 'command') return undefined;
  const found = findCommand(event);
  return found.ok ? found.command : undefined;
}

/**
 * Inputs that only the command may set, so that the workflow cannot select another commit than the command's head or
 * another operation than the command.
 */
const OF_COMMAND = ['ref', 'commit', 'rollback-to', 'lock-reason', 'lock-for', 'preview-seed-reset'] as const;

/** Returns the environment with the inputs that the command sets. */
function withCommand(env: Env, { verb, inputs, comment }: CommentCommand): Env {
  const set = { action: verb, 'pull-request': String(comment.pullRequest), ...inputs };
  const variables = (entries: readonly (readonly [string, string])[]) =>
    Object.fromEntries(entries.map(([name, value]) => [variableOf(name), value]));
  return {
    ...env,
    ...variables(OF_COMMAND.map((name) => [name, ''])),
    ...variables(Object.entries(set)),
  };
}

/** Warning that a re-run does not repeat the forced change of the first attempt. */
const UNFORCED: Problem = {
  path: 'force',
  message:
    'the input applies only to the first attempt of a run, so that a re-run does not repeat the deploy',
  hint: 'Start a new run to force again.',
};

function isForced(text: string | undefined): boolean {
  const forced = parseBoolean(text ?? '');
  return forced.ok && forced.value;
}

/** Returns the display settings from the environment, without parsing the remaining inputs. */
export function displayOf(env: Env): Display {
  return readDisplay(createInputReader(env, INPUTS));
}

/** Returns the display settings, even if inputs other than the display inputs are invalid. */
export function readDisplay(reader: DisplayReader): Display {
  return {
    summary: reader.read('summary') ?? true,
    annotations: reader.read('annotations') ?? true,
  };
}

/**
 * Reports unknown inputs as errors, or as warnings with `strict-inputs: false`, because other programs might use these
 * inputs.
 */
export async function checkUnknownInputs(
  env: Env,
  reader: DisplayReader,
  names: readonly string[],
): Promise<Problem[]> {
  const strict = reader.read('strict-inputs') ?? true;
  const warnings: Problem[] = [];
  for (const input of unknownInputs(env, names)) {
    const found = await unknownInputProblem(input, names);
    if (found.ok) continue;
    for (const { message: problem, hint } of found.problems) {
      if (strict) reader.addProblem(input, problem, hint);
      else warnings.push({ path: input, message: problem, hint });
    }
  }
  return warnings;
}

type Environment = Readonly<Record<string, string | undefined>>;

function readPolicy(reader: Reader): Policy {
  return {
    onTimeout: reader.read('on-timeout') ?? DEFAULT_POLICY.onTimeout,
    onSuperseded: reader.read('on-superseded') ?? DEFAULT_POLICY.onSuperseded,
  };
}

/** Returns the inputs that all verbs share, or `undefined` if an input is invalid. */
function readCommon(reader: Reader, env: Environment, policy: Policy): CommonSettings | undefined {
  const access = readAccess(reader, env);
  const run = readRun(reader);
  const github = readGitHub(reader);
  if (!access || !run || !github) return undefined;
  const rerun = isRerun(env);
  return { ...access, policy, github, ...run, rerun, force: run.force && !rerun };
}

/** Returns the workspace ID and the API key, or `undefined` instead of a missing or invalid key. */
export function readCaller(reader: CommonReader, env: Environment) {
  const apiKey = reader.read('api-key');
  if (reader.raw['api-key'] === undefined) {
    reader.addProblem(
      'api-key',
      'the input is missing, and LANGSMITH_API_KEY is not set',
      'Pass the key from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.',
    );
  }
  checkEnvironment(reader, env);
  const workspaceId = reader.read('workspace-id');
  return { apiKey, workspaceId };
}

/**
 * Returns the caller and the control plane, or `undefined` if an input for the caller or the control plane is invalid.
 */
export function readAccess(
  reader: SharedReader,
  env: Environment,
): Pick<CommonSettings, 'apiKey' | 'workspaceId' | 'endpoint'> | undefined {
  const { apiKey, workspaceId } = readCaller(reader, env);
  const endpoint = readEndpoint(reader, env);
  return apiKey && endpoint ? { apiKey, workspaceId, endpoint } : undefined;
}

/** Returns whether this run is a re-run. A re-run has the same event and inputs as the first attempt. */
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
  | 'locks'
  | 'logLines'
>;

function readRun(reader: Reader): Run | undefined {
  const run = {
    wait: reader.read('wait'),
    waitTimeoutMs: reader.read('wait-timeout'),
    pollIntervalMs: reader.read('poll-interval'),
    requestTimeoutMs: reader.read('request-timeout'),
    onCancel: reader.read('on-cancel'),
    force: reader.read('force'),
    dryRun: reader.read('dry-run'),
    locks: reader.read('locks'),
    logLines: reader.read('log-lines'),
  };
  return isComplete(run) ? run : undefined;
}

function readGitHub(reader: Reader): GitHubSettings | undefined {
  const always = {
    deployment: reader.read('github-deployment'),
    comment: reader.read('comment'),
    commentLogs: reader.read('comment-logs'),
  };
  const texts = {
    token: reader.read('github-token'),
    environment: reader.read('environment'),
    commentKey: reader.read('comment-key'),
  };
  return isComplete(always) ? { ...always, ...texts } : undefined;
}

/** Returns whether all inputs are valid. Every input has a default, so only an invalid input is `undefined`. */
function isComplete<T extends object>(fields: T): fields is { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.values(fields).every((value) => value !== undefined);
}

interface Inputs {
  reader: Reader;
  event: RunEvent;
  env: Environment;
  /** Endpoint of the control plane, or `undefined` if an input for the endpoint is invalid. */
  endpoint: Endpoint | undefined;
}

type Taken<T extends Settings> = Omit<T, keyof CommonSettings> | undefined;
type Deploys = Exclude<Settings, VerifySettings>;
type OwnSettings = { [T in Deploys as T['verb']]: Taken<T> }[Deploys['verb']];

/** Returns the settings that only the given verb needs, or `undefined` if an input is invalid. */
async function readVerbSettings(inputs: Inputs, verb: Verb): Promise<OwnSettings> {
  const { reader } = inputs;
  switch (verb) {
    case 'deploy':
    case 'plan': {
      const target = readTarget(reader);
      const deploying = await readDeploying(inputs, { compareWith: { kind: 'none' }, target });
      return target && { verb, target, ...deploying };
    }
    case 'preview': {
      const preview = readPreview(inputs);
      const from = readFrom(inputs);
      const deploying = await readDeploying(inputs, {
        compareWith: { kind: from === undefined ? 'none' : 'base' },
        target: undefined,
      });
      const labels = reader.read('preview-labels') ?? [];
      const given = { ref: reader.raw.ref !== undefined, commit: reader.raw.commit !== undefined };
      const forks = readForks(inputs);
      const seed = readSeed(inputs, from !== undefined);
      const keepCommits = readKeptCommits(reader, deploying.desired);
      return (
        preview && {
          verb,
          ...preview,
          from,
          labels,
          keepCommits,
          specified: given,
          forks,
          seed,
          ...deploying,
        }
      );
    }
    case 'shared-preview':
      return readShared(inputs);
    case 'teardown': {
      const preview = readPreview(inputs);
      return preview && { verb, ...preview };
    }
    case 'sweep': {
      const ttlMs = reader.read('preview-ttl');
      const limit = reader.read('sweep-limit');
      const naming = readNaming(inputs);
      const idle = readIdle(reader);
      return limit === undefined ? undefined : { verb, ...naming, ttlMs, idle, limit };
    }
    case 'rollback': {
      const target = readTarget(reader);
      const to = reader.read('rollback-to') ?? { kind: 'previous' };
      return target && { verb, target, to };
    }
    case 'rebuild': {
      const target = readTarget(reader);
      if (reader.raw.wait !== undefined && reader.read('wait') === false) {
        reader.addProblem(
          'wait',
          'wait is false, but a rebuild waits for its build, because it deletes its throw-away deployment',
          'Remove the input.',
        );
      }
      const verification = await readVerification(inputs, {
        compareWith: { kind: 'none' },
        target: undefined,
      });
      const secrets = reader.readWith('secrets', (text) => parseSecrets(text, { selfHosted: false })) ?? [];
      const [commit, sourcePath] = [reader.read('commit'), reader.read('source-path')];
      return target && { verb, target, secrets, commit, sourcePath, verification };
    }
    case 'lock': {
      const target = readTarget(reader);
      const reason = reader.read('lock-reason');
      if (reader.raw['lock-reason'] === undefined) {
        reader.addProblem('lock-reason', 'the input is missing', 'Write why deploys must wait.');
      }
      const forMs = reader.read('lock-for');
      return target === undefined || reason === undefined ? undefined : { verb, target, reason, forMs };
    }
    case 'unlock': {
      const target = readTarget(reader);
      return target && { verb, target };
    }
    case 'wait': {
      const target = readTarget(reader);
      return target && { verb, target, revisionId: reader.read('revision-id') };
    }
    case 'status': {
      const target = readTarget(reader);
      return target && { verb, target };
    }
  }
}

/** Returns the settings of a shared preview, or `undefined` if an input is invalid. */
async function readShared(inputs: Inputs): Promise<Taken<SharedPreviewSettings>> {
  const { reader } = inputs;
  const label = reader.read('shared-label');
  if (reader.raw['shared-label'] === undefined) {
    reader.addProblem(
      'shared-label',
      'the input is missing',
      'Give the label of the pull requests that the shared preview contains.',
    );
  }
  const from = readFrom(inputs);
  const deploying = await readDeploying(inputs, {
    compareWith: { kind: from === undefined ? 'none' : 'base' },
    target: undefined,
  });
  const baseName = reader.read('deployment-name');
  return label === undefined ? undefined : { verb: 'shared-preview', label, baseName, from, ...deploying };
}

type Deploying = Pick<
  PreviewSettings,
  'desired' | 'resolveCommit' | 'paths' | 'rollbackOnFailure' | 'verification' | 'expectedPlan'
>;

async function readDeploying(
  inputs: Inputs,
  compared: Pick<GateContext, 'compareWith' | 'target'>,
): Promise<Deploying> {
  const { reader, event } = inputs;
  return {
    ...(await readDesired(reader, event)),
    paths: reader.read('paths'),
    rollbackOnFailure: reader.read('rollback-on-failure') ?? false,
    verification: await readVerification(inputs, compared),
    expectedPlan: reader.read('expected-plan'),
  };
}

/** Loads the parsers of checks and YAML. `cases.ts` is imported only here, so the bundle contains the module once. */
export const loadCheckParser = () => import('./cases.ts');

/** Loads the parser of the gate's settings, which only a verification with a gate needs. */
export const loadGateParser = () => import('./gate-inputs.ts');

/** Returns the checks of the agent after a deployment. Loads the YAML parser only if the inputs contain checks. */
async function readVerification(
  { reader, env, endpoint }: Inputs,
  compared: Pick<GateContext, 'compareWith' | 'target'>,
): Promise<Verification | undefined> {
  const feedbackKey = reader.read('feedback-key');
  const text = reader.raw.verify;
  if (text === undefined) return undefined;
  if (reader.raw.wait !== undefined && /^false$/i.test(reader.raw.wait)) {
    reader.addProblem(
      'verify',
      'wait is false, but only a serving revision can be verified',
      'Remove either verify or wait.',
    );
  }
  const { hasGate, locateField, parseYaml, toChecksInput } = await loadCheckParser();
  const yaml = reader.readWith('verify', parseYaml);
  if (yaml === undefined) return undefined;
  const how = { feedbackKey: feedbackKey?.key, keepThreads: 'never' } as const;
  if (!hasGate(yaml)) {
    const checks = reader.readWith('verify', () => toChecksInput(yaml, { holdsGate: true }));
    return checks && { checks, ...how, gate: undefined };
  }
  const { parseGateMapping, readGate } = await loadGateParser();
  const parsed = await parseGateMapping(yaml);
  const given = reader.readWith('verify', () => parsed);
  if (given === undefined || endpoint === undefined) return undefined;
  const report = (name: string, message: string, hint: string) => {
    const line = yaml.lineOf([name]);
    reader.addProblem('verify', `${name in given.fields ? `line ${line}: ` : ''}${name}: ${message}`, hint);
  };
  const gate = readGate(given.fields, { ...compared, endpoint, env, report });
  const locate = (path: readonly string[]) => `verify: ${locateField(yaml, path) ?? path.join('.')}`;
  return gate && { checks: given.checks, ...how, gate, locate };
}

function readPreview({ reader, event }: Pick<Inputs, 'reader' | 'event'>) {
  const given = reader.read('pull-request');
  const pullRequest = given ?? event.pullRequest?.number;
  if (pullRequest === undefined && reader.raw['pull-request'] === undefined) {
    reader.addProblem(
      'pull-request',
      `a preview belongs to a pull request, but the event ${event.name || '(none)'} has none`,
      'Give the number of the pull request, or write `action: deploy`.',
    );
  }
  const naming = readNaming({ reader });
  return pullRequest === undefined ? undefined : { pullRequest, ...naming };
}

/**
 * Returns whether the inputs let a run continue for a pull request of a fork. The inputs of such a run are then parsed,
 * and the verb decides whether the commit is approved.
 */
export function acceptsForks(raw: RawInputs): boolean {
  const verb = raw.action ?? 'auto';
  return raw['fork-approval'] !== undefined && ['auto', 'preview', 'teardown'].includes(verb);
}

/** Returns how people approve commits of forks. Refuses inputs that would expose the key to a fork's code. */
function readForks({ reader }: Pick<Inputs, 'reader'>): PreviewSettings['forks'] {
  const rules = reader.read('fork-approval');
  const secrets = reader.read('fork-secrets') ?? false;
  if (reader.raw['fork-approval'] !== undefined && reader.raw.verify !== undefined) {
    reader.addProblem(
      'verify',
      'checks send the API key to the agent, so the code of a fork could read the key',
      'Remove verify from the workflow that has fork-approval.',
    );
  }
  return rules && { rules, secrets };
}

const DEFAULT_KEPT_COMMITS = 3;

/** Returns how many commits of a pull request keep their previews, or `undefined` without previews of commits. */
function readKeptCommits(
  reader: Reader,
  { source, commit }: PreviewSettings['desired'],
): PreviewSettings['keepCommits'] {
  const isPerCommit = reader.read('preview-per') === 'commit';
  const keep = reader.read('preview-keep');
  if (!isPerCommit && reader.raw['preview-keep'] !== undefined) {
    reader.addProblem(
      'preview-keep',
      'the input applies only to the previews of commits',
      'Set `preview-per: commit`, or remove preview-keep.',
    );
  }
  if (!isPerCommit) return undefined;
  if (source === 'git_host' && reader.raw.ref !== undefined && commit === undefined) {
    reader.addProblem(
      'preview-per',
      'the name of a preview contains its commit, but the commit of `ref` is unknown',
      'Set `commit` too, or remove `ref` to deploy the head of the pull request.',
    );
  }
  return keep ?? DEFAULT_KEPT_COMMITS;
}

/** Returns the data of the preview. Refuses inputs that would send the API key to a fork's code. */
function readSeed({ reader }: Pick<Inputs, 'reader'>, hasBase: boolean): PreviewSettings['seed'] {
  const given = reader.read('preview-seed');
  const reset = reader.read('preview-seed-reset') ?? false;
  const report = (message: string, hint: string) => reader.addProblem('preview-seed', message, hint);
  if (reader.raw['preview-seed'] === undefined) {
    if (reset) {
      reader.addProblem(
        'preview-seed-reset',
        'the input is true, but preview-seed is missing',
        'Set preview-seed.',
      );
    }
    return undefined;
  }
  if (reader.raw['fork-approval'] !== undefined) {
    report(
      'a seed sends the API key and data to the agent, so the code of a fork could read them',
      'Remove preview-seed from the workflow that has fork-approval.',
    );
  }
  if (reader.raw.wait !== undefined && /^false$/i.test(reader.raw.wait)) {
    report('wait is false, but only a serving revision accepts data', 'Remove either preview-seed or wait.');
  }
  if (given?.inherited === true && !hasBase) {
    report(
      'the preview inherits from no deployment',
      'Set preview-from or deployment-name, or remove `inherited`.',
    );
  }
  return given && { ...given, data: EMPTY_SEED, reset };
}

/** Returns the settings for deleting inactive previews, which requires comments for the notices. */
function readIdle(reader: Reader): SweepSettings['idle'] {
  const ms = reader.read('preview-idle');
  const keepLabel = reader.read('preview-keep-label');
  if (ms === undefined || keepLabel === undefined) return undefined;
  if (reader.raw.comment !== undefined && /^false$/i.test(reader.raw.comment)) {
    reader.addProblem(
      'preview-idle',
      'a sweep announces each deletion in a comment, but comment is false',
      'Remove either preview-idle or comment.',
    );
  }
  return { ms, keepLabel };
}

function readNaming({ reader }: Pick<Inputs, 'reader'>) {
  return {
    // The repository URL is not validated, because the URL is only compared.
    repoUrl: reader.raw['repo-url'],
    nameTemplate: reader.read('preview-name-template'),
    baseName: reader.read('deployment-name'),
  };
}

function readFrom({ reader }: Inputs): { target: Target; specified: boolean } | undefined {
  const given = reader.read('preview-from');
  if (given !== undefined) return { target: given, specified: true };
  if (reader.raw['preview-from'] !== undefined) return undefined;
  const name = reader.raw['deployment-name'];
  if (name !== undefined) return { target: { by: 'name', name }, specified: false };
  const id = reader.read('deployment-id');
  return id === undefined ? undefined : { target: { by: 'id', id }, specified: true };
}

/** Returns the deployment from the input for its name or the input for its ID, exactly one of which must be set. */
export function readTarget(reader: SharedReader): Target | undefined {
  const name = reader.read('deployment-name');
  const id = reader.read('deployment-id');
  if (reader.raw['deployment-name'] !== undefined && reader.raw['deployment-id'] !== undefined) {
    reader.addProblem(
      'deployment-id',
      'deployment-id and deployment-name are mutually exclusive',
      'Set exactly one of them.',
    );
    return undefined;
  }
  if (reader.raw['deployment-name'] === undefined && reader.raw['deployment-id'] === undefined) {
    reader.addProblem(
      'deployment-name',
      'deployment-name and deployment-id are both missing',
      'Set exactly one of them; deployment-name creates the deployment if it does not exist yet.',
    );
  }
  if (name !== undefined) return { by: 'name', name };
  return id === undefined ? undefined : { by: 'id', id };
}
