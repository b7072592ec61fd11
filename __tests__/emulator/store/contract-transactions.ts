// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { Repositories } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, aWorkspace, deploymentRow } from './samples.ts';

/** Lets all other ready callbacks run first. */
const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));

export function transactionsContract(openFresh: OpenFresh): void {
  describe('transactions of the store', () => {
    test('store either all their writes or none', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const [kept, dropped] = [deploymentRow(workspaceId), deploymentRow(workspaceId)];
      const result = await store.transaction(async (tx) => {
        await tx.deployments.insert(kept, [{ name: 'A', value: 'kept' }]);
        return (await tx.deployments.secrets(kept.id)).length;
      });
      expect(result).toBe(1);
      const failure = new Error('changed my mind');
      await expect(
        store.transaction(async (tx) => {
          await tx.deployments.insert(dropped, [{ name: 'A', value: 'dropped' }]);
          await tx.deployments.remove(kept.id);
          throw failure;
        }),
      ).rejects.toBe(failure);
      expect(await store.deployments.list(workspaceId, { limit: 9, offset: 0 })).toEqual([kept]);
      expect(await store.deployments.secrets(kept.id)).toEqual([{ name: 'A', value: 'kept' }]);
    });

    test('do not leave a data key behind if they fail', async () => {
      const store = await openFresh();
      const workspaceId = await aWorkspace(store);
      const row = deploymentRow(workspaceId);
      await expect(
        store.transaction(async (tx) => {
          await tx.deployments.insert(row, [{ name: 'A', value: 'first' }]);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await store.deployments.insert(row, [{ name: 'A', value: 'second' }]);
      expect(await store.deployments.secrets(row.id)).toEqual([{ name: 'A', value: 'second' }]);
    });

    test('that run concurrently have the same result as transactions that run one after another', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store, { port: 0 });
      await Promise.all(
        Array.from({ length: 50 }, () =>
          store.transaction(async (tx) => {
            const port = (await tx.deployments.findById(id))?.port ?? 0;
            await yieldToOthers();
            await tx.deployments.update(id, { port: port + 1 });
          }),
        ),
      );
      expect((await store.deployments.findById(id))?.port).toBe(50);
    });

    test('hide their writes from other readers until they are complete', async () => {
      const store = await openFresh();
      const [a, b] = [await aDeployment(store, { port: 0 }), await aDeployment(store, { port: 0 })];
      const sums: number[] = [];
      const look = async (from: Repositories) => {
        const rows = await from.deployments.listAll();
        sums.push(rows.reduce((sum, row) => sum + (row.port ?? 0), 0));
      };
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          await store.transaction(async (tx) => {
            await tx.deployments.update(a.id, { port: index });
            await yieldToOthers();
            await tx.deployments.update(b.id, { port: -index });
          });
          await look(store);
        }).concat(Array.from({ length: 20 }, () => yieldToOthers().then(() => look(store)))),
      );
      expect(sums).toHaveLength(40);
      expect(sums.every((sum) => sum === 0)).toBe(true);
    });

    test('reject the use of the store itself inside a transaction, instead of waiting forever', async () => {
      const store = await openFresh();
      const misuse = { name: 'StoreError', code: 'misuse' };
      const { id } = await aDeployment(store);
      await expect(store.transaction(() => store.deployments.findById(id))).rejects.toMatchObject(misuse);
      await expect(store.transaction(() => store.deployments.putSecrets(id, []))).rejects.toMatchObject(
        misuse,
      );
      await expect(
        store.transaction(() => store.transaction(async (tx) => tx.deployments.findById(id))),
      ).rejects.toMatchObject(misuse);
      await expect(store.transaction(() => store.close())).rejects.toMatchObject(misuse);
      expect((await store.deployments.findById(id))?.id).toBe(id);
    });

    test('can start work that uses the store after the transaction has ended', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      let later: Promise<unknown> = Promise.resolve();
      const ended = Promise.withResolvers<void>();
      await store.transaction(async () => {
        later = ended.promise.then(() => store.deployments.findById(id));
      });
      ended.resolve();
      expect(await later).toMatchObject({ id });
    });

    test('cannot be used after they have ended', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const kept: Repositories[] = [];
      await store.transaction(async (tx) => {
        kept.push(tx);
      });
      await expect(kept[0]?.deployments.update(id, { port: 1 })).rejects.toThrow();
      expect((await store.deployments.findById(id))?.port).toBeNull();
    });

    test('store nothing after a failed statement, even if the error was caught', async () => {
      const store = await openFresh();
      const row = await aDeployment(store);
      await expect(
        store.transaction(async (tx) => {
          await tx.deployments.update(row.id, { port: 1 });
          await tx.deployments.insert(row, []).catch(() => undefined);
        }),
      ).rejects.toMatchObject({ code: 'misuse' });
      expect(await store.deployments.findById(row.id)).toEqual(row);
    });

    test('delay the closing of the store until they have ended, and are refused after the closing', async () => {
      const store = await openFresh();
      const { id } = await aDeployment(store);
      const reached = Promise.withResolvers<void>();
      const work = store.transaction(async (tx) => {
        reached.resolve();
        await yieldToOthers();
        await tx.deployments.update(id, { port: 1 });
        return (await tx.deployments.findById(id))?.port;
      });
      await reached.promise;
      const closed = Promise.all([store.close(), store.close()]);
      await expect(store.deployments.findById(id)).rejects.toMatchObject({ code: 'misuse' });
      expect(await work).toBe(1);
      await closed;
    });
  });
}
