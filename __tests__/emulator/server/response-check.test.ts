import { expect, test } from '@jest/globals';
import { createEmulator } from '../../../src/emulator/index.ts';
import type { CreateBackend } from '../../../src/emulator/backend.ts';
import { routesOf } from '../../../src/emulator/server/route.ts';
import { call } from './plane.ts';
import { startSmallServer } from './small-server.ts';

// The check uses the routes' published descriptions instead of their zod schemas.

test.each([
  ['undeclared', 'responded with 201, which its API description does not contain'],
  ['misshapen', 'responded with 200 and a body that does not match its schema: /ok must be boolean'],
  ['mistyped', 'responded with 200 and text/plain, which its API description does not contain'],
  ['silent', 'responded with 200 and no content type, which its API description does not contain'],
])(
  'a response that is %s makes its request fail, with a reason that shows no value',
  async (name, reason) => {
    const { base, failures } = await startSmallServer();
    const answer = await fetch(`${base}/${name}`);
    expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(failures).toEqual([expect.stringContaining(`GET /${name} ${reason}`)]);
    expect(failures.join()).not.toContain('hunter2');
  },
);

test('an undeclared error status makes its request fail, even in a stream', async () => {
  const { base, failures } = await startSmallServer();
  expect((await fetch(`${base}/stream/refused`)).status).toBe(500);
  expect(failures).toEqual([
    expect.stringContaining('responded with 418, which its API description does not contain'),
  ]);
});

test('a stream whose end is invalid is aborted before its last byte', async () => {
  const { base, failures } = await startSmallServer();
  await expect(fetch(`${base}/stream/cut`).then((answer) => answer.text())).rejects.toThrow();
  expect(failures).toEqual([expect.stringContaining('/ok must be boolean')]);
  expect(failures.join()).not.toContain('hunter2');
});

const withWrongInfo: CreateBackend = async () => ({
  routes: async () => [
    routesOf('agent-server', 'none').get('/info', {
      summary: 'One that breaks its word',
      responses: { 200: { description: 'Nothing' } },
      handler: () => ({ status: 200, body: { surprise: true } }),
    }),
  ],
  remoteRefs: { addressOf: () => undefined, read: () => Promise.resolve(undefined) },
  wake: () => undefined,
  health: () => ({ workers: 0 }),
  start: async () => undefined,
  close: async () => undefined,
});

test('an emulator in a test checks its responses by default, and reports failures when it is closed', async () => {
  const emulator = await createEmulator({ createBackend: withWrongInfo });
  const { id } = (
    await call(emulator, 'POST', '/v2/deployments', {
      name: 'agent',
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: 'registry.example/agent:1' },
      secrets: [],
    })
  ).body;
  expect((await call(emulator, 'GET', `/d/${id}/info`)).status).toBe(500);
  await expect(emulator.close()).rejects.toThrow(
    'GET /info responded with 200 and a body, but its API description has no body for this status',
  );
});

test('an emulator without response checks sends even undeclared responses', async () => {
  const emulator = await createEmulator({ createBackend: withWrongInfo, checkResponses: false });
  expect((await call(emulator, 'GET', '/openapi.json')).status).toBe(200);
  await emulator.close();
});
