import type { Deployment } from '../../contract/deployment.ts';
import { REBUILD_MARKER } from '../inputs/secrets.ts';
import { isRedactedValue } from '../plan/hidden-value.ts';
import { NAME_LIMITS } from '../preview/preview-name.ts';

/** Time in milliseconds after `wait-timeout` that a rebuild has for its checks and for the deletion. */
const GRACE_MS = 2 * 3_600_000;

/** Age in milliseconds after which a throw-away deployment is a leftover, even if its marker says otherwise. */
const MAX_AGE_MS = 2 * 86_400_000;

/** Number of random characters at the end of a name. */
export const TOKEN_LENGTH = 6;

/** Matches the end of each name that {@link throwAwayName} returns. */
const THROW_AWAY_NAME = new RegExp(`-rebuild-[0-9a-z]{${TOKEN_LENGTH}}$`);

/** Content of the marker of a throw-away deployment. */
export interface RebuildMark {
  /** Repository of the run, or an empty string for a run without a repository. */
  repository: string;
  /** ID of the deployment that is built again. */
  productionId: string;
  /** Time in epoch milliseconds after which no run uses the throw-away deployment any more. */
  until: number;
}

type ParsedMark =
  /** `none` means that the deployment is not a throw-away deployment. */
  | { kind: 'none' }
  /** `hidden` means that the service hides the value of the marker. */
  | { kind: 'hidden' }
  | { kind: 'of'; mark: RebuildMark };

/** Returns the time after which the throw-away deployment of a run that starts now is a leftover. */
export function endOfUse(now: number, waitTimeoutMs: number): number {
  return now + waitTimeoutMs + GRACE_MS;
}

/** Returns the value of the marker, such as `acme/agents <ID> 2026-01-05T12:00:00.000Z`. */
export function markText({ repository, productionId, until }: RebuildMark): string {
  return `${repository || '-'} ${productionId} ${new Date(until).toISOString()}`;
}

/**
 * Parses the marker of a throw-away deployment. An invalid marker is treated like a missing marker. The marker of a
 * deployment with another form of name is ignored, because users can copy variables to another deployment.
 */
export function readMark({ name, secrets }: Pick<Deployment, 'name' | 'secrets'>): ParsedMark {
  if (!THROW_AWAY_NAME.test(name)) return { kind: 'none' };
  const marker = secrets?.find((secret) => secret.name === REBUILD_MARKER);
  if (marker === undefined) return { kind: 'none' };
  if (!marker.value || isRedactedValue(marker.value)) return { kind: 'hidden' };
  const [, repository = '', productionId = '', time = ''] =
    /^(\S{1,300}) (\S{1,300}) (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/.exec(marker.value) ?? [];
  const until = Date.parse(time);
  if (Number.isNaN(until)) return { kind: 'none' };
  return { kind: 'of', mark: { repository: repository === '-' ? '' : repository, productionId, until } };
}

/** Returns the name of a throw-away deployment, such as `my-agent-rebuild-k3x9a0`, with at most `limit` characters. */
export function throwAwayName(production: string, limit: number, token: string): string {
  return `${stemOf(production, limit)}${token}`;
}

/** Returns the part of the name before the random characters. */
function stemOf(production: string, limit: number): string {
  const tail = '-rebuild-';
  const plain = production
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '');
  const stem = plain.slice(0, limit - tail.length - TOKEN_LENGTH).replace(/-+$/, '');
  return `${stem === '' ? 'agent' : stem}${tail}`;
}

/** Returns whether a deployment is a throw-away deployment of a rebuild of the given deployment. */
export function isThrowAwayOf(
  deployment: Pick<Deployment, 'name' | 'secrets'>,
  production: Pick<Deployment, 'id' | 'name'>,
): boolean {
  const parsed = readMark(deployment);
  if (parsed.kind === 'of') return parsed.mark.productionId === production.id;
  if (parsed.kind === 'none') return false;
  return NAME_LIMITS.some((limit) => {
    const stem = stemOf(production.name, limit);
    const { name } = deployment;
    return name.startsWith(stem) && /^[0-9a-z]+$/.test(name.slice(stem.length));
  });
}

/**
 * Returns whether no run can still use a throw-away deployment, because the time in its marker has passed, or because
 * the deployment is old.
 */
export function isLeftover(
  deployment: Pick<Deployment, 'name' | 'secrets' | 'created_at'>,
  now: number,
): boolean {
  const parsed = readMark(deployment);
  if (parsed.kind === 'none') return false;
  const createdAt = Date.parse(deployment.created_at ?? '');
  const isOld = !Number.isNaN(createdAt) && now - createdAt > MAX_AGE_MS;
  return isOld || (parsed.kind === 'of' && now > parsed.mark.until);
}
