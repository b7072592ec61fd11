import { describe, expect, test } from '@jest/globals';
import { createSandboxService, type SandboxService } from '../../src/clients/sandboxes.ts';
import { USER_AGENT } from '../../src/clients/headers.ts';
import { type Handler, json, rejection, replying, serve, testTransport } from './support.ts';

const never = new AbortController().signal;
const box = (name: string, over: object = {}) => ({ name, id: `id-of-${name}`, status: 'ready', ...over });

/** Runs `use` with a client of a local server that responds with `handler`. */
async function withService(
  handler: Handler,
  use: (service: SandboxService, server: Awaited<ReturnType<typeof serve>>) => Promise<void>,
  prefix = '',
): Promise<void> {
  await using server = await serve(handler);
  await using transport = testTransport();
  const service = createSandboxService({
    transport,
    baseUrl: `${server.url.origin}${prefix}`,
    apiKey: 'the-key',
    workspaceId: 'the-workspace',
    requestTimeoutMs: 5_000,
  });
  await use(service, server);
}

describe('the client of the sandbox service', () => {
  test.each([
    ['', '/api/v2/sandboxes/boxes'],
    ['/api', '/api/v2/sandboxes/boxes'],
    ['/smith/api', '/smith/api/v2/sandboxes/boxes'],
  ])('for an address that ends in %j sends requests to %s, with the API key', async (prefix, path) => {
    await withService(
      replying(201, box('a')),
      async (service, server) => {
        await service.create({ name: 'a', wait_for_ready: false }, never);
        expect(server.requests[0]).toMatchObject({
          method: 'POST',
          path,
          headers: { 'x-api-key': 'the-key', 'x-tenant-id': 'the-workspace', 'user-agent': USER_AGENT },
        });
        expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ name: 'a', wait_for_ready: false });
      },
      prefix,
    );
  });

  test('accepts unknown fields, and 200 or 201 as the status, in the response to a create', async () => {
    for (const status of [200, 201]) {
      await withService(replying(status, box('a', { status: 'warming-up', later: [1] })), async (service) => {
        expect(await service.create({ name: 'a' }, never)).toMatchObject({
          name: 'a',
          status: 'warming-up',
        });
      });
    }
  });

  test('never sends a create request twice, and reports a lost response as ambiguous', async () => {
    await withService(
      (_request, response) => void response.socket?.destroy(),
      async (service, server) => {
        expect(await rejection(service.create({ name: 'a' }, never))).toMatchObject({ kind: 'ambiguous' });
        expect(server.requests).toHaveLength(1);
      },
    );
  });

  test("includes the service's reason in every error", async () => {
    for (const [status, body, reported] of [
      [
        409,
        { detail: { error: 'ResourceAlreadyExists', message: 'the name is taken' } },
        /ResourceAlreadyExists: the name is taken/,
      ],
      [
        422,
        { detail: [{ loc: ['body', 'proxy_config'], msg: 'no', type: 'value_error' }] },
        /proxy_config: no/,
      ],
      [429, { detail: 'sandbox count' }, /sandbox count/],
    ] as const) {
      await withService(replying(status, body), async (service) => {
        const error = await rejection(service.create({ name: 'a' }, never));
        expect(error).toMatchObject({ status, message: expect.stringMatching(reported) });
      });
    }
  });

  test('finds a sandbox by name or ID, and encodes either as one path segment', async () => {
    await withService(
      (request, response) =>
        request.url?.endsWith('/gone')
          ? json(response, 404, { detail: 'no' })
          : json(response, 200, { ...box('a'), id: '../x?y' }),
      async (service, server) => {
        expect(await service.get('../x?y', never)).toMatchObject({ name: 'a' });
        expect(await service.get('gone', never)).toBeUndefined();
        expect(server.requests[0]?.path).toBe('/api/v2/sandboxes/boxes/..%2Fx%3Fy');
      },
    );
  });

  test('reports whether a sandbox still existed when it was deleted', async () => {
    const there = new Set(['a']);
    await withService(
      (request, response) => {
        const name = request.url?.split('/').at(-1) ?? '';
        if (there.delete(name)) response.writeHead(204).end();
        else json(response, 404, { detail: 'no' });
      },
      async (service) => {
        expect(await service.remove('a', never)).toBe(true);
        expect(await service.remove('a', never)).toBe(false);
      },
    );
  });

  test.each([
    ['items', 100],
    ['sandboxes', 100],
    ['items', 7],
  ])('returns all pages of %s with %i entries per page and without duplicates', async (field, size) => {
    const all = Array.from({ length: 230 }, (_, index) => box(`gha-${index}`));
    await withService(
      (request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://x');
        const offset = Number(searchParams.get('offset'));
        expect(searchParams.get('name_contains')).toBe('gha-');
        json(response, 200, { [field]: all.slice(offset, offset + size), offset });
      },
      async (service) => {
        expect((await service.list('gha-', never)).map(({ name }) => name)).toEqual(
          all.map(({ name }) => name),
        );
      },
    );
  });

  test('can list sandboxes even if the service supports neither pages nor filters', async () => {
    await withService(replying(200, { sandboxes: [box('gha-1'), box('other')] }), async (service, server) => {
      expect((await service.list('gha-', never)).map(({ name }) => name)).toEqual(['gha-1']);
      expect(server.requests.length).toBeLessThan(4);
    });
  });
});
