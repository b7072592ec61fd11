import { sourcesOf } from '../../contract/field-rules.ts';
import { SOURCES } from '../../contract/patterns.ts';
import type { Source } from '../../contract/source.ts';
import {
  count,
  duration,
  parseApiKey,
  parseBoolean,
  parseCommandEnv,
  parseCommentKey,
  parseCommit,
  parseCompareWith,
  parseDeploymentName,
  parseDeploymentType,
  parseEmulatorFlags,
  parseEnvironment,
  parseFeedbackKey,
  parseFolder,
  parseForkApproval,
  parseHttpUrl,
  parseImageUri,
  parseLabel,
  parseLines,
  parseLockReason,
  parseName,
  parseNamespace,
  parseNameTemplate,
  parseNetworks,
  parsePath,
  parsePaths,
  parsePlanId,
  parseRef,
  parseRegion,
  parseRepoPath,
  parseRepoUrl,
  parsePreviewSeed,
  parseRollbackTo,
  parseSandboxPrefix,
  parseShell,
  parseTarget,
  parseTemplate,
  parseText,
  parseTimeLimit,
  parseToken,
  parseUuid,
  parseVersion,
  word,
} from './parsers.ts';
import type { Parsed } from './problem.ts';

/**
 * Definition of one input. The description of the input is in `action.yml`, and a test compares the table of inputs
 * with `action.yml`.
 */
export interface InputSpec<T = unknown> {
  /**
   * Validates and converts the input's string. Use {@link parseText} if other inputs determine which strings are valid.
   */
  parse: (text: string) => Parsed<T>;
  /** String that is parsed if the input is empty or absent. */
  default?: string;
  /** Default in `action.yml` that the runner evaluates as an expression. */
  filledIn?: string;
  /** Environment variables that are read if the input is unset, in order of precedence. */
  env?: readonly string[];
  /** Sources that the input is allowed for; absent if the input is allowed for all sources. */
  sources?: readonly Source[];
}

/** Definitions of all inputs of an action, keyed by name. */
export type InputTable<V> = { readonly [N in keyof V]: InputSpec<V[N]> };
const table = <V>(specs: InputTable<V>): InputTable<V> => specs;
type ValuesOf<T> = { [N in keyof T]: T[N] extends InputSpec<infer V> ? V : never };

/** Strategy for the run that is already active on a thread when a new run starts. */
export const STRATEGIES = ['reject', 'enqueue', 'interrupt', 'rollback'] as const;
/** Options that state which threads of a verification are not deleted. */
const KEPT_THREADS = ['never', 'failed', 'always'] as const;

/** Minimum isolation of the sandbox where a command runs. The sandbox reports the isolation that it achieved. */
const ISOLATIONS = ['namespaces', 'process'] as const;
const MODES = ['hosted', 'runner', 'sweep'] as const;

/** All inputs of the main action, in the order of the documentation. */
export const INPUTS = table({
  action: { parse: parseText, default: 'auto' },
  'api-key': { parse: parseApiKey, env: ['LANGSMITH_API_KEY'] },
  'workspace-id': { parse: parseUuid, env: ['LANGSMITH_WORKSPACE_ID', 'LANGSMITH_TENANT_ID'] },
  'control-plane-url': { parse: parseText },
  region: { parse: parseRegion },
  'allow-insecure-host': { parse: parseBoolean, default: 'false' },
  'api-dialect': { parse: word('auto', 'generic', 'langsmith'), default: 'auto' },
  'deployment-name': { parse: parseDeploymentName },
  'deployment-id': { parse: parseUuid },
  source: { parse: word(...SOURCES) },
  'integration-id': { parse: parseUuid, sources: sourcesOf('source_config.integration_id') },
  'repo-url': { parse: parseRepoUrl, sources: sourcesOf('source_config.repo_url') },
  ref: { parse: parseRef, sources: sourcesOf('source_revision_config.repo_ref') },
  commit: { parse: parseCommit, sources: sourcesOf('source_revision_config.repo_ref') },
  'source-path': { parse: parseRepoPath, sources: sourcesOf('source_revision_config.source_tarball_path') },
  'graph-config-path': {
    parse: parseRepoPath,
    sources: sourcesOf('source_revision_config.graph_config_path'),
  },
  'install-command': { parse: parseText, sources: sourcesOf('source_config.install_command') },
  'build-command': { parse: parseText, sources: sourcesOf('source_config.build_command') },
  'build-on-push': { parse: parseBoolean, sources: sourcesOf('source_config.build_on_push') },
  'deployment-type': {
    parse: parseDeploymentType,
    sources: sourcesOf('source_config.deployment_type'),
  },
  'image-uri': { parse: parseImageUri, sources: sourcesOf('source_revision_config.image_uri') },
  'image-version': { parse: parseVersion },
  'listener-id': { parse: parseUuid, sources: sourcesOf('source_config.listener_id') },
  'k8s-namespace': { parse: parseNamespace, sources: sourcesOf('source_config.listener_config') },
  'custom-url': { parse: parseHttpUrl, sources: sourcesOf('source_config.custom_url') },
  'resource-spec': { parse: parseText, sources: sourcesOf('source_config.resource_spec') },
  'secret-references': { parse: parseText, sources: sourcesOf('secret_references') },
  secrets: { parse: parseText },
  'secrets-strategy': { parse: word('merge', 'replace'), default: 'merge' },
  paths: { parse: parsePaths },
  'pull-request': { parse: count(1, 999_999_999) },
  'preview-name-template': { parse: parseNameTemplate },
  'preview-from': { parse: parseTarget },
  'preview-labels': { parse: parseLines },
  'preview-per': { parse: word('pull-request', 'commit'), default: 'pull-request' },
  'preview-keep': { parse: count(1, 10) },
  'shared-label': { parse: parseLabel, sources: ['internal_source'] },
  'preview-seed': { parse: parsePreviewSeed },
  'preview-seed-reset': { parse: parseBoolean, default: 'false' },
  'fork-approval': { parse: parseForkApproval, sources: ['internal_source'] },
  'fork-secrets': { parse: parseBoolean, default: 'false' },
  'preview-ttl': { parse: duration('1h', '3650d') },
  'preview-idle': { parse: duration('1h', '3650d') },
  'preview-keep-label': { parse: parseLabel, default: 'keep-preview' },
  'sweep-limit': { parse: count(1, 100), default: '10' },
  'rollback-to': { parse: parseRollbackTo },
  'rollback-on-failure': { parse: parseBoolean, default: 'false' },
  verify: { parse: parseText },
  'feedback-key': { parse: parseFeedbackKey, default: 'ci' },
  locks: { parse: word('auto', 'required', 'ignore'), default: 'auto' },
  'lock-reason': { parse: parseLockReason },
  'lock-for': { parse: duration('1m', '90d') },
  'revision-id': { parse: parseUuid },
  'expected-plan': { parse: parsePlanId },
  wait: { parse: parseBoolean, default: 'true' },
  'wait-timeout': { parse: duration('1s', '1d'), default: '30m' },
  'poll-interval': { parse: duration('1s', '1h'), default: '60s' },
  'request-timeout': { parse: duration('1s', '10m'), default: '30s' },
  'on-timeout': { parse: word('fail', 'warn', 'interrupt'), default: 'fail' },
  'on-superseded': { parse: word('fail', 'warn', 'ignore'), default: 'fail' },
  'on-cancel': { parse: word('leave', 'interrupt'), default: 'leave' },
  force: { parse: parseBoolean, default: 'false' },
  'dry-run': { parse: parseBoolean, default: 'false' },
  'github-token': { parse: parseToken, filledIn: '${{ github.token }}' },
  'github-deployment': { parse: parseBoolean, default: 'true' },
  environment: { parse: parseEnvironment },
  comment: { parse: parseBoolean, default: 'true' },
  'comment-key': { parse: parseCommentKey },
  'comment-logs': { parse: parseBoolean, default: 'false' },
  summary: { parse: parseBoolean, default: 'true' },
  annotations: { parse: parseBoolean, default: 'true' },
  'log-lines': { parse: count(0, 1000), default: '30' },
  'strict-inputs': { parse: parseBoolean, default: 'true' },
});

export type InputName = keyof typeof INPUTS;
export type InputValues = ValuesOf<typeof INPUTS>;
export const INPUT_NAMES = Object.keys(INPUTS) as InputName[];

/**
 * Returns the environment variable that the runner sets for an input: the name in capitals, with underscores instead of
 * spaces.
 */
export function variableOf(input: string): string {
  return `INPUT_${input.replaceAll(' ', '_').toUpperCase()}`;
}

/** All inputs of `sandbox/action.yml`, in the order of the documentation. */
export const SANDBOX_INPUTS = table({
  mode: { parse: word(...MODES) },
  'proxy-config': { parse: parseText },
  run: { parse: parseText },
  shell: { parse: parseShell, default: 'bash' },
  'working-directory': { parse: parsePath },
  env: { parse: parseCommandEnv },
  'time-limit': { parse: duration('1s', '1d') },
  isolation: { parse: word(...ISOLATIONS), default: 'namespaces' },
  'export-env': { parse: parseBoolean, default: 'false' },
  'private-networks': { parse: parseNetworks },
  'ca-file': { parse: parsePath, env: ['NODE_EXTRA_CA_CERTS'] },
  'api-key': INPUTS['api-key'],
  'workspace-id': INPUTS['workspace-id'],
  'sandbox-url': { parse: parseText, env: ['LANGSMITH_ENDPOINT'] },
  'allow-insecure-host': INPUTS['allow-insecure-host'],
  name: { parse: parseSandboxPrefix, default: 'gha' },
  template: { parse: parseTemplate },
  snapshot: { parse: parseTemplate },
  'wait-for-ready': { parse: parseBoolean, default: 'true' },
  timeout: { parse: duration('1s', '1h'), default: '5m' },
  keep: { parse: parseBoolean, default: 'false' },
  'older-than': { parse: duration('1m', '365d'), default: '1d' },
  'sweep-limit': { parse: count(1, 1000), default: '50' },
  'dry-run': { parse: parseBoolean, default: 'false' },
  'request-timeout': INPUTS['request-timeout'],
  summary: INPUTS.summary,
  annotations: INPUTS.annotations,
  'strict-inputs': INPUTS['strict-inputs'],
});

export type SandboxInputName = keyof typeof SANDBOX_INPUTS;
export type SandboxValues = ValuesOf<typeof SANDBOX_INPUTS>;
export const SANDBOX_INPUT_NAMES = Object.keys(SANDBOX_INPUTS) as SandboxInputName[];

/** All inputs of `emulator/action.yml`, in the order of the documentation. */
export const EMULATOR_INPUTS = table({
  seed: { parse: parseText },
  faults: { parse: parseText },
  runtime: { parse: word('process', 'stub'), default: 'process' },
  compat: { parse: word('spec', 'hosted'), default: 'spec' },
  edition: { parse: word('any', 'cloud', 'self-hosted'), default: 'any' },
  clock: { parse: word('real', 'virtual'), default: 'real' },
  port: { parse: count(0, 65_535), default: '0' },
  'api-key': { parse: parseApiKey, env: ['EMULATOR_API_KEY'] },
  'workspace-id': { parse: parseUuid },
  flags: { parse: parseEmulatorFlags },
  timeout: { parse: duration('1s', '1h'), default: '5m' },
  summary: INPUTS.summary,
  annotations: INPUTS.annotations,
  'strict-inputs': INPUTS['strict-inputs'],
});

export type EmulatorInputName = keyof typeof EMULATOR_INPUTS;
export type EmulatorValues = ValuesOf<typeof EMULATOR_INPUTS>;
export const EMULATOR_INPUT_NAMES = Object.keys(EMULATOR_INPUTS) as EmulatorInputName[];

/** All inputs of `verify/action.yml`, in the order of the documentation. */
export const VERIFY_INPUTS = table({
  'api-key': INPUTS['api-key'],
  'deployment-url': { parse: parseText },
  'deployment-name': INPUTS['deployment-name'],
  'deployment-id': INPUTS['deployment-id'],
  'workspace-id': INPUTS['workspace-id'],
  'control-plane-url': INPUTS['control-plane-url'],
  region: INPUTS.region,
  'allow-insecure-host': INPUTS['allow-insecure-host'],
  'api-dialect': INPUTS['api-dialect'],
  cases: { parse: parseText },
  input: { parse: parseText },
  expect: { parse: parseText },
  'last-message': { parse: parseText },
  assistant: { parse: parseName },
  'time-limit': { parse: parseTimeLimit, default: '2m' },
  'thread-id': { parse: parseUuid },
  'multitask-strategy': { parse: word(...STRATEGIES), default: 'rollback' },
  'keep-threads': { parse: word(...KEPT_THREADS), default: 'never' },
  'feedback-key': INPUTS['feedback-key'],
  dataset: { parse: parseText },
  'compare-with': { parse: parseCompareWith },
  'max-cases': { parse: count(1, 1000) },
  seed: { parse: parseName },
  concurrency: { parse: count(1, 50) },
  repeats: { parse: count(1, 10) },
  'time-budget': { parse: duration('1s', '1d') },
  'token-budget': { parse: count(1, 999_999_999) },
  scores: { parse: parseText },
  command: { parse: parseText },
  'proxy-config': { parse: parseText },
  judging: { parse: parseText },
  'report-dir': { parse: parseFolder },
  'tracing-url': { parse: parseText },
  'dry-run': { parse: parseBoolean, default: 'false' },
  'request-timeout': INPUTS['request-timeout'],
  'github-token': INPUTS['github-token'],
  comment: INPUTS.comment,
  'comment-key': INPUTS['comment-key'],
  summary: INPUTS.summary,
  annotations: INPUTS.annotations,
  'strict-inputs': INPUTS['strict-inputs'],
});

/**
 * Inputs that turn the gate on. The list contains no input with a default in the manifest, because the runner would
 * pass the default and thereby turn the gate on.
 */
export const GATE_SWITCHES = [
  'dataset',
  'compare-with',
  'max-cases',
  'seed',
  'concurrency',
  'repeats',
  'time-budget',
  'token-budget',
  'scores',
  'command',
  'proxy-config',
  'judging',
] as const satisfies readonly VerifyInputName[];

/** Inputs that affect only the gate, but do not turn the gate on. */
export const GATE_OPTIONS = ['report-dir', 'tracing-url'] as const satisfies readonly VerifyInputName[];

/**
 * Settings of the gate, as inputs of `verify/action.yml` and as fields in the mapping of the deploy action's input
 * `verify`.
 */
export const GATE_FIELD_NAMES = [...GATE_SWITCHES, ...GATE_OPTIONS];

export type VerifyInputName = keyof typeof VERIFY_INPUTS;
export type VerifyValues = ValuesOf<typeof VERIFY_INPUTS>;
export const VERIFY_INPUT_NAMES = Object.keys(VERIFY_INPUTS) as VerifyInputName[];

export type AnyInput = InputName | VerifyInputName | SandboxInputName | EmulatorInputName;
