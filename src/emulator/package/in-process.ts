import { parseSeed, readSeedFile } from '../cli/seed-file.ts';
import { createEmulator } from '../index.ts';
import { readFaults, readOptions } from './options.ts';
import type { Emulator, EmulatorOptions } from './types.ts';

/** Starts an emulator. The returned object has only the members that the package's types declare. */
export async function startInProcess(given: EmulatorOptions): Promise<Emulator> {
  const { seed, faults, ...options } = readOptions(given);
  const emulator = await createEmulator({
    ...options,
    seed: await seedOf(seed),
    faults: faults && readFaults(faults),
  });
  return {
    urls: emulator.urls,
    port: emulator.port,
    apiKey: emulator.apiKey,
    get workspaceId() {
      return emulator.workspaceId;
    },
    faults: {
      set(plan) {
        emulator.faults.set(readFaults(plan));
      },
      clear: () => emulator.faults.clear(),
      active: () => emulator.faults.active(),
    },
    clock: emulator.clock,
    journal: emulator.journal,
    push: async (push) => (await emulator.push(push)).map(({ id }) => id),
    snapshot: () => emulator.snapshot(),
    restore: async (snapshot) => void (await emulator.restore(snapshot)),
    reset: () => emulator.reset(),
    close: () => emulator.close(),
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

async function seedOf(seed: EmulatorOptions['seed']) {
  if (seed === undefined) return undefined;
  return typeof seed === 'string' ? readSeedFile(seed) : parseSeed(JSON.stringify(seed), 'of startEmulator');
}
