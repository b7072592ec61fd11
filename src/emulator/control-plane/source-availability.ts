import type { Compat } from '../../contract/deployment-rules.ts';
import type { ValidationError } from '../../contract/error-bodies.ts';
import { isSet, validationError } from '../../contract/findings.ts';
import type { Source, SourceConfig } from '../../contract/source.ts';
import type { Edition } from '../ports/context.ts';
import type { IntegrationRow, ListenerRow } from '../ports/store.ts';

/** Whether a source is offered; `listener`: only where a listener of the workspace deploys it. */
type Availability = 'yes' | 'no' | 'listener';

const ANY: Record<Source, Availability> = {
  git_host: 'yes',
  external_docker: 'yes',
  internal_docker: 'yes',
  internal_source: 'yes',
};

/**
 * Which sources an edition offers. The description restricts two of them; the hosted service keeps the internal ones to
 * its cloud, and allows external images there for a listener's cluster.
 */
const OFFERS: Record<Compat, Record<Edition, Record<Source, Availability>>> = {
  spec: {
    any: ANY,
    cloud: { ...ANY, external_docker: 'no' },
    'self-hosted': { ...ANY, git_host: 'no' },
  },
  hosted: {
    any: ANY,
    cloud: { ...ANY, external_docker: 'listener' },
    'self-hosted': { git_host: 'no', external_docker: 'yes', internal_docker: 'no', internal_source: 'no' },
  },
};

/** Whether this installation offers the source. */
function availabilityOf(source: Source, edition: Edition, compat: Compat): Availability {
  return OFFERS[compat][edition][source];
}

const WHERE: Record<Source, string> = {
  git_host: 'is available only for Cloud SaaS deployments',
  external_docker: 'is available only for self-hosted deployments',
  internal_docker: 'is available only for Cloud SaaS deployments',
  internal_source: 'is available only for Cloud SaaS deployments',
};

/** Why a create with this source is refused; undefined when it is not. `hasListener`: it names one. */
function availabilityProblem(
  source: Source,
  installation: { edition: Edition; compat: Compat },
  hasListener: boolean,
): string | undefined {
  const offer = availabilityOf(source, installation.edition, installation.compat);
  if (offer === 'yes' || (offer === 'listener' && hasListener)) return undefined;
  const more = offer === 'listener' ? ', or with a listener: name one in source_config.listener_id' : '';
  return `${source} ${WHERE[source]}${more}`;
}

/** What a create requests that this workspace or edition does not offer. */
type WorkspaceProblem =
  | { kind: 'finding'; problem: ValidationError }
  /** Returned as 400 with this text. */
  | { kind: 'configuration'; detail: string };

const LISTENER_CONFIG = ['source_config', 'listener_config'];

/**
 * Checks a create against the installation's offer and the workspace's integrations and listeners. The first problem,
 * if any.
 */
export function workspaceProblem(
  source: Source,
  config: SourceConfig,
  has: {
    edition: Edition;
    compat: Compat;
    integrations: readonly IntegrationRow[];
    listeners: readonly ListenerRow[];
  },
): WorkspaceProblem | undefined {
  // In a workspace with listeners, the refusal that names them is more helpful.
  const mayName = isSet(config.listener_id) || has.listeners.length > 0;
  const offered = availabilityProblem(source, has, mayName);
  if (offered !== undefined) {
    const byListener = has.compat === 'hosted' && source !== 'git_host' && has.listeners.length > 0;
    return byListener ? listenerRequired(has.listeners) : refused(['source'], offered);
  }
  const integration = config.integration_id?.toLowerCase();
  if (integration !== undefined && !has.integrations.some(({ id }) => id === integration)) {
    return refused(['source_config', 'integration_id'], 'is not an integration of this workspace');
  }
  return source === 'external_docker' ? listenerProblem(config, has.listeners) : undefined;
}

function listenerProblem(
  config: SourceConfig,
  listeners: readonly ListenerRow[],
): WorkspaceProblem | undefined {
  const listenerId = config.listener_id?.toLowerCase();
  const namespace = config.listener_config?.k8s_namespace;
  if (listenerId === undefined) {
    if (listeners.length > 0) return listenerRequired(listeners);
    return typeof namespace === 'string'
      ? refused(
          [...LISTENER_CONFIG, 'k8s_namespace'],
          'needs a listener_id: it is judged against that listener',
        )
      : undefined;
  }
  const listener = listeners.find(({ id }) => id === listenerId);
  if (listener === undefined) {
    return {
      kind: 'configuration',
      detail: `Source configuration error: source_config.listener_id names no listener of this workspace. ${available(listeners)}`,
    };
  }
  if (typeof namespace === 'string' && !listener.namespaces.includes(namespace)) {
    return refused(
      [...LISTENER_CONFIG, 'k8s_namespace'],
      `${namespace} is not a namespace of listener ${listener.id}: ${listener.namespaces.join(', ') || 'it has none'}`,
    );
  }
  return undefined;
}

/**
 * The hosted service's own command line recognizes this refusal by `listener_id' is required`, and then shows a hint.
 */
function listenerRequired(listeners: readonly ListenerRow[]): WorkspaceProblem {
  return {
    kind: 'configuration',
    detail: `Source configuration error: 'source_config.listener_id' is required, because this workspace has listeners. ${available(listeners)}`,
  };
}

function available(listeners: readonly ListenerRow[]): string {
  return `Available listeners: ${listeners.map(({ id }) => id).join(', ') || 'none'}.`;
}

function refused(loc: string[], msg: string): WorkspaceProblem {
  return { kind: 'finding', problem: validationError(loc, msg) };
}
