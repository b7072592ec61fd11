import { setTimeout as delay } from 'node:timers/promises';
import type { InstanceRow, Instances } from '../ports/store.ts';
import { type FleetOptions, createMembership, type FleetMembership } from './fleet.ts';

/** How often somebody who has to wait for the others looks again, in milliseconds. */
const LOOK_AGAIN_MS = 50;

/** What emulators on one database must be started with alike, and how each is told to who starts one. */
const AGREED: Readonly<Record<string, string>> = {
  keys: 'other API keys: give every emulator on a database the same EMULATOR_API_KEY and the same seed file',
  workspace:
    'another workspace for its key: give every emulator on a database the same --workspace-id and seed file',
  runtime: 'another --runtime',
  compat: 'another --compat',
  edition: 'another --edition',
};

/**
 * Comes in beside the others. One of them that was started in another way may just have been killed: it is waited for
 * until its lease would be over.
 * @throws Error when a living one was started in a way that does not go with ours, saying in which.
 */
export async function joinFleet(options: FleetOptions): Promise<FleetMembership> {
  const { instances } = options.store;
  const until = performance.now() + 1.5 * options.leaseMs;
  for (;;) {
    await instances.evict();
    const against = settingsConflict(options.self, await instances.listLive());
    if (against === undefined) break;
    if (performance.now() > until) throw new Error(against);
    await delay(LOOK_AGAIN_MS);
  }
  const membership = await createMembership(options);
  // Two that came in at once, neither of which saw the other: the later one goes.
  const [first] = await instances.listLive();
  const against =
    first && first.id !== membership.ownerId ? settingsConflict(options.self, [first]) : undefined;
  if (against === undefined) return membership;
  await membership.leave();
  throw new Error(against);
}

/** Why our settings do not go with those of one of the others; undefined: they do. */
export function settingsConflict(self: InstanceRow, others: readonly InstanceRow[]): string | undefined {
  for (const other of others) {
    const name = Object.keys(AGREED).find((one) => self.settings[one] !== other.settings[one]);
    if (name === undefined) continue;
    return `the emulator at ${other.url} works on the same database and was started with ${AGREED[name] ?? name}`;
  }
  return undefined;
}

/** Does something while no other instance does the same; waits for its turn. */
export async function runExclusive<T>(
  instances: Pick<Instances, 'claim' | 'release'>,
  owner: string,
  job: string,
  work: () => Promise<T>,
): Promise<T> {
  while (!(await instances.claim('job', job, owner))) await delay(LOOK_AGAIN_MS);
  try {
    return await work();
  } finally {
    await instances.release('job', job, owner);
  }
}
