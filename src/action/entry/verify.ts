import { VERIFY } from '../program-verify.ts';
import { start } from './start.ts';

/** The main phase of `verify/action.yml`, which has no other. */
export const verify = (): Promise<void> => start(VERIFY);
