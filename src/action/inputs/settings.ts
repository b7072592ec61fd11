import type { Target } from './parsers.ts';
import type { InputValues, VerifyValues } from './registry.ts';
import type { Parsed } from './problem.ts';
import type { Secret, Source } from '../../contract/source.ts';
import type { Archive } from '../pack/sizes.ts';
import type { Policy } from '../outcome.ts';
import type { FieldValues } from '../plan/deployment-fields.ts';
import type { Endpoint } from './endpoint.ts';

/** The desired deployment. Undefined always means "unset": an existing one keeps its value. */
export interface DesiredDeployment extends FieldValues {
  source: Source;
  /** The source is set, not inferred from the other inputs. */
  isSourceSet: boolean;
  ref: string | undefined;
  /** The commit that must run in the end. */
  commit: string | undefined;
  imageUri: string | undefined;
  /** The folder of the checkout that is packed, for `internal_source`. */
  sourcePath: string | undefined;
  /** What was packed, as soon as it is. */
  archive: Archive | undefined;
  /** The service's path, after the upload. No other upload has this path. */
  tarballPath: string | undefined;
  secrets: Secret[] | undefined;
  secretsStrategy: InputValues['secrets-strategy'];
}

/** What is shown on GitHub, and with which permissions. */
export interface GitHubSettings {
  /** Undefined: no GitHub access. */
  token: string | undefined;
  deployment: boolean;
  environment: string | undefined;
  comment: boolean;
  commentKey: string | undefined;
  commentLogs: boolean;
}

/** The settings of every verb, checked and typed. */
export interface CommonSettings {
  apiKey: InputValues['api-key'];
  workspaceId: InputValues['workspace-id'] | undefined;
  endpoint: Endpoint;
  wait: InputValues['wait'];
  waitTimeoutMs: InputValues['wait-timeout'];
  pollIntervalMs: InputValues['poll-interval'];
  requestTimeoutMs: InputValues['request-timeout'];
  policy: Policy;
  onCancel: InputValues['on-cancel'];
  /** Only in the first attempt of a run: a re-run does not repeat work. */
  force: boolean;
  rerun: boolean;
  dryRun: boolean;
  logLines: InputValues['log-lines'];
  github: GitHubSettings;
}

/** What is deployed, and when. */
interface DeployInputs {
  desired: DesiredDeployment;
  /** `ref` was given without `commit` and is not the event's: its commit is still unknown. */
  resolveCommit: boolean;
  /** Globs that must match a changed file; undefined: everything. */
  paths: readonly string[] | undefined;
  rollbackOnFailure: boolean;
  /** How the live agent is checked after the deploy; undefined: not at all. */
  verification: Verification | undefined;
  expectedPlan: InputValues['expected-plan'] | undefined;
}

/** A plan is a deploy that stops before anything is sent. */
export interface DeploySettings extends CommonSettings, DeployInputs {
  verb: 'deploy' | 'plan';
  target: Target;
}

interface PreviewInputs {
  pullRequest: number;
  /** Undefined: `{name}-pr-{number}` with a `deployment-name`, else `{repo}-pr-{number}`. */
  nameTemplate: string | undefined;
  /** `deployment-name`: what `{name}` stands for. */
  baseName: string | undefined;
  /** The repository of the previews, if set: else that of the pull request. */
  repoUrl: string | undefined;
}

export interface PreviewSettings extends CommonSettings, DeployInputs, PreviewInputs {
  verb: 'preview';
  /** The deployment whose settings are inherited. `said`: it must exist. */
  from: { target: Target; said: boolean } | undefined;
  labels: readonly string[];
  /** Which of them are inputs; else they are the event's, and count only when it is about the pull request. */
  said: { ref: boolean; commit: boolean };
}

export interface TeardownSettings extends CommonSettings, PreviewInputs {
  verb: 'teardown';
}

export interface SweepSettings extends CommonSettings {
  verb: 'sweep';
  nameTemplate: string | undefined;
  baseName: string | undefined;
  repoUrl: string | undefined;
  ttlMs: InputValues['preview-ttl'] | undefined;
  limit: InputValues['sweep-limit'];
}

export interface RollbackSettings extends CommonSettings {
  verb: 'rollback';
  target: Target;
  to: InputValues['rollback-to'];
}

export interface WaitSettings extends CommonSettings {
  verb: 'wait';
  target: Target;
  /** Undefined: the latest one. */
  revisionId: InputValues['revision-id'] | undefined;
}

export interface StatusSettings extends CommonSettings {
  verb: 'status';
  target: Target;
}

export interface VerifySettings extends CommonSettings {
  verb: 'verify';
  /** The agent's URL, or its deployment in the control plane. */
  agent: { by: 'url'; url: string } | Target;
  verification: Verification;
}

/** Every input of the verb, checked and typed: nothing later on parses text. */
export type Settings =
  | DeploySettings
  | PreviewSettings
  | TeardownSettings
  | SweepSettings
  | RollbackSettings
  | WaitSettings
  | StatusSettings
  | VerifySettings;

/** How the result is shown; known even when other inputs are invalid. */
export interface Display {
  summary: boolean;
  annotations: boolean;
}

type Strategy = VerifyValues['multitask-strategy'];

type Json = Readonly<Record<string, unknown>>;

/** A regular expression, validated. */
export interface Pattern {
  source: string;
  flags: string;
}

/** What a run must produce. Unset expectations are not checked, except that the run succeeds. */
export interface Expectation {
  status: 'success' | 'error';
  /** Whether it interrupts, as a graph does that asks a person. */
  interrupted: boolean;
  /** A part of the final state's values; `given` distinguishes `null` from unset. */
  state: { given: boolean; value: unknown };
  /** Found in the text of the last message. */
  lastMessage: Pattern | undefined;
}

/** One check of a live agent: a run and its expectations. */
export interface Check {
  name: string;
  /** Undefined: the only one there is. */
  assistant: string | undefined;
  /** Undefined with a `command`. */
  input: unknown;
  command: Json | undefined;
  expect: Expectation;
  timeLimitMs: number;
  /** Undefined: a thread of its own. */
  threadId: string | undefined;
  strategy: Strategy;
  config: Json | undefined;
  context: unknown;
  metadata: Json | undefined;
}

type KeptThreads = VerifyValues['keep-threads'];

/** The checks in a text, or what is wrong with it. */
type ParseChecks = (text: string) => Parsed<readonly Check[]>;

/** The checks, or the file of the checkout that holds them, with its parser. */
export type ChecksInput =
  | { kind: 'given'; cases: readonly Check[] }
  | { kind: 'file'; path: string; read: ParseChecks };

/** What is verified, and how. */
export interface Verification {
  /** `file`: to be read from the checkout before anything is sent. */
  checks: ChecksInput;
  /** Undefined: no feedback. */
  feedbackKey: string | undefined;
  keepThreads: KeptThreads;
}

/** Defaults for a check. */
export type CheckDefaults = Partial<
  Pick<Check, 'assistant' | 'timeLimitMs' | 'threadId' | 'strategy' | 'config' | 'context' | 'metadata'>
>;
