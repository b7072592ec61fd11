import { afterAll, beforeAll, test } from '@jest/globals';
import fc from 'fast-check';
import { createEmulator, type Emulator } from '../../../../src/emulator/index.ts';
import type { Store } from '../../../../src/emulator/ports/store.ts';
import { createBackend } from '../../../../src/emulator/backend.ts';
import { commands } from './commands.ts';
import { Model } from './model.ts';
import { Real } from './real.ts';

let emulator: Emulator;
let store: Store;
beforeAll(async () => {
  emulator = await createEmulator({
    runtime: 'stub',
    clock: 'virtual',
    createBackend: (context, links) => {
      store = context.store;
      return createBackend(context, links);
    },
  });
});
afterAll(() => emulator.close());

test('the revisions of a deployment match the reference model after any sequence of commands', async () => {
  let lives = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 20, size: 'max' }), async (given) => {
      lives += 1;
      const real = new Real(emulator, store, `life-${lives}`);
      const model = new Model();
      real.fail(null);
      model.add(await real.create(), null);
      await real.check(model);
      await fc.asyncModelRun(() => ({ model, real }), given);
    }),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 10) },
  );
});
