import type { Target } from './parsers.ts';
import type { InputValues, VerifyValues } from './registry.ts';
import type { Parsed } from './problem.ts';
import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { Secret, SecretReference, Source } from '../../contract/source.ts';
import type { Archive } from '../pack/sizes.ts';
import type { Policy } from '../outcome.ts';
import type { Endpoint } from './endpoint.ts';

/** What the deployment is to be like. Undefined always means "not said": on an existing one it stays as it is. */
export interface DesiredDeployment {
  source: Source;
  /** The source was said, not guessed from the other inputs. */
  isSourceSet: boolean;
  repoUrl: string | undefined;
  integrationId: InputValues['integration-id'] | undefined;
  deploymentType: InputValues['deployment-type'] | undefined;
  buildOnPush: InputValues['build-on-push'] | undefined;
  installCommand: string | undefined;
  buildCommand: string | undefined;
  listenerId: InputValues['listener-id'] | undefined;
  k8sNamespace: InputValues['k8s-namespace'] | undefined;
  customUrl: string | undefined;
  resourceSpec: ResourceSpec | undefined;
  secretReferences: SecretReference[] | undefined;
  ref: string | undefined;
  /** The commit that must be running in the end. */
  commit: string | undefined;
  graphConfigPath: string | undefined;
  imageUri: string | undefined;
  imageVersion: string | undefined;
  /** Of the checkout: the folder that is packed, for `internal_source`. */
  sourcePath: string | undefined;
  /** What was packed, as soon as it is. */
  archive: Archive | undefined;
  /** What the service calls it, as soon as it is uploaded. No other upload has this path. */
  tarballPath: string | undefined;
  secrets: Secret[] | undefined;
  secretsStrategy: InputValues['secrets-strategy'];
}

/** What is shown on GitHub, and with which rights. */
export interface GitHubSettings {
  /** Undefined: nothing can be asked of GitHub or shown there. */
  token: string | undefined;
  deployment: boolean;
  environment: string | undefined;
  comment: boolean;
  commentKey: string | undefined;
  commentLogs: boolean;
}

/** What every verb knows: the inputs that always count, checked and typed. */
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
  /** Only in the first attempt of a run: a re-run does nothing that is done. */
  force: boolean;
  /** This is a later attempt of a run. */
  rerun: boolean;
  dryRun: boolean;
  logLines: InputValues['log-lines'];
  github: GitHubSettings;
}

/** What is deployed, and when. */
interface DeployInputs {
  desired: DesiredDeployment;
  /** `ref` was given without `commit` and is not the event's: the commit is still to be found out. */
  resolveCommit: boolean;
  /** Globs of what the run is for; undefined: everything. */
  paths: readonly string[] | undefined;
  rollbackOnFailure: boolean;
  /** How the live agent is checked after the deploy; undefined: it is not. */
  verification: Verification | undefined;
  expectedPlan: InputValues['expected-plan'] | undefined;
}

/** A plan is a deploy that stops before anything is sent. */
export interface DeploySettings extends CommonSettings, DeployInputs {
  verb: 'deploy' | 'plan';
  target: Target;
}

/** Which preview is meant. */
interface PreviewInputs {
  pullRequest: number;
  /** Undefined: `{name}-pr-{number}` with a `deployment-name`, else `{repo}-pr-{number}`. */
  nameTemplate: string | undefined;
  /** `deployment-name`: what `{name}` stands for. */
  baseName: string | undefined;
  /** Where previews are built from, when an input says so: else the repository of the pull request. */
  repoUrl: string | undefined;
}

export interface PreviewSettings extends CommonSettings, DeployInputs, PreviewInputs {
  verb: 'preview';
  /** The deployment whose settings are inherited. `said`: it has to be there. */
  from: { target: Target; said: boolean } | undefined;
  labels: readonly string[];
  /** Which of them are inputs; else they are the event's, and count only when that is about the pull request. */
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

/** Checks a live agent, and changes nothing. */
export interface VerifySettings extends CommonSettings {
  verb: 'verify';
  /** Where the agent is: its address, or the deployment that the control plane knows it of. */
  agent: { by: 'url'; url: string } | Target;
  verification: Verification;
}

/** Every input that the verb needs, checked and typed: nothing later on reads text. */
export type Settings =
  | DeploySettings
  | PreviewSettings
  | TeardownSettings
  | SweepSettings
  | RollbackSettings
  | WaitSettings
  | StatusSettings
  | VerifySettings;

/** How the result is shown; known even when other inputs are wrong. */
export interface Display {
  summary: boolean;
  annotations: boolean;
}

export type Strategy = VerifyValues['multitask-strategy'];

/** A free-form JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A regular expression that was compiled once, so that it is known to be one. */
export interface Pattern {
  source: string;
  flags: string;
}

/** What a run has to come to. What is not said is not asked, but that it ended well. */
export interface Expectation {
  /** How the run ends. */
  status: 'success' | 'error';
  /** Whether it stops to be resumed, as a graph does that asks a person. */
  interrupted: boolean;
  /** A part of the final state's values; `given` tells `null` from what was not said. */
  state: { given: boolean; value: unknown };
  /** Found in the text of the last message. */
  lastMessage: Pattern | undefined;
}

/** One check of a live agent: a run, and what is expected of it. */
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

export type KeptThreads = VerifyValues['keep-threads'];

/** The checks in a text, or what is wrong with it. */
type ParseChecks = (text: string) => Parsed<readonly Check[]>;

/** The cases, or the file of the checkout that they stand in, with how its text is read. */
export type GivenChecks =
  | { kind: 'given'; cases: readonly Check[] }
  | { kind: 'file'; path: string; read: ParseChecks };

/** What is verified, and how. */
export interface Verification {
  /** `file`: to be read from the checkout before anything is sent. */
  checks: GivenChecks;
  /** Undefined: no feedback is given. */
  feedbackKey: string | undefined;
  keepThreads: KeptThreads;
}

/** What a case takes where it says nothing itself. */
export type CheckDefaults = Partial<
  Pick<Check, 'assistant' | 'timeLimitMs' | 'threadId' | 'strategy' | 'config' | 'context' | 'metadata'>
>;
