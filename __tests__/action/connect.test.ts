import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connectHttp } from '../../src/action/connect.ts';
import { readInputs } from '../../src/action/inputs/read.ts';
import { createFakeClock } from './support/clock.ts';

describe('the connection to a control plane', () => {
  let server: Server;
  let seen: { url: string | undefined; headers: IncomingHttpHeaders }[];
  let answers: { status: number; body: string }[];
  beforeEach(async () => {
    seen = [];
    answers = [];
    server = createServer((request, response) => {
      seen.push({ url: request.url, headers: request.headers });
      const { status, body } = answers.shift() ?? { status: 200, body: '{"resources":[],"offset":0}' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const connect = async (log: string[]) => {
    const { port } = server.address() as AddressInfo;
    const reading = await readInputs(
      {
        'INPUT_API-KEY': 'key-of-test',
        'INPUT_WORKSPACE-ID': '0f9e2d4c-1b3a-4c5d-8e7f-001122334455',
        'INPUT_CONTROL-PLANE-URL': `http://127.0.0.1:${port}/api-host`,
        'INPUT_DEPLOYMENT-NAME': 'a',
      },
      {
        name: 'push',
        repository: 'acme/agents',
        serverUrl: 'https://github.com',
        ref: 'main',
        commit: undefined,
        deleted: false,
        created: false,
        fork: false,
        action: undefined,
        before: undefined,
        pullRequest: undefined,
      },
    );
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    return connectHttp({
      settings: reading.settings,
      env: {},
      clock: createFakeClock(),
      redact: (text) => text,
      log: (line) => log.push(line),
      readDeadline: () => undefined,
    });
  };

  test('sends the API key and the workspace to paths below the prefix', async () => {
    const connection = await connect([]);
    expect(await connection.controlPlane.findDeployments('a')).toEqual([]);
    await connection.close();
    expect(seen[0]?.url).toMatch(/^\/api-host\/v2\/deployments\?name_contains=a/);
    expect(seen[0]?.headers).toMatchObject({
      'x-api-key': 'key-of-test',
      'x-tenant-id': '0f9e2d4c-1b3a-4c5d-8e7f-001122334455',
    });
  });

  test('reports its retries without the API key', async () => {
    answers = [{ status: 503, body: '{"detail":"busy"}' }];
    const log: string[] = [];
    const connection = await connect(log);
    expect(await connection.controlPlane.findDeployments('a')).toEqual([]);
    await connection.close();
    expect(log).toEqual([
      expect.stringMatching(/^GET \/api-host\/v2\/deployments: 503; retrying in \d+\.\ds$/),
    ]);
  });

  test('probes an address only once and without the API key, and reports a missing response', async () => {
    answers = [{ status: 503, body: '{}' }];
    const connection = await connect([]);
    const { port } = server.address() as AddressInfo;
    const probe = (address: string) => connection.probeStatus(address, new AbortController().signal);
    expect(await probe(`http://127.0.0.1:${port}/ok`)).toBe(503);
    expect(seen.map(({ url }) => url)).toEqual(['/ok']);
    expect(seen[0]?.headers['x-api-key']).toBeUndefined();
    server.closeAllConnections();
    server.removeAllListeners('request');
    server.on('request', (request) => request.destroy());
    expect(await probe(`http://127.0.0.1:${port}/ok`)).toBeUndefined();
    await connection.close();
  });
});
