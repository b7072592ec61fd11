import type { ApprovalRule } from './approval-rule.ts';
import type { CompareWith, Target } from './parsers.ts';
import type { InputValues, VerifyValues } from './registry.ts';
import type { Parsed } from './problem.ts';
import type { ProxyConfig } from '../../contract/sandbox.ts';
import type { Secret, Source } from '../../contract/source.ts';
import type { GateSettings, KeySettings } from '../../judgement/comparison.ts';
import type { Archive } from '../pack/sizes.ts';
import type { Policy } from '../outcome.ts';
import type { Seed } from '../seed/seed.ts';
import type { FieldValues } from '../plan/deployment-fields.ts';
import type { CommentCommand } from '../command/parse-command.ts';
import type { Endpoint } from './endpoint.ts';

/** The desired deployment, where `undefined` means that an existing deployment keeps the value of the field. */
export interface DesiredDeployment extends FieldValues {
  source: Source;
  /** True if the input `source` is set, or false if the source is inferred from other inputs. */
  isSourceSet: boolean;
  ref: string | undefined;
  /** SHA of the commit from which the active revision must be built when the run ends. */
  commit: string | undefined;
  imageUri: string | undefined;
  /** Path of the folder in the checkout to pack, for `internal_source`. */
  sourcePath: string | undefined;
  /** The packed source, or `undefined` until the source is packed. */
  archive: Archive | undefined;
  /** Unique path that the service assigned to this upload. */
  tarballPath: string | undefined;
  secrets: Secret[] | undefined;
  secretsStrategy: InputValues['secrets-strategy'];
  /**
   * True if the deployment's marker proves that its latest upload has the content of the packed source. Absent if the
   * content of the latest upload is unknown.
   */
  isLatestUpload?: boolean;
}

/** Settings for reports on GitHub: the token, and the parts of the report that are enabled. */
export interface GitHubSettings {
  /** Token for GitHub's API, or `undefined` if the run does not use GitHub. */
  token: string | undefined;
  deployment: boolean;
  environment: string | undefined;
  comment: boolean;
  commentKey: string | undefined;
  commentLogs: boolean;
}

/** Settings that all verbs share, validated and converted. */
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
  /**
   * True only in the first attempt of a run with `force`, because a re-run must not repeat a forced change. The verbs
   * teardown and sweep use `force` in re-runs too.
   */
  force: boolean;
  rerun: boolean;
  dryRun: boolean;
  /**
   * When the lock of a deployment is read before a change. `auto` skips the lock only without a GitHub token, or if the
   * token lacks the permission.
   */
  locks: InputValues['locks'];
  logLines: InputValues['log-lines'];
  /** Comment whose command the run performs; absent for a run without a command. */
  command?: CommentCommand;
  github: GitHubSettings;
}

interface DeployInputs {
  desired: DesiredDeployment;
  /**
   * True if the commit must be looked up, because the inputs set a `ref` other than the event's without a `commit`.
   */
  resolveCommit: boolean;
  /** Globs, at least one of which must match a changed file, or `undefined` if any change is deployed. */
  paths: readonly string[] | undefined;
  rollbackOnFailure: boolean;
  /** Checks of the agent after the deployment, or `undefined` if the agent is not checked. */
  verification: Verification | undefined;
  expectedPlan: InputValues['expected-plan'] | undefined;
}

/** Settings of the verbs deploy and plan. The verb plan stops before anything is sent. */
export interface DeploySettings extends CommonSettings, DeployInputs {
  verb: 'deploy' | 'plan';
  target: Target;
}

interface PreviewInputs {
  pullRequest: number;
  /**
   * Template of the preview's name. The default is `{name}-pr-{number}` with a `deployment-name`, or else
   * `{repo}-pr-{number}`.
   */
  nameTemplate: string | undefined;
  /** Value of the input `deployment-name`, which replaces `{name}` in the template. */
  baseName: string | undefined;
  /** URL of the repository from which previews are built, or `undefined` for the repository of the pull request. */
  repoUrl: string | undefined;
}

/** Sources of a preview's data. */
export interface SeedSettings {
  /** True to copy the assistants and the store of the deployment from which the preview inherits. */
  inherited: boolean;
  /** Path of the file in the checkout. */
  file: string | undefined;
  /** Data of the file, which is read before anything is sent. */
  data: Seed;
  /** True to write the data again, even if it was written before. */
  reset: boolean;
}

export interface PreviewSettings extends CommonSettings, DeployInputs, PreviewInputs {
  verb: 'preview';
  /**
   * Deployment whose settings the preview inherits. `specified` means that an input specifies the deployment, which
   * must then exist.
   */
  from: { target: Target; specified: boolean } | undefined;
  labels: readonly string[];
  /**
   * Number of the newest commits that keep their previews, or `undefined` if the pull request has one preview for all
   * commits.
   */
  keepCommits: number | undefined;
  /**
   * For the ref and for the commit, true if an input sets the value. Unset inputs are taken from the event if the event
   * is about the pull request.
   */
  specified: { ref: boolean; commit: boolean };
  /** Data that is written to the preview once, or `undefined` if the preview gets no data. */
  seed: SeedSettings | undefined;
  /** How people approve commits of forks, or `undefined` if forks get no preview. */
  forks: { rules: readonly ApprovalRule[]; secrets: boolean } | undefined;
}

export interface SharedPreviewSettings extends CommonSettings, DeployInputs {
  verb: 'shared-preview';
  /** Label of the pull requests that are merged. */
  label: string;
  /** Value of the input `deployment-name`, with which the name of the shared preview begins. */
  baseName: string | undefined;
  from: PreviewSettings['from'];
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
  /** Settings for deleting inactive previews, or `undefined` without `preview-idle`. */
  idle: { ms: InputValues['preview-idle']; keepLabel: InputValues['preview-keep-label'] } | undefined;
  limit: InputValues['sweep-limit'];
}

export interface RollbackSettings extends CommonSettings {
  verb: 'rollback';
  target: Target;
  to: InputValues['rollback-to'];
}

export interface RebuildSettings extends CommonSettings {
  verb: 'rebuild';
  /** The deployment whose deployed commit is built again. */
  target: Target;
  /** Variables of the throw-away deployment, which gets no variable of the target. */
  secrets: readonly Secret[];
  /** The deployed commit, for a service that does not report the commit of an upload. */
  commit: InputValues['commit'] | undefined;
  /** Folder of the checkout to pack if the checkout is uploaded. */
  sourcePath: InputValues['source-path'] | undefined;
  verification: Verification | undefined;
}

export interface LockSettings extends CommonSettings {
  verb: 'lock';
  target: Target;
  reason: InputValues['lock-reason'];
  /** Duration after which the lock expires, or `undefined` if the lock does not expire. */
  forMs: InputValues['lock-for'] | undefined;
}

export interface UnlockSettings extends CommonSettings {
  verb: 'unlock';
  target: Target;
}

export interface WaitSettings extends CommonSettings {
  verb: 'wait';
  target: Target;
  /** ID of the revision, or `undefined` for the latest revision. */
  revisionId: InputValues['revision-id'] | undefined;
}

export interface StatusSettings extends CommonSettings {
  verb: 'status';
  target: Target;
}

export interface VerifySettings extends CommonSettings {
  verb: 'verify';
  /** URL of the agent, or the deployment that runs the agent. */
  agent: { by: 'url'; url: string } | Target;
  verification: Verification;
}

/** All inputs of a verb, validated and converted. */
export type Settings =
  | DeploySettings
  | PreviewSettings
  | SharedPreviewSettings
  | TeardownSettings
  | SweepSettings
  | RollbackSettings
  | RebuildSettings
  | LockSettings
  | UnlockSettings
  | WaitSettings
  | StatusSettings
  | VerifySettings;

/** Settings for displaying the result, which are known even if other inputs are invalid. */
export interface Display {
  summary: boolean;
  annotations: boolean;
}

type Strategy = VerifyValues['multitask-strategy'];

type Json = Readonly<Record<string, unknown>>;

/** A valid regular expression: its source and its flags. */
export interface Pattern {
  source: string;
  flags: string;
}

/** Expected result of a run. The run must succeed, and fields of the expectation that are unset are not checked. */
export interface Expectation {
  status: 'success' | 'error';
  /**
   * True if the run must end with an interrupt, for example to wait for a person. If `interrupted` is `undefined`, a
   * check expects no interrupt, and the gate accepts runs with and without an interrupt.
   */
  interrupted: boolean | undefined;
  /**
   * Expected part of the final state, where `given` is true if the field is set, because an expected `null` differs
   * from an unset field.
   */
  state: { given: boolean; value: unknown };
  /** Pattern that must match the text of the last message. */
  lastMessage: Pattern | undefined;
  /** Range that must contain a number in the text of the last message. */
  number: NumberRange | undefined;
  /** Tool calls that the agent's response must contain. */
  toolCalls: ExpectedToolCalls | undefined;
  maxTokens: number | undefined;
}

/** A range of numbers: its center, and the maximum distance from the center. */
export interface NumberRange {
  value: number;
  tolerance: number;
}

export interface ExpectedToolCall {
  name: string;
  /** Expected part of the arguments, or `undefined` if any arguments are accepted. */
  args: Json | undefined;
}

/** Expected calls of tools, where an empty list expects no tool calls. */
export interface ExpectedToolCalls {
  calls: readonly ExpectedToolCall[];
  /** True if the agent must call the tools in the order of the list. */
  inOrder: boolean;
}

/** One check of an agent: the run to create and its expected result. */
export interface Check {
  name: string;
  /** Name or ID of the assistant, or `undefined` for the agent's only assistant. */
  assistant: string | undefined;
  /** Input of the run, or `undefined` if `command` is set. */
  input: unknown;
  command: Json | undefined;
  expect: Expectation;
  timeLimitMs: number;
  /** ID of the thread, or `undefined` to create a thread. */
  threadId: string | undefined;
  strategy: Strategy;
  config: Json | undefined;
  context: unknown;
  metadata: Json | undefined;
  /**
   * Expected response for scores, such as the outputs of a dataset's example, or `undefined` if the case has no
   * expected response.
   */
  reference: unknown;
  /** Position of the case in a file of the checkout, or `undefined` if the case is not from a file. */
  location: { file: string; line: number } | undefined;
  /** ID of the dataset's example, or `undefined` if the case is not from a dataset. */
  exampleId: string | undefined;
}

/** Selects a version of a dataset, whose examples become cases. */
export interface DatasetQuery {
  by: 'name' | 'id' | 'share-token';
  value: string;
  /** Tag or ISO time of the version, or `undefined` for the latest version. */
  version: string | undefined;
  /** Splits whose examples are used, or an empty list for all examples. */
  splits: readonly string[];
  /** Field of an example's inputs that becomes the user's message, or `undefined` to use the whole inputs. */
  message: string | undefined;
}

/** Definition of one score. */
export interface ScoreDefinition {
  /**
   * Comparison of the response with the reference, at a path such as `answer.total`. `exact` compares the text of the
   * response. `number` compares the first number in the response. `compare` is `undefined` if a command computes the
   * score.
   */
  compare:
    | { kind: 'exact'; path: string | undefined }
    | { kind: 'number'; path: string | undefined; tolerance: number }
    | undefined;
  judging: Partial<KeySettings>;
}

/** A program of the checkout that scores responses in a box without the API key. */
export interface ScoreCommand {
  script: string;
  timeLimitMs: number;
  /**
   * Rules of the credential proxy through which the program reaches the network, or `undefined` if the program has no
   * network.
   */
  proxyConfig: ProxyConfig | undefined;
}

/** Settings of the gate, which compares two deployments or judges the scores of one deployment. */
export interface GateInputs {
  /**
   * Deployment or URL to compare with. `base` is the deployment from which a preview inherits settings. `none` disables
   * the comparison.
   */
  compareWith: CompareWith | { kind: 'base' };
  /** Maximum number of cases; from a longer list, the gate draws a sample that depends only on the seed. */
  maxCases: number;
  /** Seed of samples and orders, or `undefined` to use the commit. */
  seed: string | undefined;
  concurrency: number;
  /** Number of responses that each case gets from each deployment, before cases that look broken are repeated. */
  repeats: number;
  /**
   * Limits for the time in milliseconds and for the number of tokens; after a limit is reached, no further case starts.
   */
  timeBudgetMs: number | undefined;
  tokenBudget: number | undefined;
  scores: ReadonlyMap<string, ScoreDefinition>;
  command: ScoreCommand | undefined;
  judging: Partial<Omit<GateSettings, 'seed' | 'keys'>>;
  /** Folder for the reports, relative to the checkout, or `undefined` for a folder in `RUNNER_TEMP`. */
  reportDir: string | undefined;
  /** URL of the API for datasets and experiments. */
  tracingUrl: string;
  /** Name of the environment variable that set `tracingUrl`; absent if an input set `tracingUrl`. */
  tracingVariable?: string;
}

type KeptThreads = VerifyValues['keep-threads'];

type ParseChecks = (text: string) => Promise<Parsed<readonly Check[]>>;

/**
 * The checks, the file of the checks with its parser, or the dataset whose examples become checks, with the fields that
 * all checks of the dataset share.
 */
export type ChecksInput =
  | { kind: 'given'; cases: readonly Check[] }
  | { kind: 'file'; path: string; read: ParseChecks }
  | { kind: 'dataset'; query: DatasetQuery; defaults: CheckDefaults; expect: Expectation };

/** Settings of a verification: the checks, and how to run them. */
export interface Verification {
  /** Checks in a `file` must be read from the checkout before anything is sent. */
  checks: ChecksInput;
  /** Key of the feedback that each check submits, or `undefined` if checks submit no feedback. */
  feedbackKey: string | undefined;
  keepThreads: KeptThreads;
  /** Settings of the gate, or `undefined` if each check is evaluated only by its own expectations. */
  gate: GateInputs | undefined;
  /**
   * Returns the position of a gate setting in the inputs, such as `verify: line 3: dataset.splits`, or the position of
   * its nearest ancestor; absent without a gate.
   */
  locate?: ((path: readonly string[]) => string) | undefined;
}

/** Values of the fields that a check does not set. */
export type CheckDefaults = Partial<
  Pick<Check, 'assistant' | 'timeLimitMs' | 'threadId' | 'strategy' | 'config' | 'context' | 'metadata'>
>;
