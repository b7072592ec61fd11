import { describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { gitDeployment } from '../server/plane.ts';
import { signIn, startDashboard } from './page.ts';
import { exchange } from '../admin/exchange.ts';

describe('the stream of updates for a dashboard page', () => {
  test('starts with the current numbers, and continues with requests, events and deployments', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const stream = await page.stream();
    const hello = await stream.next('hello');
    expect(hello).toMatchObject({ resumed: false, requests: { first: 0, last: 0 } });
    const { body: made } = await plane.api('POST', '/v2/deployments', gitDeployment());
    const { deployments } = await stream.next('deployments');
    expect(deployments).toMatchObject([{ id: made.id }]);
    stream.leave();
  });

  // docs/dashboard.md#live
  test('continues after the last numbers that a page received, without gaps or repeated rows', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const first = await page.stream();
    const { epoch, generation } = await first.next('hello');
    await plane.api('GET', '/v2/deployments?name=a');
    expect((await first.next('requests')).rows).toHaveLength(1);
    first.leave();
    await plane.api('GET', '/v2/deployments?name=b');
    await plane.api('GET', '/v2/deployments?name=c');
    const second = await page.stream(`?epoch=${epoch}&generation=${generation}&requests=1&events=0&audit=0`);
    expect((await second.next('hello')).resumed).toBe(true);
    const { rows } = await second.next('requests');
    expect(rows.map(({ seq, query }) => [seq, query])).toEqual([
      [2, 'name=b'],
      [3, 'name=c'],
    ]);
    second.leave();
  });

  test.each([
    ['another process', { epoch: 'another' }],
    ['before a reset', { generation: '0' }],
    ['the future', { requests: '5' }],
  ])(
    "does not continue if the page's last numbers are from %s",
    async (_, change: Record<string, string>) => {
      const { emulator } = await startDashboard();
      const page = await signIn(emulator);
      const { epoch, generation } = await page.get('/info');
      const known = { epoch, generation, requests: '0', events: '0', audit: '0', ...change };
      const stream = await page.stream(`?${new URLSearchParams(known).toString()}`);
      expect((await stream.next('hello')).resumed).toBe(false);
      stream.leave();
    },
  );

  test('contains fault rules and their counters', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const stream = await page.stream();
    expect((await stream.next('faults')).faults.rules).toEqual([]);
    await page.call('POST', '/faults', { rule: { match: {}, then: { status: 503 } } });
    expect((await stream.next('faults')).faults.rules).toMatchObject([{ matched: 0 }]);
    await plane.api('GET', '/v2/deployments');
    expect((await stream.next('faults')).faults.rules).toMatchObject([{ matched: 1, hit: 1 }]);
    stream.leave();
  });

  test('contains the offset of the clock at the start, and a new offset immediately after the change', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    emulator.clock.skew(30_000);
    const stream = await page.stream();
    expect(await stream.next('beat')).toMatchObject({ skew_ms: 30_000 });
    emulator.clock.skew(60_000);
    expect(await stream.next('beat')).toMatchObject({ skew_ms: 60_000 });
    stream.leave();
  });

  test('ends when the user signs out', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const stream = await page.stream();
    await stream.next('hello');
    await page.call('DELETE', '/session');
    expect(await stream.next('end')).toEqual({ kind: 'end', reason: 'signed-out' });
  });

  test('ends at a reset, and the next stream has a new generation number', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const stream = await page.stream();
    const { generation } = await stream.next('hello');
    const reset = emulator.reset();
    expect(await stream.next('end')).toEqual({ kind: 'end', reason: 'replaced' });
    await reset;
    const next = await page.stream();
    expect((await next.next('hello')).generation).toBe(generation + 1);
    next.leave();
  });

  // docs/dashboard.md#tabs
  test('is refused for a seventeenth tab', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const streams = await Promise.all(Array.from({ length: 16 }, () => page.stream()));
    expect((await page.call('GET', '/stream')).status).toBe(429);
    for (const stream of streams) stream.leave();
  });

  test('sends each row once and in order, even after many requests', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const stream = await page.stream();
    await stream.next('hello');
    // The requests are sent in batches, because all of them together would need more connections than a busy server
    // accepts.
    for (let batch = 0; batch < 12; batch += 1) {
      await Promise.all(Array.from({ length: 100 }, () => plane.api('GET', '/ok-not')));
    }
    const seen: number[] = [];
    while (seen.length < 1_200) seen.push(...(await stream.next('requests')).rows.map(({ seq }) => seq));
    expect(seen).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 1));
    stream.leave();
  });
});

describe('a dashboard page that reads its stream slowly', () => {
  // The long path fills the buffers between the emulator and the page.
  const recorded = exchange({ path: `/${'x'.repeat(4_000)}` });

  test('receives every row when it continues to read, unless too many rows arrived', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const stream = await page.stream();
    await stream.next('hello');
    for (let count = 0; count < 4_000; count += 1) emulator.journal.record(recorded);
    const seen: number[] = [];
    while (seen.length < 4_000) seen.push(...(await stream.next('requests')).rows.map(({ seq }) => seq));
    expect(seen).toEqual(Array.from({ length: 4_000 }, (_, index) => index + 1));
    stream.leave();
  });

  test('is disconnected when its unread rows are dropped, and cannot resume', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const stream = await page.stream();
    const { epoch, generation } = await stream.next('hello');
    for (let count = 0; count < 20_000; count += 1) emulator.journal.record(recorded);
    expect(await stream.next('end')).toEqual({ kind: 'end', reason: 'lagging' });
    const after = `?epoch=${epoch}&generation=${generation}&requests=1&events=0&audit=0`;
    const again = await page.stream(after);
    expect(await again.next('hello')).toMatchObject({ resumed: false, requests: { last: 20_000 } });
    again.leave();
  });
});

test('a disconnected stream no longer counts toward the maximum number of streams', async () => {
  const { emulator } = await startDashboard();
  const page = await signIn(emulator);
  const streams = await Promise.all(Array.from({ length: 16 }, () => page.stream()));
  expect((await page.stream()).status).toBe(429);
  for (const stream of streams) stream.leave();
  // Each attempt that succeeds in connecting is disconnected again.
  for (let count = 0; count < 20; count += 1) {
    await until(async () => {
      const stream = await page.stream();
      stream.leave();
      return stream.status === 200;
    });
  }
});
