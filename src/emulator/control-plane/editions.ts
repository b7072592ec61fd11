import type { Source } from '../../contract/source.ts';
import type { Compat } from '../../contract/source-rules.ts';
import type { Edition } from '../ports/context.ts';

/** Whether a source is on offer; `listener`: only where a listener of the workspace carries it out. */
export type Availability = 'yes' | 'no' | 'listener';

const ANY: Record<Source, Availability> = {
  git_host: 'yes',
  external_docker: 'yes',
  internal_docker: 'yes',
  internal_source: 'yes',
};

/**
 * Which sources an edition offers (spec §1.2, §2.1). The description restricts two of them; the hosted service keeps
 * the internal ones to its cloud, and takes external images there for a listener's cluster (facts/service §1.4).
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
export function availabilityOf(source: Source, edition: Edition, compat: Compat): Availability {
  return OFFERS[compat][edition][source];
}

const WHERE: Record<Source, string> = {
  git_host: 'is available only for Cloud SaaS deployments',
  external_docker: 'is available only for self-hosted deployments',
  internal_docker: 'is available only for Cloud SaaS deployments',
  internal_source: 'is available only for Cloud SaaS deployments',
};

/** Why a create with this source is refused; undefined when it is not. `hasListener`: it names one. */
export function availabilityProblem(
  source: Source,
  installation: { edition: Edition; compat: Compat },
  hasListener: boolean,
): string | undefined {
  const offer = availabilityOf(source, installation.edition, installation.compat);
  if (offer === 'yes' || (offer === 'listener' && hasListener)) return undefined;
  const more = offer === 'listener' ? ', or with a listener: name one in source_config.listener_id' : '';
  return `${source} ${WHERE[source]}${more}`;
}
