import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ownerToken } from '../../os/processes.ts';
import type { Seed } from '../admin/seed.ts';
import type { EmulatorConfig } from '../ports/context.ts';
import { singleInstanceFleet, type Fleet } from '../ports/fleet.ts';
import type { InstanceRow, Store } from '../ports/store.ts';
import { hashKey } from '../server/authenticate.ts';
import { joinFleet, runExclusive } from './join.ts';

/** Names the instance that last worked with a data folder: it is no more when another one does. */
const INSTANCE_FILE = 'instance';

/** How an emulator is told from the others on its store, and found by them. */
export interface FleetHost {
  config: EmulatorConfig;
  seed: Seed | undefined;
  dataDir: string;
  instanceUrl: string;
  onLeaseLost: (reason: string) => void;
  log: (line: string) => void;
}

/** A world's place among the emulators on its store. */
export interface InstanceFleet extends Fleet {
  /** Who is told that others did something. */
  onNotify(look: () => void): void;
  /** Does something that no two do at once. */
  runExclusive<T>(job: string, work: () => Promise<T>): Promise<T>;
  /** Gives everything back, for the others to take at once. */
  leave(): Promise<void>;
}

/** Comes in beside the others; alone where nobody else can be. @throws Error see `enterFleet`. */
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
  // The folder is ours alone, so whoever had it before us is no more, whatever its lease says.
  const before = await readFile(path.join(dataDir, INSTANCE_FILE), 'utf8').catch(() => '');
  if (before !== '') await store.instances.evict([before]);
  await writeFile(path.join(dataDir, INSTANCE_FILE), self.id);
  let look = () => {};
  const membership = await joinFleet({
    store,
    notices,
    self,
    leaseMs: config.leaseMs,
    onNews: () => look(),
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
    onNotify: (told) => {
      look = told;
    },
    runExclusive: (job, work) => runExclusive(store.instances, self.id, job, work),
  };
}

/** Tells whether two were given the same keys; the keys themselves it does not tell. */
function fingerprint(apiKey: string, seed: Seed | undefined): string {
  const seeded = (seed?.workspaces ?? []).flatMap(({ id, api_keys: keys }) =>
    keys.map(({ key, scope }) => `${id} ${scope} ${hashKey(key)}`),
  );
  return createHash('sha256')
    .update(JSON.stringify([hashKey(apiKey), ...seeded.toSorted()]))
    .digest('hex');
}

/** For the health endpoint: the others, where there may be any. */
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
