import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { createUnsealedCache } from './unsealed-cache.ts';
import { open, type WorkspaceLocation, type SealLocation, purposeKey, seal } from './seal.ts';

/** Seals and opens the values of one workspace, for one purpose. */
export interface Sealer {
  seal(place: WorkspaceLocation, clear: string): string;
  /** The same, but the same text at the same place always gives the same: for what is compared. */
  sealAlike(place: WorkspaceLocation, clear: string): string;
  open(place: WorkspaceLocation, sealed: string): string;
}

/** Characters of opened values that one sealer remembers at most. */
const REMEMBERED = 1_000_000;

/** `key` is the workspace's for the purpose, `version` that of the root it comes from. */
export function createSealer(key: KeyObject, version: number, workspaceId: string): Sealer {
  const opened = createUnsealedCache(REMEMBERED);
  const full = (place: WorkspaceLocation): SealLocation => ({ ...place, tenant: workspaceId });
  return {
    seal: (place, clear) => seal(key, version, full(place), Buffer.from(clear, 'utf8'), randomBytes),
    sealAlike(place, clear) {
      const { tenant, resource, id, field } = full(place);
      // The nonce is made of all that is sealed, so no two texts share one.
      const nonce = createHmac('sha256', purposeKey(key, 'alike-nonces'))
        .update(JSON.stringify([tenant, resource, id, field, clear]))
        .digest();
      return seal(key, version, full(place), Buffer.from(clear, 'utf8'), (size) => nonce.subarray(0, size));
    },
    open(place, sealed) {
      const known = opened.get(place, sealed);
      if (known !== undefined) return known;
      const clear = open(key, full(place), sealed).toString('utf8');
      opened.set(place, sealed, clear);
      return clear;
    },
  };
}
