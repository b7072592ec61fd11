import { once } from 'node:events';
import http from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { joinClock, type RemoteParticipant } from '../../../../harness/clock/participant.ts';
import type { Emulator } from '../../../../src/emulator/index.ts';
import { VIRTUAL_START } from '../../../../src/emulator/admin/clock/emulator-clock.ts';
import { startPlane } from '../../server/plane.ts';

const VIRTUAL = { runtime: 'stub', clock: 'virtual' } as const;
const PATH = '/_local/clock';
const SESSIONS = `${PATH}/sessions`;

const joined: RemoteParticipant[] = [];
afterEach(() => Promise.all(joined.splice(0).map((one) => one.leave())));

async function join({ urls, apiKey }: Emulator, parent?: string): Promise<RemoteParticipant> {
  const one = await joinClock({ admin: urls.admin, key: apiKey }, { parent });
  joined.push(one);
  return one;
}

/** Opens a session on a raw connection, and returns the response and a function that closes the connection. */
async function rawSession({ port, apiKey }: Emulator, body: unknown) {
  const request = http.request({
    port,
    path: SESSIONS,
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.on('error', () => undefined);
  const [first] = (await once(response, 'data')) as [Buffer];
  return { type: response.headers['content-type'], first: first.toString(), kill: () => request.destroy() };
}

describe('the control route /_local/clock', () => {
  test('shows the time of a real clock, and rejects participants of a real clock', async () => {
    const { api, emulator } = await startPlane();
    expect((await api('GET', PATH)).body).toEqual({
      mode: 'real',
      now: expect.any(String),
      now_ms: expect.any(Number),
      skew_ms: 0,
      moved_ms: 0,
      sleeping: [],
      awake: [],
      sessions: [],
    });
    for (const [path, body] of [
      [SESSIONS, { session: 'a' }],
      [`${SESSIONS}/a/sleeps`, { sleep: '1', until_ms: 1 }],
    ] as const) {
      expect(await api('POST', path, body)).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/real/) },
      });
    }
    expect((await api('DELETE', `${SESSIONS}/a`)).status).toBe(409);
    await expect(join(emulator)).rejects.toThrow(/refused \(409\).*real/);
  });

  test.each(['real', 'virtual'] as const)(
    'adds up two simultaneous advances of a %s clock',
    async (clock) => {
      const { api } = await startPlane({ runtime: 'stub', clock });
      const before = (await api('GET', PATH)).body.now_ms;
      const advance = () => api('POST', PATH, { advance_ms: 3_600_000 });
      await Promise.all([advance(), advance()]);
      expect((await api('GET', PATH)).body.now_ms).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
    },
  );

  test('shows and advances a virtual clock that stands still, and lists its sleeping participants', async () => {
    const { api, emulator } = await startPlane(VIRTUAL);
    const before = (await api('GET', PATH)).body;
    expect(before).toMatchObject({ mode: 'virtual', now: '2026-01-01T00:00:00.000Z', now_ms: VIRTUAL_START });
    // This participant stays awake, so no sleep can end.
    const eyes = await join(emulator);
    const one = await join(emulator);
    const sleep = one.sleep(90_000);
    while ((await api('GET', PATH)).body.sleeping.length === 0) continue;
    expect((await api('GET', PATH)).body).toMatchObject({
      sleeping: [{ who: one.session, until: '2026-01-01T00:01:30.000Z', until_ms: VIRTUAL_START + 90_000 }],
      awake: [eyes.session],
      sessions: [expect.anything(), { session: one.session, parent: null }],
    });
    const moved = api('POST', PATH, { advance_ms: 100_000 });
    await sleep;
    expect(one.now()).toBe(VIRTUAL_START + 90_000);
    // The advance woke this participant, so time waits until the participant sleeps or leaves.
    await one.leave();
    expect((await moved).body).toMatchObject({ now_ms: VIRTUAL_START + 100_000, sleeping: [] });
  });

  test.each(['real', 'virtual'] as const)(
    "can set an offset of the service's own time on a %s clock",
    async (clock) => {
      const { api, create, emulator } = await startPlane({ runtime: 'stub', clock });
      const year = 365 * 24 * 3_600_000;
      expect((await api('POST', PATH, { skew_ms: -year })).body.skew_ms).toBe(-year);
      const then = Date.parse(String((await create()).created_at));
      expect(Math.abs((clock === 'real' ? Date.now() : VIRTUAL_START) - year - then)).toBeLessThan(60_000);
      emulator.clock.skew(0);
      expect((await api('GET', PATH)).body.skew_ms).toBe(0);
    },
  );

  test.each([
    [{}],
    [{ advance_ms: 1, skew_ms: 1 }],
    [{ advance_ms: -1 }],
    [{ advance_ms: '5' }],
    [{ advance: 5 }],
  ])('refuses the body %j', async (body) => {
    const { api } = await startPlane(VIRTUAL);
    expect((await api('POST', PATH, body)).status).toBe(422);
  });

  test('refuses a virtual clock with a hint if the emulator runs real agents', async () => {
    await expect(startPlane({ clock: 'virtual' })).rejects.toThrow(/--runtime stub/);
  });
});

describe('a session of a participant in virtual time', () => {
  test('is an open response that starts with the current time; closing the response removes the participant', async () => {
    const { api, emulator } = await startPlane(VIRTUAL);
    const raw = await rawSession(emulator, { session: 'one' });
    expect([raw.type, raw.first]).toEqual(['application/x-ndjson', `{"now_ms":${VIRTUAL_START}}\n`]);
    expect((await api('GET', PATH)).body.sessions).toEqual([{ session: 'one', parent: null }]);
    const other = await join(emulator);
    const sleep = other.sleep(10);
    raw.kill();
    await sleep;
    expect((await api('GET', PATH)).body.sessions).toEqual([{ session: other.session, parent: null }]);
  });

  test('requires the API key and a local host name, like every route below /_local', async () => {
    const { api } = await startPlane(VIRTUAL);
    const body = { session: 'one' };
    expect((await api('POST', SESSIONS, body, { 'x-api-key': null })).status).toBe(401);
    expect((await api('POST', SESSIONS, body, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await api('POST', SESSIONS, { session: 'no spaces' })).status).toBe(422);
  });

  test('starts a sleep with a separate short request, and receives a message when the sleep ends', async () => {
    const { emulator } = await startPlane(VIRTUAL);
    const one = await join(emulator);
    await one.sleep(60_000);
    expect(one.now()).toBe(VIRTUAL_START + 60_000);
    await one.sleep(0);
    expect(emulator.clock.now()).toBe(one.now());
  });

  test('stops time again after its sleep is aborted', async () => {
    const { api, emulator } = await startPlane(VIRTUAL);
    const [one, other] = [await join(emulator), emulator.clock.join()];
    const stop = new AbortController();
    const sleep = one.sleep(10, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    while ((await api('GET', PATH)).body.sleeping.length > 0) continue;
    let over = false;
    const waiting = other.sleep(5).then(() => {
      over = true;
    });
    await api('GET', '/v2/deployments');
    expect([over, one.now()]).toEqual([false, VIRTUAL_START]);
    await one.leave();
    await waiting;
  });

  test('can name a parent session before or after the parent joins', async () => {
    const { api, emulator } = await startPlane(VIRTUAL);
    const parent = await join(emulator);
    const child = await parent.child();
    joined.push(child);
    await child.sleep(10);
    const early = await join(emulator, 'late');
    expect(parent.now()).toBe(VIRTUAL_START + 10);
    const late = await rawSession(emulator, { session: 'late', now_ms: VIRTUAL_START + 500 });
    expect(late.first).toBe(`{"now_ms":${VIRTUAL_START + 500}}\n`);
    while (early.now() < VIRTUAL_START + 500) await api('GET', PATH);
    // A parent without children is itself awake.
    const done = child.sleep(10).then(() => Promise.all([child.leave(), parent.leave()]));
    await Promise.all([done, early.sleep(20)]);
    expect((await api('GET', PATH)).body.now_ms).toBe(VIRTUAL_START + 520);
    expect(early.now()).toBe(VIRTUAL_START + 520);
    late.kill();
  });

  test('replaces an earlier session with the same name whose process is gone', async () => {
    const { api, emulator } = await startPlane(VIRTUAL);
    const before = await rawSession(emulator, { session: 'one' });
    await rawSession(emulator, { session: 'one' });
    before.kill();
    await api('GET', PATH);
    expect((await api('GET', PATH)).body.sessions).toEqual([{ session: 'one', parent: null }]);
    expect((await api('DELETE', `${SESSIONS}/one`)).status).toBe(200);
    expect((await api('DELETE', `${SESSIONS}/one`)).status).toBe(404);
    expect((await api('POST', `${SESSIONS}/one/sleeps`, { sleep: '1', until_ms: 5 })).status).toBe(404);
    expect((await api('DELETE', `${SESSIONS}/one/sleeps/1`)).status).toBe(404);
  });

  test('continues after a reset of the emulator', async () => {
    const { emulator } = await startPlane(VIRTUAL);
    const one = await join(emulator);
    await one.sleep(10);
    await emulator.reset();
    await one.sleep(10);
    expect(one.now()).toBe(VIRTUAL_START + 20);
  });
});
