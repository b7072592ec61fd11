import { createHash } from 'node:crypto';
import { nameUuid } from '../../os/name-uuid.ts';
import type { Seed } from './seed.ts';

const SEED_NAMESPACE = '7f1a4b0e-5c3d-5a8e-9b62-0d6f3c2e8a41';

/** Returns the ID of an entry in a preview, which is the same in each run. */
export function entryId(deploymentId: string, kind: 'assistant' | 'thread' | 'cron', key: string): string {
  return nameUuid(SEED_NAMESPACE, JSON.stringify([deploymentId.toLowerCase(), kind, key]));
}

/** Returns the SHA-256 of a seed. */
export function digestOf(seed: Seed): string {
  return createHash('sha256').update(JSON.stringify(seed)).digest('hex');
}
