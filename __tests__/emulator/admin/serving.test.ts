import { afterEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '../../../src/clients/clock.ts';
import { createFaultRules } from '../../../src/emulator/admin/faults.ts';
import { createFixture, Cleanup } from '../agent-server/fixture.ts';
import { logOf } from '../data-plane/places/programs.ts';
import { createFakeLauncher } from '../data-plane/reconcile/fixture.ts';
import { revisionRow } from '../store/samples.ts';
import { startCloud } from './cloud.ts';
import { ask } from './wire.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const serving = (then: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  match: { stage: 'SERVING' },
  then,
  ...more,
});

describe('a fault rule for the health check of a DEPLOYED revision', () => {
  // docs/departures.md#fault-rules-stages
  test('with `fail` makes /ok return a 503 with the reason, but the revision stays active', async () => {
    const { api, deploy, emulator } = await startCloud();
    emulator.faults.set({ rules: [serving({ fail: 'out of memory' })] });
    const { url, path, revisionId, revisionStatus } = await deploy();
    expect(revisionStatus).toBe('DEPLOYED');
    expect((await api('GET', path)).body.active_revision_id).toBe(revisionId);
    expect(await api('GET', `${url}/ok`)).toMatchObject({ status: 503, body: { detail: 'out of memory' } });
    expect((await api('GET', `${url}/info`)).status).toBe(200);
    emulator.faults.clear();
    expect((await api('GET', `${url}/ok`)).status).toBe(200);
  });

  test('with `flap` makes the first checks fail, and a new rule counts from the beginning', async () => {
    const { api, deploy, emulator } = await startCloud();
    const { url } = await deploy();
    for (let plan = 0; plan < 2; plan += 1) {
      emulator.faults.set({ rules: [serving({ flap: 2 })] });
      const statuses = [];
      for (let look = 0; look < 4; look += 1) statuses.push((await api('GET', `${url}/ok`)).status);
      expect(statuses).toEqual([503, 503, 200, 200]);
    }
  });

  test('with `stall` makes /ok wait until the rule is removed or the client disconnects', async () => {
    const { deploy, emulator } = await startCloud();
    const { url } = await deploy();
    const port = Number(new URL(url).port);
    emulator.faults.set({ rules: [serving({ stall: true })] });
    const leaves = ask(port, 'GET', '/ok');
    const stays = ask(port, 'GET', '/ok');
    // This request was sent after both others to the same server, and still gets a response.
    expect(await ask(port, 'GET', '/info', { key: emulator.apiKey }).seen).toMatchObject({ status: 200 });
    expect([leaves.bytes(), stays.bytes()]).toEqual([0, 0]);
    leaves.leave();
    emulator.faults.clear();
    expect(await stays.seen).toMatchObject({
      kind: 'answer',
      status: 200,
      text: expect.stringMatching(/^\{"ok":true,/),
    });
  });

  test("with `duration_ms` lets checks succeed only for the given time after DEPLOYED, on the emulator's clock", async () => {
    let ahead = 0;
    const clock: Clock = {
      now: () => 1_800_000_000_000 + ahead,
      sleep: () => Promise.resolve(),
    };
    const { api, deploy, emulator } = await startCloud({ clock });
    emulator.faults.set({ rules: [serving({ duration_ms: 60_000, fail: 'tired' })] });
    const { url } = await deploy();
    const ok = async () => (await api('GET', `${url}/ok`)).status;
    expect(await ok()).toBe(200);
    ahead = 59_999;
    expect(await ok()).toBe(200);
    ahead = 60_000;
    expect(await ok()).toBe(503);
  });

  test('with `times` makes only the first revision fail, and the next revision is healthy', async () => {
    const { api, deploy, revise, emulator } = await startCloud();
    emulator.faults.set({ rules: [serving({ fail: 'ill' }, { when: { times: 1 } })] });
    const deployment = await deploy();
    expect((await api('GET', `${deployment.url}/ok`)).status).toBe(503);
    await revise(deployment, 'registry.example/agent:2');
    expect((await api('GET', `${deployment.url}/ok`)).status).toBe(200);
    expect(emulator.faults.active().rules).toMatchObject([{ matched: 2, hit: 1 }]);
  });

  test('also applies to real workers, so the check fails although the worker is healthy', async () => {
    const faults = createFaultRules();
    const world = await createFixture(cleanup, { runtime: 'process', lifecycle: faults.lifecycle });
    const { launcher } = createFakeLauncher();
    const row = revisionRow(world.deploymentId, {
      status: 'DEPLOYED',
      history: [{ status: 'DEPLOYED', at: 1 }],
    });
    await world.store.revisions.insert(row, []);
    const spec = { deploymentId: world.deploymentId, revisionId: row.id, graphs: {}, cwd: '', env: {} };
    world.live.serve(
      world.deploymentId,
      await launcher.launch(spec, logOf(), () => Promise.reject(new Error('nothing is started'))),
    );
    const ok = async () => (await world.call('GET', '/ok')).status;
    expect(await ok()).toBe(200);
    faults.set({ rules: [serving({ flap: 1 }, { match: { stage: 'SERVING', deployment: 'agent' } })] });
    expect([await ok(), await ok()]).toEqual([503, 200]);
    faults.set({ rules: [serving({ fail: 'ill' }, { match: { stage: 'SERVING', deployment: 'other' } })] });
    expect(await ok()).toBe(200);
  });
});

describe('a lifecycle rule for only the first revision', () => {
  test('makes the first revision fail, but not the second', async () => {
    const { deploy, revise, emulator } = await startCloud();
    emulator.faults.set({
      rules: [{ match: { stage: 'DEPLOYING' }, when: { times: 1 }, then: { fail: 'no room' } }],
    });
    const deployment = await deploy();
    expect(deployment.revisionStatus).toBe('DEPLOY_FAILED');
    expect((await revise(deployment, 'registry.example/agent:2')).status).toBe('DEPLOYED');
    expect(emulator.faults.active().rules).toMatchObject([{ matched: 2, hit: 1 }]);
  });
});
