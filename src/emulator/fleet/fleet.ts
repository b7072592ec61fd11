import { createKeyedLock } from '../ports/keyed-lock.ts';
import { type Fleet, NotOwned, type Peer } from '../ports/fleet.ts';
import type { InstanceRow, Notifier, Store } from '../ports/store.ts';
import { newLease, judgeRenewal, mayEvictExpired, type RenewalResult } from './lease.ts';
import { type UnclaimedDeployment, deploymentsToClaim } from './share.ts';

export interface FleetOptions {
  store: Pick<Store, 'instances'>;
  notices: Notifier;
  self: InstanceRow;
  leaseMs: number;
  /** Another instance did something, or is no more: look what there is to do. */
  onNews: () => void;
  /** We were taken for dead, or have to think so: everything is to be given up. Called once. */
  onLost: (reason: string) => void;
  log: (line: string) => void;
}

/** A place in the fleet. */
export interface FleetMembership extends Fleet {
  /** Gives everything back, for the others to take at once. */
  leave(): Promise<void>;
}

/** A lease is renewed this many times before it would run out. */
const BEATS_PER_LEASE = 5;

/** Comes in, and keeps the place until it is left or lost. Whoever is dead by then is buried first. */
export async function createMembership(options: FleetOptions): Promise<FleetMembership> {
  const { store, notices, self, leaseMs, log } = options;
  const { instances } = store;
  const { id } = self;
  const seats = new Set<string>();
  /** Those of them that whoever works here has not been told of. */
  const fresh = new Set<string>();
  const freeSince = new Map<string, number>();
  const gone = new Map<string, AbortController>();
  const oneAtATime = createKeyedLock();
  let others: readonly InstanceRow[] = [];
  let over = false;
  let told: Promise<void> | undefined;
  /** Whether something was asked of the store whose answer we did not get: it may have been done. */
  let unsure = false;

  const askedAt = performance.now();
  await instances.join(self, leaseMs);
  let standing = newLease(askedAt);

  const see = (alive: readonly InstanceRow[]) => {
    others = alive.filter((one) => one.id !== id);
    const ids = new Set(others.map((one) => one.id));
    for (const one of ids) if (!gone.has(one)) gone.set(one, new AbortController());
    for (const [one, controller] of gone) {
      if (ids.has(one)) continue;
      controller.abort(new Error(`instance ${one} is gone`));
      gone.delete(one);
    }
  };
  const lose = (reason: string) => {
    if (over) return;
    over = true;
    clearInterval(timer);
    options.onLost(reason);
  };
  const renew = async (): Promise<{ renewal: RenewalResult; why?: unknown }> => {
    try {
      return { renewal: (await within(instances.renew(id, leaseMs), leaseMs / 2)) ? 'kept' : 'buried' };
    } catch (why) {
      return { renewal: 'failed', why };
    }
  };
  const beat = async () => {
    const asked = performance.now();
    const { renewal, why } = await renew();
    if (over) return;
    const verdict = judgeRenewal(standing, { renewal, askedAt: asked, now: performance.now(), leaseMs });
    if (verdict.kind === 'lost') {
      lose(
        renewal === 'buried'
          ? 'the others took this emulator for dead: it was away for longer than its lease'
          : `the database did not answer for longer than the lease: ${String(why)}`,
      );
      return;
    }
    ({ standing } = verdict);
    if (renewal !== 'kept') return;
    if (mayEvictExpired(standing, performance.now())) {
      const buried = await instances.evict();
      if (buried > 0) {
        log(`${buried} of the emulators on this database are no more: what they did is taken over`);
        options.onNews();
        tell();
      }
    }
    see(await instances.listLive());
  };
  const tell = () => {
    // Said once for all that is asked for meanwhile; nobody else there: nothing to say.
    if (over || others.length === 0) return;
    told ??= Promise.resolve()
      .then(() => {
        told = undefined;
        return notices.notify(id);
      })
      .catch(() => undefined);
  };
  let beating: Promise<void> | undefined;
  const keepOn = () => {
    beating ??= beat()
      .catch((error: unknown) => {
        if (!over) log(`the emulators on this database could not be looked after: ${String(error)}`);
      })
      .finally(() => {
        beating = undefined;
      });
  };
  const deaf = await notices.subscribe((from) => {
    if (!over && from !== id) options.onNews();
  });
  try {
    await instances.evict();
    see(await instances.listLive());
  } catch (error) {
    over = true;
    await deaf().catch(() => undefined);
    throw error;
  }
  const timer = setInterval(keepOn, leaseMs / BEATS_PER_LEASE);
  // Those who are there learn of us.
  tell();

  const freeNow = async (): Promise<UnclaimedDeployment[]> => {
    const now = performance.now();
    const ids = await instances.listUnclaimedDeployments();
    const known = new Set(ids);
    for (const one of freeSince.keys()) if (!known.has(one)) freeSince.delete(one);
    return ids.map((one) => {
      const since = freeSince.get(one) ?? now;
      freeSince.set(one, since);
      return { id: one, unclaimedMs: now - since };
    });
  };
  const sure = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      unsure = true;
      throw error;
    }
  };
  const sit = (deploymentId: string) => {
    seats.add(deploymentId);
    fresh.add(deploymentId);
  };
  const takeShare = async (): Promise<string[]> => {
    if (unsure) {
      const held = await instances.listClaims('deployment', id);
      unsure = false;
      for (const one of held) if (!seats.has(one)) sit(one);
    }
    const free = await freeNow();
    if (free.length > 0) {
      const [counts, alive] = [await instances.countClaims('deployment'), await instances.listLive()];
      see(alive);
      const loads = new Map(alive.map((one) => [one.id, counts.get(one.id) ?? 0]));
      for (const one of deploymentsToClaim({ own: id, loads, free })) {
        if (!over && (await sure(instances.claim('deployment', one, id)))) sit(one);
      }
    }
    const taken = [...fresh];
    fresh.clear();
    if (taken.length > 0) tell();
    return taken;
  };

  return {
    ownerId: id,
    instanceId: id,
    owns: (deploymentId) => !over && seats.has(deploymentId),
    ownedDeployments: () => (over ? [] : [...seats]),
    claimShare: () => (over ? Promise.resolve([]) : oneAtATime('take', takeShare)),
    async release(deploymentId) {
      if (!seats.delete(deploymentId) || over) return;
      await sure(instances.release('deployment', deploymentId, id));
      tell();
    },
    async assertOwned(tx, deploymentId) {
      if (over || !(await tx.instances.holdsClaim('deployment', deploymentId, id)))
        throw new NotOwned(deploymentId);
    },
    claimJob: async (job) =>
      !over && ((await instances.claim('job', job, id)) || (await instances.holdsClaim('job', job, id))),
    async peerOf(deploymentId): Promise<Peer | undefined> {
      if (!over && seats.has(deploymentId)) return undefined;
      const instance = await instances.claimHolder('deployment', deploymentId);
      if (instance === undefined || instance.id === id) return undefined;
      const controller = gone.get(instance.id) ?? new AbortController();
      gone.set(instance.id, controller);
      return { instance, gone: controller.signal };
    },
    peers: () => others,
    notifyPeers: tell,
    async leave() {
      over = true;
      clearInterval(timer);
      await beating;
      await deaf().catch(() => undefined);
      for (const controller of gone.values()) controller.abort(new Error('the emulator is closing'));
      // Whoever cannot say so any more is found out a lease later.
      await within(instances.evict([id]), leaseMs).then(
        () => notices.notify(id),
        (error: unknown) => log(`this emulator could not take its leave of the others: ${String(error)}`),
      );
    },
  };
}

/** Fails when it takes longer than so many milliseconds; goes on all the same. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
