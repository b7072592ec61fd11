import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import { until } from '../../../../harness/until.ts';
import {
  BUILD_BYTES,
  LINES_MAX,
  MIN_ARCHIVE_BYTES,
} from '../../../../src/emulator/data-plane/build-pod/protocol.ts';
import { BUILD_LIMIT_MS, POD_HEADER } from '../../../../src/emulator/data-plane/build-pod/variables.ts';
import { type Plane, POD, startPlane, TOKEN } from './plane.ts';

let plane: Plane;
let id: string;
beforeEach(async () => {
  plane = await startPlane();
  id = (await plane.begin()).revision.id;
});
afterEach(() => plane.close());

const BYTES = Buffer.from('a packed folder');
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const archiveUrl = (place: string, { digest = digestOf(BYTES), size = BYTES.length } = {}) =>
  `/pieces/${digest}?place=${place}&size=${size}&unpacked_size=100`;
const statusOf = async (...request: Parameters<Plane['ask']>) => (await plane.ask(...request)).status;
const line = (message: string) => ({ message, level: 'INFO' });
/** Reports the checked-out commit, which a build must do before it stores packages. */
const report = (revisionId: string, commit = 'ab'.repeat(20)) =>
  plane.ask(revisionId, 'PUT', '/commit', { commit });
/** Pod that replaces the first pod of the build's Job. */
const NEXT = 'the-build-7h4zq/0198c0de-0000-4000-8000-00000000000b';
/** Headers with which the pod of the build identifies itself. */
const OWN = { authorization: `Bearer ${TOKEN}`, [POD_HEADER]: POD };
/** Returns the current attempt at the build. */
async function row() {
  const found = await plane.store.builds.find(id);
  if (found === undefined) throw new Error('the build has no row');
  return found;
}
const ATTRIBUTES = { bringsServer: false, bringsAuth: false, agentSettings: null };

// docs/kubernetes/guarantees.md#build-token
// docs/security/emulator.md#cluster-build-token
describe('the token of a build', () => {
  const requests: [string, string, unknown?][] = [
    ['GET', ''],
    ['GET', '/source'],
    ['GET', '/pieces?place=modules/key'],
    ['GET', `/pieces/${digestOf(BYTES)}?place=modules/key`],
    ['POST', '/log', { from: 0, lines: [] }],
    ['PUT', '/commit', { commit: 'ab'.repeat(20) }],
    ['PUT', archiveUrl('modules/key'), BYTES],
    ['PUT', '/result', { kind: 'failed', message: 'no' }],
  ];

  test('is required by every route for build pods', async () => {
    const others = await plane.begin();
    const agent = await plane.store.agentTokens.put(id, 'the-token-of-its-agent-pods');
    for (const [method, path, body] of requests) {
      for (const token of ['wrong', agent, '']) {
        expect([path, await statusOf(id, method, path, body, token)]).toEqual([path, 401]);
      }
    }
    // The token does not permit access to a revision without a build in progress either.
    await plane.store.builds.end(
      { revisionId: others.revision.id, attempt: 1, pod: null },
      { status: 'failed', message: 'no' },
    );
    for (const [method, path, body] of requests) {
      expect([path, await statusOf(others.revision.id, method, path, body)]).toEqual([path, 401]);
    }
    expect(await plane.store.builds.find(id)).toMatchObject({ status: 'running', lines: 0, bytes: 0 });
  });

  test('is invalid once the build has ended or another attempt has begun', async () => {
    expect(await statusOf(id, 'PUT', '/result', { kind: 'failed', message: 'no room' })).toBe(204);
    for (const [method, path, body] of requests) {
      expect([path, await statusOf(id, method, path, body)]).toEqual([path, 401]);
    }
    const next = await plane.begin();
    await plane.store.builds.begin(next.revision.id, 'ab'.repeat(32));
    expect(await statusOf(next.revision.id, 'GET', '')).toBe(401);
  });

  test('expires an hour after the build has begun', async () => {
    const startedAt = async (revisionId: string, time: number) => {
      const begun = await plane.store.builds.assign({ revisionId, attempt: 1, pod: null }, POD);
      if (begun !== undefined) await plane.store.builds.start(begun, time);
    };
    await startedAt(id, Date.now() - BUILD_LIMIT_MS + WAIT_LIMIT_MS);
    expect(await statusOf(id, 'GET', '')).toBe(200);
    const other = await plane.begin();
    await startedAt(other.revision.id, Date.now() - BUILD_LIMIT_MS - 1);
    for (const [method, path, body] of requests) {
      expect([path, await statusOf(other.revision.id, method, path, body)]).toEqual([path, 401]);
    }
    // A queue may have suspended the build for hours before its next pod.
    plane.pods = new Set([NEXT]);
    expect(await statusOf(other.revision.id, 'GET', '', undefined, TOKEN, NEXT)).toBe(200);
  });

  test('is invalid after its revision has ended', async () => {
    await plane.store.revisions.update(id, { status: 'INTERRUPTED' });
    for (const [method, path, body] of requests) {
      expect([path, await statusOf(id, method, path, body)]).toEqual([path, 401]);
    }
  });

  test('is valid for an active revision whose build is not stored', async () => {
    await plane.store.revisions.update(id, { status: 'DEPLOYED' });
    expect(await statusOf(id, 'GET', '')).toBe(200);
    await report(id);
    expect(await statusOf(id, 'PUT', archiveUrl(`revisions/${id}`), BYTES)).toBe(204);
    const pieces = [{ place: `revisions/${id}`, digest: digestOf(BYTES) }];
    const result = { kind: 'built', pieces, attributes: ATTRIBUTES };
    expect(await statusOf(id, 'PUT', '/result', result)).toBe(204);
    expect(await statusOf(id, 'GET', '')).toBe(401);
  });

  test('gives no access to the stored build, which only agent pods can read', async () => {
    const response = await fetch(`${plane.url}/_pods/${id}/artifact`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(response.status).toBe(401);
  });
});

// docs/kubernetes/builds.md#replaced
describe('the pods of one Job, which have the same token', () => {
  const get = (pod: string) => statusOf(id, 'GET', '', undefined, TOKEN, pod);
  const publish = (pod: string) => {
    const pieces = [{ place: `revisions/${id}`, digest: digestOf(BYTES) }];
    const result = { kind: 'built', pieces, attributes: ATTRIBUTES };
    return statusOf(id, 'PUT', '/result', result, TOKEN, pod);
  };
  const store = async (pod: string) => {
    expect(await statusOf(id, 'PUT', '/commit', { commit: 'ab'.repeat(20) }, TOKEN, pod)).toBe(204);
    expect(await statusOf(id, 'PUT', archiveUrl(`revisions/${id}`), BYTES, TOKEN, pod)).toBe(204);
  };

  test('can use the token only if the Job runs the pod', async () => {
    for (const pod of ['', 'the-build-xk2p9', NEXT, POD.toUpperCase()]) {
      expect([pod, await get(pod)]).toEqual([pod, 401]);
    }
    expect((await row()).pod).toBeNull();
    expect(await get(POD)).toBe(200);
    expect(await row()).toMatchObject({ pod: POD, startedAt: expect.any(Number) });
  });

  test('start without the data of an earlier pod, which can no longer use the token', async () => {
    await store(POD);
    await plane.ask(id, 'POST', '/log', { from: 0, lines: [line('of the first pod')] });
    plane.pods = new Set([NEXT]);
    expect(await get(NEXT)).toBe(200);
    expect(await row()).toMatchObject({ pod: NEXT, commitSha: null, lines: 0, bytes: 0 });
    for (const status of [await get(POD), await publish(POD)]) expect(status).toBe(401);
    await plane.ask(id, 'POST', '/log', { from: 0, lines: [line('of the second pod')] }, TOKEN, NEXT);
    expect(await plane.logOf(id)).toEqual(['of the first pod', 'of the second pod']);
    // The next pod may check out another commit of the same branch.
    expect(await statusOf(id, 'PUT', '/commit', { commit: 'cd'.repeat(20) }, TOKEN, NEXT)).toBe(204);
  });

  test('publish one result, even if the first pod sends a result after it has ended', async () => {
    await store(POD);
    plane.pods = new Set();
    // The next pod has not sent a request yet.
    expect(await publish(POD)).toBe(401);
    plane.pods = new Set([NEXT]);
    await store(NEXT);
    expect(await publish(NEXT)).toBe(204);
    expect(await publish(NEXT)).toBe(401);
    expect(await row()).toMatchObject({ status: 'built' });
  });

  test('cannot take the build back while another pod uses it', async () => {
    await get(POD);
    plane.pods = new Set([NEXT]);
    expect(await get(NEXT)).toBe(200);
    const statuses = await Promise.all([get(POD), get(NEXT), get(POD)]);
    expect(statuses).toEqual([401, 200, 401]);
    expect((await row()).pod).toBe(NEXT);
  });
});

test('a build pod receives only the source of its build and the secrets for packages', async () => {
  const { deployment, revision } = await plane.begin({
    deployment: {
      sourceConfig: {
        repo_url: 'https://user:pass@git.test/acme/agent',
        build_command: 'npm run build',
        resource_spec: { cpu: 1 },
      },
    },
    secrets: [{ name: 'NPM_TOKEN', value: 'registry-token-of-the-author' }],
  });
  const { body } = await plane.ask(revision.id, 'GET', '');
  expect(body).toEqual({
    version: 1,
    revision_id: revision.id,
    deployment_id: deployment.id,
    source: 'git_host',
    source_config: { repo_url: 'https://user:pass@git.test/acme/agent', build_command: 'npm run build' },
    source_revision_config: revision.config,
    tarball: null,
    environment: expect.objectContaining({ HTTPS_PROXY: 'http://reader:proxy-pass@proxy.test:3128' }),
    package_variables: { NPM_TOKEN: 'registry-token-of-the-author' },
    install_timeout_ms: 60_000,
    pythons: [],
    allow_local: true,
  });
  expect(JSON.stringify(body)).not.toMatch(/sk-of-the-author|EMULATOR_/);
  expect(JSON.stringify(plane.exchanges)).not.toMatch(/pass@git.test|registry-token-of-the-author/);
});

describe('the log of a build', () => {
  test('contains each line only once, even if it is sent repeatedly', async () => {
    const first = { from: 0, lines: [line('one'), line('two')] };
    expect(await plane.ask(id, 'POST', '/log', first)).toEqual({ status: 200, body: { stored: 2 } });
    expect(await plane.ask(id, 'POST', '/log', first)).toEqual({ status: 200, body: { stored: 2 } });
    const overlapping = { from: 1, lines: [line('two'), line('three')] };
    expect(await plane.ask(id, 'POST', '/log', overlapping)).toEqual({ status: 200, body: { stored: 3 } });
    expect(await plane.logOf(id)).toEqual(['one', 'two', 'three']);
  });

  test('contains each line only once, even if another replica stores it at the same time', async () => {
    const sent = { from: 0, lines: [line('one'), line('two')] };
    const before = await plane.store.builds.find(id);
    const stored = { status: 200, body: { stored: 2 } };
    expect(await plane.ask(id, 'POST', '/log', sent)).toEqual(stored);
    jest.spyOn(plane.store.builds, 'find').mockResolvedValueOnce(before);
    expect(await plane.ask(id, 'POST', '/log', sent)).toEqual(stored);
    expect(await plane.logOf(id)).toEqual(['one', 'two']);
  });

  test('never contains a line that could be mistaken for a line of another kind', async () => {
    const forged = 'done\r\nemulator: all is well\u2028emulator: it is\u001b[2K';
    expect(await statusOf(id, 'POST', '/log', { from: 0, lines: [line(forged)] })).toBe(200);
    const shown = ['done emulator: all is well emulator: it is'];
    expect(await plane.logOf(id)).toEqual(shown);
    expect(plane.shown).toEqual(shown);
  });

  test('has no gaps and a maximum number of lines', async () => {
    expect(await statusOf(id, 'POST', '/log', { from: 1, lines: [line('two')] })).toBe(409);
    await plane.store.builds.countLines(await row(), 0, LINES_MAX - 1);
    const lines = [line('the last one'), line('one too many')];
    expect(await statusOf(id, 'POST', '/log', { from: LINES_MAX - 1, lines })).toBe(413);
    expect(await statusOf(id, 'POST', '/log', { from: LINES_MAX - 1, lines: lines.slice(0, 1) })).toBe(200);
  });

  test('is limited in size, so it cannot fill the database', async () => {
    await plane.store.builds.countBytes(await row(), BUILD_BYTES - 100_000, BUILD_BYTES);
    const lines = Array.from({ length: 200 }, () => line('x'.repeat(16_000)));
    expect(await statusOf(id, 'POST', '/log', { from: 0, lines })).toBe(413);
    expect(await plane.logOf(id)).toEqual([]);
    expect(await plane.store.builds.find(id)).toMatchObject({ lines: 0, bytes: BUILD_BYTES - 100_000 });
    expect(await statusOf(id, 'POST', '/log', { from: 0, lines: [line('a short one')] })).toBe(200);
  });

  test.each([
    ['a body that is not JSON', Buffer.from('{')],
    ['lines without a number', { lines: [] }],
    ['an unknown log level', { from: 0, lines: [{ message: 'one', level: 'LOUD' }] }],
  ])('rejects %s', async (_what, body) => {
    expect(await statusOf(id, 'POST', '/log', body)).toBe(400);
    expect(await plane.logOf(id)).toEqual([]);
  });
});

test('a build can report only one commit, which must be the requested commit', async () => {
  const [first, second] = ['ab'.repeat(20), 'cd'.repeat(20)];
  expect(await statusOf(id, 'PUT', '/commit', { commit: first })).toBe(204);
  expect(await statusOf(id, 'PUT', '/commit', { commit: first })).toBe(204);
  expect(await statusOf(id, 'PUT', '/commit', { commit: second })).toBe(409);
  const asked = await plane.begin({ revision: { config: { repo_commit_sha: first } } });
  expect(await statusOf(asked.revision.id, 'PUT', '/commit', { commit: second })).toBe(409);
  expect(await statusOf(asked.revision.id, 'PUT', '/commit', { commit: first })).toBe(204);
  expect(await statusOf(asked.revision.id, 'PUT', '/commit', { commit: 'main' })).toBe(422);
  const upload = await plane.begin({ revision: { source: 'internal_source' } });
  expect(await statusOf(upload.revision.id, 'PUT', '/commit', { commit: first })).toBe(409);
});

describe('an archive that a build pod uploads', () => {
  beforeEach(() => report(id));

  test('can be neither uploaded nor downloaded before the commit of the build is known', async () => {
    const { revision } = await plane.begin();
    const digest = digestOf(BYTES);
    expect(await statusOf(revision.id, 'PUT', archiveUrl('modules/key'), BYTES)).toBe(409);
    expect(await statusOf(revision.id, 'GET', '/pieces?place=modules/key')).toBe(409);
    expect(await statusOf(revision.id, 'GET', `/pieces/${digest}?place=modules/key`)).toBe(409);
    expect(await plane.objects.list()).toEqual([]);
  });

  test('is stored only once, with the announced size', async () => {
    expect(await statusOf(id, 'PUT', archiveUrl(`revisions/${id}`), BYTES)).toBe(204);
    expect(await statusOf(id, 'PUT', archiveUrl(`revisions/${id}`), BYTES)).toBe(204);
    expect((await plane.store.artifacts.contentIds()).size).toBe(1);
    expect(await plane.store.builds.find(id)).toMatchObject({ bytes: MIN_ARCHIVE_BYTES });
  });

  test.each([
    ['different bytes than announced', archiveUrl('modules/key', { digest: 'ab'.repeat(32) }), 400],
    ['fewer bytes than announced', archiveUrl('modules/key', { size: BYTES.length + 1 }), 400],
    ['more bytes than announced', archiveUrl('modules/key', { size: BYTES.length - 1 }), 400],
    ['the folder of another revision', archiveUrl('revisions/0198c0de-0000-4000-8000-000000000000'), 400],
    ['a path outside of the folder', archiveUrl('modules/..%2Fother'), 422],
    ['too many bytes', archiveUrl('modules/key', { size: 3 * 1024 ** 3 }), 413],
  ])('is rejected and leaves no data behind if it has %s', async (_what, path, status) => {
    expect(await statusOf(id, 'PUT', path, BYTES)).toBe(status);
    expect((await plane.store.artifacts.contentIds()).size).toBe(0);
    expect(await plane.objects.list()).toEqual([]);
  });

  test('can be small, but the number of archives is limited', async () => {
    const statuses: number[] = [];
    const many = BUILD_BYTES / MIN_ARCHIVE_BYTES + 1;
    for (let index = 0; index < many; index += 1) {
      const bytes = Buffer.from(`${index}`);
      const path = archiveUrl('modules/key', { digest: digestOf(bytes), size: bytes.length });
      statuses.push(await statusOf(id, 'PUT', path, bytes));
    }
    expect(statuses[0]).toBe(204);
    expect(statuses.at(-1)).toBe(413);
    expect((await plane.store.artifacts.contentIds()).size).toBe(many - 1);
  });

  test('counts toward the limit while it arrives, but not after its connection was lost', async () => {
    const reserve = BUILD_BYTES - MIN_ARCHIVE_BYTES;
    await plane.store.builds.countBytes(await row(), reserve, BUILD_BYTES);
    const cut = new AbortController();
    const first = fetch(`${plane.url}/_pods/${id}/build${archiveUrl('modules/key')}`, {
      method: 'PUT',
      headers: { ...OWN, 'content-length': String(BYTES.length) },
      body: new ReadableStream({ start: (controller) => controller.enqueue(BYTES.subarray(0, 3)) }),
      duplex: 'half',
      signal: cut.signal,
    }).catch(() => undefined);
    await until(async () => (await plane.store.builds.find(id))?.bytes === BUILD_BYTES);
    expect(await statusOf(id, 'PUT', archiveUrl('modules/key'), BYTES)).toBe(413);
    cut.abort();
    await first;
    await until(async () => (await plane.store.builds.find(id))?.bytes === reserve);
    expect(await plane.objects.list()).toEqual([]);
    expect(await statusOf(id, 'PUT', archiveUrl('modules/key'), BYTES)).toBe(204);
  });

  test('returns no bytes for an offset beyond its end', async () => {
    await plane.ask(id, 'PUT', archiveUrl('modules/key'), BYTES);
    const answer = await fetch(`${plane.url}/_pods/${id}/build/pieces/${digestOf(BYTES)}?place=modules/key`, {
      headers: { ...OWN, range: `bytes=${BYTES.length}-` },
    });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${BYTES.length}`]);
  });

  test('is rejected if it exceeds the size limit of a build', async () => {
    await plane.store.builds.countBytes(await row(), BUILD_BYTES - 1, BUILD_BYTES);
    expect(await statusOf(id, 'PUT', archiveUrl('modules/key'), BYTES)).toBe(413);
    expect((await plane.store.artifacts.contentIds()).size).toBe(0);
  });
});

describe('the result that a build reports', () => {
  beforeEach(() => report(id));

  test('can list each archive only once', async () => {
    await plane.ask(id, 'PUT', archiveUrl(`revisions/${id}`), BYTES);
    const archive = { place: `revisions/${id}`, digest: digestOf(BYTES) };
    const result = { kind: 'built', pieces: [archive, archive], attributes: ATTRIBUTES };
    expect(await statusOf(id, 'PUT', '/result', result)).toBe(400);
    expect(await plane.store.builds.find(id)).toMatchObject({ status: 'running' });
  });

  test('is stored with the attributes that determine how the revision starts', async () => {
    await plane.ask(id, 'PUT', archiveUrl(`revisions/${id}`), BYTES);
    const pieces = [{ place: `revisions/${id}`, digest: digestOf(BYTES) }];
    const attributes = { ...ATTRIBUTES, bringsAuth: true };
    expect(await statusOf(id, 'PUT', '/result', { kind: 'built', pieces, attributes })).toBe(204);
    expect(await plane.store.artifacts.archivesOf(id)).toMatchObject([{ attributes, ...pieces[0] }]);
    expect(await plane.store.builds.find(id)).toMatchObject({ status: 'built' });
  });

  test.each([
    ['without its own folder', 'modules/key', 400],
    ['with an archive that is not stored', undefined, 409],
  ])('is rejected %s', async (_what, place, status) => {
    await plane.ask(id, 'PUT', archiveUrl('modules/key'), BYTES);
    const pieces = [{ place: place ?? `revisions/${id}`, digest: digestOf(BYTES) }];
    const result = { kind: 'built', pieces, attributes: ATTRIBUTES };
    expect(await statusOf(id, 'PUT', '/result', result)).toBe(status);
    expect(await plane.store.artifacts.archivesOf(id)).toEqual([]);
    expect(await plane.store.builds.find(id)).toMatchObject({ status: 'running' });
  });
});
