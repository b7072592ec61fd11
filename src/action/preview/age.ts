import { ApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { VerbContext } from '../verb-context.ts';

/** When a preview got its last revision, in epoch milliseconds; undefined when that cannot be found out. */
export async function lastDeployedAt(
  { controlPlane, signal, log }: Pick<VerbContext, 'controlPlane' | 'signal' | 'log'>,
  { id, name, created_at: createdAt }: Deployment,
): Promise<number | 'gone' | undefined> {
  try {
    const [latest] = await controlPlane.listRevisions(id, { limit: 1 }, signal);
    const at = Date.parse((latest === undefined ? createdAt : latest.created_at) ?? '');
    return Number.isNaN(at) ? undefined : at;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return 'gone';
    log.line(`The age of ${name} could not be found out: ${error.message}`);
    return undefined;
  }
}

/** `3d 4h`, `5h`: what matters of an age. */
export function formatAge(ms: number): string {
  const hours = Math.floor(Math.max(0, ms) / 3_600_000);
  const days = Math.floor(hours / 24);
  return days === 0 ? `${hours}h` : `${days}d ${hours % 24}h`;
}
