import { join } from 'node:path';
import {
  addKeyringVersion,
  KEYRING_FILE,
  loadKeyring,
  openStore,
  pruneKeyring,
} from '../../src/emulator/store/index.ts';

/**
 * Performs a complete rotation of a data directory's keys: a new master key, new data keys, re-encryption of every
 * value, removal of the old keys.
 */
const dataDir = process.argv[2] ?? '';
const location = join(dataDir, 'emulator.sqlite');
const keyring = join(dataDir, KEYRING_FILE);
await addKeyringVersion(keyring);
const store = await openStore({ location, keyring: (held) => loadKeyring({ dataDir, held }) });
for await (const _ of store.reseal(3));
await store.close();
await pruneKeyring(keyring, location);
