import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
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
});
