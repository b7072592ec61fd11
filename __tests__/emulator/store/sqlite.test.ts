import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { storeContract } from './contract.ts';
import { tenantsContract } from './contract-tenants.ts';
import { transactionsContract } from './contract-transactions.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function open(location: string): Promise<Store> {
  const store = await openStore({ location, keyring: await loadKeyring({}), durable: false });
  undo.push(() => store.close());
  return store;
}

// A store in memory has the same connection and SQL as a store in a file. Only opening and closing a store in memory
// differ.
describe('the store in memory', () => {
  tenantsContract(() => open(':memory:'));
  transactionsContract(() => open(':memory:'));
});

describe('the store in a file', () => {
  storeContract(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'store-contract-'));
    undo.push(() => rm(directory, { recursive: true }));
    return open(join(directory, 'emulator.db'));
  });
});
