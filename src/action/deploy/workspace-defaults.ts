import type { ListenerView } from '../../clients/control-plane.ts';
import { isApiError, isNotServed } from '../../clients/errors.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome.ts';
import type { VerbContext } from '../verb-context.ts';

/**
 * Sets the git integration that a deployment from a repository requires. If no input specifies the integration, chooses
 * the only integration of the workspace. Leaves the field unset if the workspace has no integration, or if the service
 * has no list of integrations. Throws ActionError if the workspace has several integrations.
 */
export async function chooseIntegration(
  { controlPlane, signal, log }: Pick<VerbContext, 'controlPlane' | 'signal' | 'log'>,
  desired: DesiredDeployment,
): Promise<DesiredDeployment> {
  if (desired.source !== 'git_host' || desired.integrationId !== undefined) return desired;
  try {
    const [first, ...others] = await controlPlane.gitIntegrations(signal);
    if (first === undefined) {
      log.line('The workspace has no git integration; continuing without one.');
      return desired;
    }
    if (others.length > 0) {
      const list = [first, ...others].map(({ id, name }) => `${id} (${name ?? 'no name'})`).join(', ');
      throw new ActionError(
        'ambiguous-integration',
        `The workspace has several git integrations: ${list}. Choose one with integration-id.`,
      );
    }
    log.line(`Using the workspace's git integration ${first.name ?? first.id}.`);
    return { ...desired, integrationId: first.id };
  } catch (error) {
    if (!isNotServed(error)) throw error;
    return desired;
  }
}

/**
 * Sets the listener that a deployment of an external image requires in a workspace with listeners
 * (docs/api/deployments.md#listeners). If no input specifies the listener, chooses the only listener of the workspace.
 * Throws ActionError if the workspace has several listeners, or if the listener does not have the namespace.
 */
export async function chooseListener(
  { controlPlane, signal, log }: Pick<VerbContext, 'controlPlane' | 'signal' | 'log'>,
  desired: DesiredDeployment,
): Promise<DesiredDeployment> {
  if (desired.source !== 'external_docker') return desired;
  const { listenerId, k8sNamespace } = desired;
  if (listenerId !== undefined && k8sNamespace === undefined) return desired;
  const listeners = await controlPlane.listListeners(signal).catch((error: unknown): ListenerView[] => {
    // A missing route or a 403 means that the service, or the plan of the workspace, does not support listeners.
    if (isNotServed(error) || isApiError(error, 403)) return [];
    throw error;
  });
  const [first, ...others] = listeners;
  if (listenerId === undefined && others.length > 0) {
    throw new ActionError(
      'ambiguous-listener',
      `The workspace has several listeners: ${listeners.map(describe).join(', ')}. Choose one with listener-id.`,
    );
  }
  const chosen = listenerId === undefined ? first : listeners.find(({ id }) => id === listenerId);
  if (chosen === undefined) return desired;
  if (k8sNamespace !== undefined && chosen.namespaces?.includes(k8sNamespace) === false) {
    throw new ActionError(
      'invalid-plan',
      `k8s-namespace: the listener ${describe(chosen)} does not deploy into ${k8sNamespace}. Give one of its namespaces.`,
    );
  }
  if (listenerId === undefined) log.line(`Using the workspace's listener ${describe(chosen)}.`);
  return { ...desired, listenerId: chosen.id };
}

function describe({ id, computeType, computeId, namespaces }: ListenerView): string {
  const where = namespaces === undefined ? '' : `, namespaces ${namespaces.join(' ') || '(none)'}`;
  return `${id} (${computeType} ${computeId}${where})`;
}
