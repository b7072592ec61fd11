/** A deployment that nobody has. */
export interface UnclaimedDeployment {
  id: string;
  /** How long we have seen it so, in milliseconds. */
  unclaimedMs: number;
}

/** What an instance knows when it decides what to take. */
export interface ShareContext {
  /** Ourselves. */
  own: string;
  /** How many deployments each living instance has, ourselves among them. */
  loads: ReadonlyMap<string, number>;
  free: readonly UnclaimedDeployment[];
}

/** What is still free after so long is taken by whoever sees it: its turn may hang, or have gone. Milliseconds. */
export const UNCLAIMED_GRACE_MS = 1_000;

/**
 * Which free deployments to take now. Everybody who sees the same gives each of them to the same instance, the one with
 * the fewest, so that no two go for one; what was left lying is anybody's. That two take one is prevented by the store.
 */
export function deploymentsToClaim({ own, loads, free }: ShareContext): string[] {
  const counts = new Map([...loads, [own, loads.get(own) ?? 0]]);
  const ours: string[] = [];
  for (const { id, unclaimedMs: forMs } of free) {
    const next = [...counts.keys()].reduce((best, one) => (comesFirst(one, best, id, counts) ? one : best));
    counts.set(next, (counts.get(next) ?? 0) + 1);
    if (next === own || forMs >= UNCLAIMED_GRACE_MS) ours.push(id);
  }
  return ours;
}

function comesFirst(one: string, other: string, id: string, counts: ReadonlyMap<string, number>): boolean {
  const by = (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || mix(one, id) - mix(other, id);
  return by === 0 ? one < other : by < 0;
}

/** A number that is any, but the same everywhere (FNV-1a, 32 bits): among equals not always the same one goes first. */
function mix(instance: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${instance} ${id}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
