import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createIds } from '../../../src/emulator/instance.ts';
import type { EmulatorOptions } from '../../../src/emulator/index.ts';
import { call, gitDeployment, imageDeployment } from '../server/plane.ts';
import { type Cloud, startCloud } from './cloud.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the IDs that a seed determines', () => {
  test('are the same for the same seed, different for a different seed, and never repeated', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), fc.string(), (seed, other, scope) => {
        const draw = (from: number, of: string) => {
          const next = createIds(from, of);
          return Array.from({ length: 20 }, () => next());
        };
        const ids = draw(seed, scope);
        expect(draw(seed, scope)).toEqual(ids);
        expect(new Set(ids).size).toBe(20);
        for (const id of ids) expect(id).toMatch(UUID);
        const others = [...draw(seed, `${scope}x`), ...(other === seed ? [] : draw(other, scope))];
        expect(others.filter((id) => ids.includes(id))).toEqual([]);
      }),
      { numRuns: fc.readConfigureGlobal()?.numRuns ?? 50 },
    );
  });
});

/**
 * Runs a scenario with random faults, waits, a failure, a change and a deletion, and returns the recorded data without
 * values that depend on the machine.
 */
async function play(options: EmulatorOptions): Promise<unknown> {
  const cloud = await startCloud({ clock: 'virtual', workspaceId: undefined, ...options });
  const { emulator } = cloud;
  const me = emulator.clock.join();
  emulator.faults.set({
    rules: [
      { match: { method: 'GET' }, when: { probability: 0.3 }, then: { status: 503, retry_after: 2 } },
      { match: { stage: 'DEPLOYING' }, when: { probability: 0.4 }, then: { fail: 'by chance' } },
      { match: { stage: 'BUILDING' }, then: { duration_ms: 90_000 } },
    ],
  });
  const final = async (path: string) => {
    for (;;) {
      const { status, body } = await call(emulator, 'GET', path);
      if (status === 200 && /DEPLOYED|FAILED/.test(body.status)) return;
      if (status === 404) return;
      await me.sleep(10_000);
    }
  };
  const made = [];
  for (const body of [imageDeployment({ name: 'one' }), gitDeployment({ name: 'two' })]) {
    const { body: created } = await call(emulator, 'POST', '/v2/deployments', body);
    made.push(`/v2/deployments/${created.id}`);
    await final(`/v2/deployments/${created.id}/revisions/${created.latest_revision_id}`);
  }
  await call(emulator, 'PATCH', made[0] ?? '', { secrets: [{ name: 'A', value: 'v' }] });
  await me.sleep(60_000);
  await call(emulator, 'DELETE', made[1] ?? '');
  await final(made[1] ?? '');
  me.leave();
  return transcript(cloud);
}

async function transcript({ emulator }: Cloud): Promise<unknown> {
  const entries = emulator.journal.after(0).entries.map(({ ms: _, ...entry }) => entry);
  const reported = { entries, events: emulator.events.after(0).events, snapshot: await emulator.snapshot() };
  const text = JSON.stringify(reported)
    // Removes values that depend on the machine, and values that are sealed with a new nonce each time.
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://host')
    .replaceAll(/"port":\d+/g, '"port":0')
    .replaceAll(/"(sealed|wrapped)":"[\w-]+"/g, '"$1":"…"');
  return JSON.parse(text);
}

describe('an emulator', () => {
  // docs/departures.md#ids-virtual-time-random
  test('produces the same transcript, including random events, only for the same seed', async () => {
    const first = await play({ randomSeed: 7 });
    expect(await play({ randomSeed: 7 })).toEqual(first);
    expect(await play({ randomSeed: 8 })).not.toEqual(first);
  });

  test('uses the seed 1 by default in virtual time, and no seed in real time', async () => {
    const ids = async (options: EmulatorOptions) => (await startCloud(options)).emulator.workspaceId;
    const virtual = await ids({ clock: 'virtual' });
    expect(await ids({ clock: 'virtual' })).toBe(virtual);
    expect(await ids({ clock: 'virtual', randomSeed: 1 })).toBe(virtual);
    expect(await ids({})).not.toBe(await ids({}));
  });

  test('with a seed creates the same IDs again after a reset, but different IDs after a restore', async () => {
    const { emulator, deploy } = await startCloud({ randomSeed: 3 });
    const ids = async () => {
      const { id, revisionId } = await deploy({ name: `agent-${Math.random().toString(36).slice(2)}` });
      return [id, revisionId];
    };
    const first = await ids();
    await emulator.reset();
    expect(await ids()).toEqual(first);
    const snapshot = await emulator.snapshot();
    const second = await ids();
    await emulator.restore(snapshot);
    const third = await ids();
    expect(new Set([...first, ...second, ...third]).size).toBe(6);
  });
});

describe('virtual time', () => {
  test('advances even if requests get no response, such as hanging requests and stalled health checks', async () => {
    const { emulator, deploy } = await startCloud({ clock: 'virtual' });
    const { url } = await deploy();
    emulator.faults.set({
      rules: [
        { match: { stage: 'SERVING' }, then: { stall: true } },
        { match: { path: '/v2/**' }, then: { hang: true } },
      ],
    });
    const leaving = new AbortController();
    const asked = [`${url}/ok`, `${emulator.urls.controlPlane}/v2/deployments`].map((target) =>
      fetch(target, { signal: leaving.signal }).catch(() => 'left'),
    );
    while (emulator.faults.active().rules.some(({ hit }) => hit === 0)) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const before = emulator.clock.now();
    await emulator.clock.advance(60_000);
    expect(emulator.clock.now() - before).toBe(60_000);
    leaving.abort();
    expect(await Promise.all(asked)).toEqual(['left', 'left']);
  });
});
