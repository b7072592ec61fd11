import type { Compat } from '../../contract/deployment-rules.ts';
import type { ValidationError } from '../../contract/error-bodies.ts';
import { isSet, validationError } from '../../contract/findings.ts';
import type { Source, SourceConfig } from '../../contract/source.ts';
import type { Edition } from '../ports/context.ts';
import type { IntegrationRow, ListenerRow } from '../ports/store.ts';

/**
 * Availability of a source. `listener` means that only deployments with a listener of the workspace can use the source.
 */
type Availability = 'yes' | 'no' | 'listener';

const ANY: Record<Source, Availability> = {
  git_host: 'yes',
  external_docker: 'yes',
  internal_docker: 'yes',
  internal_source: 'yes',
};

/**
 * Availability of each source, keyed by compatibility mode and edition. The mode `spec` applies the two restrictions of
 * the OpenAPI description. The mode `hosted` offers internal sources only in the cloud, and external images in the
 * cloud only for a listener's cluster.
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

function availabilityOf(source: Source, edition: Edition, compat: Compat): Availability {
  return OFFERS[compat][edition][source];
}

const WHERE: Record<Source, string> = {
  git_host: 'is available only for Cloud SaaS deployments',
  external_docker: 'is available only for self-hosted deployments',
  internal_docker: 'is available only for Cloud SaaS deployments',
  internal_source: 'is available only for Cloud SaaS deployments',
};

/**
 * Returns the reason why a deployment with this source cannot be created, or `undefined` if it can be created.
 * `hasListener` is true if the request specifies a listener.
 */
function availabilityProblem(
  source: Source,
  installation: { edition: Edition; compat: Compat },
  hasListener: boolean,
): string | undefined {
  const offer = availabilityOf(source, installation.edition, installation.compat);
  if (offer === 'yes' || (offer === 'listener' && hasListener)) return undefined;
  const more = offer === 'listener' ? ', or with a listener: set source_config.listener_id' : '';
  return `${source} ${WHERE[source]}${more}`;
}

/** Problem with a request that needs a feature that the workspace or edition does not offer. */
type WorkspaceProblem =
  | { kind: 'finding'; problem: ValidationError }
  /** Problem that is reported with the status 400 and the text `detail`. */
  | { kind: 'configuration'; detail: string };

const LISTENER_CONFIG = ['source_config', 'listener_config'];

/**
 * Checks a new deployment against the available sources, and the workspace's integrations and listeners. The result is
 * the first problem, if any.
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
  // If the workspace has listeners, an error that requests a listener is more helpful than an error about the source.
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
          'needs a listener_id, because it belongs to a listener',
        )
      : undefined;
  }
  const listener = listeners.find(({ id }) => id === listenerId);
  if (listener === undefined) {
    return {
      kind: 'configuration',
      detail: `Source configuration error: source_config.listener_id is not the ID of a listener in this workspace. ${available(listeners)}`,
    };
  }
  if (typeof namespace === 'string' && !listener.namespaces.includes(namespace)) {
    return refused(
      [...LISTENER_CONFIG, 'k8s_namespace'],
      `${namespace} is not a namespace of listener ${listener.id}, which has: ${listener.namespaces.join(', ') || 'none'}`,
    );
  }
  return undefined;
}

/** The hosted service's command line tool recognizes the text `listener_id' is required` and then shows a hint. */
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
