import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { checkUploadUrl } from '../../src/clients/base-url.ts';
import { BodyStreamError } from '../../src/clients/errors.ts';
import { apiError, json, replying } from './support.ts';
import { ID, withControlPlane } from './support-control-plane.ts';

const CHUNKS = ['one ', 'two ', 'three'].map((text) => new TextEncoder().encode(text));
const LENGTH = 13;

/** Returns a body that counts how often it is opened. */
function body() {
  const opened = { times: 0 };
  const open = async function* () {
    opened.times += 1;
    yield* CHUNKS;
  };
  return { opened, upload: { length: LENGTH, open } };
}

describe('the request for an upload URL', () => {
  test('uses the path without a version if the service does not support the path with a version', async () => {
    const answer = { upload_url: 'https://storage.example.org/x?sig=1', object_path: 'x' };
    await withControlPlane(
      (request, response) =>
        request.url?.startsWith('/v2/') ? json(response, 405, {}) : json(response, 200, answer),
      async (plane, server) => {
        expect(await plane.uploadUrl(ID)).toEqual(answer);
        expect(server.requests.map(({ path }) => path)).toEqual([
          `/v2/deployments/${ID}/upload-url`,
          `/deployments/${ID}/upload-url`,
        ]);
      },
    );
  });

  test('is not repeated at the path without a version if the deployment does not exist', async () => {
    await withControlPlane(
      (request, response) => json(response, 404, { detail: request.url?.startsWith('/v2/') ? 'gone' : 'no' }),
      async (plane) => expect((await apiError(plane.uploadUrl(ID))).detail).toBe('gone'),
    );
  });

  test.each([
    ['https://storage.example.org/x?sig=1', {}, true],
    ['http://127.0.0.1:4400/x', {}, true],
    ['http://storage.example.org/x', {}, false],
    ['http://storage.example.org/x', { allowInsecureHost: true }, true],
    ['https://user:pw@storage.example.org/x', {}, false],
    ['file:///etc/passwd', {}, false],
    ['no address', {}, false],
  ])('accepts the URL %s with the options %j: %s', (text, options, allowed) => {
    expect(checkUploadUrl(text, options) !== undefined).toBe(allowed);
  });
});

describe('the upload of a source archive', () => {
  test('has the headers that the signed URL requires, and an exact content length', async () => {
    await withControlPlane(
      (_request, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end('<ok/>'),
      async (plane, server) => {
        await plane.uploadSource(new URL('/object?sig=secret', server.url), body().upload);
        expect(server.requests).toMatchObject([
          {
            method: 'PUT',
            path: '/object?sig=secret',
            body: 'one two three',
            headers: {
              'content-type': 'application/gzip',
              'content-length': '13',
              'x-goog-content-length-range': '0,209715200',
            },
          },
        ]);
        expect(server.requests[0]?.headers).not.toHaveProperty('transfer-encoding');
      },
    );
  });

  // docs/security/checkouts.md#upload-carries-key-goes
  test('contains no API key, and does not follow a redirect', async () => {
    await withControlPlane(
      (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
      async (plane, server) => {
        const error = await apiError(
          plane.uploadSource(new URL('/secret-object', server.url), body().upload),
        );
        expect(error).toMatchObject({ kind: 'http', status: 307 });
        expect(error.message).not.toContain('secret-object');
        expect(server.requests).toHaveLength(1);
        expect(Object.keys(server.requests[0]?.headers ?? {})).not.toEqual(
          expect.arrayContaining(['x-api-key']),
        );
        expect(JSON.stringify(server.requests[0]?.headers)).not.toContain('the-workspace');
      },
    );
  });

  test('is sent again from the beginning after an error of the storage service', async () => {
    let tries = 0;
    await withControlPlane(
      (request, response) => {
        tries += 1;
        if (tries === 1) json(response, 503, {});
        else if (tries === 2) request.socket.destroy();
        else response.writeHead(200).end();
      },
      async (plane, server) => {
        const { opened, upload } = body();
        await plane.uploadSource(new URL('/object', server.url), upload);
        expect(opened.times).toBe(3);
        expect(server.requests.map((request) => request.body)).toEqual(Array(3).fill('one two three'));
      },
    );
  });

  test('is not sent again if the storage service rejects it', async () => {
    await withControlPlane(replying(403, { detail: 'expired' }), async (plane, server) => {
      const error = await apiError(plane.uploadSource(new URL('/object', server.url), body().upload));
      expect(error).toMatchObject({ status: 403, attempts: 1 });
    });
  });

  test('ends with the error of its body if the body fails, and is not sent again', async () => {
    const why = new Error('a file changed');
    let opened = 0;
    const upload = {
      length: LENGTH,
      open: async function* () {
        opened += 1;
        yield* CHUNKS.slice(0, 1);
        throw new BodyStreamError(why);
      },
    };
    await withControlPlane(
      () => {},
      async (plane, server) => {
        await expect(plane.uploadSource(new URL('/object', server.url), upload)).rejects.toBe(why);
        expect(opened).toBe(1);
        expect(server.requests).toEqual([]);
      },
    );
  });

  test('waits for slow storage, and closes the source archive if the upload is aborted', async () => {
    const taken = Promise.withResolvers<void>();
    // The server does not read the body.
    const server = createServer(() => taken.resolve());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    let made = 0;
    const closed = Promise.withResolvers<void>();
    const upload = {
      length: 100 * 1024 * 1024,
      open: async function* () {
        try {
          for (; made < 100; made += 1) yield new Uint8Array(1024 * 1024);
        } finally {
          closed.resolve();
        }
      },
    };
    const stop = new AbortController();
    await withControlPlane(
      () => {},
      async (plane) => {
        const work = plane.uploadSource(new URL(`http://127.0.0.1:${port}/object`), upload, stop.signal);
        await taken.promise;
        stop.abort(new Error('cancelled'));
        await expect(work).rejects.toBe(stop.signal.reason);
        await closed.promise;
        // Only a small part of the body was generated.
        expect(made).toBeLessThan(50);
      },
    );
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
});
