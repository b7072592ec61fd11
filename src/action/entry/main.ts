import { DEPLOY } from '../program-deploy.ts';
import { start } from './start.ts';

/** The main phase of `action.yml`. */
export const main = (): Promise<void> => start(DEPLOY);

/** That of `verify/action.yml`: in this module, so that the bundle holds what they share once. */
export const verify = async (): Promise<void> => start((await import('../program-verify.ts')).VERIFY);
