import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import type { EmulatorOptions } from '../../../../src/emulator/index.ts';
import { type Answer, startPlane } from '../../server/plane.ts';
import { begin, filesOf, patchPath, put, sourceDeployment, uploaded } from './support.ts';

const PATH = '/v2/deployments';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';

async function open(options: EmulatorOptions = {}) {
  const plane = await startPlane(options);
  const { id, latest_revision_id: first } = await sourceDeployment(plane);
  const revisions = async (): Promise<Answer['body'][]> =>
    (await plane.api('GET', `${PATH}/${id}/revisions`)).body.resources;
  return { plane, id, first, revisions };
}

describe('the route POST …/upload-url', () => {
  // docs/departures.md#integrations-listeners-uploads-upload
  test.each(['/v2/deployments', '/deployments', '/api-host/v2/deployments', '/api-host/deployments'])(
    "under %s returns a URL with the request's origin and a path of the deployment",
    async (base) => {
      const { plane, id } = await open();
      const { status, body } = await plane.api('POST', `${base}/${id}/upload-url`);
      expect(status).toBe(200);
      const url = new URL(body.upload_url);
      expect(url.origin).toBe(`http://127.0.0.1:${plane.emulator.port}`);
      expect(url.searchParams.get('signature')).toMatch(/^[\w-]{43}$/);
      expect(body.object_path).toContain(id);
      expect(Object.keys(body).toSorted()).toEqual(['object_path', 'upload_url']);
      const again = await plane.api('POST', `${base}/${id}/upload-url`);
      expect(again.body).not.toEqual(body);
    },
  );

  test('returns a URL with the origin of --public-url', async () => {
    const { plane, id } = await open({ publicUrl: 'https://cloud.example' });
    expect((await begin(plane, id)).upload_url).toMatch(/^https:\/\/cloud\.example\/v2\//);
  });

  test('returns 404 for unknown deployments, 409 during deletions, 400 for sources except internal_source, 401 without a key', async () => {
    const { plane, id } = await open();
    const ask = (of: string) => plane.api('POST', `${PATH}/${of}/upload-url`);
    expect((await ask(UNKNOWN)).status).toBe(404);
    const image = await plane.create();
    expect(await ask(image.id)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("only available for 'internal_source' source deployments") },
    });
    expect(
      (await plane.api('POST', `${PATH}/${id}/upload-url`, undefined, { 'x-api-key': null })).status,
    ).toBe(401);
    await plane.api('DELETE', `${PATH}/${id}`);
    expect((await ask(id)).status).toBe(409);
  });
});

describe('a PUT to an upload URL', () => {
  test('accepts bodies of known and unknown length without an API key, also below /api-host', async () => {
    const { plane, id } = await open();
    for (const form of ['known', 'chunked', 'api-host']) {
      const { upload_url: url, object_path: path } = await begin(plane, id);
      const body = form === 'chunked' ? new Blob(['a tarball']).stream() : 'a tarball';
      const to = form === 'api-host' ? url.replace('/v2/', '/api-host/v2/') : url;
      expect(await put(to, body)).toEqual({ status: 200, detail: '' });
      expect(await plane.store.uploads.findByPath(id, path)).toMatchObject({
        size: 9,
        sha256: createHash('sha256').update('a tarball').digest('hex'),
        used: false,
      });
    }
    expect(await filesOf(plane)).toHaveLength(3);
  });

  test('returns 403 for a wrong, missing or expired signature, and for the path of another deployment', async () => {
    let now = 1_000_000;
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    const { plane, id } = await open({ clock });
    const other = await sourceDeployment(plane);
    const { upload_url: url } = await begin(plane, id);
    const wrong = [
      url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      url.replace(/\?.*/, ''),
      url.replace(id, other.id),
      url.replace(id, UNKNOWN),
      (await begin(plane, other.id)).upload_url.replace(/\?.*/, new URL(url).search),
    ];
    for (const to of wrong) expect((await put(to, 'x')).status).toBe(403);
    now += 60 * 60_000;
    expect(await put(url, 'x')).toEqual({ status: 403, detail: expect.stringContaining('expired') });
    expect(await filesOf(plane)).toEqual([]);
  });

  // docs/departures.md#integrations-listeners-uploads-upload-itself
  test.each([
    ['0,5', 413],
    ['0,6', 200],
    ['6,6', 200],
    ['7,100', 400],
    ['0,999999999', 200],
    ['5,4', 400],
    ['-1,5', 400],
    ['5', 400],
    ['a,b', 400],
    ['0,99999999999999999999', 400],
  ])(
    'with the range %s and six bytes returns the status %i, with or without a declared length',
    async (range, status) => {
      const { plane, id } = await open();
      for (const chunked of [false, true]) {
        const { upload_url: url } = await begin(plane, id);
        const body = chunked ? new Blob(['123456']).stream() : '123456';
        expect((await put(url, body, { 'x-goog-content-length-range': range })).status).toBe(status);
      }
      expect(await filesOf(plane)).toHaveLength(status === 200 ? 2 : 0);
    },
  );

  test("never accepts more bytes than the server's maximum, and returns 400 for a partial body", async () => {
    const { plane, id } = await open({ maxUploadBytes: 10 });
    const { upload_url: url } = await begin(plane, id);
    const wide = { 'x-goog-content-length-range': '0,1000' };
    expect((await put(url, 'x'.repeat(11), wide)).status).toBe(413);
    expect((await put(url, new Blob(['x'.repeat(11)]).stream(), wide)).status).toBe(413);
    expect((await put(url, 'x', { 'content-range': 'bytes 0-0/10' })).status).toBe(400);
    expect((await put(url, 'x'.repeat(10), wide)).status).toBe(200);
  });

  test('is refused immediately if the body is too large, while its client is still sending', async () => {
    const { plane, id } = await open({ maxUploadBytes: 1_000_000 });
    for (const headers of [{ 'content-length': 1e12 }, { 'transfer-encoding': 'chunked' }]) {
      const { upload_url: url } = await begin(plane, id);
      const sending = httpRequest(url, { method: 'PUT', headers });
      const answered = once(sending, 'response');
      sending.on('error', () => undefined);
      const piece = Buffer.alloc(65_536);
      let sent = 0;
      const over = new AbortController();
      const send = () => {
        while (!over.signal.aborted) {
          sent += piece.length;
          if (!sending.write(piece)) {
            sending.once('drain', send);
            return;
          }
        }
      };
      send();
      const [response] = await answered;
      over.abort();
      expect(response.statusCode).toBe(413);
      sending.destroy();
      // The client sent only the data that fits into network buffers.
      expect(sent).toBeLessThan(50_000_000);
    }
    expect(await filesOf(plane)).toEqual([]);
  });

  test('leaves the connection usable after a refusal in the middle of the body', async () => {
    const { plane, id } = await open({ maxUploadBytes: 10 });
    const { upload_url: url } = await begin(plane, id);
    // This client continues to send after the response.
    const sending = httpRequest(url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } });
    const response = once(sending, 'response');
    for (let count = 0; count < 20; count += 1) sending.write(Buffer.alloc(100_000));
    sending.end();
    expect((await response)[0].statusCode).toBe(413);
    response.then(([message]) => message.resume()).catch(() => undefined);
    await once(sending, 'close');
  });

  test('leaves no file behind if it is interrupted, and the URL remains usable', async () => {
    const { plane, id } = await open();
    const { upload_url: url, object_path: path } = await begin(plane, id);
    for (const headers of [{ 'content-length': 1000 }, { 'transfer-encoding': 'chunked' }]) {
      const sending = httpRequest(url, { method: 'PUT', headers });
      sending.on('error', () => undefined);
      sending.write('half of it');
      while ((await filesOf(plane)).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      sending.destroy();
      while ((await filesOf(plane)).length > 0) await new Promise((resolve) => setTimeout(resolve, 2));
      expect((await patchPath(plane, id, path)).status).toBe(400);
    }
    expect((await put(url, 'whole')).status).toBe(200);
  });

  // docs/departures.md#integrations-listeners-uploads-upload-same-url
  test('replaces the previous upload, but returns 409 once a revision uses that upload', async () => {
    const { plane, id } = await open();
    const { upload_url: url, object_path: path } = await begin(plane, id);
    expect((await put(url, 'one')).status).toBe(200);
    expect((await put(url, 'another')).status).toBe(200);
    expect(await plane.store.uploads.findByPath(id, path)).toMatchObject({ size: 7 });
    expect(await filesOf(plane)).toHaveLength(1);
    expect((await patchPath(plane, id, path)).status).toBe(200);
    expect(await put(url, 'a third')).toEqual({ status: 409, detail: expect.stringContaining('A revision') });
    expect(await filesOf(plane)).toHaveLength(1);
  });

  test('returns 409 while its deployment is being deleted, and 403 afterwards', async () => {
    const { plane, id } = await open();
    const { upload_url: url } = await begin(plane, id);
    await plane.api('DELETE', `${PATH}/${id}`);
    expect((await put(url, 'x')).status).toBe(409);
    await plane.settle();
    expect((await put(url, 'x')).status).toBe(403);
  });

  test('is affected by fault rules like every other request', async () => {
    const { plane, id } = await open();
    const { upload_url: url } = await begin(plane, id);
    plane.emulator.faults.set({
      rules: [
        {
          match: { method: 'PUT', path: '/v2/deployments/*/uploads/*' },
          when: { nth: [1] },
          then: { status: 503 },
        },
      ],
    });
    expect((await put(url, 'x'.repeat(3_000_000))).status).toBe(503);
    expect((await put(url, 'x')).status).toBe(200);
  });

  test('leaves no signature in the log', async () => {
    const { plane, id } = await open();
    const { upload_url: url } = await begin(plane, id);
    await put(url, 'x');
    await put(url.replace('signature=', 'signature=wrong'), 'x');
    const journal = JSON.stringify(plane.emulator.journal.after(0));
    expect(journal).toContain('/uploads/');
    expect(journal).not.toContain(new URL(url).searchParams.get('signature'));
    expect(journal).toContain('signature=***');
    expect(JSON.stringify(await plane.emulator.snapshot())).not.toContain(
      new URL(url).searchParams.get('signature'),
    );
  });
});

describe('a revision from a tarball', () => {
  test('exists when the PATCH returns, and a second PATCH with the same path creates another revision', async () => {
    const { plane, id, first, revisions } = await open();
    const path = await uploaded(plane, id);
    const { status, body } = await patchPath(plane, id, path);
    expect([status, body.source_revision_config.source_tarball_path]).toEqual([200, path]);
    expect((await revisions()).map((row) => row.id)).toEqual([body.latest_revision_id, first]);
    const again = await patchPath(plane, id, path);
    expect(again.body.latest_revision_id).not.toBe(body.latest_revision_id);
    // The tarball is stored for the new revision. A revision from a tarball never has a commit.
    const secrets = await plane.api('PATCH', `${PATH}/${id}`, { secrets: [] });
    expect(secrets.body.source_revision_config).toMatchObject({
      source_tarball_path: path,
      repo_commit_sha: null,
    });
  });

  // docs/departures.md#sourcerevisionconfig-source-tarball-path
  test('is refused with a 400 unless the path is a complete upload of its deployment', async () => {
    const { plane, id, revisions } = await open();
    const other = await sourceDeployment(plane);
    const before = await revisions();
    const paths = [
      'from/nowhere.tar.gz',
      await uploaded(plane, other.id),
      (await begin(plane, id)).object_path,
    ];
    for (const path of paths) {
      const change = {
        secrets: [{ name: 'A', value: 'b' }],
        source_revision_config: { source_tarball_path: path },
      };
      for (const [method, to] of [
        ['PATCH', `${PATH}/${id}`],
        ['POST', `${PATH}/${id}/revisions`],
      ] as const) {
        expect(await plane.api(method, to, change)).toMatchObject({
          status: 400,
          body: { detail: expect.stringContaining('source_revision_config.source_tarball_path') },
        });
      }
    }
    expect(await revisions()).toEqual(before);
    expect((await plane.api('GET', `${PATH}/${id}`)).body.secrets).toEqual([]);
    const create = await plane.api('POST', PATH, {
      name: 'made-of-nothing',
      source: 'internal_source',
      source_config: {},
      source_revision_config: { graph_config_path: 'a.json', source_tarball_path: paths[0] },
      secrets: [],
    });
    expect(create.status).toBe(400);
    expect((await plane.api('GET', `${PATH}?name=made-of-nothing`)).body.resources).toEqual([]);
  });

  test('can be created by POST …/revisions and by a redeploy', async () => {
    const { plane, id } = await open();
    const path = await uploaded(plane, id);
    const made = await plane.api('POST', `${PATH}/${id}/revisions`, {
      source_revision_config: { source_tarball_path: path },
    });
    expect([made.status, made.body.source_revision_config.source_tarball_path]).toEqual([201, path]);
    await patchPath(plane, id, await uploaded(plane, id));
    const back = await plane.api('POST', `${PATH}/${id}/revisions/${made.body.id}/redeploy`);
    expect(back.body.source_revision_config.source_tarball_path).toBe(path);
  });

  test('receives its configuration together with its tarball in the hosted compatibility mode', async () => {
    const plane = await startPlane({ compat: 'hosted' });
    const { id } = await sourceDeployment(plane, {
      source_config: { deployment_type: 'dev' },
      source_revision_config: {},
    });
    const path = await uploaded(plane, id);
    const { status, body } = await plane.api('PATCH', `${PATH}/${id}`, {
      revision_source: 'internal_source',
      source_revision_config: {
        source_tarball_path: path,
        langgraph_config_path: 'apps/agent/langgraph.json',
      },
      source_config: { install_command: 'npm ci', build_command: 'npm run build' },
      tracked_packages: ['langgraph:1.0.0'],
      secrets: [],
    });
    expect(status).toBe(200);
    expect(body.source_revision_config).toMatchObject({
      source_tarball_path: path,
      graph_config_path: 'apps/agent/langgraph.json',
    });
  });
});
