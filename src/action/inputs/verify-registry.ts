import { type InputName, INPUTS, type InputSpec } from './registry.ts';
import type { SandboxInputName } from './sandbox-registry.ts';

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
