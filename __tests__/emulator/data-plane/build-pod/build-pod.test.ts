import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import { missingExport, plainAgent } from '../../../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../../../harness/git.ts';
import { until } from '../../../../harness/until.ts';
import { openArtifact } from '../../../../src/emulator/data-plane/artifacts/fetch-artifact.ts';
import type { DeploymentRow, NewRevision } from '../../../../src/emulator/ports/store.ts';
import { revisionSettingsOf } from '../../../../src/emulator/ports/store-control-plane.ts';
import { type Plane, startPlane } from './plane.ts';

let plane: Plane;
const undo: (() => Promise<void>)[] = [];
beforeEach(async () => {
  plane = await startPlane();
});
afterEach(async () => {
  await plane.close();
  for (const work of undo.splice(0)) await work();
});

/** Creates a deployment from a repository with these files, whose revision is about to be built. */
async function aRevision(files: FileTree, source: Record<string, string> = {}) {
  const repository = await createRepository(files);
  undo.push(() => repository.remove());
  const begun = await plane.begin({
    deployment: { sourceConfig: { repo_url: repository.url, ...source } },
  });
  return { ...begun, repository };
}

/** Fetches the artifact that an agent pod of the revision would start. */
async function fetched(revisionId: string) {
  const token = await plane.store.agentTokens.put(revisionId, 'the-token-of-its-agent-pods');
  const signal = AbortSignal.timeout(WAIT_LIMIT_MS);
  const root = join(plane.folder, `agent-${revisionId}`);
  return openArtifact({ planeUrl: plane.url, revisionId, token, root, signal, log: () => {} });
}

// docs/kubernetes/guarantees.md#build-pods
test('a build pod builds a revision from git, and the revision can start from the stored build', async () => {
  const { revision, repository } = await aRevision(plainAgent());
  expect(await plane.build(revision.id)).toBe(0);
  await rm(join(plane.folder, 'pod'), { recursive: true });
  const head = await repository.head();
  expect(await plane.store.builds.find(revision.id)).toMatchObject({
    status: 'built',
    commitSha: head,
    startedAt: expect.any(Number),
  });
  const { graphs, commitSha } = await fetched(revision.id);
  expect(commitSha).toBe(head);
  expect(await readFile(graphs['agent']?.module ?? '', 'utf8')).toContain('echo');
  expect(await plane.logOf(revision.id)).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`Checked out ${head}`),
      expect.stringContaining('Bundled agent'),
      expect.stringContaining('Stored the revision'),
    ]),
  );
});

// docs/kubernetes/guarantees.md#build-pods
test('a build pod builds an uploaded source', async () => {
  const { revision } = await plane.beginUpload(plainAgent());
  expect(await plane.build(revision.id)).toBe(0);
  expect((await fetched(revision.id)).commitSha).toBeNull();
});

test('a failed build has the reason in its status and its log', async () => {
  const { revision } = await aRevision({ ...plainAgent(), ...missingExport });
  expect(await plane.build(revision.id)).toBe(0);
  expect(await plane.store.builds.find(revision.id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('grpah'),
  });
  expect(await plane.store.artifacts.archivesOf(revision.id)).toEqual([]);
});

// docs/kubernetes/guarantees.md#build-secrets
test("an agent's code cannot read its build's token or a variable of the control plane", async () => {
  const { revision } = await aRevision(plainAgent(), {
    build_command: `node -e "for (const [name, value] of Object.entries(process.env)) console.log('VAR', name, value)"`,
  });
  await plane.build(revision.id);
  const lines = (await plane.logOf(revision.id)).filter((line) => line.startsWith('VAR '));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('\n')).not.toMatch(/EMULATOR_|hunter2|index-pass|the-token/);
  expect(lines.join('\n')).toContain('HTTPS_PROXY');
});

test("secrets of a deployment and of the control plane never appear in a build's log or reason", async () => {
  const { revision } = await aRevision(plainAgent(), {
    build_command: `node -e "console.log('KEY is sk-of-the-author-1234'); console.error('index-pass', process.env.HTTPS_PROXY); process.exit(1)"`,
  });
  await plane.build(revision.id);
  const { message } = (await plane.store.builds.find(revision.id)) ?? {};
  const all = [...(await plane.logOf(revision.id)), message].join('\n');
  expect(all).toMatch(/KEY is /);
  expect(all).toMatch(/http:\/\/reader:.*@proxy\.test/);
  expect(all).not.toMatch(/sk-of-the-author|index-pass|proxy-pass/);
  // The journal does not contain the secrets either, although the job contains them.
  expect(JSON.stringify(plane.exchanges)).not.toMatch(/sk-of-the-author|index-pass|proxy-pass|the-token/);
});

test('a build continues after the control plane was temporarily unavailable', async () => {
  const { revision } = await aRevision(plainAgent());
  const refused = new Map<string, number>();
  plane.fault = (path) => {
    const count = (refused.get(path) ?? 0) + 1;
    refused.set(path, count);
    // The 503 comes from a proxy in front of the control plane that has found no replica.
    if (count === 1) return { status: 503 };
    return count === 2 ? { status: 404, body: '404 page not found' } : undefined;
  };
  expect(await plane.build(revision.id)).toBe(0);
  expect(await plane.store.builds.find(revision.id)).toMatchObject({ status: 'built' });
  const log = await plane.logOf(revision.id);
  expect(new Set(log).size).toBe(log.length);
  expect(plane.printed.join('\n')).toContain('cannot respond to the build yet');
});

test('a build ends without changing anything after a later attempt has replaced it', async () => {
  const { revision } = await aRevision(plainAgent());
  plane.fault = (path) => {
    // Another attempt begins during the build.
    if (path.endsWith('/commit')) void plane.store.builds.begin(revision.id, 'ab'.repeat(32));
    return undefined;
  };
  expect(await plane.build(revision.id)).toBe(1);
  expect(await plane.store.builds.find(revision.id)).toMatchObject({ attempt: 2, status: 'running' });
  expect(await plane.store.artifacts.archivesOf(revision.id)).toEqual([]);
});

test('a deleted build pod ends its programs', async () => {
  const ending = new AbortController();
  const { revision } = await aRevision(plainAgent(), {
    build_command: `node -e "console.log('it runs'); setInterval(() => {}, 1000)"`,
  });
  const ended = plane.build(revision.id, { ending: ending.signal });
  await until(async () => (await plane.logOf(revision.id)).includes('it runs'));
  ending.abort();
  // With this status, the Job may start another pod.
  expect(await ended).toBe(143);
  expect(await plane.store.builds.find(revision.id)).toMatchObject({ status: 'running' });
});

describe('packages that a build stored', () => {
  const bytes = Buffer.from('what one build installed');
  const digest = createHash('sha256').update(bytes).digest('hex');
  const COMMIT = 'ab'.repeat(20);
  const attributes = { bringsServer: false, bringsAuth: false, agentSettings: null };
  const lookUp = (revisionId: string, place = 'modules/key') =>
    plane.ask(revisionId, 'GET', `/pieces?place=${place}`);
  const resultOf = (revisionId: string, places: string[]) => {
    const pieces = [...places, `revisions/${revisionId}`].map((place) => ({ place, digest }));
    return plane.ask(revisionId, 'PUT', '/result', { kind: 'built', pieces, attributes });
  };

  /** Begins a build that has checked out this commit. */
  async function begin(of?: DeploymentRow, commit = COMMIT, change: Partial<NewRevision> = {}) {
    const begun = await plane.begin({ revision: change, ...(of && { of }) });
    expect(await plane.ask(begun.revision.id, 'PUT', '/commit', { commit })).toMatchObject({ status: 204 });
    return begun;
  }

  /** Begins a build that has stored packages under these keys, and its own folder. */
  async function beginWith(places: string[], of?: DeploymentRow, commit = COMMIT) {
    const begun = await begin(of, commit);
    for (const place of [...places, `revisions/${begun.revision.id}`]) {
      const path = `/pieces/${digest}?place=${place}&size=${bytes.length}&unpacked_size=9`;
      expect(await plane.ask(begun.revision.id, 'PUT', path, bytes)).toMatchObject({ status: 204 });
    }
    return begun;
  }

  // docs/kubernetes/guarantees.md#build-packages
  // docs/security/emulator.md#cluster-packages
  test('are used by later builds of the same source and deployment, but not by other deployments', async () => {
    const one = await beginWith(['modules/key']);
    expect((await resultOf(one.revision.id, ['modules/key'])).status).toBe(204);
    const next = await begin(one.deployment);
    expect(await lookUp(next.revision.id)).toMatchObject({
      status: 200,
      body: { place: 'modules/key', digest, size: bytes.length, unpacked_size: 9 },
    });
    const other = await begin();
    expect((await lookUp(other.revision.id)).status).toBe(404);
    const read = await plane.ask(other.revision.id, 'GET', `/pieces/${digest}?place=modules/key`);
    expect(read.status).toBe(404);
    // The other build may not refer to the packages by their digest either.
    expect((await resultOf(other.revision.id, ['modules/key'])).status).toBe(409);
  });

  // docs/security/emulator.md#cluster-planted-packages
  test.each(['modules', 'python/environments'])(
    'never reach a build of another commit, even under the key of another lock file (%s)',
    async (kind) => {
      const planted = `${kind}/key-of-the-next-commit`;
      const attack = await beginWith([planted]);
      expect((await resultOf(attack.revision.id, [planted])).status).toBe(204);
      const clean = await begin(attack.deployment, 'cd'.repeat(20));
      expect((await lookUp(clean.revision.id, planted)).status).toBe(404);
      // The build does not find the packages under the key that both commits share either.
      expect((await lookUp(clean.revision.id, `${kind}/key`)).status).toBe(404);
      const read = await plane.ask(clean.revision.id, 'GET', `/pieces/${digest}?place=${planted}`);
      expect(read.status).toBe(404);
      expect((await resultOf(clean.revision.id, [planted])).status).toBe(409);
    },
  );

  // docs/security/emulator.md#cluster-planted-packages
  test('never reach later builds of the same commit if their own build failed or did not report them', async () => {
    const attack = await beginWith(['modules/key', 'python/environments/key']);
    const clean = await begin(attack.deployment);
    expect((await lookUp(clean.revision.id)).status).toBe(404);
    const failed = { kind: 'failed', message: 'on purpose' };
    expect((await plane.ask(attack.revision.id, 'PUT', '/result', failed)).status).toBe(204);
    expect((await lookUp(clean.revision.id)).status).toBe(404);
    const second = await beginWith(['modules/key', 'python/environments/key'], attack.deployment);
    expect((await resultOf(second.revision.id, ['python/environments/key'])).status).toBe(204);
    expect((await lookUp(clean.revision.id)).status).toBe(404);
  });

  // docs/security/emulator.md#cluster-planted-packages
  test('have only the key that the build requested first, before it ran code of packages', async () => {
    const attack = await begin();
    expect((await lookUp(attack.revision.id)).status).toBe(404);
    const upload = (place: string) =>
      plane.ask(
        attack.revision.id,
        'PUT',
        `/pieces/${digest}?place=${place}&size=${bytes.length}&unpacked_size=9`,
        bytes,
      );
    expect((await upload('modules/key-of-another-lock')).status).toBe(409);
    expect((await plane.store.artifacts.contentIds()).size).toBe(0);
    // The build gets no packages under another key either, and its result cannot contain other packages.
    for (const place of ['modules/key', `revisions/${attack.revision.id}`])
      expect((await upload(place)).status).toBe(204);
    expect((await lookUp(attack.revision.id, 'modules/key-of-another-lock')).status).toBe(404);
    expect((await resultOf(attack.revision.id, ['modules/key-of-another-lock'])).status).toBe(409);
    const two = await resultOf(attack.revision.id, ['modules/key', 'modules/key-of-another-lock']);
    expect(two.status).toBe(400);
    expect((await resultOf(attack.revision.id, ['modules/key'])).status).toBe(204);
  });

  // docs/security/emulator.md#cluster-planted-packages
  test('are never replaced by a later build of the same source', async () => {
    const first = await beginWith(['modules/key']);
    expect((await resultOf(first.revision.id, ['modules/key'])).status).toBe(204);
    const attack = await begin(first.deployment);
    const planted = Buffer.from('what a hostile build planted');
    const other = createHash('sha256').update(planted).digest('hex');
    for (const place of ['modules/key', `revisions/${attack.revision.id}`]) {
      const path = `/pieces/${other}?place=${place}&size=${planted.length}&unpacked_size=9`;
      expect((await plane.ask(attack.revision.id, 'PUT', path, planted)).status).toBe(204);
    }
    const pieces = ['modules/key', `revisions/${attack.revision.id}`].map((place) => ({
      place,
      digest: other,
    }));
    const result = { kind: 'built', pieces, attributes };
    expect((await plane.ask(attack.revision.id, 'PUT', '/result', result)).status).toBe(204);
    // The hostile revision runs its own packages, and the next clean build gets the packages of the first build.
    const own = await plane.store.artifacts.archivesOf(attack.revision.id);
    expect(own.map(({ digest: stored }) => stored)).toEqual([other, other]);
    const clean = await begin(first.deployment);
    expect(await lookUp(clean.revision.id)).toMatchObject({ status: 200, body: { digest } });
    // The token of the hostile attempt is invalid after its result.
    const late = `/pieces/${other}?place=modules/key&size=${planted.length}&unpacked_size=9`;
    for (const [method, path, body] of [
      ['PUT', late, planted],
      ['PUT', '/result', result],
      ['GET', '/pieces?place=modules/key', undefined],
    ] as const) {
      expect((await plane.ask(attack.revision.id, method, path, body)).status).toBe(401);
    }
  });

  // docs/security/emulator.md#cluster-planted-packages
  test('belong to one commit, because the build cannot report a second commit', async () => {
    const attack = await beginWith(['modules/key']);
    const commit = { commit: 'cd'.repeat(20) };
    expect((await plane.ask(attack.revision.id, 'PUT', '/commit', commit)).status).toBe(409);
  });

  test('never reach a build of the same commit with another configuration, command, URL or secret', async () => {
    const one = await beginWith(['modules/key']);
    expect((await resultOf(one.revision.id, ['modules/key'])).status).toBe(204);
    const settings = revisionSettingsOf(one.deployment);
    const changes: Partial<NewRevision>[] = [
      { config: { ...one.revision.config, graph_config_path: 'other/langgraph.json' } },
      { settings: { ...settings, install_command: 'npm ci' } },
      { settings: { ...settings, build_command: 'npm run build' } },
    ];
    for (const change of changes) {
      const { revision } = await begin(one.deployment, COMMIT, change);
      expect((await lookUp(revision.id)).status).toBe(404);
    }
    const withToken = await plane.begin({
      of: one.deployment,
      secrets: [{ name: 'NPM_TOKEN', value: 'npm_token-of-the-author' }],
    });
    expect(await plane.ask(withToken.revision.id, 'PUT', '/commit', { commit: COMMIT })).toMatchObject({
      status: 204,
    });
    expect((await lookUp(withToken.revision.id)).status).toBe(404);
    const sourceConfig = { ...one.deployment.sourceConfig, repo_url: 'https://git.test/acme/other' };
    await plane.store.deployments.update(one.deployment.id, { sourceConfig });
    expect((await lookUp((await begin(one.deployment)).revision.id)).status).toBe(404);
    await plane.store.deployments.update(one.deployment.id, { sourceConfig: one.deployment.sourceConfig });
    expect((await lookUp((await begin(one.deployment)).revision.id)).status).toBe(200);
  });

  test('are shared only between builds of the same tarball', async () => {
    const one = await plane.beginUpload(plainAgent());
    for (const place of ['modules/key', `revisions/${one.revision.id}`]) {
      const path = `/pieces/${digest}?place=${place}&size=${bytes.length}&unpacked_size=9`;
      expect(await plane.ask(one.revision.id, 'PUT', path, bytes)).toMatchObject({ status: 204 });
    }
    expect((await resultOf(one.revision.id, ['modules/key'])).status).toBe(204);
    const { source, config } = one.revision;
    const next = await plane.begin({ of: one.deployment, revision: { source, config } });
    expect((await lookUp(next.revision.id)).status).toBe(200);
    const upload = await plane.store.uploads.findByPath(one.deployment.id, 'uploads/one');
    await plane.store.uploads.update(upload?.id ?? '', { sha256: 'cd'.repeat(32) });
    expect((await lookUp(next.revision.id)).status).toBe(404);
  });
});
