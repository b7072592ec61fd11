import { DEPLOY } from '../program-deploy.ts';
import { start } from './start.ts';

/** The main phase of `action.yml`. */
export const main = (): Promise<void> => start(DEPLOY);
