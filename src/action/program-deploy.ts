import { readInputs } from './inputs/read.ts';
import type { ActionDefinition } from './program.ts';
import { outputsOf } from './report/outputs.ts';

/** `action.yml`. */
export const DEPLOY_ACTION: ActionDefinition = {
  readInputs: readInputs,
  toOutputs: outputsOf,
  needsRef: true,
};
