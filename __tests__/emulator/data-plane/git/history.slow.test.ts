import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { serveGit } from '../../../../harness/git-server.ts';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import { createGit } from '../../../../src/emulator/data-plane/git/git.ts';
import { createHistoryReader, type HistoryLimits } from '../../../../src/emulator/data-plane/git/history.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import type { CommitHistory } from '../../../../src/emulator/ports/git.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';

let folder: string;
let repository: FixtureRepository;
let processes: Processes;
let first: string;

beforeAll(() => {
  processes = createProcesses();
});
afterAll(() => processes.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
  repository = await createRepository({ 'a.txt': 'one\n' });
  first = await repository.head();
});
afterEach(async () => {
  await repository.remove();
  await rm(folder, { recursive: true, force: true });
});

function openReader(limits: Partial<HistoryLimits> = {}) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const git = createGit({ processes, folder, env, allowLocal: true });
  return createHistoryReader({ git, allowLocal: true, limits });
}

const { signal } = new AbortController();
const read = (from: string, to: string, limits?: Partial<HistoryLimits>, repoUrl = repository.url) =>
  openReader(limits)({ repoUrl, from, to, signal });

/** Returns the first lines of the commit messages on both sides. */
const subjectsOf = (history: CommitHistory) =>
  history.kind === 'not-read'
    ? history
    : {
        added: history.added.commits.map(({ subject }) => subject),
        removed: history.removed.commits.map(({ subject }) => subject),
      };

describe('the history between two commits', () => {
  test('lists the commits of the newer revision with author, time and first line, newest first', async () => {
    await repository.commit({ 'a.txt': 'two\n' }, 'Quote totals in cents\n\nThe sums were wrong.');
    const last = await repository.commit({ 'a.txt': 'three\n' }, 'Answer in French');
    const history = await read(first, last);
    expect(history).toMatchObject({
      kind: 'read',
      mergeBase: first,
      added: {
        total: 2,
        cut: false,
        commits: [{ id: last, author: 'Mona Lisa', subject: 'Answer in French' }, {}],
      },
      removed: { total: 0, cut: false, commits: [] },
    });
    expect(subjectsOf(history)).toMatchObject({ added: ['Answer in French', 'Quote totals in cents'] });
    expect(history.kind === 'read' && history.added.commits[0]?.at_ms).toBe(1_767_225_780_000);
  });

  test('lists the commits that a revision of an older commit no longer contains', async () => {
    const last = await repository.commit({ 'a.txt': 'two\n' }, 'Answer in French');
    expect(subjectsOf(await read(last, first))).toEqual({ added: [], removed: ['Answer in French'] });
  });

  test('lists the added and removed commits, and the common commit, after a force push', async () => {
    const before = await repository.commit({ 'a.txt': 'two\n' }, 'Old answer');
    await repository.git('reset', '--quiet', '--hard', first);
    const after = await repository.commit({ 'b.txt': 'other\n' }, 'New answer', { push: false });
    await repository.push({ force: true });
    const history = await read(before, after);
    expect(history).toMatchObject({ mergeBase: first });
    expect(subjectsOf(history)).toEqual({ added: ['New answer'], removed: ['Old answer'] });
  });

  test('reports that unrelated commits have no common commit', async () => {
    await repository.git('checkout', '--quiet', '--orphan', 'other');
    const other = await repository.commit({ 'b.txt': 'other\n' }, 'Begin again');
    const history = await read(first, other);
    expect(history).toMatchObject({ mergeBase: null, added: { cut: false }, removed: { cut: false } });
    expect(subjectsOf(history)).toEqual({ added: ['Begin again'], removed: ['Add the agent'] });
  });

  test('is complete even beyond the first fetch, but lists only the newest commits', async () => {
    for (const name of ['b', 'c', 'd', 'e']) await repository.commit({ [name]: '' }, `Add ${name}`);
    const history = await read(first, await repository.head(), { depth: 2, deepest: 20, listed: 3 });
    expect(history).toMatchObject({ mergeBase: first, added: { total: 4, cut: false } });
    expect(subjectsOf(history)).toEqual({ added: ['Add e', 'Add d', 'Add c'], removed: [] });
  });

  test('is marked as truncated if the common commit is beyond the limit', async () => {
    for (const name of ['b', 'c', 'd', 'e', 'f']) await repository.commit({ [name]: '' }, `Add ${name}`);
    expect(await read(first, await repository.head(), { depth: 2, deepest: 3 })).toMatchObject({
      mergeBase: null,
      added: { total: 3, cut: true },
      removed: { commits: [], cut: true },
    });
  });

  test('truncates a message of a megabyte, and replaces its invalid characters', async () => {
    const message = join(dirname(repository.dir), 'message');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(
      message,
      Buffer.concat([Buffer.from([0xff]), Buffer.from('<b>long</b> '.repeat(90_000))]),
    );
    await repository.git('commit', '--quiet', '--allow-empty', '--file', message);
    await repository.push();
    const history = await read(first, await repository.head());
    const subject = history.kind === 'read' ? history.added.commits[0]?.subject : undefined;
    expect(subject).toContain('<b>long</b> <b>long');
    expect(subject?.length).toBeLessThanOrEqual(300);
    expect(subject?.isWellFormed()).toBe(true);
  });

  test('is read once, and leaves no git directory behind', async () => {
    const last = await repository.commit({ 'a.txt': 'two\n' }, 'Answer in French');
    const reader = openReader();
    const request = { repoUrl: repository.url, from: first, to: last, signal };
    const history = await reader(request);
    await rm(repository.origin, { recursive: true });
    expect(await reader(request)).toEqual(history);
    expect(await readdir(join(folder, 'temporary'))).toEqual([]);
  });

  test('reports why it cannot be read', async () => {
    const absent = '0'.repeat(39) + '1';
    expect(await read(absent, first)).toEqual({
      kind: 'not-read',
      reason: expect.stringContaining('no longer has one of the two commits'),
    });
    for (const other of ['HEAD', '--output=/tmp/x']) {
      expect(await read(other, first)).toMatchObject({ kind: 'not-read' });
    }
    expect(await read(absent, first, {}, 'ext::sh -c true')).toMatchObject({
      kind: 'not-read',
      reason: expect.stringContaining('the repository URL cannot be used'),
    });
  });

  test('starts no program that the repository specifies', async () => {
    const proof = join(folder, 'owned');
    const last = await repository.commit({ '.gitattributes': '*.txt filter=evil\n' });
    for (const name of ['uploadpack.packObjectsHook', 'core.fsmonitor', 'core.sshCommand']) {
      await repository.git('-C', repository.origin, 'config', name, `touch ${proof}; exec`);
    }
    expect(await read(first, last)).toMatchObject({ kind: 'read' });
    expect(existsSync(proof)).toBe(false);
  });
});

describe('the history of a repository on an HTTP server', () => {
  let server: Server;
  let url: string;
  let headers: (string | undefined)[];
  beforeEach(async () => {
    headers = [];
    server = createServer((request, response) => {
      headers.push(request.headers.authorization);
      serveGit(request, response, { repositories: dirname(repository.origin), below: '' });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    url = `http://user:word@127.0.0.1:${address.port}/origin.git`;
    await repository.git('-C', repository.origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([true, false])(
    'is read with the credentials of its URL (the server supports filters: %s)',
    async (filters) => {
      await repository.git('-C', repository.origin, 'config', 'uploadpack.allowFilter', String(filters));
      const last = await repository.commit({ 'a.txt': 'two\n' }, 'Answer in French');
      expect(subjectsOf(await read(first, last, {}, url))).toEqual({
        added: ['Answer in French'],
        removed: [],
      });
      expect(headers).toContain(`Basic ${Buffer.from('user:word').toString('base64')}`);
    },
  );

  test('is not fetched any deeper if the server sends all files', async () => {
    for (const name of ['b', 'c', 'd', 'e']) await repository.commit({ [name]: '' }, `Add ${name}`);
    const limits = { depth: 2, deepest: 20 };
    const last = await repository.head();
    expect(await read(first, last, limits, url)).toMatchObject({
      mergeBase: null,
      added: { total: 2, cut: true },
    });
    await repository.git('-C', repository.origin, 'config', 'uploadpack.allowFilter', 'true');
    expect(await read(first, last, limits, url)).toMatchObject({
      mergeBase: first,
      added: { total: 4, cut: false },
    });
  });
});
