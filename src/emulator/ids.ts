import { createHash, randomUUID } from 'node:crypto';

/** Gives a fresh UUID at each call. */
export type NewId = () => string;

/**
 * Where the IDs of deployments, revisions, runs and the like come from. With a `seed` they are the same ones in the
 * same order at every start, so that two runs of one scenario can be compared; `scope` tells apart what must not get
 * the same ones. Without a seed they are random.
 */
export function createIds(seed: number | undefined, scope: string): NewId {
  if (seed === undefined) return randomUUID;
  let drawn = 0;
  return () => {
    drawn += 1;
    const hex = createHash('sha256')
      .update(JSON.stringify([seed, scope, drawn]))
      .digest('hex');
    // Version 4, as random ones are.
    const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
