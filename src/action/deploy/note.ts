import type { Deployment } from '../../contract/deployment.ts';
import { urlOf } from '../plan/actual.ts';
import type { Tools } from './tools.ts';

/** Notes what an answer says of the deployment. */
export function noteDeployment({ record }: Pick<Tools, 'record'>, deployment: Deployment): void {
  const { id, name } = deployment;
  record.deployment = { id, name, url: urlOf(deployment) ?? record.deployment?.url };
}
