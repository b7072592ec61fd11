import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { Secret, SecretReference, Source } from '../../contract/source.ts';
import type { Archive } from '../pack/pack.ts';
import type { Policy } from '../outcome.ts';
import type { Verification } from '../verify/check.ts';
import type { Endpoint } from './endpoint.ts';

/** What the deployment is to be like. Undefined always means "not said": on an existing one it stays as it is. */
export interface DesiredDeployment {
  source: Source;
  /** The source was said, not guessed from the other inputs. */
  isSourceSet: boolean;
  repoUrl: string | undefined;
  integrationId: string | undefined;
  deploymentType: string | undefined;
  buildOnPush: boolean | undefined;
  installCommand: string | undefined;
  buildCommand: string | undefined;
  listenerId: string | undefined;
  k8sNamespace: string | undefined;
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
  secretsStrategy: 'merge' | 'replace';
}

export type Target = { by: 'name'; name: string } | { by: 'id'; id: string };

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
  apiKey: string;
  workspaceId: string | undefined;
  endpoint: Endpoint;
  wait: boolean;
  waitTimeoutMs: number;
  pollIntervalMs: number;
  requestTimeoutMs: number;
  policy: Policy;
  onCancel: 'leave' | 'interrupt';
  /** Only in the first attempt of a run: a re-run does nothing that is done. */
  force: boolean;
  /** This is a later attempt of a run. */
  rerun: boolean;
  dryRun: boolean;
  logLines: number;
  github: GitHubSettings;
}

/** What is deployed, and when. */
interface DeployInputs {
  wanted: DesiredDeployment;
  /** `ref` was given without `commit` and is not the event's: the commit is still to be found out. */
  resolveCommit: boolean;
  /** Globs of what the run is for; undefined: everything. */
  paths: readonly string[] | undefined;
  rollbackOnFailure: boolean;
  /** How the live agent is checked after the deploy; undefined: it is not. */
  verification: Verification | undefined;
  expectedPlan: string | undefined;
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
  ttlMs: number | undefined;
  limit: number;
}

/** Where a rollback goes. */
export type RollbackTo =
  | { kind: 'previous' }
  | { kind: 'revision'; id: string }
  | { kind: 'ref'; ref: string };

export interface RollbackSettings extends CommonSettings {
  verb: 'rollback';
  target: Target;
  to: RollbackTo;
}

export interface WaitSettings extends CommonSettings {
  verb: 'wait';
  target: Target;
  /** Undefined: the latest one. */
  revisionId: string | undefined;
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
