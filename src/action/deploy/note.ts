import type { Deployment } from '../../contract/deployment.ts';
import { urlOf } from '../plan/current.ts';
import type { VerbContext } from './tools.ts';

/** Notes what an answer says of the deployment. */
export function recordDeployment({ record }: Pick<VerbContext, 'record'>, deployment: Deployment): void {
  const { id, name } = deployment;
  record.deployment = { id, name, url: urlOf(deployment) ?? record.deployment?.url };
}
