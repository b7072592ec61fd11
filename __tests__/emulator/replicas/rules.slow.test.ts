import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { InstanceRow, RevisionRow, RunRow, Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aThread, revisionRow, runRow } from '../store/samples.ts';

// Compares the rules of leases and fences with a model of them, for events in any order.

const LONG = 3_600_000;
const WHO = ['a', 'b', 'c'] as const;
type Who = (typeof WHO)[number];

/** Expected content of the store. An instance that returns has a new ID; `life` counts how often it returned. */
interface Model {
  life: Map<Who, number>;
  there: Map<Who, { late: boolean }>;
  holder: Who | undefined;
  /** Instances that are allowed to write to the revision and to the run. */
  revision: Who | undefined;
  run: Who | undefined;
}
/** Claims that each instance believes to have. An instance is not notified when it loses a claim. */
interface Real {
  store: Store;
  deploymentId: string;
  revisionId: string;
  runId: string;
  threadId: string;
  fences: Map<Who, { id: string; revision?: RevisionRow; run?: RunRow }>;
}

const idOf = (model: Model, who: Who) => `${who}${model.life.get(who) ?? 0}`;
const row = (id: string): InstanceRow => ({ id, machine: 'm', settings: {} });

type Act = (model: Model, real: Real, who: Who) => Promise<void>;
const acts: Record<string, Act> = {
  async join(model, { store, fences }, who) {
    if (model.there.has(who)) return;
    model.life.set(who, (model.life.get(who) ?? 0) + 1);
    const id = idOf(model, who);
    await store.instances.join(row(id), LONG);
    model.there.set(who, { late: false });
    fences.set(who, { id });
  },
  /** Lets the lease of an instance expire without notifying the instance. */
  async stall(model, { store }, who) {
    const there = model.there.get(who);
    expect(await store.instances.renew(idOf(model, who), 0)).toBe(there !== undefined);
    if (there) there.late = true;
  },
  async renew(model, { store }, who) {
    const there = model.there.get(who);
    expect(await store.instances.renew(idOf(model, who), LONG)).toBe(there !== undefined);
    if (there) there.late = false;
  },
  async bury(model, { store }) {
    const late = WHO.filter((who) => model.there.get(who)?.late === true);
    expect(await store.instances.evict()).toBe(late.length);
    for (const who of late) {
      model.there.delete(who);
      if (model.holder === who) model.holder = undefined;
      if (model.revision === who) model.revision = undefined;
      if (model.run === who) model.run = undefined;
    }
  },
  async take(model, { store, deploymentId }, who) {
    const may = model.there.has(who) && (model.holder === undefined || model.holder === who);
    expect(await store.instances.claim('deployment', deploymentId, idOf(model, who))).toBe(may);
    if (may) model.holder = who;
  },
  async release(model, { store, deploymentId }, who) {
    await store.instances.release('deployment', deploymentId, idOf(model, who));
    if (model.holder === who) model.holder = undefined;
  },
  async claimRevision(model, { store, revisionId, fences }, who) {
    const id = idOf(model, who);
    const got = await store.revisions.claim(revisionId, id, 1, LONG, id);
    const may = model.there.has(who) && (model.revision === undefined || model.revision === who);
    expect(got !== undefined).toBe(may);
    if (!got) return;
    model.revision = who;
    const mine = fences.get(who);
    if (mine) mine.revision = got;
  },
  async writeRevision(model, { store, revisionId, fences }, who) {
    const held = fences.get(who)?.revision;
    if (!held) return;
    // An instance that lost the revision and claimed it again has another fence.
    const written = await store.revisions.update(revisionId, { statusMessage: who }, held.fence);
    expect(written).toBe(model.revision === who);
  },
  async claimRun(model, { store, deploymentId, revisionId, fences }, who) {
    const id = idOf(model, who);
    const got = await store.runs.claimNext(deploymentId, revisionId, 1, id);
    expect(got !== undefined).toBe(model.there.has(who) && model.run === undefined);
    if (!got) return;
    model.run = who;
    const mine = fences.get(who);
    if (mine) mine.run = got;
  },
  async writeRun(model, { store, deploymentId, threadId, runId, fences }, who) {
    const held = fences.get(who)?.run;
    if (!held) return;
    // Decides like `settleRun` and the checkpoint service.
    const now = await store.runs.get(deploymentId, threadId, runId);
    const may = now?.status === 'running' && now.fence === held.fence;
    expect(may).toBe(model.run === who);
  },
  async guardedWrite(model, { store, deploymentId }, who) {
    const held = await store.transaction((tx) =>
      tx.instances.holdsClaim('deployment', deploymentId, idOf(model, who)),
    );
    expect(held).toBe(model.holder === who);
  },
};

// docs/kubernetes/guarantees.md#rules
test('in any order of events, at most one instance can write, and never an evicted instance', async () => {
  const keyring = await loadKeyring({});
  const events = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.constantFrom(...WHO)), {
    minLength: 20,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(events, async (given) => {
      const store = await openStore({ location: ':memory:', keyring });
      try {
        const thread = await aThread(store);
        const { deploymentId } = thread;
        const { id: revisionId } = await store.revisions.insert(revisionRow(deploymentId), []);
        const run = runRow(thread);
        await store.runs.insert(run);
        const real: Real = {
          store,
          deploymentId,
          revisionId,
          runId: run.id,
          threadId: thread.id,
          fences: new Map(),
        };
        const model: Model = {
          life: new Map(),
          there: new Map(),
          holder: undefined,
          revision: undefined,
          run: undefined,
        };
        for (const who of WHO) await acts['join']?.(model, real, who);
        for (const [act, who] of given) await acts[act]?.(model, real, who);
      } finally {
        await store.close();
      }
    }),
    { numRuns: 40 },
  );
});
