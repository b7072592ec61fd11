import type { Deployment } from '../../contract/deployment.ts';
import { containerValues } from '../inputs/container-values.ts';
import { urlOf } from '../plan/actual.ts';
import type { Tools } from './tools.ts';

/** Notes what an answer says of the deployment, and hides the secret values that came with it. */
export function noteDeployment(tools: Tools, deployment: Deployment): void {
  const { record } = tools;
  const { id, name } = deployment;
  record.deployment = { id, name, url: urlOf(deployment) ?? record.deployment?.url };
  tools.hide((deployment.secrets ?? []).flatMap(({ value }) => (value ? [value] : [])));
  tools.hide(containerValues(deployment.source_config?.['resource_spec']));
}
