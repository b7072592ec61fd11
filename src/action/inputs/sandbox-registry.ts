import { INPUTS, type InputSpec } from './registry.ts';

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
