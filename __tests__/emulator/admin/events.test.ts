import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { observeStore } from '../../../src/emulator/admin/events.ts';
import type { StoreChange } from '../../../src/emulator/ports/store-changes.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, revisionRow } from '../store/samples.ts';
import { imageDeployment, startPlane } from '../server/plane.ts';
import { startCloud } from './cloud.ts';

const LIST = '/v2/deployments';
const stall = { match: { stage: 'DEPLOYING' }, then: { stall: true } };

describe('the events of a deployment', () => {
  // docs/departures.md#get-local-events
  test("contain each status, each switch of revisions and the deployment's removal, in chronological order", async () => {
    const { api, deploy, emulator, until } = await startCloud();
    const { id, revisionId, path } = await deploy({ name: 'watched' });
    await api('DELETE', path);
    await until(path, ({ status }) => status === 404);
    const { events, next } = (await api('GET', '/_local/events')).body;
    const of = { deployment_id: id, deployment: 'watched' };
    const revision = (status: string, was: string | null) => ({
      ...of,
      kind: 'revision',
      revision_id: revisionId,
      status,
      was,
    });
    const strip = ({ seq: _s, at: _a, journal: _j, ...fact }: Record<string, unknown>) => fact;
    expect(events.map(strip)).toEqual([
      { ...of, kind: 'deployment', status: 'AWAITING_DATABASE', was: null },
      revision('CREATING', null),
      { ...of, kind: 'deployment', status: 'READY', was: 'AWAITING_DATABASE' },
      revision('AWAITING_DEPLOY', 'CREATING'),
      revision('DEPLOYING', 'AWAITING_DEPLOY'),
      { ...of, kind: 'active', revision_id: revisionId, was: null },
      revision('DEPLOYED', 'DEPLOYING'),
      { ...of, kind: 'deployment', status: 'AWAITING_DELETE', was: 'READY' },
      { ...of, kind: 'removed' },
    ]);
    expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(
      events.map((_: unknown, index: number) => index + 1),
    );
    expect(next).toBe(events.length);
    expect(emulator.events.after(7, 1)).toMatchObject({ events: [{ seq: 8 }], next: 8 });
    expect((await api('GET', '/_local/events?after=7&limit=1')).body).toEqual(emulator.events.after(7, 1));
  });

  test('contain the complete history of queued, skipped, failed, interrupted and deployed revisions', async () => {
    const { api, deploy, revise, until, emulator } = await startCloud();
    const deployment = await deploy();
    const { path } = deployment;
    emulator.faults.set({ rules: [stall] });
    const patch = async (image: string): Promise<string> =>
      (await api('PATCH', path, { source_revision_config: { image_uri: image } })).body.latest_revision_id;
    const at = (id: string, status: string) =>
      until(`${path}/revisions/${id}`, ({ body }) => body.status === status);
    await at(await patch('r.example/a:2'), 'DEPLOYING');
    const queued = [await patch('r.example/a:3'), await patch('r.example/a:4')];
    for (const id of queued) await at(id, 'QUEUED');
    emulator.faults.clear();
    await at(queued[1] ?? '', 'DEPLOYED');
    emulator.faults.set({ rules: [{ match: { stage: 'DEPLOYING' }, then: { fail: 'no room' } }] });
    expect((await revise(deployment, 'r.example/a:5')).status).toBe('DEPLOY_FAILED');
    emulator.faults.set({ rules: [stall] });
    const last = await patch('r.example/a:6');
    await at(last, 'DEPLOYING');
    expect((await api('POST', `${path}/revisions/${last}/interrupt`)).status).toBeLessThan(300);
    await at(last, 'INTERRUPTED');
    const { events } = emulator.events.after(0);
    const { tables } = await emulator.snapshot();
    const seen = new Set<string>();
    for (const { id, history } of (tables['revisions'] ?? []) as {
      id: string;
      history: { status: string }[];
    }[]) {
      const reported = events.filter((event) => event.kind === 'revision' && event.revision_id === id);
      expect(reported.map((event) => 'status' in event && event.status)).toEqual(
        history.map(({ status }) => status),
      );
      for (const { status } of history) seen.add(status);
    }
    expect(
      ['SKIPPED', 'QUEUED', 'DEPLOYED', 'DEPLOY_FAILED', 'INTERRUPTED'].filter((one) => !seen.has(one)),
    ).toEqual([]);
  });

  test('contain the number of the latest journal entry; requests in progress have greater numbers', async () => {
    const { api, deploy, emulator } = await startCloud();
    await deploy();
    // The event about the row was recorded before the create received its response.
    expect(emulator.events.after(0).events[0]?.journal).toBe(0);
    const before = emulator.journal.lastSeq();
    const { id } = (await api('POST', LIST, imageDeployment())).body;
    const made = emulator.events
      .after(0)
      .events.find((event) => 'status' in event && event.deployment_id === id);
    expect(made?.journal).toBe(before);
    expect(emulator.journal.after(before).entries[0]).toMatchObject({ seq: before + 1, response: { id } });
  });

  test('are cleared by a reset, but their numbers continue', async () => {
    const { deploy, emulator } = await startCloud();
    await deploy();
    const { next } = emulator.events.after(0);
    await emulator.reset();
    expect(emulator.events.after(0).events).toEqual([]);
    await deploy();
    expect(emulator.events.after(0).events[0]?.seq).toBe(next + 1);
  });
});

describe('the events that writes to the store cause', () => {
  const observed = async () => {
    const reported: StoreChange[] = [];
    const inner = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
    return { store: observeStore(inner, (changes) => reported.push(...changes)), reported };
  };

  test('do not include rolled-back transactions, writes with an expired lease, or writes that change nothing', async () => {
    const { store, reported } = await observed();
    const { id } = await aDeployment(store, { name: 'a' });
    const { id: revisionId } = await store.revisions.insert(revisionRow(id), []);
    reported.length = 0;
    const failing = store.transaction(async (tx) => {
      await tx.revisions.update(revisionId, { status: 'BUILDING' });
      await tx.deployments.update(id, { status: 'READY', activeRevisionId: revisionId });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await store.revisions.claim(revisionId, 'me', 0, 1);
    expect(await store.revisions.update(revisionId, { status: 'BUILDING' }, 99)).toBe(false);
    await store.revisions.update(revisionId, { status: 'CREATING' });
    await store.deployments.update(id, { status: 'AWAITING_DATABASE', activeRevisionId: null });
    await store.deployments.update('unknown', { status: 'READY' });
    await store.deployments.remove('unknown');
    expect(reported).toEqual([]);
    await store.close();
  });

  test('lead to the state of the store when they are applied in order', async () => {
    const statuses = fc.constantFrom('CREATING', 'BUILDING', 'DEPLOYED', 'READY', 'X');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('revision' as const), of: fc.nat(2), status: statuses }),
      fc.record({ kind: fc.constant('deployment' as const), status: statuses }),
      fc.record({ kind: fc.constant('active' as const), of: fc.nat(2) }),
    );
    const work = fc.record({
      steps: fc.array(step, { maxLength: 4 }),
      together: fc.boolean(),
      kept: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(work, { maxLength: 8 }), async (works) => {
        const { store, reported } = await observed();
        const deployment = await aDeployment(store);
        const { id } = deployment;
        const revisions = ['r0', 'r1', 'r2'];
        for (const one of revisions) await store.revisions.insert(revisionRow(id, { id: one }), []);
        const act = (
          tx: Pick<typeof store, 'revisions' | 'deployments'>,
          one: (typeof works)[number]['steps'][number],
        ) => {
          switch (one.kind) {
            case 'revision':
              return tx.revisions.update(revisions[one.of] ?? '', { status: one.status });
            case 'deployment':
              return tx.deployments.update(id, { status: one.status });
            case 'active':
              return tx.deployments.update(id, { activeRevisionId: revisions[one.of] ?? null });
          }
        };
        for (const { steps, together, kept } of works) {
          if (!together) {
            for (const one of steps) await act(store, one);
            continue;
          }
          await store
            .transaction(async (tx) => {
              for (const one of steps) await act(tx, one);
              if (!kept) throw new Error('taken back');
            })
            .catch(() => undefined);
        }
        const seen = new Map<string, string | null>();
        for (const fact of reported) {
          const key = fact.kind === 'revision' ? `revision ${fact.revision_id}` : fact.kind;
          const value = 'status' in fact ? fact.status : 'revision_id' in fact ? fact.revision_id : '';
          // Each event contains the previous value.
          if ('was' in fact) expect(seen.get(key) ?? null).toBe(fact.was);
          seen.set(key, value);
        }
        const end = await store.deployments.findById(id);
        expect(seen.get('deployment')).toBe(end?.status);
        expect(seen.get('active') ?? null).toBe(end?.activeRevisionId);
        for (const one of revisions) {
          expect(seen.get(`revision ${one}`)).toBe((await store.revisions.findById(one))?.status);
        }
        await store.close();
      }),
      { numRuns: fc.readConfigureGlobal()?.numRuns ?? 20 },
    );
  });

  test('include the writes of a fake data plane', async () => {
    const { create, emulator, store } = await startPlane();
    const { id } = await create({ name: 'by-hand' });
    await store.deployments.update(id, { status: 'UNUSED' });
    expect(emulator.events.after(0).events.at(-1)).toMatchObject({ deployment: 'by-hand', status: 'UNUSED' });
  });
});
