import { isApiError } from '../../clients/errors.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import type { VerbContext } from './tools.ts';

/**
 * A deployment from a repository names the git integration it is fetched through (spec §2.2). Not given: the only one
 * there is. Several are a question only the author can answer; none, or a service without the list, leaves it out.
 */
export async function chooseIntegration(
  { controlPlane, signal, log }: Pick<VerbContext, 'controlPlane' | 'signal' | 'log'>,
  desired: DesiredDeployment,
): Promise<DesiredDeployment> {
  if (desired.source !== 'git_host' || desired.integrationId !== undefined) return desired;
  try {
    const [first, ...others] = await controlPlane.gitIntegrations(signal);
    if (first === undefined) {
      log.line('The workspace has no git integration; trying without.');
      return desired;
    }
    if (others.length > 0) {
      const list = [first, ...others].map(({ id, name }) => `${id} (${name ?? 'no name'})`).join(', ');
      throw new ActionError(
        'ambiguous-integration',
        `The workspace has several git integrations: ${list}. Say which one with integration-id.`,
      );
    }
    log.line(`Using the workspace's git integration ${first.name ?? first.id}.`);
    return { ...desired, integrationId: first.id };
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 405) && !isApiError(error, 501)) throw error;
    return desired;
  }
}
