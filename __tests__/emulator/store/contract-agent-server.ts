// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ThreadPosition } from '../../../src/emulator/ports/store-agent-server.ts';
import type { CheckpointQuery, Store, ThreadOrder } from '../../../src/emulator/ports/store.ts';
import { PAGE_BYTES } from '../../../src/emulator/store/checkpoint-pages.ts';
import type { OpenFresh } from './contract.ts';
import { aThread, checkpointRow, threadRow, webhookRow, writeRow } from './samples.ts';

const ids = (rows: { id: string }[]) => rows.map((row) => row.id);

export function agentServerContract(openFresh: OpenFresh): void {
  describe('threads in the store', () => {
    test('are returned as stored, listed newest first, changed by field, and removed', async () => {
      const store = await openFresh();
      const first = await aThread(store);
      const { deploymentId } = first;
      const second = threadRow(deploymentId, {
        status: 'interrupted',
        metadata: { graph_id: 'agent' },
        values: { messages: ['hi', { n: 1 }] },
        interrupts: { task: [{ value: 'continue?' }] },
      });
      await store.threads.insert(second);
      expect(await store.threads.get(deploymentId, second.id)).toEqual(second);
      expect(await store.threads.get('other', second.id)).toBeUndefined();
      const list = (filter: { limit: number; offset: number; status?: string }) =>
        store.threads.list(deploymentId, filter);
      expect(await list({ limit: 9, offset: 0 })).toEqual([second, first]);
      expect(await list({ limit: 1, offset: 1 })).toEqual([first]);
      expect(await list({ limit: 9, offset: 0, status: 'interrupted' })).toEqual([second]);
      expect(await list({ limit: 9, offset: 0, status: 'nonsense' })).toEqual([]);
      await store.threads.update(second.id, {});
      await store.threads.update(second.id, { status: 'busy', updatedAt: 5 });
      expect(await store.threads.get(deploymentId, second.id)).toEqual({
        ...second,
        status: 'busy',
        updatedAt: 5,
      });
      await store.threads.update(second.id, { values: null, interrupts: {}, metadata: {} });
      expect(await store.threads.get(deploymentId, second.id)).toMatchObject({
        values: null,
        interrupts: {},
        metadata: {},
      });
      await store.threads.remove(second.id);
      expect(await list({ limit: 9, offset: 0 })).toEqual([first]);
    });
  });

  describe('outlines of threads in the store', () => {
    test("contain the beginning of each thread's values, for all deployments, most recently updated first", async () => {
      const store = await openFresh();
      const first = await aThread(store);
      const { deploymentId } = await aThread(store);
      const long = threadRow(deploymentId, {
        status: 'interrupted',
        updatedAt: 99,
        values: { text: 'x'.repeat(2_000_000) },
        interrupts: { task: [{ value: 'sure?' }] },
      });
      await store.threads.insert(long);
      const page = { limit: 9, offset: 0, characters: 20 };
      const all = await store.threads.outlines(page);
      expect(all).toHaveLength(3);
      expect(all[0]).toMatchObject({
        id: long.id,
        interrupts: long.interrupts,
        valuesStart: '{"text":"xxxxxxxxxxx',
        valuesLength: 2_000_011,
      });
      expect(ids(await store.threads.outlines({ ...page, offset: 1 }))).toEqual(ids(all).slice(1));
      expect(ids(await store.threads.outlines({ ...page, deploymentId: first.deploymentId }))).toEqual([
        first.id,
      ]);
      expect(ids(await store.threads.outlines({ ...page, status: 'interrupted' }))).toEqual([long.id]);
      expect(await store.threads.outlines({ ...page, status: 'nonsense' })).toEqual([]);
      expect((await store.threads.countByStatus()).toSorted((a, b) => a.count - b.count)).toEqual([
        { status: 'interrupted', count: 1 },
        { status: 'idle', count: 2 },
      ]);
      expect(await store.threads.countByStatus(first.deploymentId)).toEqual([{ status: 'idle', count: 1 }]);
    });
  });

  describe('outlines of checkpoints in the store', () => {
    test('list the channels without their values, except for exceptions and questions, newest checkpoint first', async () => {
      const store = await openFresh();
      const { id: threadId } = await aThread(store);
      const put = (id: string, parentId: string | null, ns = '') =>
        store.checkpoints.put(checkpointRow(threadId, id, { parentId, ns }));
      await put('a', null);
      await put('b', 'a');
      await put('b', null, 'child:1');
      await store.checkpoints.putWrites([
        writeRow(threadId, 'a', { index: 0, channel: 'steps', value: Buffer.from('x'.repeat(99)) }),
        writeRow(threadId, 'b', { index: -1, channel: '__error__', value: Buffer.from('y'.repeat(99)) }),
      ]);
      const found = await store.checkpoints.outlines(threadId, { limit: 9, bytes: 5 });
      expect(found.map(({ id, parentId }) => [id, parentId])).toEqual([
        ['b', 'a'],
        ['a', null],
      ]);
      expect(
        found[0]?.writes.map(({ channel, start }) => [channel, Buffer.from(start ?? []).toString()]),
      ).toEqual([['__error__', 'yyyyy']]);
      expect(found[1]?.writes.map(({ channel, start }) => [channel, start])).toEqual([['steps', null]]);
      expect(ids(await store.checkpoints.outlines(threadId, { limit: 9, before: 'b', bytes: 5 }))).toEqual([
        'a',
      ]);
      expect(ids(await store.checkpoints.outlines(threadId, { limit: 1, bytes: 5 }))).toEqual(['b']);
      expect(await store.checkpoints.count(threadId)).toBe(2);
    });
  });

  describe('many threads in the store', () => {
    test('can be counted, selected by ID, and sorted by a given field', async () => {
      const store = await openFresh();
      const a = await aThread(store);
      const { deploymentId } = a;
      const b = threadRow(deploymentId, { createdAt: 0, updatedAt: 7, stateUpdatedAt: 7, status: 'error' });
      const c = threadRow(deploymentId, { createdAt: 9, updatedAt: 2, stateUpdatedAt: 2 });
      for (const row of [b, c]) await store.threads.insert(row);
      const sorted = async (by: ThreadOrder['by'], descending: boolean) =>
        ids(await store.threads.list(deploymentId, { limit: 9, offset: 0, order: { by, descending } }));
      expect(await sorted('createdAt', false)).toEqual([b.id, a.id, c.id]);
      expect(await sorted('updatedAt', true)).toEqual([b.id, c.id, a.id]);
      expect(await sorted('status', false)).toEqual([b.id, c.id, a.id]);
      expect(await sorted('id', true)).toEqual([a.id, b.id, c.id].sort().reverse());
      const some = { ids: [a.id, c.id, 'unknown'] };
      expect(ids(await store.threads.list(deploymentId, { limit: 9, offset: 0, ...some }))).toEqual([
        c.id,
        a.id,
      ]);
      expect(await store.threads.list(deploymentId, { limit: 9, offset: 0, ids: [] })).toEqual([]);
      expect(await store.threads.count(deploymentId, {})).toBe(3);
      await store.threads.update(c.id, { metadata: { n: 1 }, values: { v: 2 }, updatedAt: 2 });
      const order = { by: 'updatedAt', descending: true } as const;
      const sizes = (values: boolean) =>
        store.threads.sizes(deploymentId, { limit: 1, offset: 1, order, values });
      const position = { sortValue: 2, ordinal: expect.any(Number) };
      expect(await sizes(false)).toEqual([{ id: c.id, bytes: '{"n":1}'.length, ...position }]);
      expect(await sizes(true)).toEqual([{ id: c.id, bytes: '{"n":1}{"v":2}'.length, ...position }]);
      expect(await store.threads.sizes(deploymentId, { limit: 9, offset: 0, ids: [], values: true })).toEqual(
        [],
      );
      expect(await store.threads.listDetails(deploymentId, { ids: [], values: true })).toEqual([]);
      const glance = (values: boolean) =>
        store.threads.listDetails(deploymentId, { ids: [c.id, 'unknown'], values });
      expect(await glance(true)).toEqual([{ id: c.id, metadata: { n: 1 }, valuesText: '{"v":2}' }]);
      expect(await glance(false)).toEqual([{ id: c.id, metadata: { n: 1 }, valuesText: null }]);
      expect(await store.threads.count(deploymentId, { ...some, status: 'idle' })).toBe(2);
      expect(await store.threads.count(deploymentId, { status: 'nonsense' })).toBe(0);
    });

    test('are found by texts of their metadata', async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      await store.threads.update(id, { metadata: { user: '100%_"\0', tags: ['a'] } });
      const found = async (...metadataParts: string[]) =>
        ids(await store.threads.list(deploymentId, { limit: 9, offset: 0, metadataParts }));
      expect(await found(`"user":${JSON.stringify('100%_"\0')}`, '"a"')).toEqual([id]);
      expect(await found('"user":"100%%')).toEqual([]);
      expect(await found('"tags"', '"b"')).toEqual([]);
      expect(await store.threads.count(deploymentId, { metadataParts: ['"tags"'] })).toBe(1);
      expect(await store.threads.count(deploymentId, { metadataParts: ['"other"'] })).toBe(0);
    });

    test('can be listed page by page in every order, also if many compare equal', async () => {
      const store = await openFresh();
      const { deploymentId } = await aThread(store);
      for (const updatedAt of [3, 3, 3, 7, 1, 3]) {
        await store.threads.insert(threadRow(deploymentId, { updatedAt, stateUpdatedAt: updatedAt }));
      }
      const orders: (ThreadOrder | undefined)[] = [undefined];
      for (const by of ['id', 'status', 'updatedAt', 'stateUpdatedAt'] as const) {
        orders.push({ by, descending: true }, { by, descending: false });
      }
      for (const order of orders) {
        const listed = { ...(order && { order }), offset: 0 };
        const paged: string[] = [];
        for (let after: ThreadPosition | undefined; ; ) {
          const page = await store.threads.sizes(deploymentId, { ...listed, after, limit: 2, values: false });
          paged.push(...ids(page));
          after = page.at(-1);
          if (page.length < 2) break;
        }
        expect(paged).toEqual(ids(await store.threads.list(deploymentId, { ...listed, limit: 9 })));
      }
    });

    test('keep their previous status while they are busy, and are listed as stale only after that', async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      await store.threads.update(id, { status: 'interrupted' });
      await store.threads.update(id, { status: 'busy', stale: true });
      const row = () => store.threads.get(deploymentId, id);
      expect(await row()).toMatchObject({ status: 'busy', restingStatus: 'interrupted', stale: true });
      expect(await store.threads.listStale(deploymentId, 9)).toEqual([]);
      await store.threads.update(id, { status: 'error' });
      expect(await row()).toMatchObject({ status: 'error', restingStatus: 'error' });
      expect(ids(await store.threads.listStale(deploymentId, 9))).toEqual([id]);
      await store.threads.update(id, { stale: false });
      expect(await store.threads.listStale(deploymentId, 9)).toEqual([]);
    });

    test('are not found after they expire, unless they are busy', async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      const over = { ttlMs: 1, at: 1, strategy: 'delete' as const };
      const page = { limit: 9, offset: 0 };
      await store.threads.update(id, {
        expiry: { ttlMs: 1, at: 4_000_000_000_000, strategy: 'delete' },
      });
      expect(await store.threads.count(deploymentId, {})).toBe(1);
      await store.threads.update(id, { expiry: over, status: 'busy' });
      expect(await store.threads.get(deploymentId, id)).toMatchObject({ expiry: over });
      expect(await store.threads.count(deploymentId, {})).toBe(1);
      await store.threads.update(id, { status: 'idle' });
      expect(await store.threads.get(deploymentId, id)).toBeUndefined();
      expect(await store.threads.list(deploymentId, page)).toEqual([]);
      expect(await store.threads.count(deploymentId, {})).toBe(0);
      expect(await store.threads.count(deploymentId, { ids: [id] })).toBe(0);
      // The ID can be used again.
      await store.threads.insert(threadRow(deploymentId, { id }));
      expect(await store.threads.get(deploymentId, id)).toMatchObject({ expiry: null });
      await store.threads.update(id, { expiry: null });
    });

    test('remain after they expire with the strategy `keep_latest`, and can be pruned while idle', async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      const over = { ttlMs: 1, at: 1, strategy: 'keep_latest' as const };
      await store.threads.update(id, { expiry: { ...over, at: 4_000_000_000_000 } });
      expect(await store.threads.listPrunable(9)).toEqual([]);
      await store.threads.update(id, { expiry: over, status: 'busy' });
      expect(await store.threads.listPrunable(9)).toEqual([]);
      await store.threads.update(id, { status: 'idle' });
      expect(await store.threads.listPrunable(9)).toEqual([{ id, deploymentId, expiry: over }]);
      expect(await store.threads.get(deploymentId, id)).toMatchObject({ expiry: over });
      expect(await store.threads.count(deploymentId, {})).toBe(1);
    });

    test('store when their values last changed', async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      await store.threads.update(id, { status: 'busy', updatedAt: 5 });
      expect(await store.threads.get(deploymentId, id)).toMatchObject({ updatedAt: 5, stateUpdatedAt: 1 });
      await store.threads.update(id, { values: { n: 1 }, updatedAt: 6 });
      expect(await store.threads.get(deploymentId, id)).toMatchObject({ updatedAt: 6, stateUpdatedAt: 6 });
    });
  });

  describe('webhooks in the store', () => {
    const FAILED = { at: 5, ms: 1, status: 503, problem: 'it answered 503', response: 'busy' };

    test('are claimed by only one of several callers when they are due, until the webhooks are removed', async () => {
      const store = await openFresh();
      const { deploymentId } = await aThread(store);
      const row = webhookRow(deploymentId, { id: 'r1', dueAt: 5, createdAt: 5 });
      const stored = { ...row, threadId: null, title: '', runStatus: 'success', keepsBody: true };
      await store.webhooks.insert(row);
      await store.webhooks.insert({ ...row, id: 'r2', dueAt: 7 });
      expect(await store.webhooks.claim(4, 50)).toBeUndefined();
      const toAll = row.url.slice(0, -1);
      expect(await store.webhooks.claim(6, 50, ['http://other.test/', toAll])).toBeUndefined();
      expect([
        await store.webhooks.nextDue([toAll]),
        await store.webhooks.nextDue(['http://é.test/']),
      ]).toEqual([undefined, row.dueAt]);
      const taken = await Promise.all([1, 2, 3].map(() => store.webhooks.claim(6, 50)));
      expect(taken.filter((one) => one !== undefined)).toEqual([{ ...stored, dueAt: 50 }]);
      expect(await store.webhooks.nextDue()).toBe(7);
      await store.webhooks.update('r1', { attempts: [FAILED], dueAt: 6 });
      await store.webhooks.setValues('r1', { topic: 'cats' });
      await store.webhooks.setValues('unknown', {});
      const body = { status: 'success', values: { topic: 'cats' } };
      const title = 'cats';
      expect(await store.webhooks.claim(9, 60)).toEqual({
        ...stored,
        body,
        title,
        attempts: [FAILED],
        dueAt: 60,
      });
      await store.webhooks.remove('r1');
      expect((await store.webhooks.claim(9, 60))?.id).toBe('r2');
      await store.deployments.remove(deploymentId);
      expect(await store.webhooks.nextDue()).toBeUndefined();
    });

    test('remain after their last attempt, with all attempts and the first words of the run', async () => {
      const store = await openFresh();
      const { id: thread, deploymentId } = await aThread(store);
      const row = webhookRow(deploymentId, {
        body: { thread_id: thread, kwargs: { input: { topic: 'cats' } } },
      });
      await store.webhooks.insert(row);
      await store.webhooks.finish(row, [FAILED]);
      const over = { ...row, threadId: thread, title: 'cats', runStatus: '', keepsBody: true };
      expect(await store.webhooks.get(row.id)).toEqual({ ...over, attempts: [FAILED], dueAt: null });
      expect([await store.webhooks.claim(9, 60), await store.webhooks.nextDue()]).toEqual([
        undefined,
        undefined,
      ]);
      await store.webhooks.setValues(row.id, { late: true });
      const { body, ...head } = (await store.webhooks.get(row.id)) ?? {};
      expect(body).toEqual(row.body);
      expect(await store.webhooks.listNewest(9)).toEqual([head]);
      const pending = webhookRow(deploymentId, { body: { thread_id: thread } });
      await store.webhooks.insert(pending);
      await store.threads.remove(thread);
      expect((await store.webhooks.listNewest(9)).map(({ id }) => id)).toEqual([pending.id]);
    });

    test('lose a body that is too long to be stored, but only after their last attempt', async () => {
      const store = await openFresh();
      const { deploymentId } = await aThread(store);
      const row = webhookRow(deploymentId, { body: { text: 'x'.repeat(65_536) } });
      await store.webhooks.insert(row);
      expect(await store.webhooks.claim(1, 2)).toMatchObject({ keepsBody: false, body: row.body });
      await store.webhooks.finish(row, [FAILED]);
      expect(await store.webhooks.get(row.id)).toMatchObject({ keepsBody: false, body: {} });
    });

    test('are stored after their last attempt, but only the newest 500 of each deployment', async () => {
      const store = await openFresh();
      const { deploymentId } = await aThread(store);
      const { deploymentId: other } = await aThread(store);
      const ofOther = webhookRow(other, { id: 'other' });
      const pending = webhookRow(deploymentId, { id: 'pending' });
      await store.transaction(async (tx) => {
        for (const row of [ofOther, pending]) await tx.webhooks.insert(row);
        await tx.webhooks.finish(ofOther, [FAILED]);
        for (let n = 0; n < 502; n += 1) {
          const row = webhookRow(deploymentId, { id: `w${n}` });
          await tx.webhooks.insert(row);
          await tx.webhooks.finish(row, [FAILED]);
        }
      });
      const kept = (await store.webhooks.listNewest(1_000)).map(({ id }) => id);
      expect([kept.length, kept[0], ...kept.slice(-3)]).toEqual([502, 'w501', 'w2', 'pending', 'other']);
    });
  });

  describe('checkpoints in the store', () => {
    test('return their bytes unchanged, and can be replaced by a checkpoint with the same ID', async () => {
      const store = await openFresh();
      const { id } = await aThread(store);
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      const row = checkpointRow(id, 'c1', { checkpoint: bytes, metadata: new Uint8Array(0), runId: 'r1' });
      await store.checkpoints.put(checkpointRow(id, 'c1'));
      await store.checkpoints.put(row);
      expect(await store.checkpoints.get(id, '', 'c1')).toEqual(row);
    });

    test('can be read by ID, or as the newest checkpoint of a namespace, and are listed newest first', async () => {
      const store = await openFresh();
      const { id } = await aThread(store);
      for (const name of ['c2', 'c1', 'c3']) await store.checkpoints.put(checkpointRow(id, name));
      await store.checkpoints.put(checkpointRow(id, 'c9', { ns: 'child', parentId: 'c3' }));
      expect((await store.checkpoints.get(id, ''))?.id).toBe('c3');
      expect((await store.checkpoints.get(id, 'child'))?.id).toBe('c9');
      expect(await store.checkpoints.get(id, 'nowhere')).toBeUndefined();
      expect(ids(await store.checkpoints.list(id, '', {}))).toEqual(['c3', 'c2', 'c1']);
      expect(ids(await store.checkpoints.list(id, undefined, {}))).toEqual(['c9', 'c3', 'c2', 'c1']);
      expect(ids(await store.checkpoints.list(id, '', { before: 'c3', limit: 1 }))).toEqual(['c2']);
    });

    const zeros = (size: number) => new Uint8Array(size);
    const asJson = (value: unknown) => Buffer.from(JSON.stringify(value));
    /** Returns the IDs on each page, up to the last page. */
    const pagesOf = async (store: Store, threadId: string, query: CheckpointQuery): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let after: CheckpointQuery['after']; ; ) {
        const page = await store.checkpoints.page(threadId, { ...query, after });
        pages.push(page.found.map(({ checkpoint }) => checkpoint.ns + checkpoint.id));
        if (page.next === undefined) return pages;
        after = page.next;
      }
    };

    test('are read in pages of limited size, together with the numbers of their writes', async () => {
      const store = await openFresh();
      const { id } = await aThread(store);
      const half = PAGE_BYTES / 2;
      for (const name of ['c1', 'c2', 'c3', 'c4']) {
        await store.checkpoints.put(
          checkpointRow(id, name, { checkpoint: zeros(name === 'c3' ? 2 * half : half - 9) }),
        );
      }
      await store.checkpoints.put(checkpointRow(id, 'c4', { ns: 'child' }));
      await store.checkpoints.putWrites([writeRow(id, 'c2'), writeRow(id, 'c1', { value: zeros(half) })]);
      expect(await pagesOf(store, id, { ns: '' })).toEqual([['c4'], ['c3'], ['c2'], ['c1']]);
      expect(await pagesOf(store, id, {})).toEqual([['childc4', 'c4'], ['c3'], ['c2'], ['c1']]);
      expect(await pagesOf(store, id, { ns: '', before: 'c3' })).toEqual([['c2'], ['c1']]);
      expect(await pagesOf(store, id, { ns: '', id: 'c2' })).toEqual([['c2']]);
      expect(await pagesOf(store, id, { ns: 'nowhere' })).toEqual([[]]);
      const only = await store.checkpoints.page(id, { ns: '', id: 'c1' });
      expect(only.found[0]?.writes.map(({ value }) => value.byteLength)).toEqual([half]);
      const [one, two] = [
        await store.checkpoints.page(id, { limit: 1 }),
        await store.checkpoints.page(id, { limit: 0 }),
      ];
      expect([one.found.length, one.next, two.found.length]).toEqual([1, { ns: 'child', id: 'c4' }, 0]);
    });

    test('appear exactly once in the pages, for all page sizes and namespaces', async () => {
      const store = await openFresh();
      const part = fc.record({
        ns: fc.constantFrom('', 'a', 'b'),
        id: fc.constantFrom(...'123456789'),
        large: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(part, { selector: ({ ns, id }) => ns + id, maxLength: 12 }),
          async (parts) => {
            const { id: threadId } = await aThread(store);
            for (const { ns, id, large } of parts) {
              await store.checkpoints.put(
                checkpointRow(threadId, id, { ns, checkpoint: zeros(large ? PAGE_BYTES / 3 : 1) }),
              );
            }
            const all = parts
              .toSorted((a, b) => (a.id + a.ns < b.id + b.ns ? 1 : -1))
              .map(({ ns, id }) => ns + id);
            expect((await pagesOf(store, threadId, {})).flat()).toEqual(all);
            await store.threads.remove(threadId);
          },
        ),
        { numRuns: fc.readConfigureGlobal().numRuns ?? 10 },
      );
    });

    test('are found by JSON metadata, and are also returned if only the graph library can compare their metadata', async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      const metadata = {
        c1: { step: 1, tags: ['a', { b: 1 }], thread_id: 'another' },
        c2: { step: 2, tags: ['a'], nothing: null },
        c3: { step: 3, of: { lc: 1, type: 'constructor' } },
      };
      for (const [name, value] of Object.entries(metadata)) {
        await store.checkpoints.put(checkpointRow(id, name, { metadata: asJson(value) }));
      }
      await store.checkpoints.put(checkpointRow(id, 'c4', { metadataType: 'bytes' }));
      await store.checkpoints.put(checkpointRow(id, 'c5', { metadata: asJson('no object') }));
      await store.checkpoints.put(checkpointRow(id, 'c6', { metadata: Buffer.from('{"step":') }));
      const python = threadRow(deploymentId);
      await store.threads.insert(python);
      // JSON from Python has values that are invalid here, and another definition of equality.
      for (const [name, text] of Object.entries({ c1: '{"step": NaN}', c2: '{"step": true}' })) {
        const metadata = Buffer.from(text);
        await store.checkpoints.put(checkpointRow(python.id, name, { language: 'python', metadata }));
      }
      expect((await pagesOf(store, python.id, { metadata: { step: 1 } })).flat()).toEqual(['c2', 'c1']);
      const found = async (wanted: Record<string, unknown>) =>
        (await pagesOf(store, id, { metadata: wanted })).flat();
      const unsure = ['c4', 'c3'];
      expect(await found({ step: 2 })).toEqual([...unsure, 'c2']);
      expect(await found({ step: '2' })).toEqual(unsure);
      expect(await found({ tags: ['a', { b: 1 }] })).toEqual([...unsure, 'c1']);
      expect(await found({ nothing: null, step: 2 })).toEqual([...unsure, 'c2']);
      expect(await found({ toString: 1 })).toEqual(unsure);
      // The search compares the current thread, not the thread from which the checkpoints were copied.
      expect(await found({ thread_id: id })).toEqual(['c6', 'c5', 'c4', 'c3', 'c2', 'c1']);
    });

    test('keep the first value of each write, except for special channels, which keep the last value', async () => {
      const store = await openFresh();
      const { id } = await aThread(store);
      const first = writeRow(id, 'c1', { index: 0, value: new Uint8Array([1]) });
      const special = writeRow(id, 'c1', { index: -1, channel: '__error__' });
      await store.checkpoints.putWrites([]);
      await store.checkpoints.putWrites([writeRow(id, 'c1', { index: 1 }), first, special]);
      const last = { ...special, value: new Uint8Array([9]), runId: 'r2' };
      await store.checkpoints.putWrites([{ ...first, value: new Uint8Array([2]) }, last]);
      await store.checkpoints.putWrites([writeRow(id, 'c1', { taskId: 'a-task' })]);
      expect(await store.checkpoints.writes(id, '', 'c1')).toEqual([
        writeRow(id, 'c1', { taskId: 'a-task' }),
        last,
        first,
        writeRow(id, 'c1', { index: 1 }),
      ]);
      expect(await store.checkpoints.writes(id, 'child', 'c1')).toEqual([]);
    });

    test('list their writes by path, task and index, whatever the order of arrival', async () => {
      const store = await openFresh();
      const path = fc.array(
        fc.constantFrom('~', '0', '1', 'A', 'a', '_', ', ', 'ä', '\uffee', '\u{10fffe}'),
        {
          maxLength: 4,
        },
      );
      const write = fc.record({
        taskPath: path.map((parts) => parts.join('')),
        taskId: fc.constantFrom('a', 'B', 'b-1', 'b_1'),
        index: fc.integer({ min: -4, max: 12 }),
        before: fc.boolean(),
      });
      const writes = fc.uniqueArray(write, { selector: ({ taskId, index }) => `${taskId} ${index}` });
      await fc.assert(
        fc.asyncProperty(writes, async (parts) => {
          const { id, deploymentId } = await aThread(store);
          const rows = parts.map(({ before, ...part }) => ({
            before,
            row: writeRow(id, 'c1', { ...part, runId: 'r1' }),
          }));
          await store.checkpoints.put(checkpointRow(id, 'c1', { language: 'python', runId: 'r1' }));
          for (const wasFirst of [true, false]) {
            await store.checkpoints.putWrites(
              rows.filter(({ before }) => before === wasFirst).map(({ row }) => row),
            );
          }
          const ordered = rows
            .map(({ row }) => row)
            .toSorted(
              (a, b) =>
                Buffer.compare(Buffer.from(a.taskPath), Buffer.from(b.taskPath)) ||
                Buffer.compare(Buffer.from(a.taskId), Buffer.from(b.taskId)) ||
                a.index - b.index,
            );
          const found = (threadId: string) => store.checkpoints.writes(threadId, '', 'c1');
          expect(await found(id)).toEqual(ordered);

          // Run r2 overwrites writes. A copy of the thread without r2 and a rollback of r2 both contain the earlier
          // writes.
          await store.checkpoints.putWrites(
            ordered.map((row) => ({ ...row, runId: 'r2', taskPath: 'other', value: new Uint8Array([9]) })),
          );
          const copy = threadRow(deploymentId);
          await store.threads.insert(copy);
          await store.checkpoints.copyThread(id, copy.id, ['r2']);
          expect(await found(copy.id)).toEqual(ordered.map((row) => ({ ...row, threadId: copy.id })));
          await store.checkpoints.removeRun(id, 'r2');
          expect(await found(id)).toEqual(ordered);
          const [page] = (await store.checkpoints.page(id, {})).found;
          expect(page?.writes).toEqual(ordered);
          for (const one of [id, copy.id]) await store.threads.remove(one);
        }),
        { numRuns: fc.readConfigureGlobal().numRuns ?? 10 },
      );
    });

    test("determine the language of their thread and of the thread's copies", async () => {
      const store = await openFresh();
      const { id, deploymentId } = await aThread(store);
      expect(await store.checkpoints.languageOf(id)).toBeUndefined();
      const row = checkpointRow(id, 'c1', { language: 'python', delta: true, runId: 'r1' });
      await store.checkpoints.put(row);
      expect(await store.checkpoints.languageOf(id)).toBe('python');
      const copy = threadRow(deploymentId);
      await store.threads.insert(copy);
      await store.checkpoints.copyThread(id, copy.id, []);
      expect(await store.checkpoints.get(copy.id, '')).toEqual({ ...row, threadId: copy.id });
      // The replaced checkpoint is restored completely.
      await store.checkpoints.put({ ...row, runId: 'r2', delta: false });
      await store.checkpoints.removeRun(id, 'r2');
      expect(await store.checkpoints.get(id, '')).toEqual(row);
      await store.checkpoints.removeRun(id, 'r1');
      expect(await store.checkpoints.languageOf(id)).toBeUndefined();
      expect(await store.checkpoints.languageOf(copy.id)).toBe('python');
    });

    test('are removed with their writes, for one run or a whole thread', async () => {
      const store = await openFresh();
      const [one, two] = [await aThread(store), await aThread(store)];
      for (const { id } of [one, two]) {
        await store.checkpoints.put(checkpointRow(id, 'c1', { runId: 'r1' }));
        await store.checkpoints.put(checkpointRow(id, 'c2', { runId: 'r2' }));
        await store.checkpoints.putWrites([writeRow(id, 'c1', { runId: 'r1' })]);
        await store.checkpoints.putWrites([writeRow(id, 'c1', { runId: 'r2', taskId: 'late' })]);
      }
      await store.checkpoints.removeRun(one.id, 'r2');
      expect(ids(await store.checkpoints.list(one.id, '', {}))).toEqual(['c1']);
      expect((await store.checkpoints.writes(one.id, '', 'c1')).map((row) => row.taskId)).toEqual(['task']);
      await store.checkpoints.removeThread(one.id);
      expect(await store.checkpoints.list(one.id, undefined, {})).toEqual([]);
      expect(await store.checkpoints.writes(one.id, '', 'c1')).toEqual([]);
      expect(ids(await store.checkpoints.list(two.id, '', {}))).toEqual(['c2', 'c1']);
      expect(await store.checkpoints.writes(two.id, '', 'c1')).toHaveLength(2);
    });

    test('are copied to a separate history, except for the checkpoints of given runs', async () => {
      const store = await openFresh();
      const from = await aThread(store);
      const to = threadRow(from.deploymentId);
      await store.threads.insert(to);
      expect(await store.checkpoints.newestId(from.id)).toBeUndefined();
      const asked = writeRow(from.id, 'c1', { index: -3, runId: 'r1' });
      await store.checkpoints.putWrites([asked]);
      await store.checkpoints.putWrites([{ ...asked, runId: 'r2', value: new Uint8Array([9]) }]);
      await store.checkpoints.put(checkpointRow(from.id, 'c1', { runId: 'r1' }));
      await store.checkpoints.put(checkpointRow(from.id, 'c2', { ns: 'child', parentId: 'c1' }));
      await store.checkpoints.put(checkpointRow(from.id, 'c3', { runId: 'r2' }));
      await store.checkpoints.putWrites([
        writeRow(from.id, 'c1'),
        writeRow(from.id, 'c1', { runId: 'r2', index: 1 }),
      ]);
      await store.checkpoints.copyThread(from.id, to.id, ['r2']);
      expect(await store.checkpoints.list(to.id, undefined, {})).toEqual([
        checkpointRow(to.id, 'c2', { ns: 'child', parentId: 'c1' }),
        checkpointRow(to.id, 'c1', { runId: 'r1' }),
      ]);
      const asBefore = { ...asked, threadId: to.id };
      expect(await store.checkpoints.writes(to.id, '', 'c1')).toEqual([asBefore, writeRow(to.id, 'c1')]);
      expect(await store.checkpoints.newestId(to.id)).toBe('c2');
      await store.checkpoints.removeThread(from.id);
      const whole = threadRow(from.deploymentId);
      await store.threads.insert(whole);
      await store.checkpoints.copyThread(to.id, whole.id, []);
      expect(ids(await store.checkpoints.list(whole.id, undefined, {}))).toEqual(['c2', 'c1']);
    });

    test('can be pruned except for the newest checkpoint of each namespace', async () => {
      const store = await openFresh();
      const { id } = await aThread(store);
      for (const name of ['c1', 'c3', 'c5']) await store.checkpoints.put(checkpointRow(id, name));
      for (const name of ['c2', 'c4']) await store.checkpoints.put(checkpointRow(id, name, { ns: 'child' }));
      await store.checkpoints.putWrites([writeRow(id, 'c3'), writeRow(id, 'c5')]);
      expect(await store.checkpoints.keepLatest(id)).toBe(true);
      expect(ids(await store.checkpoints.list(id, undefined, {}))).toEqual(['c5', 'c4']);
      expect(await store.checkpoints.writes(id, '', 'c3')).toEqual([]);
      expect(await store.checkpoints.writes(id, '', 'c5')).toHaveLength(1);
    });

    test.each(['', 'child'])(
      'are not pruned while the newest checkpoint in namespace "%s" needs the earlier writes',
      async (ns) => {
        const store = await openFresh();
        const { id } = await aThread(store);
        for (const [name, delta] of [
          ['c1', false],
          ['c2', true],
          ['c3', true],
        ] as const) {
          await store.checkpoints.put(checkpointRow(id, name, { ns, delta }));
          await store.checkpoints.putWrites([writeRow(id, name, { ns })]);
        }
        await store.checkpoints.put(checkpointRow(id, 'c9', { ns: 'another' }));
        await store.checkpoints.put(checkpointRow(id, 'c8', { ns: 'another', delta: true }));
        expect(await store.checkpoints.keepLatest(id)).toBe(false);
        expect(ids(await store.checkpoints.list(id, undefined, {}))).toEqual(['c9', 'c8', 'c3', 'c2', 'c1']);
        expect(await store.checkpoints.writes(id, ns, 'c1')).toHaveLength(1);
        // A checkpoint with a complete state does not depend on earlier checkpoints.
        await store.checkpoints.put(checkpointRow(id, 'c4', { ns }));
        expect(await store.checkpoints.keepLatest(id)).toBe(true);
        expect(ids(await store.checkpoints.list(id, undefined, {}))).toEqual(['c9', 'c4']);
      },
    );

    test('are restored when the run that overwrote them is rolled back, unless the run has been completed', async () => {
      const store = await openFresh();
      const { id } = await aThread(store);
      const rows = async () => ({
        checkpoints: await store.checkpoints.list(id, undefined, {}),
        writes: await store.checkpoints.writes(id, '', 'c1'),
      });
      const question = writeRow(id, 'c1', { index: -3, channel: '__interrupt__', runId: 'r1' });
      await store.checkpoints.put(checkpointRow(id, 'c1', { runId: 'r1' }));
      await store.checkpoints.putWrites([question]);
      const before = await rows();
      const overwrite = async (runId: string, ...bytes: number[]) => {
        for (const byte of bytes) {
          const value = new Uint8Array([byte]);
          await store.checkpoints.put(checkpointRow(id, 'c1', { runId, metadata: value }));
          const answer = writeRow(id, 'c1', { index: -4, channel: '__resume__', runId });
          await store.checkpoints.putWrites([
            { ...question, value, runId },
            { ...answer, value },
          ]);
        }
      };
      await overwrite('r2', 2, 3);
      expect(await rows()).not.toEqual(before);
      expect(await store.checkpoints.hasCheckpointOfRun(id, '', 'r2')).toBe(true);
      await store.checkpoints.removeRun(id, 'r2');
      expect(await rows()).toEqual(before);
      expect(await store.checkpoints.hasCheckpointOfRun(id, '', 'r2')).toBe(false);

      await overwrite('r3', 4);
      await store.checkpoints.discardOverwritten(id, 'r3');
      const settled = await rows();
      await overwrite('r4', 5);
      await store.checkpoints.removeRun(id, 'r4');
      expect(await rows()).toEqual(settled);
      await store.checkpoints.removeRun(id, 'r3');
      expect(await rows()).toEqual({ checkpoints: [], writes: [] });
    });

    test('are refused if they arrive late for a deleted thread', async () => {
      const store = await openFresh();
      const { id } = await aThread(store);
      await store.threads.remove(id);
      await expect(store.checkpoints.put(checkpointRow(id, 'c1'))).rejects.toMatchObject({
        code: 'conflict',
      });
    });
  });
}
