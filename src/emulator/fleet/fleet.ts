import { withTimeout } from '../../os/timeout.ts';
import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownerToken } from '../../os/processes.ts';
import type { Seed } from '../admin/seed.ts';
import type { EmulatorConfig } from '../ports/context.ts';
import { type Fleet, NotOwned, type Peer, singleInstanceFleet } from '../ports/fleet.ts';
import { createKeyedLock } from '../../os/keyed-lock.ts';
import type { InstanceRow, Instances, Notifier, Store } from '../ports/store.ts';
import { hashKey } from '../server/authenticate.ts';
import {
  deploymentsToClaim,
  judgeRenewal,
  mayEvictExpired,
  newLease,
  type RenewalResult,
  type UnclaimedDeployment,
} from './lease-rules.ts';

export interface FleetOptions {
  store: Pick<Store, 'instances'>;
  notices: Notifier;
  self: InstanceRow;
  leaseMs: number;
  /** Another instance has changed something, or is gone: there may be work. */
  onNews: () => void;
  /** The lease is lost: everything must be released. Called once. */
  onLost: (reason: string) => void;
  log: (line: string) => void;
}

/** A membership in the fleet. */
interface FleetMembership extends Fleet {
  /** Releases everything, for the others to claim at once. */
  leave(): Promise<void>;
}

/** A lease is renewed this many times before it would run out. */
const BEATS_PER_LEASE = 5;

/** Joins, and renews the lease until it is released or lost. Expired instances are evicted first. */
export async function createMembership(options: FleetOptions): Promise<FleetMembership> {
  const { store, notices, self, leaseMs, log } = options;
  const { instances } = store;
  const { id } = self;
  const seats = new Set<string>();
  /** Those of them that `claimShare` has not returned yet. */
  const fresh = new Set<string>();
  const freeSince = new Map<string, number>();
  const gone = new Map<string, AbortController>();
  const oneAtATime = createKeyedLock();
  let others: readonly InstanceRow[] = [];
  let over = false;
  let pending: Promise<void> | undefined;
  /** Whether a request to the store got no response: it may have taken effect. */
  let unsure = false;

  const askedAt = performance.now();
  await instances.join(self, leaseMs);
  let lease = newLease(askedAt);

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
      return {
        renewal: (await withTimeout(instances.renew(id, leaseMs), leaseMs / 2)) ? 'kept' : 'evicted',
      };
    } catch (why) {
      return { renewal: 'failed', why };
    }
  };
  const beat = async () => {
    const askedAt = performance.now();
    const { renewal, why } = await renew();
    if (over) return;
    const verdict = judgeRenewal(lease, { renewal, askedAt, now: performance.now(), leaseMs });
    if (verdict.kind === 'lost') {
      lose(
        renewal === 'evicted'
          ? 'the other emulators evicted this one: its lease expired'
          : `the database did not answer for longer than the lease: ${String(why)}`,
      );
      return;
    }
    ({ state: lease } = verdict);
    if (renewal !== 'kept') return;
    if (mayEvictExpired(lease, performance.now())) {
      const evicted = await instances.evict();
      if (evicted > 0) {
        log(`${evicted} emulators on this database are dead: their work is taken over`);
        options.onNews();
        notifyOthers();
      }
    }
    see(await instances.listLive());
  };
  const notifyOthers = () => {
    // One notification for all pending ones; without peers, none.
    if (over || others.length === 0) return;
    pending ??= Promise.resolve()
      .then(() => {
        pending = undefined;
        return notices.notify('work', [id]);
      })
      .catch(() => undefined);
  };
  let beating: Promise<void> | undefined;
  const scheduleRenewal = () => {
    beating ??= beat()
      .catch((error: unknown) => {
        if (!over) log(`the other emulators on this database could not be checked: ${String(error)}`);
      })
      .finally(() => {
        beating = undefined;
      });
  };
  const deaf = await notices.subscribe('work', (from) => {
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
  const timer = setInterval(scheduleRenewal, leaseMs / BEATS_PER_LEASE);
  // Notifies the others of us.
  notifyOthers();

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
    if (taken.length > 0) notifyOthers();
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
      notifyOthers();
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
    notifyPeers: notifyOthers,
    async leave() {
      over = true;
      clearInterval(timer);
      await beating;
      await deaf().catch(() => undefined);
      for (const controller of gone.values()) controller.abort(new Error('the emulator is closing'));
      // When this fails, the others notice after a lease.
      await withTimeout(instances.evict([id]), leaseMs).then(
        () => notices.notify('work', [id]),
        (error: unknown) => log(`this emulator could not leave the others in order: ${String(error)}`),
      );
    },
  };
}

/** Names the last instance with this data folder: it has exited when another one uses it. */
const INSTANCE_FILE = 'instance';

/** The identity and address of an emulator for the others on its store. */
interface FleetHost {
  config: EmulatorConfig;
  seed: Seed | undefined;
  dataDir: string;
  instanceUrl: string;
  onLeaseLost: (reason: string) => void;
  log: (line: string) => void;
}

/** The membership of an instance among the emulators on its store. */
interface InstanceFleet extends Fleet {
  /** Called when another emulator has changed something. */
  onNotify(onNews: () => void): void;
  /** Runs work under a lock among all instances. */
  runExclusive<T>(job: string, work: () => Promise<T>): Promise<T>;
  /** Releases everything, for the others to claim at once. */
  leave(): Promise<void>;
}

/** Joins the other emulators on the store; a store that cannot be shared has one. @throws Error see `joinFleet`. */
export async function createFleet(store: Store, host: FleetHost): Promise<InstanceFleet> {
  const { notifier: notices } = store;
  if (notices === undefined) {
    return {
      ...singleInstanceFleet(await ownerToken()),
      onNotify: () => undefined,
      runExclusive: (_, work) => work(),
      leave: () => Promise.resolve(),
    };
  }
  const { config, dataDir, log } = host;
  const self: InstanceRow = {
    id: randomUUID(),
    url: host.instanceUrl,
    machine: os.hostname(),
    settings: {
      keys: fingerprint(config.apiKey, host.seed),
      runtime: config.runtime,
      compat: config.compat,
      edition: config.edition,
    },
  };
  // The folder is ours alone, so its previous instance has exited, even if its lease still runs.
  const before = await readFile(path.join(dataDir, INSTANCE_FILE), 'utf8').catch(() => '');
  if (before !== '') await store.instances.evict([before]);
  await writeFile(path.join(dataDir, INSTANCE_FILE), self.id);
  let onNews = () => {};
  const membership = await joinFleet({
    store,
    notices,
    self,
    leaseMs: config.leaseMs,
    onNews: () => onNews(),
    onLost: host.onLeaseLost,
    log,
  });
  for (const { machine, url } of membership.peers()) {
    if (machine === self.machine || !/^http:\/\/(localhost|127\.|\[::1\])/.test(self.url)) continue;
    log(
      `the emulator at ${url} runs on ${machine}, and reaches this one at ${self.url} only if that means the same there: start this one with --host 0.0.0.0 or --instance-url`,
    );
  }
  return {
    ...membership,
    onNotify: (pending) => {
      onNews = pending;
    },
    runExclusive: (job, work) => runExclusive(store.instances, self.id, job, work),
  };
}

/** Whether two have the same keys, without revealing them. */
function fingerprint(apiKey: string, seed: Seed | undefined): string {
  const seeded = (seed?.workspaces ?? []).flatMap(({ id, api_keys: keys }) =>
    keys.map(({ key, scope }) => `${id} ${scope} ${hashKey(key)}`),
  );
  return createHash('sha256')
    .update(JSON.stringify([hashKey(apiKey), ...seeded.toSorted()]))
    .digest('hex');
}

/** For the health endpoint: the others, if the store is shared. */
export function fleetHealth(fleet: Fleet): Record<string, unknown> {
  if (fleet.instanceId === undefined) return {};
  return {
    instance: {
      id: fleet.ownerId,
      deployments: fleet.ownedDeployments().length,
      others: fleet.peers().map(({ id, url, machine }) => ({ id, url, machine })),
    },
  };
}

/** Polling interval while waiting for the others, in milliseconds. */
const POLL_INTERVAL_MS = 50;

/** Settings that must be equal on one database, and how a difference is described. */
const AGREED: Readonly<Record<string, string>> = {
  keys: 'other API keys: give every emulator on a database the same EMULATOR_API_KEY and the same seed file',
  workspace:
    'another workspace for its key: give every emulator on a database the same --workspace-id and seed file',
  runtime: 'another --runtime',
  compat: 'another --compat',
  edition: 'another --edition',
};

/**
 * Joins the others. One of them with different settings may just have been killed: waits until its lease would have
 * expired.
 * @throws Error when a living one has incompatible settings, naming the difference.
 */
async function joinFleet(options: FleetOptions): Promise<FleetMembership> {
  const { instances } = options.store;
  const until = performance.now() + 1.5 * options.leaseMs;
  for (;;) {
    await instances.evict();
    const against = settingsConflict(options.self, await instances.listLive());
    if (against === undefined) break;
    if (performance.now() > until) throw new Error(against);
    await delay(POLL_INTERVAL_MS);
  }
  const membership = await createMembership(options);
  // Of two that joined at once without seeing each other, the later one leaves.
  const [first] = await instances.listLive();
  const against =
    first && first.id !== membership.ownerId ? settingsConflict(options.self, [first]) : undefined;
  if (against === undefined) return membership;
  await membership.leave();
  throw new Error(against);
}

/** Why our settings are incompatible with those of another instance; undefined: they are compatible. */
function settingsConflict(self: InstanceRow, others: readonly InstanceRow[]): string | undefined {
  for (const other of others) {
    const name = Object.keys(AGREED).find((one) => self.settings[one] !== other.settings[one]);
    if (name === undefined) continue;
    return `the emulator at ${other.url} works on the same database and was started with ${AGREED[name] ?? name}`;
  }
  return undefined;
}

/** Runs work while no other instance does the same; waits for its turn. */
async function runExclusive<T>(
  instances: Pick<Instances, 'claim' | 'release'>,
  owner: string,
  job: string,
  work: () => Promise<T>,
): Promise<T> {
  while (!(await instances.claim('job', job, owner))) await delay(POLL_INTERVAL_MS);
  try {
    return await work();
  } finally {
    await instances.release('job', job, owner);
  }
}
