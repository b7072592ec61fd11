import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import { type Checkout, createCheckout } from '../../../../src/emulator/data-plane/git/checkout.ts';
import { createCodeReader } from '../../../../src/emulator/data-plane/git/compare.ts';
import { createGit } from '../../../../src/emulator/data-plane/git/git.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';

let folder: string;
let repository: FixtureRepository;
let processes: Processes;
let checkout: Checkout;
let lines: string[];
let count = 0;

beforeAll(() => {
  processes = createProcesses();
});
afterAll(() => processes.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkout-'));
  repository = await createRepository({ 'a.txt': 'one\n' });
  checkout = await openCheckout(true);
  lines = [];
});
afterEach(async () => {
  await repository.remove();
  await rm(folder, { recursive: true, force: true });
});

async function openCheckout(allowLocal: boolean): Promise<Checkout> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const git = createGit({ processes, folder, env, allowLocal });
  return createCheckout({ git, folder, allowLocal });
}

async function run(
  ref: string | null,
  more: { commitSha?: string; repoUrl?: string; using?: Checkout; signal?: AbortSignal } = {},
): Promise<{ sha: string; into: string }> {
  count += 1;
  const into = join(folder, `out-${count}`);
  await mkdir(into);
  const sha = await (more.using ?? checkout).run({
    repoUrl: more.repoUrl ?? repository.url,
    ref,
    commitSha: more.commitSha,
    into,
    signal: more.signal ?? new AbortController().signal,
    log: (line) => lines.push(line),
  });
  return { sha, into };
}
const clones = async () => (await readdir(folder)).filter((name) => name.endsWith('.git'));

describe('a checkout of a repository', () => {
  test("contains exactly the files of the branch's commit, without git data", async () => {
    const { sha, into } = await run('main');
    expect(sha).toBe(await repository.head());
    expect(await readdir(into)).toEqual(['a.txt']);
  });

  test('contains the new commit after the branch has moved, even after a forced push', async () => {
    const first = await repository.head();
    const second = await repository.commit({ 'a.txt': 'two\n' });
    expect((await run('main')).sha).toBe(second);
    await repository.git('reset', '--quiet', '--hard', first);
    await repository.commit({ 'b.txt': 'other\n' }, 'Rewrite', { push: false });
    await repository.push({ force: true });
    const { into, sha } = await run('main');
    expect(sha).toBe(await repository.head());
    expect((await readdir(into)).sort()).toEqual(['a.txt', 'b.txt']);
    expect(await clones()).toHaveLength(1);
  });

  test('contains the tagged commit for an annotated tag', async () => {
    const plain = await repository.tag('v1');
    const annotated = await repository.tag('v2', { annotated: true });
    await repository.commit({ 'a.txt': 'later\n' });
    expect((await run('refs/tags/v1')).sha).toBe(plain.commit);
    const { sha, into } = await run('refs/tags/v2');
    expect(sha).toBe(annotated.commit);
    expect(sha).not.toBe(annotated.object);
    expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('one\n');
  });

  test('contains the given commit even if the branch points elsewhere', async () => {
    const old = await repository.head();
    await repository.commit({ 'a.txt': 'two\n' });
    const { sha, into } = await run('main', { commitSha: old });
    expect(sha).toBe(old);
    expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('one\n');
    // The second checkout can use only the clone, because the repository was deleted.
    await rm(repository.origin, { recursive: true });
    expect((await run('main', { commitSha: old })).sha).toBe(old);
  });

  // docs/departures.md#sourcerevisionconfig-repo-ref-left
  test('uses the default branch if no ref is given', async () => {
    expect((await run(null)).sha).toBe(await repository.head());
  });

  test('accepts a path or a file URL, even for several revisions at the same time', async () => {
    const results = await Promise.all([
      run('main', { repoUrl: repository.origin }),
      run('main'),
      run('main'),
      run('main', { repoUrl: repository.origin }),
    ]);
    for (const { sha, into } of results) {
      expect(sha).toBe(await repository.head());
      expect(await readdir(into)).toEqual(['a.txt']);
    }
  });

  test('recreates a damaged clone', async () => {
    await run('main');
    const [clone = ''] = await clones();
    await rm(join(folder, clone, 'objects'), { recursive: true });
    await writeFile(join(folder, clone, 'HEAD'), 'nonsense');
    expect((await run('main')).sha).toBe(await repository.head());
    expect(lines.join('\n')).toContain('Cloning the repository again');
  });

  test('is not blocked by a lock file of a killed git process', async () => {
    await run('main');
    const [clone = ''] = await clones();
    await writeFile(join(folder, clone, 'shallow.lock'), '');
    await repository.commit({ 'a.txt': 'two\n' });
    expect((await run('main')).sha).toBe(await repository.head());
  });
});

describe('a failed checkout', () => {
  test.each([
    ['nowhere', 'has no branch nowhere. Push the branch first. If this is a tag, use refs/tags/<tag>.'],
    ['refs/tags/v9', 'has no tag v9. Push the tag'],
    ['-x', 'The ref "-x" starts with "-".'],
  ])('is reported with the ref or URL and a hint for the ref %s', async (ref, message) => {
    await expect(run(ref)).rejects.toThrow(message);
  });

  test('is reported with the ref or URL and a hint for a missing commit', async () => {
    await expect(run('main', { commitSha: 'c'.repeat(40) })).rejects.toThrow(
      `has no commit ${'c'.repeat(40)}`,
    );
    await expect(run('main', { commitSha: 'abc' })).rejects.toThrow('is not a full commit hash');
  });

  test('is reported with the ref or URL and a hint for a missing repository', async () => {
    await expect(run('main', { repoUrl: join(folder, 'none') })).rejects.toThrow(
      /none cannot be read: .*[^.]\. Check that the URL is correct/,
    );
  });

  test('is reported with the ref or URL and a hint for an empty repository', async () => {
    await repository.git('init', '--quiet', '--bare', join(folder, 'empty'));
    await expect(run(null, { repoUrl: join(folder, 'empty') })).rejects.toThrow('Push a commit first');
  });

  test('is reported if the URL is a local path and other machines can reach the emulator', async () => {
    const strict = await openCheckout(false);
    await expect(run('main', { using: strict })).rejects.toThrow('only if the emulator listens on loopback');
  });

  test('never runs a program that the URL contains', async () => {
    const proof = join(folder, 'owned');
    for (const repoUrl of [`ext::sh -c "touch ${proof}"`, `--upload-pack=touch ${proof}`]) {
      await expect(run('main', { repoUrl })).rejects.toThrow('cannot be used');
    }
    expect(existsSync(proof)).toBe(false);
  });
});

test('hooks and filters of a repository never run during a checkout', async () => {
  const proof = join(folder, 'owned');
  await repository.commit({ '.gitattributes': '*.txt filter=evil\n' });
  await repository.git(
    '-C',
    repository.origin,
    'config',
    'uploadpack.packObjectsHook',
    `touch ${proof}; exec`,
  );
  await run('main');
  expect(existsSync(proof)).toBe(false);
});

test('a checkout ends when it is aborted', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(run('main', { signal: controller.signal })).rejects.toThrow('aborted');
});

test('a checkout quickly removes the remains of a killed checkout without losing the clone', async () => {
  await run('main');
  const [clone = ''] = await clones();
  const left = [
    'shallow.lock',
    'config.lock',
    join('objects', 'pack', 'tmp_pack_a1b2c3'),
    join('objects', 'incoming-x', 'pack'),
  ];
  for (const name of left) {
    await mkdir(join(folder, clone, name, '..'), { recursive: true });
    await writeFile(join(folder, clone, name), 'half');
  }
  await repository.commit({ 'a.txt': 'two\n' });
  await checkout.sweep();
  expect(left.filter((name) => existsSync(join(folder, clone, name)))).toEqual([]);
  const { into } = await run('main');
  expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('two\n');
  expect(lines.join()).not.toContain('Cloning the repository again');
});

test('a clone with hundreds of fetches is recreated, because the clone would slow down each checkout', async () => {
  await run('main');
  const [clone = ''] = await clones();
  const packs = join(folder, clone, 'objects', 'pack');
  for (let count = 0; count < 300; count += 1) await writeFile(join(packs, `pack-${count}.pack`), '');
  await checkout.sweep();
  expect(existsSync(packs)).toBe(false);
  const { into } = await run('main');
  expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('one\n');
});

describe('several commits of a repository', () => {
  const openReader = () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
    const git = createGit({ processes, folder, env, allowLocal: true });
    return createCodeReader({ git, folder, allowLocal: true });
  };
  const { signal } = new AbortController();
  const compare = (from: string, to: string) =>
    openReader().compare({ repoUrl: repository.url, from, to, signal });

  test('are listed with the first lines of their messages, without commits that this emulator never built', async () => {
    const { sha: first } = await run('main');
    await repository.commit({ 'a.txt': 'two\n' }, 'Quote totals in cents\n\nThe sums were wrong.');
    const { sha: second } = await run('main');
    const commits = [second, '0'.repeat(40), '--output=/tmp/x', first];
    const reader = openReader();
    const named = await reader.subjects({ repoUrl: repository.url, commits, signal });
    expect(named.map(({ id }) => id)).toEqual([second, first]);
    expect(named[0]?.subject).toBe('Quote totals in cents');
    expect(await reader.subjects({ repoUrl: repository.url, commits, signal })).toEqual(named);
  });

  test('are compared in the clone from which they were built', async () => {
    const { sha: from } = await run('main');
    await repository.commit({ 'a.txt': 'two\n' });
    const { sha: to } = await run('main');
    const compared = await compare(from, to);
    expect(compared).toMatchObject({
      kind: 'compared',
      truncated: false,
      commits: [{ id: to }, { id: from }],
    });
    expect(compared.kind === 'compared' && compared.patch).toContain('-one\n+two');
  });

  test('cannot be compared if one commit was never built by this emulator, or is not a full hash', async () => {
    const { sha } = await run('main');
    const others = ['0'.repeat(40), 'HEAD', '--output=/tmp/x'];
    for (const other of others) expect(await compare(sha, other)).toEqual({ kind: 'not-kept' });
  });
});
