import { DEPLOY_ACTION } from '../program-deploy.ts';
import { start } from './start.ts';

/** The main phase of `action.yml`. */
export const main = (): Promise<void> => start(DEPLOY_ACTION);

/** That of `verify/action.yml`: in this module, so that the bundle holds what they share once. */
export const verify = async (): Promise<void> => start((await import('../program-verify.ts')).VERIFY_ACTION);

/** That of `sandbox/action.yml`, likewise. */
export const sandbox = async (): Promise<void> => (await import('../sandbox/start.ts')).startSandbox();

/** The post phase of `sandbox/action.yml`, likewise. */
export const sandboxPost = async (): Promise<void> =>
  (await import('../sandbox/start.ts')).startSandboxPost();
