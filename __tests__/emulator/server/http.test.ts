import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { startSmallServer } from './small-server.ts';

const ID = '6f1a9f0e-3f6d-4c55-9c1e-111111111111';
const post = (url: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type } });

describe('a valid HTTP request', () => {
  test('gets a response in JSON with its length', async () => {
    const { base, exchanges } = await startSmallServer();
    const body = { name: 'a', nested: { size: 2 } };
    const answer = await post(`${base}/things/${ID}`, JSON.stringify(body));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual(body);
    expect(exchanges).toMatchObject([
      {
        method: 'POST',
        path: `/things/${ID}`,
        status: 200,
        request: { value: body },
        response: { value: body },
      },
    ]);
  });

  test('returns URLs with the origin that the client used', async () => {
    const { base } = await startSmallServer();
    expect(await (await fetch(`${base}/things`)).json()).toEqual({ origin: base });
  });

  test('returns no body for HEAD, and the methods of the path for OPTIONS', async () => {
    const { base } = await startSmallServer();
    const head = await fetch(`${base}/things`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    const options = await fetch(`${base}/things`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD']);
    expect((await fetch(`${base}/none`, { method: 'OPTIONS' })).status).toBe(404);
  });

  test('leaves its connection open for the next request', async () => {
    const { base } = await startSmallServer();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number>();
    for (const path of ['/things', '/none', '/boom']) {
      const request = http.get(base + path, { agent });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      ports.add(response.socket.localPort ?? 0);
      response.resume();
      await once(response, 'end');
    }
    agent.destroy();
    expect(ports.size).toBe(1);
  });
});

describe('an invalid HTTP request', () => {
  // docs/departures.md#errors-unknown-paths-methods
  test.each([
    ['/none', 'GET', 404],
    ['/things', 'DELETE', 405],
    ['/things', 'PURGE', 405],
    ['/things/%zz', 'POST', 400],
  ])(
    'to the path %s with the method %s gets a JSON response with the status %i',
    async (path, method, status) => {
      const { base } = await startSmallServer();
      const answer = await fetch(base + path, { method });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({ detail: expect.any(String) });
    },
  );

  test('gets a 422 with the location of each invalid field, including the part of the request', async () => {
    const { base } = await startSmallServer();
    const answer = await post(`${base}/things/nonsense?depth=x`, '{"nested":{"size":0}}');
    expect(answer.status).toBe(422);
    const { detail } = (await answer.json()) as { detail: { loc: unknown[]; msg: string; type: string }[] };
    expect(detail.map(({ loc }) => loc)).toEqual([
      ['path', 'id'],
      ['query', 'depth'],
      ['body', 'name'],
      ['body', 'nested', 'size'],
    ]);
    expect(detail.every(({ msg, type }) => msg !== '' && type !== '')).toBe(true);
  });

  // docs/departures.md#errors-body-json
  test('gets an error about its body: missing, too large, wrong type, not JSON or not UTF-8', async () => {
    const { base } = await startSmallServer();
    const url = `${base}/things/${ID}`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(422);
    const broken = await post(url, '{"secret": hunter2');
    expect([broken.status, await broken.text()]).toEqual([
      422,
      '{"detail":[{"loc":["body"],"msg":"The request body is not valid JSON.","type":"json_invalid"}]}',
    ]);
    expect((await post(url, new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await post(url, 'a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await post(url, `"${'x'.repeat(17 * 1024 * 1024)}"`)).status).toBe(413);
  });

  test.each([
    ['values', `[${'[],'.repeat(50_000)}[]]`, 413, 'contains more than 50,000 values'],
    ['keys', `{${'"a":1,'.repeat(20_000)}"a":1}`, 413, 'contains more than 20,000 keys'],
    ['levels', `${'['.repeat(1_000)}${']'.repeat(1_000)}`, 400, 'is nested deeper than 500 levels'],
  ])('is rejected with the limit if it has too many %s', async (_, body, status, excess) => {
    const { base } = await startSmallServer();
    const answer = await post(`${base}/things/${ID}`, body);
    expect([answer.status, await answer.json()]).toEqual([status, { detail: `The request body ${excess}.` }]);
  });

  test('is rejected before its whole body has arrived if the body contains too many values', async () => {
    const { base } = await startSmallServer();
    const request = http.request(`${base}/things/${ID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    request.on('error', () => undefined);
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    request.write(`[${'[],'.repeat(60_000)}`);
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    request.destroy();
  });

  test('is rejected at the limit even if its body is chunked', async () => {
    const { base } = await startSmallServer();
    const request = http.request(`${base}/things/${ID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    for (let sent = 0; sent < 18; sent += 1) request.write(' '.repeat(1024 * 1024));
    request.end();
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    response.resume();
    await once(response, 'end');
  });
});

describe("a failure of a request's handler", () => {
  test('keeps its status, text and headers if the handler refuses the request', async () => {
    const { base, failures } = await startSmallServer();
    const answer = await fetch(`${base}/refuse`);
    expect([answer.status, answer.headers.get('x-why'), await answer.json()]).toEqual([
      400,
      'because',
      { detail: 'no' },
    ]);
    expect(failures).toEqual([]);
  });

  test('causes a 500 without details for the client, and the log contains all details', async () => {
    const { base, failures } = await startSmallServer();
    const answer = await fetch(`${base}/boom`);
    expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(failures).toEqual([expect.stringContaining('GET /boom: Error: the secret')]);
  });
});
