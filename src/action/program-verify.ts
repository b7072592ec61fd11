import { readVerifyInputs } from './inputs/read-verify.ts';
import type { ActionDefinition } from './program.ts';
import { verifyOutputsOf } from './report/outputs.ts';

/** `verify/action.yml`. */
export const VERIFY_ACTION: ActionDefinition = {
  readInputs: readVerifyInputs,
  toOutputs: verifyOutputsOf,
  needsRef: false,
};
