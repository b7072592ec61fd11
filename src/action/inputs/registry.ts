import type { Source } from '../../contract/source.ts';

/** What the program knows of one input. Its description stands in action.yml, which a test compares with this table. */
export interface InputSpec {
  /** What an empty or absent value means. */
  default?: string;
  /** What action.yml gives where nothing is said; an expression that the runner fills in. */
  filledIn?: string;
  /** Environment variables that stand in for it, first one wins. */
  env?: readonly string[];
  /** The sources it applies to; absent = all. */
  sources?: readonly Source[];
}

const GIT = ['git_host'] as const;
const BUILT = ['git_host', 'internal_source'] as const;
const EXTERNAL = ['external_docker'] as const;

/** Every input of the action, in the order in which they are documented. */
export const INPUTS = {
  action: { default: 'auto' },
  'api-key': { env: ['LANGSMITH_API_KEY'] },
  'workspace-id': { env: ['LANGSMITH_WORKSPACE_ID', 'LANGSMITH_TENANT_ID'] },
  'control-plane-url': {},
  region: {},
  'allow-insecure-host': { default: 'false' },
  'api-dialect': { default: 'auto' },
  'deployment-name': {},
  'deployment-id': {},
  source: {},
  'integration-id': { sources: GIT },
  'repo-url': { sources: GIT },
  ref: { sources: GIT },
  commit: { sources: GIT },
  'source-path': { sources: ['internal_source'] },
  'graph-config-path': { sources: BUILT },
  'install-command': { sources: BUILT },
  'build-command': { sources: BUILT },
  'build-on-push': { sources: GIT },
  'deployment-type': { sources: ['git_host', 'internal_docker', 'internal_source'] },
  'image-uri': { sources: ['external_docker', 'internal_docker'] },
  'image-version': {},
  'listener-id': { sources: EXTERNAL },
  'k8s-namespace': { sources: EXTERNAL },
  'custom-url': { sources: EXTERNAL },
  'resource-spec': { sources: EXTERNAL },
  'secret-references': { sources: EXTERNAL },
  secrets: {},
  'secrets-strategy': { default: 'merge' },
  paths: {},
  'pull-request': {},
  'preview-name-template': {},
  'preview-from': {},
  'preview-labels': {},
  'preview-ttl': {},
  'sweep-limit': { default: '10' },
  'rollback-to': {},
  'rollback-on-failure': { default: 'false' },
  verify: {},
  'feedback-key': { default: 'ci' },
  'revision-id': {},
  'expected-plan': {},
  wait: { default: 'true' },
  'wait-timeout': { default: '30m' },
  'poll-interval': { default: '60s' },
  'request-timeout': { default: '30s' },
  'on-timeout': { default: 'fail' },
  'on-superseded': { default: 'fail' },
  'on-cancel': { default: 'leave' },
  force: { default: 'false' },
  'dry-run': { default: 'false' },
  'github-token': { filledIn: '${{ github.token }}' },
  'github-deployment': { default: 'true' },
  environment: {},
  comment: { default: 'true' },
  'comment-key': {},
  'comment-logs': { default: 'false' },
  summary: { default: 'true' },
  annotations: { default: 'true' },
  'log-lines': { default: '30' },
  'strict-inputs': { default: 'true' },
} as const satisfies Record<string, InputSpec>;

export type InputName = keyof typeof INPUTS;
export const INPUT_NAMES = Object.keys(INPUTS) as InputName[];

/** The inputs of one action. */
export type Registry = Readonly<Record<string, InputSpec>>;

/** The name under which the runner passes an input: capitals, spaces to underscores, hyphens kept. */
export function variableOf(input: string): string {
  return `INPUT_${input.replaceAll(' ', '_').toUpperCase()}`;
}

/** Every input of `sandbox/action.yml`, in the order in which they are documented. What all actions have is the same. */
export const SANDBOX_INPUTS = {
  mode: {},
  'proxy-config': {},
  run: {},
  shell: { default: 'bash' },
  'working-directory': {},
  env: {},
  'time-limit': {},
  isolation: { default: 'namespaces' },
  'export-env': { default: 'false' },
  'private-networks': {},
  'ca-file': { env: ['NODE_EXTRA_CA_CERTS'] },
  'api-key': INPUTS['api-key'],
  'workspace-id': INPUTS['workspace-id'],
  'sandbox-url': { env: ['LANGSMITH_ENDPOINT'] },
  'allow-insecure-host': INPUTS['allow-insecure-host'],
  name: { default: 'gha' },
  template: {},
  snapshot: {},
  'wait-for-ready': { default: 'true' },
  timeout: { default: '5m' },
  keep: { default: 'false' },
  'older-than': { default: '1d' },
  'sweep-limit': { default: '50' },
  'dry-run': { default: 'false' },
  'request-timeout': INPUTS['request-timeout'],
  summary: INPUTS.summary,
  annotations: INPUTS.annotations,
  'strict-inputs': INPUTS['strict-inputs'],
} as const satisfies Record<string, InputSpec>;

export type SandboxInputName = keyof typeof SANDBOX_INPUTS;
export const SANDBOX_INPUT_NAMES = Object.keys(SANDBOX_INPUTS) as SandboxInputName[];

/** Every input of `verify/action.yml`, in the order in which they are documented. What both actions have is the same. */
export const VERIFY_INPUTS = {
  'api-key': INPUTS['api-key'],
  'deployment-url': {},
  'deployment-name': INPUTS['deployment-name'],
  'deployment-id': INPUTS['deployment-id'],
  'workspace-id': INPUTS['workspace-id'],
  'control-plane-url': INPUTS['control-plane-url'],
  region: INPUTS.region,
  'allow-insecure-host': INPUTS['allow-insecure-host'],
  'api-dialect': INPUTS['api-dialect'],
  cases: {},
  input: {},
  expect: {},
  'last-message': {},
  assistant: {},
  'time-limit': { default: '2m' },
  'thread-id': {},
  'multitask-strategy': { default: 'rollback' },
  'keep-threads': { default: 'never' },
  'feedback-key': INPUTS['feedback-key'],
  'request-timeout': INPUTS['request-timeout'],
  summary: INPUTS.summary,
  annotations: INPUTS.annotations,
  'strict-inputs': INPUTS['strict-inputs'],
} as const satisfies Record<string, InputSpec>;

export type VerifyInputName = keyof typeof VERIFY_INPUTS;
export const VERIFY_INPUT_NAMES = Object.keys(VERIFY_INPUTS) as VerifyInputName[];

/** The name of an input of any of the actions. */
export type AnyInput = InputName | VerifyInputName | SandboxInputName;
