import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createPlaneClient } from '../../../../src/emulator/data-plane/artifacts/plane-client.ts';
import {
  createPodLogSender,
  type PodLogSenderOptions,
} from '../../../../src/emulator/data-plane/pod-logs/log-sender.ts';
import { until } from '../../../../harness/until.ts';
import { type Plane, startPlane } from '../build-pod/plane.ts';

const TOKEN = 'the-token-of-the-agent-pods';
const POD = '11111111-1111-4111-8111-111111111111';

let plane: Plane;
let id: string;
const ending: AbortController[] = [];
beforeEach(async () => {
  plane = await startPlane();
  id = await beginRevision();
});
afterEach(async () => {
  for (const one of ending.splice(0)) one.abort();
  await plane.close();
});

async function beginRevision(token = TOKEN): Promise<string> {
  const { revision } = await plane.begin();
  await plane.store.agentTokens.put(revision.id, token);
  return revision.id;
}

const RUN = '22222222-2222-4222-8222-222222222222';
type Sent = { from?: number; run?: string; pod?: string; messages: readonly string[] };

/** Sends lines as a pod does, and returns the status and the number of stored lines. */
async function send(
  { from = 0, run = RUN, pod = POD, messages }: Sent,
  { revision = id, token = TOKEN }: { revision?: string; token?: string } = {},
): Promise<{ status: number; stored: unknown }> {
  const at = Date.now();
  const lines = messages.map((message) => ({ at, message }));
  const response = await fetch(`${plane.url}/_pods/${revision}/log`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pod, run, started_at: at, from, lines }),
  });
  const body = (await response.json()) as { stored?: number };
  return { status: response.status, stored: body.stored };
}

const logOf = async (revision = id) =>
  (await plane.store.logs.list(revision, { kind: 'deploy', order: 'asc', limit: 10_000 })).map(
    ({ message }) => message,
  );

/** Creates a sender of a pod, whose requests are repeated after a few milliseconds. */
function sender(more: Partial<PodLogSenderOptions> = {}) {
  const stop = new AbortController();
  ending.push(stop);
  const printed: string[] = [];
  const own = createPodLogSender({
    plane: createPlaneClient({
      planeUrl: plane.url,
      path: `/_pods/${id}`,
      token: TOKEN,
      signal: stop.signal,
      purpose: 'store the log',
      log: () => undefined,
      backoff: { baseMs: 1, capMs: 20 },
    }),
    pod: POD,
    run: randomUUID(),
    now: Date.now,
    print: (text) => void printed.push(text),
    signal: stop.signal,
    ...more,
    limits: { gatherMs: 1, ...more.limits },
  });
  return { ...own, printed };
}

// docs/kubernetes/logs.md#token
describe('the token of agent pods', () => {
  test('permits adding lines only to the log of its revision', async () => {
    const other = await beginRevision('the-token-of-another-revision');
    expect(await send({ messages: ['mine'] })).toEqual({ status: 200, stored: 1 });
    for (const token of ['wrong', 'the-token-of-another-revision'])
      expect((await send({ messages: ['theirs'] }, { token })).status).toBe(401);
    expect((await send({ messages: ['mine'] }, { revision: other })).status).toBe(401);
    expect([await logOf(), await logOf(other)]).toEqual([['mine'], []]);
  });

  test('and secrets of the revision are not stored', async () => {
    await send({ messages: [`token ${TOKEN}`, 'key sk-of-the-author-1234', 'index index-pass'] });
    const log = await logOf();
    expect(log).toHaveLength(3);
    expect(log.join('\n')).not.toMatch(/sk-of-the-author-1234|the-token-of-the-agent-pods|index-pass/);
    expect(JSON.stringify(plane.exchanges)).not.toContain('sk-of-the-author-1234');
  });
});

// docs/kubernetes/logs.md#once
describe('the lines of a pod', () => {
  test('are stored once if the pod repeats them, also to two replicas at the same time', async () => {
    await send({ messages: ['one', 'two'] });
    const repeated = { from: 1, messages: ['two', 'three'] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(repeated)));
    expect(answers).toEqual(Array.from({ length: 6 }, () => ({ status: 200, stored: 3 })));
    expect(await logOf()).toEqual(['one', 'two', 'three']);
  });

  test('belong to one start of one pod, so the lines of a restarted container are stored too', async () => {
    await send({ messages: ['start'] });
    await send({ run: randomUUID(), messages: ['start'] });
    await send({ pod: randomUUID(), messages: ['start'] });
    expect(await logOf()).toEqual(['start', 'start', 'start']);
  });

  test('have the level of their text, and a time that is not in the future', async () => {
    const tomorrow = Date.now() + 86_400_000;
    const lines = [{ at: tomorrow, message: 'KeyError: order' }];
    await fetch(`${plane.url}/_pods/${id}/log`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ pod: POD, run: RUN, started_at: 0, from: 0, lines }),
    });
    const [line] = await plane.store.logs.list(id, { kind: 'deploy', order: 'asc', limit: 1 });
    expect(line?.level).toBe('ERROR');
    expect(line?.at).toBeLessThanOrEqual(Date.now());
  });

  test('arrive in order, without losses and without duplicates, while replicas fail', async () => {
    let requests = 0;
    plane.fault = () => {
      requests += 1;
      if (requests % 4 === 1) return { dropAnswer: true };
      if (requests % 4 === 2) return { reset: true };
      return requests % 4 === 3 ? { status: 503 } : undefined;
    };
    const pod = sender({ limits: { requestLines: 7 } });
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
    for (const line of lines) {
      pod.write(line);
      if (line.endsWith('9')) await until(async () => (await logOf()).length > 0, 'the first lines');
    }
    await pod.flush(30_000);
    expect(await logOf()).toEqual(lines);
    expect(pod.printed.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
    expect(requests).toBeGreaterThan(9);
  });
});

// docs/kubernetes/logs.md#limits
describe('a pod that writes too much', () => {
  test('gets 429 once its revision has used its budget, and other revisions are not affected', async () => {
    const messages = Array.from({ length: 1_000 }, () => 'x');
    const statuses: number[] = [];
    for (let from = 0; from < 25_000 && !statuses.includes(429); from += 1_000)
      statuses.push((await send({ from, messages })).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    const other = await beginRevision('the-token-of-another-revision');
    const quiet = { revision: other, token: 'the-token-of-another-revision' };
    expect((await send({ messages: ['a quiet line'] }, quiet)).status).toBe(200);
  });

  test('cannot send an invalid or an oversized body', async () => {
    expect((await send({ messages: [] })).status).toBe(400);
    expect((await send({ messages: ['x'.repeat(20_000)] })).status).toBe(400);
    expect((await send({ messages: Array.from({ length: 300 }, () => 'x'.repeat(16_000)) })).status).toBe(
      413,
    );
    expect(await logOf()).toEqual([]);
  });

  test('drops lines that do not fit into its buffer, and reports their number', async () => {
    plane.fault = () => ({ status: 503 });
    const pod = sender({ limits: { waitingLines: 4 } });
    for (const line of ['1', '2', '3', '4', '5', '6']) pod.write(line);
    plane.fault = () => undefined;
    await pod.flush(10_000);
    pod.write('7');
    await pod.flush(10_000);
    expect(await logOf()).toEqual([
      '1',
      '2',
      '3',
      '4',
      'agent: 2 lines were not sent to the control plane, which could not store them in time.',
      '7',
    ]);
  });
});
