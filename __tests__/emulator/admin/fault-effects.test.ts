import { describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { FaultPlan } from '../../../src/emulator/admin/fault-plan.ts';
import { imageDeployment, type Plane, startPlane } from '../server/plane.ts';
import { startSmallServer } from '../server/small-server.ts';
import { ask, type Asked, type Seen } from './wire.ts';

const LIST = '/v2/deployments';

/** Sends a request for a deployment while this fault effect is active. */
async function createUnder(then: Record<string, unknown>): Promise<Plane & { asked: Asked }> {
  const plane = await startPlane();
  plane.emulator.faults.set({ rules: [{ match: { path: LIST, method: 'POST' }, then }] });
  return { ...plane, asked: create(plane) };
}
function create(plane: Plane): Asked {
  const { port, apiKey: key } = plane.emulator;
  return ask(port, 'POST', LIST, { key, body: imageDeployment({ name: 'bent' }) });
}
const made = async (plane: Plane) => (await plane.api('GET', `${LIST}?name=bent`)).body.resources.length;
const entries = (plane: Plane) =>
  plane.emulator.journal.after(0).entries.filter(({ method }) => method === 'POST');

describe('a request whose response a fault rule suppresses', () => {
  test.each([
    [{ reset: true }, { kind: 'reset' }, 0],
    [{ drop_answer: true }, { kind: 'closed' }, 1],
    [{ drop_answer: true, reset: true }, { kind: 'reset' }, 1],
    [{ reset: true, delay_ms: 5 }, { kind: 'reset' }, 0],
    [{ drop_answer: true, delay_ms: 5 }, { kind: 'closed' }, 1],
  ])(
    'ends under the rule %j with the outcome %j, after its handler ran %i times',
    async (then, seen, times) => {
      const plane = await createUnder(then);
      expect(await plane.asked.seen).toEqual(seen);
      await until(() => entries(plane).length === 1);
      expect(entries(plane)).toMatchObject([{ status: 0, response: null }]);
      expect(await made(plane)).toBe(times);
      expect(plane.emulator.faults.active().rules).toMatchObject([{ matched: 1, hit: 1 }]);
    },
  );

  test.each([
    [{ hang: true }, 0],
    [{ hang: true, drop_answer: true }, 1],
    [{ hang: true, delay_ms: 5 }, 0],
  ])(
    'waits under the rule %j until the client disconnects, and its handler runs %i times',
    async (then, times) => {
      const plane = await createUnder(then);
      await until(async () => (await made(plane)) === times);
      // Other requests get responses while the request still waits.
      expect((await plane.api('GET', LIST)).status).toBe(200);
      expect(plane.asked.bytes()).toBe(0);
      expect(entries(plane)).toEqual([]);
      plane.asked.leave();
      expect(await plane.asked.seen).toEqual({ kind: 'closed' });
      await until(() => entries(plane).length === 1);
      expect(entries(plane)).toMatchObject([{ status: 0, response: null }]);
      expect(await made(plane)).toBe(times);
    },
  );

  test('is disconnected when the emulator shuts down', async () => {
    const { asked, emulator } = await createUnder({ hang: true });
    await until(() => emulator.faults.active().rules[0]?.hit === 1);
    await emulator.close();
    expect(await asked.seen).toEqual({ kind: 'closed' });
  });

  test('gets no response even if the emulator would reject the request', async () => {
    const plane = await startPlane();
    const { port, apiKey: key } = plane.emulator;
    plane.emulator.faults.set({ rules: [{ match: {}, then: { drop_answer: true } }] });
    expect(await ask(port, 'POST', LIST, { key, body: {} }).seen).toEqual({ kind: 'closed' });
    expect(await ask(port, 'GET', LIST).seen).toEqual({ kind: 'closed' });
  });
});

describe('a response that a fault rule changes', () => {
  const texts = (seen: Seen) => ('text' in seen ? seen.text : '');

  test('is sent in chunks, with a pause of at least the given length between two chunks', async () => {
    const then = { slow: { chunks: 5, delay_ms: 12 } };
    const since = performance.now();
    const plane = await createUnder(then);
    const seen = await plane.asked.seen;
    // Timers may fire a millisecond early.
    expect(performance.now() - since).toBeGreaterThanOrEqual(4 * 11);
    expect(seen).toMatchObject({ kind: 'answer', status: 201 });
    expect(JSON.parse(texts(seen))).toMatchObject({ name: 'bent' });
    await until(() => entries(plane).length === 1);
    expect(entries(plane)).toMatchObject([{ status: 201 }]);
  });

  test('is truncated after the given number of bytes, with or without chunks, and its handler still runs', async () => {
    for (const then of [{ truncate_at: 7 }, { truncate_at: 7, slow: { chunks: 100, delay_ms: 1 } }]) {
      const plane = await createUnder(then);
      expect(await plane.asked.seen).toEqual({ kind: 'partial', status: 201, text: '{"id":"' });
      expect(await made(plane)).toBe(1);
    }
  });

  test('is sent event by event if it is a stream', async () => {
    const server = await startSmallServer();
    server.fault = { slow: { chunks: 3, delayMs: 1 } };
    expect(await ask(server.port, 'GET', '/stream').seen).toMatchObject({
      kind: 'answer',
      status: 200,
      text: [0, 1, 2, 3, 4].map((part) => `data: ${part}\n\n`).join(''),
    });
    server.fault = { slow: { chunks: 3, delayMs: 1 }, truncateAt: 12 };
    expect(await ask(server.port, 'GET', '/stream').seen).toMatchObject({
      kind: 'partial',
      text: 'data: 0\n\ndat',
    });
  });

  test('is not sent any further after the client disconnects', async () => {
    const plane = await createUnder({ slow: { chunks: 10_000, delay_ms: 60_000 } });
    await until(() => plane.asked.bytes() > 0);
    plane.asked.leave();
    await until(() => entries(plane).length === 1);
  });

  test('has the given status and body, and its handler does not run', async () => {
    const html = '<html><title>502</title></html>';
    const cases: [Record<string, unknown>, Record<string, unknown>, Record<string, string | null>][] = [
      [
        { status: 503 },
        { status: 503, text: '{"detail":"Injected by a fault rule."}' },
        { 'content-type': 'application/json' },
      ],
      [
        { status: 502, body: html, content_type: 'text/html' },
        { status: 502, text: html },
        { 'content-type': 'text/html' },
      ],
      [
        { status: 502, body: html },
        { status: 502, text: html },
        { 'content-type': 'text/plain; charset=utf-8' },
      ],
      [
        { body: '{"half', content_type: 'application/json' },
        { status: 200, text: '{"half' },
        { 'content-type': 'application/json' },
      ],
      [{ status: 500, body: null }, { status: 500, text: 'null' }, { 'content-type': 'application/json' }],
      [{ status: 500, body: ['a'] }, { status: 500, text: '["a"]' }, {}],
      [{ retry_after: 3 }, { status: 429 }, { 'retry-after': '3' }],
      [{ status: 503, retry_after: 0 }, { status: 503 }, { 'retry-after': '0' }],
      [{ retry_after: 2, body: 'slow down' }, { status: 429, text: 'slow down' }, { 'retry-after': '2' }],
      [{ retry_after: 'soon' }, { status: 429 }, { 'retry-after': 'soon' }],
      [{ status: 502, body: html, truncate_at: 6 }, { kind: 'partial', status: 502, text: '<html>' }, {}],
      [{ status: 200, body: [1, 2], slow: { chunks: 2, delay_ms: 1 } }, { status: 200, text: '[1,2]' }, {}],
      [{ status: 200, body: '', slow: { chunks: 2, delay_ms: 1 } }, { status: 200, text: '' }, {}],
      [{ status: 204, delay_ms: 3 }, { status: 204, text: '' }, { 'content-type': null }],
    ];
    const plane = await startPlane();
    for (const [then, expected, headers] of cases) {
      plane.emulator.faults.set({ rules: [{ match: { path: LIST, method: 'POST' }, then }] });
      const seen = await create(plane).seen;
      expect(seen).toMatchObject({ kind: 'answer', ...expected });
      for (const [name, value] of Object.entries(headers)) {
        expect(seen.kind === 'answer' && seen.headers.get(name)).toBe(value);
      }
    }
    expect(await made(plane)).toBe(0);
  });

  test("has a Retry-After date that follows the service's own clock and is never too early", async () => {
    const now = Date.UTC(2031, 4, 6, 7, 8, 9, 1);
    const clock = { now: () => now, sleep: () => Promise.reject(new Error('delays are real time')) };
    const { emulator } = await startPlane({ clock });
    const headerOf = async (then: Record<string, unknown>) => {
      emulator.faults.set({ rules: [{ match: {}, then }] });
      const seen = await ask(emulator.port, 'GET', LIST).seen;
      return seen.kind === 'answer' ? [seen.headers.get('retry-after'), seen.headers.get('date')] : seen;
    };
    expect(await headerOf({ retry_after: { date_in_s: 30 }, delay_ms: 1 })).toEqual([
      'Tue, 06 May 2031 07:08:40 GMT',
      'Tue, 06 May 2031 07:08:09 GMT',
    ]);
    expect(await headerOf({ retry_after: { date_in_s: -10 } })).toContain('Tue, 06 May 2031 07:08:00 GMT');
  });
});

describe('every combination of fault effects', () => {
  const EFFECTS: Record<string, unknown> = {
    status: 500,
    body: 'text',
    content_type: 'text/html',
    retry_after: 1,
    delay_ms: 1,
    drop_answer: true,
    reset: true,
    hang: true,
    truncate_at: 2,
    slow: { chunks: 2, delay_ms: 1 },
  };
  const names = Object.keys(EFFECTS);
  const combinations = Array.from({ length: 2 ** names.length - 1 }, (_, bits) =>
    names.filter((_name, index) => ((bits + 1) >> index) % 2 === 1),
  );
  const readable = (chosen: readonly string[]) =>
    FaultPlan.safeParse({
      rules: [{ match: {}, then: Object.fromEntries(chosen.map((name) => [name, EFFECTS[name]])) }],
    }).success;

  // docs/departures.md#fault-rules-effects
  test('is rejected as contradictory or has the documented effect', async () => {
    const plane = await startPlane();
    const { port, apiKey: key, faults } = plane.emulator;
    let meant = 0;
    for (const chosen of combinations) {
      const has = (name: string) => chosen.includes(name);
      const silent = has('drop_answer') || has('reset') || has('hang');
      const shaped = ['status', 'body', 'content_type', 'retry_after', 'truncate_at', 'slow'].some(has);
      const contradicts =
        (silent && shaped) || (has('reset') && has('hang')) || (has('content_type') && !has('body'));
      expect([chosen, readable(chosen)]).toEqual([chosen, !contradicts]);
      if (contradicts || has('hang')) continue;
      meant += 1;
      const then = Object.fromEntries(chosen.map((name) => [name, EFFECTS[name]]));
      faults.set({ rules: [{ match: {}, then }] });
      const seen = await ask(port, 'GET', `${LIST}?name=none`, { key }).seen;
      const madeUp = has('status') || has('body') || has('retry_after');
      const text = has('body')
        ? 'text'
        : madeUp
          ? '{"detail":"Injected by a fault rule."}'
          : '{"resources":[],"offset":0}';
      const status = has('status') ? 500 : has('retry_after') ? 429 : 200;
      if (silent) expect([chosen, seen]).toEqual([chosen, { kind: has('reset') ? 'reset' : 'closed' }]);
      else if (has('truncate_at'))
        expect([chosen, seen]).toEqual([chosen, { kind: 'partial', status, text: text.slice(0, 2) }]);
      else expect([chosen, seen]).toMatchObject([chosen, { kind: 'answer', status, text }]);
    }
    expect(meant).toBeGreaterThan(90);
  });
});
