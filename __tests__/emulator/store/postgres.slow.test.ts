import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { storeContract } from './contract.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describe('the store on PostgreSQL', () => {
  storeContract(async () => {
    const store = await openStore({ location: server.freshSchema(), keyring: await loadKeyring({}) });
    opened.push(store);
    return store;
  });

  // docs/kubernetes/guarantees.md#lease-first
  test('renews a lease while all other connections are in use', async () => {
    const store = await openStore({ location: server.freshSchema(), keyring: await loadKeyring({}) });
    opened.push(store);
    const id = '11111111-1111-4111-8111-111111111111';
    await store.instances.join({ id, machine: 'one', settings: {} }, 60_000);
    const started = Promise.withResolvers<void>();
    const renewed = Promise.withResolvers<void>();
    let count = 0;
    const work = Array.from({ length: 20 }, () =>
      store.transaction(async (tx) => {
        await tx.instances.listLive();
        count += 1;
        // The pool has eight connections, so further transactions wait.
        if (count === 8) started.resolve();
        await renewed.promise;
      }),
    );
    await started.promise;
    expect([await store.instances.renew(id, 60_000), count]).toEqual([true, 8]);
    renewed.resolve();
    await Promise.all(work);
  });
});
