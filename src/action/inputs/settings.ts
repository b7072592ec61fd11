import type { Target } from './parsers.ts';
import type { InputValues, VerifyValues } from './registry.ts';
import type { Parsed } from './problem.ts';
import type { Secret, Source } from '../../contract/source.ts';
import type { Archive } from '../pack/sizes.ts';
import type { Policy } from '../outcome.ts';
import type { FieldValues } from '../plan/deployment-fields.ts';
import type { Endpoint } from './endpoint.ts';

/** The desired deployment. `undefined` always means "unset": an existing deployment keeps its value. */
export interface DesiredDeployment extends FieldValues {
  source: Source;
  /** Whether the source is set instead of inferred from other inputs. */
  isSourceSet: boolean;
  ref: string | undefined;
  /** Commit that must run in the end. */
  commit: string | undefined;
  imageUri: string | undefined;
  /** Folder of the checkout to pack, for `internal_source`. */
  sourcePath: string | undefined;
  /** The packed source, once packed. */
  archive: Archive | undefined;
  /** The service's path after the upload. No other upload has this path. */
  tarballPath: string | undefined;
  secrets: Secret[] | undefined;
  secretsStrategy: InputValues['secrets-strategy'];
}

/** Settings of the report on GitHub: what is shown, and with which permissions. */
export interface GitHubSettings {
  /** `undefined` for no GitHub access. */
  token: string | undefined;
  deployment: boolean;
  environment: string | undefined;
  comment: boolean;
  commentKey: string | undefined;
  commentLogs: boolean;
}

/** Settings of every verb, checked and typed. */
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
  /** Only true in the first attempt of a run, because a re-run must not repeat work. */
  force: boolean;
  rerun: boolean;
  dryRun: boolean;
  logLines: InputValues['log-lines'];
  github: GitHubSettings;
}

/** Settings that determine what is deployed, and when. */
interface DeployInputs {
  desired: DesiredDeployment;
  /** Whether `ref` was given without `commit` and is not the event's, so that its commit is still unknown. */
  resolveCommit: boolean;
  /** Globs that must match a changed file; `undefined` for any file. */
  paths: readonly string[] | undefined;
  rollbackOnFailure: boolean;
  /** How the live agent is checked after the deployment; `undefined` for no check. */
  verification: Verification | undefined;
  expectedPlan: InputValues['expected-plan'] | undefined;
}

/** Settings of a deployment. A plan is a deployment that stops before anything is sent. */
export interface DeploySettings extends CommonSettings, DeployInputs {
  verb: 'deploy' | 'plan';
  target: Target;
}

interface PreviewInputs {
  pullRequest: number;
  /** `undefined` means `{name}-pr-{number}` with a `deployment-name`, otherwise `{repo}-pr-{number}`. */
  nameTemplate: string | undefined;
  /** `deployment-name`, the value of `{name}`. */
  baseName: string | undefined;
  /** Repository of the previews, if set; otherwise the pull request's. */
  repoUrl: string | undefined;
}

export interface PreviewSettings extends CommonSettings, DeployInputs, PreviewInputs {
  verb: 'preview';
  /** Deployment whose settings are inherited. `specified`: an input names the deployment, so it must exist. */
  from: { target: Target; specified: boolean } | undefined;
  labels: readonly string[];
  /**
   * Inputs that were given. The other values come from the event, and count only if the event is about the pull
   * request.
   */
  specified: { ref: boolean; commit: boolean };
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
  /** `undefined` for the latest revision. */
  revisionId: InputValues['revision-id'] | undefined;
}

export interface StatusSettings extends CommonSettings {
  verb: 'status';
  target: Target;
}

export interface VerifySettings extends CommonSettings {
  verb: 'verify';
  /** URL of the agent, or its deployment in the control plane. */
  agent: { by: 'url'; url: string } | Target;
  verification: Verification;
}

/** Every input of the verb, checked and typed, so that later code parses no text. */
export type Settings =
  | DeploySettings
  | PreviewSettings
  | TeardownSettings
  | SweepSettings
  | RollbackSettings
  | WaitSettings
  | StatusSettings
  | VerifySettings;

/** How the result is shown; known even if other inputs are invalid. */
export interface Display {
  summary: boolean;
  annotations: boolean;
}

type Strategy = VerifyValues['multitask-strategy'];

type Json = Readonly<Record<string, unknown>>;

/** A validated regular expression. */
export interface Pattern {
  source: string;
  flags: string;
}

/** What a run must produce. Unset expectations are not checked, but the run must succeed. */
export interface Expectation {
  status: 'success' | 'error';
  /** Whether it must be interrupted, like a graph that asks a person. */
  interrupted: boolean;
  /** Expected part of the final state's values; `given` distinguishes `null` from unset. */
  state: { given: boolean; value: unknown };
  /** Pattern that the text of the last message must match. */
  lastMessage: Pattern | undefined;
}

/** One check of a live agent: a run and its expectations. */
export interface Check {
  name: string;
  /** `undefined` for the only assistant. */
  assistant: string | undefined;
  /** `undefined` with a `command`. */
  input: unknown;
  command: Json | undefined;
  expect: Expectation;
  timeLimitMs: number;
  /** `undefined` for a new thread. */
  threadId: string | undefined;
  strategy: Strategy;
  config: Json | undefined;
  context: unknown;
  metadata: Json | undefined;
}

type KeptThreads = VerifyValues['keep-threads'];

/** Returns the checks in a text, or its problems. */
type ParseChecks = (text: string) => Parsed<readonly Check[]>;

/** The checks, or the file of the checkout with them and its parser. */
export type ChecksInput =
  | { kind: 'given'; cases: readonly Check[] }
  | { kind: 'file'; path: string; read: ParseChecks };

/** Settings that determine what is verified, and how. */
export interface Verification {
  /** `file`: must be read from the checkout before anything is sent. */
  checks: ChecksInput;
  /** `undefined` for no feedback. */
  feedbackKey: string | undefined;
  keepThreads: KeptThreads;
}

/** Defaults for a check. */
export type CheckDefaults = Partial<
  Pick<Check, 'assistant' | 'timeLimitMs' | 'threadId' | 'strategy' | 'config' | 'context' | 'metadata'>
>;
