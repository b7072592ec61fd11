import { describe, expect, test } from '@jest/globals';
import { isFinal } from '../../../../src/contract/statuses.ts';
import type { Participant } from '../../../../src/emulator/admin/clock/virtual-time.ts';
import { VIRTUAL_START } from '../../../../src/emulator/admin/clock/emulator-clock.ts';
import { gitDeployment, imageDeployment, newFolder } from '../../server/plane.ts';
import { type Cloud, startCloud } from '../cloud.ts';

const MINUTE = 60_000;
const virtual = (more: Parameters<typeof startCloud>[0] = {}) => startCloud({ clock: 'virtual', ...more });
const lasts = (stage: string, minutes: number, deployment?: string) => ({
  match: { stage, ...(deployment && { deployment }) },
  then: { duration_ms: minutes * MINUTE },
});

/** Creates a deployment, and returns the path of its first revision. */
async function create({ api }: Cloud, body: Record<string, unknown>): Promise<string> {
  const made = await api('POST', '/v2/deployments', body);
  expect(made.status).toBe(201);
  return `/v2/deployments/${made.body.id}/revisions/${made.body.latest_revision_id}`;
}

/** Reads the revision once a minute until it is final, and returns `minute status` for each read with a new status. */
async function watch({ api }: Cloud, revision: string, eyes: Participant): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const { status } = (await api('GET', revision)).body;
    if (seen.at(-1)?.endsWith(` ${status}`) !== true) {
      seen.push(`${(eyes.now() - VIRTUAL_START) / MINUTE} ${status}`);
    }
    if (isFinal(status)) return seen;
    await eyes.sleep(MINUTE);
  }
}

describe('a rollout in virtual time', () => {
  const HALF_AN_HOUR = [
    lasts('CREATING', 2),
    lasts('AWAITING_BUILD', 3),
    lasts('BUILDING', 15),
    lasts('AWAITING_DEPLOY', 4),
    lasts('DEPLOYING', 6),
  ];
  const STAGES = [
    '0 CREATING',
    '2 AWAITING_BUILD',
    '5 BUILDING',
    '20 AWAITING_DEPLOY',
    '24 DEPLOYING',
    '30 DEPLOYED',
  ];

  test('enters each stage exactly half an hour after the previous stage', async () => {
    const cloud = await virtual();
    cloud.emulator.faults.set({ rules: HALF_AN_HOUR });
    const eyes = cloud.emulator.clock.join();
    expect(await watch(cloud, await create(cloud, gitDeployment()), eyes)).toEqual(STAGES);
    expect(cloud.emulator.clock.now()).toBe(VIRTUAL_START + 30 * MINUTE);
  });

  test('has the same timeline in every run, even if two rollouts happen at the same time', async () => {
    const flaky = { match: { path: '/v2/**' }, when: { probability: 0.3 }, then: { status: 503 } };
    const transcript = async () => {
      // The URL contains no port, because the machine assigns ports.
      const cloud = await virtual({ randomSeed: 7, publicUrl: 'http://agents.example' });
      cloud.emulator.faults.set({ rules: [...HALF_AN_HOUR, flaky] });
      const live = async (name: string, eyes: Participant) => {
        // The participants take turns after the first sleep.
        await eyes.sleep(1);
        await cloud.api('POST', '/v2/deployments', gitDeployment({ name }));
        for (let look = 0; look < 31; look += 1) {
          await eyes.sleep(MINUTE);
          await cloud.api('GET', `/v2/deployments?name_contains=${name}`);
        }
        eyes.leave();
      };
      const { clock, journal } = cloud.emulator;
      await Promise.all([clock.join(), clock.join()].map((eyes, index) => live(`agent-${index}`, eyes)));
      const { entries } = journal.after(0);
      return entries.map(({ at, method, status, response }) => ({ at, method, status, response }));
    };
    const first = await transcript();
    expect(first).toHaveLength(64);
    expect(first.filter(({ status }) => status === 503).length).toBeGreaterThan(5);
    expect(await transcript()).toEqual(first);
  });

  test('follows the fault rules for its deployment', async () => {
    const cloud = await virtual();
    const rules = [lasts('DEPLOYING', 10, 'slow-*'), lasts('DEPLOYING', 1)];
    cloud.emulator.faults.set({ rules });
    const eyes = cloud.emulator.clock.join();
    const slow = await create(cloud, imageDeployment({ name: 'slow-one' }));
    const quick = await create(cloud, imageDeployment({ name: 'other' }));
    expect((await watch(cloud, quick, eyes)).at(-1)).toBe('1 DEPLOYED');
    expect((await watch(cloud, slow, eyes)).at(-1)).toBe('10 DEPLOYED');
  });

  test('stays in a stage while a fault rule stalls it, and then continues', async () => {
    const cloud = await virtual();
    const { faults, clock } = cloud.emulator;
    faults.set({ rules: [{ match: { stage: 'DEPLOYING' }, then: { stall: true } }] });
    const revision = await create(cloud, imageDeployment());
    await clock.advance(24 * 60 * MINUTE);
    expect((await cloud.api('GET', revision)).body.status).toBe('DEPLOYING');
    const eyes = clock.join();
    await cloud.api('DELETE', '/_local/faults');
    const { body } = await cloud.until(revision, (answer) => isFinal(answer.body.status));
    expect([body.status, Date.parse(body.updated_at)]).toEqual(['DEPLOYED', eyes.now()]);
  });

  // docs/departures.md#times-answers-skew-ms
  test("takes the time that its fault rule specifies, even if the service's own clock is set back", async () => {
    const cloud = await virtual();
    cloud.emulator.faults.set({ rules: [lasts('DEPLOYING', 10)] });
    const { clock } = cloud.emulator;
    const revision = await create(cloud, imageDeployment());
    await clock.advance(5 * MINUTE);
    clock.skew(-60 * MINUTE);
    await clock.advance(5 * MINUTE);
    const { body } = await cloud.api('GET', revision);
    expect([body.status, body.updated_at]).toEqual([
      'DEPLOYED',
      new Date(VIRTUAL_START - 50 * MINUTE).toISOString(),
    ]);
  });
});

describe('a request in virtual time', () => {
  test('is completed before time advances, even if a participant sleeps right after sending the request', async () => {
    const cloud = await virtual();
    const eyes = cloud.emulator.clock.join();
    for (let round = 0; round < 5; round += 1) {
      const revision = await create(cloud, imageDeployment());
      await eyes.sleep(1);
      const { body } = await cloud.api('GET', revision);
      expect([body.status, Date.parse(body.updated_at)]).toEqual(['DEPLOYED', eyes.now() - 1]);
    }
  });

  test('takes real time but no virtual time while a fault rule delays it', async () => {
    const cloud = await virtual();
    cloud.emulator.faults.set({ rules: [{ match: { path: '/v2/**' }, then: { delay_ms: 30 } }] });
    const [asking, sleeping] = [cloud.emulator.clock.join(), cloud.emulator.clock.join()];
    const sleep = sleeping.sleep(MINUTE);
    expect((await cloud.api('GET', '/v2/deployments')).status).toBe(200);
    expect(asking.now()).toBe(VIRTUAL_START);
    asking.leave();
    await sleep;
  });

  test('does not stop time even if it hangs forever', async () => {
    const cloud = await virtual();
    cloud.emulator.faults.set({ rules: [{ match: { path: '/v2/**' }, then: { hang: true } }] });
    const stop = new AbortController();
    const { port, apiKey, journal, clock } = cloud.emulator;
    const hung = fetch(`http://127.0.0.1:${port}/v2/deployments`, {
      headers: { 'x-api-key': apiKey },
      signal: stop.signal,
    }).catch(() => 'left');
    while ((await cloud.api('GET', '/_local/faults')).body.rules[0].hit === 0) continue;
    await clock.advance(MINUTE);
    stop.abort();
    expect(await hung).toBe('left');
    while (journal.after(0).entries.length === 0) await cloud.api('GET', '/_local/clock');
  });
});

// docs/departures.md#times-answers-clock-virtual
test('after a restart, virtual time starts later than every stored timestamp, and unfinished work continues', async () => {
  const dataDir = await newFolder();
  const first = await virtual({ dataDir });
  first.emulator.faults.set({ rules: [lasts('DEPLOYING', 10)] });
  const revision = await create(first, imageDeployment());
  await first.emulator.clock.advance(5 * MINUTE);
  const later = await create(first, imageDeployment());
  await first.emulator.close();
  const second = await virtual({ dataDir });
  expect(second.emulator.clock.now()).toBe(VIRTUAL_START + 5 * MINUTE + 1);
  const key = { 'x-api-key': second.emulator.apiKey };
  for (const one of [revision, later]) {
    const url = `http://127.0.0.1:${second.emulator.port}${one}`;
    for (;;) {
      const body = (await (await fetch(url, { headers: key })).json()) as { status: string };
      if (isFinal(body.status)) break;
      expect(body.status).not.toContain('FAILED');
    }
  }
});
