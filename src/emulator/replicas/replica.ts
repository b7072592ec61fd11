import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import { ownerToken } from '../../os/processes.ts';
import { withTimeout } from '../../os/timeout.ts';
import type { Seed } from '../admin/seed.ts';
import type { EmulatorConfig } from '../ports/context.ts';
import type { Metrics } from '../ports/metrics.ts';
import { NotClaimedError, onlyReplica, type Replica } from '../ports/replica.ts';
import type { InstanceRow, Instances, Notifier, Store } from '../ports/store.ts';
import { hashKey, keyId } from '../server/authenticate.ts';
import { evaluateRenewal, mayEvictExpired, newLease, type RenewalResult } from './lease-rules.ts';

export interface MembershipOptions {
  store: Pick<Store, 'instances'>;
  notifier: Notifier;
  self: InstanceRow;
  leaseMs: number;
  /** True if other instances might use the store at the same time. */
  isShared: boolean;
  /** Called when another replica has changed something or has ended, because new work might be available. */
  onNews: () => void;
  /** Called once when the lease is lost. After the loss of the lease, the caller must release everything. */
  onLost: (reason: string) => void;
  log: (line: string) => void;
  metrics: Metrics;
}

/** Replica that has a lease. */
interface Membership extends Replica {
  /** Releases all claims, so that other replicas can claim the work immediately. */
  leave(): Promise<void>;
}

/** Number of renewals per lease duration. */
const BEATS_PER_LEASE = 5;

/** Name of the job that a process claims if it must be the only process on its store. */
const ONLY = 'only process';

/** Evicts expired replicas, joins the other replicas, and renews the lease until it is released or lost. */
export async function createMembership(options: MembershipOptions): Promise<Membership> {
  const { store, notifier, self, leaseMs, isShared, log, metrics } = options;
  const { instances } = store;
  const { id } = self;
  const ended = new AbortController();
  const joined: Joined = { instances, id, ended: ended.signal };
  const peers = createPeers(joined, notifier);
  const claims = createClaims(joined, isShared, peers.notify);

  const joinedAt = performance.now();
  await instances.join(self, leaseMs);
  let lease = newLease(joinedAt);

  const lose = (reason: string) => {
    if (ended.signal.aborted) return;
    ended.abort();
    clearInterval(timer);
    stopMeasuring();
    metrics.add('leases_lost_total', {});
    options.onLost(reason);
  };
  const beat = async () => {
    const askedAt = performance.now();
    const { renewal, why } = await renewLease(instances, id, leaseMs);
    if (ended.signal.aborted) return;
    metrics.add('lease_renewals_total', { result: renewal });
    const verdict = evaluateRenewal(lease, { renewal, askedAt, now: performance.now(), leaseMs });
    if (verdict.kind === 'lost') {
      lose(
        renewal === 'evicted'
          ? 'another emulator evicted this emulator, because its lease had expired'
          : `the database did not respond for longer than the lease: ${String(why)}`,
      );
      return;
    }
    ({ state: lease } = verdict);
    if (renewal === 'kept') refresh.start();
  };
  let beating: Promise<void> | undefined;
  const scheduleRenewal = () => {
    beating ??= beat().finally(() => {
      beating = undefined;
    });
  };
  const evictExpired = async () => {
    if (!mayEvictExpired(lease, performance.now())) return;
    const evicted = await instances.evict();
    if (evicted === 0) return;
    metrics.add('evicted_replicas_total', {}, evicted);
    log(`${evicted} emulators on this database have exited; this emulator takes over their work`);
    options.onNews();
    peers.notify();
  };
  const checkOthers = () => evictExpired().then(() => peers.list());
  const refresh = createRefresh(checkOthers, ended.signal, log);
  const unsubscribe = await notifier.subscribe('work', (from) => {
    if (!ended.signal.aborted && from !== id) options.onNews();
  });
  try {
    await instances.evict();
    await peers.list();
  } catch (error) {
    ended.abort();
    await unsubscribe().catch(() => undefined);
    throw error;
  }
  const timer = setInterval(scheduleRenewal, leaseMs / BEATS_PER_LEASE);
  const leaseAgeMs = () => performance.now() - lease.renewedAt;
  const stopMeasuring = measureReplica(metrics, leaseAgeMs, peers, claims);
  // Other replicas are notified, because they might claim work that the evicted replicas have released.
  peers.notify();

  return {
    id,
    instanceId: id,
    isShared,
    ...claims,
    lease: () => ({ leaseMs, ageMs: leaseAgeMs(), isLost: ended.signal.aborted }),
    others: () => peers.others(),
    notifyOthers: peers.notify,
    async leave() {
      ended.abort();
      clearInterval(timer);
      stopMeasuring();
      await beating;
      await refresh.ended();
      await unsubscribe().catch(() => undefined);
      // Evicting this instance releases all its claims.
      await withTimeout(instances.evict([id]), leaseMs).then(
        () => notifier.notify('work', [id]),
        (error: unknown) =>
          log(`this emulator could not release its lease in the database: ${String(error)}`),
      );
    },
  };
}

/** Renews a lease once. `why` is the error if the store was unreachable. */
async function renewLease(
  instances: Pick<Instances, 'renew'>,
  id: string,
  leaseMs: number,
): Promise<{ renewal: RenewalResult; why?: unknown }> {
  try {
    return {
      renewal: (await withTimeout(instances.renew(id, leaseMs), leaseMs / 2)) ? 'kept' : 'evicted',
    };
  } catch (why) {
    return { renewal: 'failed', why };
  }
}

/** Sets the gauges of the lease, the replicas and the claims before each scrape, until the returned function is called. */
function measureReplica(
  metrics: Metrics,
  leaseAgeMs: () => number,
  peers: Pick<Replica, 'others'>,
  claims: Pick<Replica, 'claimed'>,
): () => void {
  return metrics.beforeScrape(() => {
    metrics.set('lease_age_seconds', {}, leaseAgeMs() / 1_000);
    metrics.set('replicas', {}, peers.others().length + 1);
    metrics.set('claimed_deployments', {}, claims.claimed().length);
  });
}

/**
 * Creates the check of the other replicas, which runs at most once at a time. Renewals do not wait for it, because it may
 * take long on a busy database.
 */
function createRefresh(work: () => Promise<void>, ended: AbortSignal, log: MembershipOptions['log']) {
  let running: Promise<void> | undefined;
  return {
    start(): void {
      running ??= work()
        .catch((error: unknown) => {
          if (!ended.aborted)
            log(`the other emulators on this database could not be checked: ${String(error)}`);
        })
        .finally(() => {
          running = undefined;
        });
    },
    ended: async () => running,
  };
}

/** Replica that has joined the other replicas. */
interface Joined {
  instances: Instances;
  id: string;
  /** Aborted when the lease is lost or released. */
  ended: AbortSignal;
}

/** Creates the list of the other replicas, as of the last heartbeat. No replica is notified after `ended` aborts. */
function createPeers({ instances, id, ended }: Joined, notifier: Notifier) {
  let others: readonly InstanceRow[] = [];
  let pending: Promise<void> | undefined;
  return {
    others: () => others,
    async list(): Promise<void> {
      others = (await instances.listLive()).filter((one) => one.id !== id);
    },
    notify(this: void): void {
      // One notification replaces all pending notifications. Without other replicas, no notification is sent.
      if (ended.aborted || others.length === 0) return;
      pending ??= Promise.resolve()
        .then(() => {
          pending = undefined;
          return notifier.notify('work', [id]);
        })
        .catch(() => undefined);
    },
  };
}

/** Creates the registry of a replica's claims on deployments and jobs, which is empty after `ended` aborts. */
function createClaims(
  { instances, id, ended }: Joined,
  isShared: boolean,
  notifyOthers: () => void,
): Pick<Replica, 'claim' | 'claimed' | 'release' | 'assertClaimed' | 'claimJob' | 'releaseJob'> {
  /** Claims by name. The value `releasing` means that the store might still contain the claim. */
  const claims = new Map<string, 'held' | 'releasing'>();
  return {
    async claim(deploymentId) {
      if (ended.aborted) return false;
      if (!isShared || claims.get(deploymentId) === 'held') return true;
      if (!(await instances.claim('deployment', deploymentId, id))) return false;
      claims.set(deploymentId, 'held');
      return !ended.aborted;
    },
    claimed: () => (ended.aborted ? [] : [...claims.keys()]),
    async release(deploymentId) {
      if (ended.aborted || !claims.has(deploymentId)) return;
      claims.set(deploymentId, 'releasing');
      await instances.release('deployment', deploymentId, id);
      claims.delete(deploymentId);
      notifyOthers();
    },
    async assertClaimed(tx, deploymentId) {
      const held =
        !ended.aborted &&
        (await (isShared
          ? tx.instances.holdsClaim('deployment', deploymentId, id)
          : tx.instances.holdsClaim('job', ONLY, id)));
      if (!held) throw new NotClaimedError(deploymentId);
    },
    claimJob: async (job) => !ended.aborted && (!isShared || (await instances.claim('job', job, id))),
    async releaseJob(job) {
      if (ended.aborted || !isShared) return;
      await instances.release('job', job, id);
      notifyOthers();
    },
  };
}

/** Name of the file that contains the ID of the last replica that used this data folder. */
const INSTANCE_FILE = 'instance';

/** Parts of the emulator that `createReplica` needs. */
interface ReplicaHost {
  config: EmulatorConfig;
  seed: Seed | undefined;
  dataDir: string;
  onLeaseLost: (reason: string) => void;
  log: (line: string) => void;
  metrics: Metrics;
}

/** Replica of the running instance. */
interface InstanceReplica extends Replica {
  /** Sets the function that is called when another replica has changed something. */
  onNotify(onNews: () => void): void;
  /** Runs `work` while no other replica runs the same job. */
  runExclusive<T>(job: string, work: () => Promise<T>): Promise<T>;
  /** Releases all claims, so that other replicas can claim the work immediately. */
  leave(): Promise<void>;
}

/**
 * Joins the other replicas on the store. A store that cannot be shared has only one replica.
 * @throws the errors of `joinReplicas`.
 */
export async function createReplica(store: Store, host: ReplicaHost): Promise<InstanceReplica> {
  const { notifier } = store;
  if (notifier === undefined) {
    return {
      ...onlyReplica(await ownerToken()),
      onNotify: () => undefined,
      runExclusive: (_, work) => work(),
      leave: () => Promise.resolve(),
    };
  }
  const { config, dataDir, log, metrics } = host;
  const self: InstanceRow = {
    id: randomUUID(),
    machine: os.hostname(),
    settings: {
      // Replicas of the previous version compare this setting, and would refuse to start with different keys.
      keys: fingerprint(config.apiKey, host.seed),
      apiKeys: apiKeyMarks(config),
      keyring: store.keyring,
      runtime: config.runtime,
      compat: config.compat,
      edition: config.edition,
      cluster: clusterOf(config),
    },
  };
  // The previous instance has exited, even if its lease has not expired, because this process has locked the folder.
  const before = await readPlainText(path.join(dataDir, INSTANCE_FILE), {
    maxBytes: WRITTEN_MAX_BYTES,
  }).catch(() => '');
  if (before !== '') await store.instances.evict([before]);
  await writeFile(path.join(dataDir, INSTANCE_FILE), self.id);
  let onNews = () => {};
  const membership = await joinReplicas({
    store,
    notifier,
    self,
    leaseMs: config.leaseMs,
    isShared: config.runtime === 'kubernetes',
    onNews: () => onNews(),
    onLost: host.onLeaseLost,
    log,
    metrics,
  });
  return {
    ...membership,
    onNotify: (wake) => {
      onNews = wake;
    },
    runExclusive: (job, work) => runExclusive(store.instances, self.id, job, work),
  };
}

/** Returns the cluster settings that stay equal during a rolling update of the replicas. */
function clusterOf({ kubernetes }: EmulatorConfig): string {
  const { namespace, context, planeId } = kubernetes ?? {};
  return JSON.stringify([namespace ?? null, context ?? null, planeId ?? null]);
}

/** Returns a mark for each API key that the file of keys contains. A mark is derived from the key and opens nothing. */
function apiKeyMarks({ apiKey, additionalApiKeys }: EmulatorConfig): string {
  return [apiKey, ...additionalApiKeys].map((key) => keyId(hashKey(key))).join(' ');
}

/** Returns a hash of the API keys, which is equal for two replicas with the same keys. */
function fingerprint(apiKey: string, seed: Seed | undefined): string {
  const seeded = (seed?.workspaces ?? []).flatMap(({ id, api_keys: keys }) =>
    keys.map(({ key, scope }) => `${id} ${scope} ${hashKey(key)}`),
  );
  return createHash('sha256')
    .update(JSON.stringify([hashKey(apiKey), ...seeded.toSorted()]))
    .digest('hex');
}

/** Returns the replicas for the health endpoint, or an empty object if the store cannot be shared. */
export function replicasHealth(replica: Replica): Record<string, unknown> {
  if (!replica.isShared) return {};
  return {
    replica: {
      id: replica.id,
      claims: replica.claimed().length,
      others: replica.others().map(({ id, machine }) => ({ id, machine })),
    },
  };
}

/** Polling interval while this replica waits for other replicas, in milliseconds. */
const POLL_INTERVAL_MS = 50;

/** Settings that must be equal for all replicas on one database, each with a message for a different value. */
const AGREED: Readonly<Record<string, string>> = {
  runtime: 'another --runtime',
  compat: 'another --compat',
  edition: 'another --edition',
  cluster: 'another --namespace, --kube-context or --plane-id',
};

/**
 * Joins the other replicas. A replica that prevents joining might just have been killed, so the function waits until
 * that replica's lease expires.
 * @throws Error describing the difference if a live replica has different settings
 * @throws Error if a live replica exists and the store is not shared
 */
export async function joinReplicas(options: MembershipOptions): Promise<Membership> {
  const { instances } = options.store;
  const until = performance.now() + 1.5 * options.leaseMs;
  const isOver = () => performance.now() > until;
  for (;;) {
    await instances.evict();
    const against = settingsConflict(options.self, await instances.listLive());
    if (against === undefined) break;
    if (isOver()) throw new Error(against);
    await delay(POLL_INTERVAL_MS);
  }
  const membership = await createMembership(options);
  try {
    // If two replicas join at the same time without seeing each other, the later replica leaves again.
    const [first] = await instances.listLive();
    const against = first && first.id !== membership.id && settingsConflict(options.self, [first]);
    if (against) throw new Error(against);
    while (!options.isShared && !(await instances.claim('job', ONLY, membership.id))) {
      await instances.evict();
      if (isOver()) throw new Error(inUse(await instances.claimHolder('job', ONLY), options.self));
      await delay(POLL_INTERVAL_MS);
    }
    return membership;
  } catch (error) {
    await membership.leave();
    throw error;
  }
}

function inUse(holder: InstanceRow | undefined, { settings }: InstanceRow): string {
  const where = holder === undefined ? '' : ` on ${holder.machine}`;
  return `another emulator${where} uses this database, and with --runtime ${settings['runtime']} only one may use it at a time: stop the other emulator, use a separate database, or start all emulators with --runtime kubernetes`;
}

/** Returns the reason why two replicas' settings are incompatible, or `undefined` if they are compatible. */
function settingsConflict(self: InstanceRow, others: readonly InstanceRow[]): string | undefined {
  for (const other of others) {
    const name = Object.keys(AGREED).find((one) => self.settings[one] !== other.settings[one]);
    const difference = name === undefined ? keyConflict(self, other) : (AGREED[name] ?? name);
    if (difference === undefined) continue;
    return `the emulator on ${other.machine} works on the same database and was started with ${difference}`;
  }
  return undefined;
}

/**
 * Returns a message if no API key opens both replicas, because each replica would then refuse the clients of the other. Keys of
 * seed files may differ: each replica accepts the keys of its seed file.
 */
function keyConflict(self: InstanceRow, other: InstanceRow): string | undefined {
  const own = self.settings['apiKeys'];
  const theirs = other.settings['apiKeys'];
  const isCommon =
    own === undefined || theirs === undefined
      ? self.settings['keys'] === other.settings['keys']
      : theirs.split(' ').some((mark) => own.split(' ').includes(mark));
  return isCommon
    ? undefined
    : 'different API keys, so each client could use only one of the two: keep the old key next to the new key in EMULATOR_API_KEY_FILE until every emulator has the new key';
}

/** Waits until no other replica runs the same job, and then runs `work`. */
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
