import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { snapshotText } from '../../../src/emulator/admin/snapshot.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { withTestDatabase } from '../server/test-database.ts';
import { type AgentServerFixture, Cleanup, createFixture } from './fixture.ts';
import { createScriptedWorker } from './scripted-worker.ts';

const LARGE = [2n ** 53n + 1n, 2n ** 63n, 12345678901234567891n, -(2n ** 63n)];
const DIGITS = LARGE.join(',');
const VALUE = `{"order_id":12345678901234567891,"all":[${DIGITS}]}`;
const ONE = '{"order_id":12345678901234567891}';
const NEIGHBOUR = '{"order_id":12345678901234567890}';
const Thread = z.object({ thread_id: z.string() });

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let scripted: ReturnType<typeof createScriptedWorker>;
beforeAll(async () => {
  const { databaseUrl } = await withTestDatabase({});
  fixture = await createFixture(cleanup, databaseUrl === undefined ? {} : { location: databaseUrl });
  scripted = createScriptedWorker(fixture.deploymentId);
  const states: Record<string, unknown> = { values: parseExactJson(VALUE), next: [] };
  const query = ({ kind }: { kind: string }) =>
    Promise.resolve(kind === 'history' ? { states: [states] } : states);
  fixture.live.serve(fixture.deploymentId, {
    ...scripted.worker,
    language: 'python',
    query: (_graphId, asked) => query(asked) as never,
  });
});
afterAll(() => cleanup.run());

/** Sends the body unchanged, and returns the response as a string without parsing it. */
async function send(method: string, path: string, body?: string): Promise<string> {
  const response = await fetch(`${fixture.base}${path}`, {
    method,
    headers: { 'x-api-key': 'test-key', 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}
const aThread = async (body = '{}') =>
  Thread.parse(parseExactJson(await send('POST', '/threads', body))).thread_id;

// docs/departures/graphs.md#integers
describe('integers that JavaScript numbers cannot represent exactly', () => {
  test('are passed exactly from the input to the worker, and into the response, thread and state', async () => {
    const id = await aThread();
    const body = `{"assistant_id":"agent","input":${VALUE},"config":{"configurable":${VALUE}},"metadata":${ONE}}`;
    const response = send('POST', `/threads/${id}/runs/wait`, body);
    const run = await scripted.next();
    expect(stringifyExactJson(run.job.input)).toBe(VALUE);
    expect(run.job.config['configurable']).toMatchObject({ order_id: LARGE[2], all: LARGE });
    run.end({ kind: 'success', values: parseExactJson(VALUE) });
    expect((await response).trim()).toBe(VALUE);
    for (const path of ['', '/state']) {
      expect(await send('GET', `/threads/${id}${path}`)).toContain(`"values":${VALUE}`);
    }
    const runs = (metadata: string) =>
      send('GET', `/threads/${id}/runs?metadata=${encodeURIComponent(metadata)}`).then(parseExactJson);
    expect(await runs(ONE)).toHaveLength(1);
    expect(await runs(NEIGHBOUR)).toEqual([]);
    expect(stringifyExactJson(await runs(ONE))).toContain(`"input":${VALUE}`);
  });

  test('are found exactly in the metadata of threads and assistants, without matching neighboring integers', async () => {
    await aThread(`{"metadata":${VALUE}}`);
    const assistant = `{"graph_id":"agent","metadata":${VALUE},"context":${VALUE}}`;
    const made = await send('POST', '/assistants', assistant);
    expect(made).toContain(`"metadata":${VALUE}`);
    expect(made).toContain(`"context":${VALUE}`);
    for (const resource of ['threads', 'assistants']) {
      const found = await send('POST', `/${resource}/search`, `{"metadata":${ONE}}`);
      expect(found).toContain(VALUE);
      expect(await send('POST', `/${resource}/count`, `{"metadata":${ONE}}`)).toBe('1');
      expect(await send('POST', `/${resource}/search`, `{"metadata":${NEIGHBOUR}}`)).toBe('[]');
      expect(
        await send('POST', `/${resource}/search`, `{"metadata":{"all":[9223372036854775808]}}`),
      ).toContain(VALUE);
    }
  });

  test('are stored and compared exactly in items', async () => {
    await send('PUT', '/store/items', `{"namespace":["orders"],"key":"one","value":${VALUE}}`);
    expect(await send('GET', '/store/items?namespace=orders&key=one')).toContain(`"value":${VALUE}`);
    const found = async (filter: string) =>
      (
        await send('POST', '/store/items/search', `{"namespace_prefix":["orders"],"filter":${filter}}`)
      ).includes(VALUE);
    expect(await found(ONE)).toBe(true);
    expect(await found(NEIGHBOUR)).toBe(false);
    expect(await found('{"order_id":{"$gt":12345678901234567890}}')).toBe(true);
    expect(await found('{"order_id":{"$gt":12345678901234567891}}')).toBe(false);
    expect(await found('{"order_id":{"$ne":12345678901234567891}}')).toBe(false);
    expect(await found('{"order_id":{"$lt":2e19}}')).toBe(true);
  });

  test('are stored exactly in the payload of a cron', async () => {
    const id = await aThread();
    const cron = `{"assistant_id":"agent","schedule":"0 0 1 1 *","input":${VALUE},"metadata":${ONE}}`;
    await send('POST', `/threads/${id}/runs/crons`, cron);
    const listed = await send('POST', '/runs/crons/search', `{"thread_id":"${id}"}`);
    expect(listed).toContain(`"input":${VALUE}`);
  });

  test('are streamed exactly as the worker wrote them', async () => {
    const id = await aThread();
    const stream = send(
      'POST',
      `/threads/${id}/runs/stream`,
      `{"assistant_id":"agent","input":${VALUE},"stream_mode":["values"]}`,
    );
    const run = await scripted.next();
    // The value as Python formats it.
    await run.tellText(['values', VALUE]);
    run.end({ kind: 'success', values: parseExactJson(VALUE) });
    expect(await stream).toContain(`event: values\ndata: ${VALUE}\n`);
  });

  test('are sent exactly to a webhook', async () => {
    const got = Promise.withResolvers<string>();
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.end();
        got.resolve(Buffer.concat(parts).toString());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.add(() => new Promise((resolve) => server.close(resolve)));
    const id = await aThread();
    const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const waiting = send(
      'POST',
      `/threads/${id}/runs/wait`,
      `{"assistant_id":"agent","input":${VALUE},"metadata":${ONE},"webhook":"${webhook}"}`,
    );
    (await scripted.next()).end({ kind: 'success', values: parseExactJson(VALUE) });
    await waiting;
    const body = await got.promise;
    expect(body).toContain(`"values":${VALUE}`);
    expect(body).toContain('"order_id":12345678901234567891');
  });

  test('are exact in a snapshot, and after the snapshot is restored', async () => {
    const id = await aThread(`{"metadata":${VALUE}}`);
    const dump = await fixture.store.snapshots.dump();
    const text = [...snapshotText({ ...dump, workspace_id: fixture.workspaceId } as never)].join('');
    for (const digits of LARGE) expect(text).toContain(String(digits));
    const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
    cleanup.add(() => store.close());
    await store.snapshots.load(parseExactJson(text) as never, { leaveOutUnreadable: true });
    const thread = await store.threads.get(fixture.deploymentId, id);
    expect(thread?.metadata).toMatchObject({ order_id: LARGE[2], all: LARGE });
  });
});
