import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { REVISION_STATUSES } from '../../../../src/contract/statuses.ts';
import { createEmulator, type Emulator } from '../../../../src/emulator/index.ts';
import type { Store } from '../../../../src/emulator/ports/store.ts';
import { createBackend } from '../../../../src/emulator/backend.ts';
import { call, gitDeployment } from '../../server/plane.ts';
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

test('after any commands, the revisions of a deployment are as the reference says', async () => {
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

test('every one of the statuses is met, each on its own way', async () => {
  emulator.faults.clear();
  const api = (method: string, path: string, body?: unknown) => call(emulator, method, path, body);
  const met = new Set<string>();
  const rule = (stage: string, then: object) =>
    emulator.faults.set({ rules: [{ match: { deployment: 'statuses', stage }, then }] });
  const { id } = (await api('POST', '/v2/deployments', gitDeployment({ name: 'statuses' }))).body;
  const path = `/v2/deployments/${id}/revisions`;
  const make = async () => {
    const revision = (await api('POST', path)).body;
    met.add(revision.status);
    await emulator.clock.advance(0);
    return revision.id as string;
  };
  const look = async () => {
    for (const { status } of (await api('GET', path)).body.resources) met.add(status);
  };
  await emulator.clock.advance(0);
  await look();
  for (const stage of ['CREATING', 'BUILDING', 'DEPLOYING']) {
    rule(stage, { fail: 'on purpose' });
    await make();
    await look();
  }
  for (const stage of ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING']) {
    rule(stage, { stall: true });
    const stuck = await make();
    await make();
    await make();
    await look();
    await api('POST', `${path}/${stuck}/interrupt`);
    emulator.faults.clear();
    await emulator.clock.advance(0);
    await look();
  }
  rule('BUILDING', { status: 'UNKNOWN', stall: true });
  await make();
  await look();
  emulator.faults.clear();
  await emulator.clock.advance(0);
  expect([...met].toSorted()).toEqual(REVISION_STATUSES.toSorted());
});
