import { readVerifyInputs } from './inputs/read-verify.ts';
import type { Program } from './program.ts';
import { verifyOutputsOf } from './report/verify-outputs.ts';

/** `verify/action.yml`. */
export const VERIFY: Program = { read: readVerifyInputs, outputsOf: verifyOutputsOf, needsRef: false };
