import { readInputs } from './inputs/read.ts';
import type { Program } from './program.ts';
import { outputsOf } from './report/outputs.ts';

/** `action.yml`. */
export const DEPLOY: Program = { read: readInputs, outputsOf, needsRef: true };
