import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { createQueryCache } from '../../../src/emulator/store/query-cache.ts';
import { aDeployment, revisionRow, runRow, threadRow } from './samples.ts';

describe('the cache of database reads', () => {
  const counted = () => {
    const world = { writes: 0, reads: 0 };
    const memory = createQueryCache(() => world.writes);
    const read = async () => {
      world.reads += 1;
      return { seen: { at: world.writes } };
    };
    return { world, memory, read };
  };

  test('returns the same result without another read until the next write', async () => {
    const { world, memory, read } = counted();
    const first = await memory.cached('a', read);
    expect(await memory.cached('a', read)).toBe(first);
    await memory.cached('b', read);
    expect(world.reads).toBe(2);
    world.writes += 1;
    expect(await memory.cached('a', read)).toEqual({ seen: { at: 1 } });
    expect(world.reads).toBe(3);
  });

  test('does not store the result of a read during a write', async () => {
    const { world, memory } = counted();
    const late = Promise.withResolvers<string>();
    const slow = memory.cached('a', () => late.promise);
    world.writes += 1;
    // This read has another key, and starts after the write.
    await memory.cached('b', async () => 'new');
    late.resolve('old');
    expect(await slow).toBe('old');
    expect(await memory.cached('a', async () => 'new')).toBe('new');
  });

  test('stores that a row does not exist, but not the result of a failed read', async () => {
    const { memory } = counted();
    await expect(memory.cached('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const nothing = jest.fn(async () => undefined);
    expect(await memory.cached('a', nothing)).toBeUndefined();
    expect(await memory.cached('a', nothing)).toBeUndefined();
    expect(nothing).toHaveBeenCalledTimes(1);
  });

  test('returns frozen values, and evicts all entries when it is full', async () => {
    const { world, memory, read } = counted();
    const answer = await memory.cached('a', read);
    expect(() => {
      answer.seen.at = 9;
    }).toThrow('read only');
    for (let question = 0; question < 2_000; question += 1) await memory.cached(`${question}`, async () => 1);
    await memory.cached('a', read);
    expect(world.reads).toBe(2);
  });
});

describe('a store with a cache of reads', () => {
  let directory: string;
  let store: Store;
  let location: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-memory-'));
    location = join(directory, 'emulator.db');
    store = await openStore({ location, keyring: await loadKeyring({}) });
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  /** Returns the data in the data file itself. */
  const kept = (id: string) => {
    const database = new DatabaseSync(location, { readOnly: true });
    const row = database.prepare('select status, latest_revision_id from deployments where id = ?').get(id);
    database.close();
    return row === undefined ? undefined : { status: row['status'], latest: row['latest_revision_id'] };
  };

  test('returns the stored data after any writes, in successful or failed transactions', async () => {
    const step = fc.record({
      write: fc.constantFrom('status', 'secrets', 'revision', 'workspace', 'nothing'),
      inside: fc.constantFrom('no transaction', 'kept', 'aborted'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id, workspaceId } = await aDeployment(store);
        let secret = '';
        let hides = false;
        for (const [at, { write, inside }] of steps.entries()) {
          const work = async (tx: Pick<Store, 'deployments' | 'revisions' | 'workspaces'>) => {
            if (write === 'status') await tx.deployments.update(id, { status: `S${at}` });
            if (write === 'secrets') await tx.deployments.putSecrets(id, [{ name: 'A', value: `v${at}` }]);
            if (write === 'workspace') {
              await tx.workspaces.upsert({ id: workspaceId, name: 'w', redactSecretValues: at % 2 === 0 });
            }
            if (write === 'revision') {
              const { id: latestRevisionId } = await tx.revisions.insert(revisionRow(id), []);
              await tx.deployments.update(id, { latestRevisionId });
            }
          };
          const wasKept = inside !== 'aborted';
          if (inside === 'no transaction') await work(store);
          else {
            await store
              .transaction(async (tx) => {
                await tx.deployments.view(workspaceId, id);
                await work(tx);
                await tx.deployments.view(workspaceId, id);
                if (!wasKept) throw new Error('aborted');
              })
              .catch(() => undefined);
          }
          if (wasKept && write === 'secrets') secret = `v${at}`;
          if (wasKept && write === 'workspace') hides = at % 2 === 0;
          const view = await store.deployments.view(workspaceId, id);
          expect({ status: view?.row.status, latest: view?.row.latestRevisionId }).toEqual(kept(id));
          const found = await store.deployments.findById(id);
          expect({ status: found?.status, latest: found?.latestRevisionId }).toEqual(kept(id));
          expect([view?.secrets[0]?.value ?? '', view?.redactsSecrets]).toEqual([secret, hides]);
        }
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 15 },
    );
  });

  test('keeps a deployment while runs and threads change, until the deployment itself changes', async () => {
    const { id } = await aDeployment(store);
    const first = await store.deployments.findById(id);
    const thread = threadRow(id);
    await store.threads.insert(thread);
    await store.runs.insert(runRow(thread));
    await store.runs.claimNext(id, 'revision', 9);
    await store.threads.update(thread.id, { status: 'idle', values: { a: 1 }, updatedAt: 9 });
    expect(await store.deployments.findById(id)).toBe(first);
    await store.deployments.update(id, { status: 'READY' });
    expect(await store.deployments.findById(id)).toMatchObject({ status: 'READY' });
  });

  test('rejects reads after it was closed', async () => {
    const { id, workspaceId } = await aDeployment(store);
    await store.deployments.view(workspaceId, id);
    await store.close();
    await expect(store.deployments.view(workspaceId, id)).rejects.toMatchObject({ code: 'misuse' });
  });

  test('rejects direct reads of the store inside a transaction, even of cached rows', async () => {
    const { id, workspaceId } = await aDeployment(store);
    await store.deployments.view(workspaceId, id);
    await store.transaction(async () => {
      await expect(store.deployments.view(workspaceId, id)).rejects.toMatchObject({ code: 'misuse' });
    });
  });
});
