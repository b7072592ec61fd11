import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { gitEnvironment } from '../../harness/git.ts';
import { findCheckout, createFacade, initGitDir, openRepository } from '../../src/git/repository.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'agent-deploy-facade-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (cwd: string, args: readonly string[], env: Record<string, string> = {}): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { ...gitEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Creates a repository with one commit of one file. */
function make(name: string, ...options: string[]): string {
  const folder = path.join(root, name);
  git(root, ['init', '--quiet', '--initial-branch=main', ...options, folder]);
  writeFileSync(path.join(folder, 'a.txt'), 'a\n');
  git(folder, ['add', '--all']);
  git(folder, ['commit', '--quiet', '--message', 'one']);
  return folder;
}

/** Returns git's view of a repository through its facade: the commit, and the files in its index. */
async function seen(folder: string, workspace = root) {
  const checkout = await findCheckout(folder, workspace);
  if (checkout === undefined) return undefined;
  const at = path.join(root, `facade-${readdirSync(root).length}`);
  const { gitDir, index } = await createFacade(checkout, at, process.platform);
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: checkout.top, ...index };
  return {
    top: checkout.top,
    head: git(folder, ['rev-parse', 'HEAD'], env),
    files: git(folder, ['ls-files'], env).split('\n'),
    clean: git(folder, ['status', '--short'], env),
  };
}

describe('the facade of a git repository (its content without its configuration)', () => {
  test("contains the repository's commit, index and files, even for a subfolder", async () => {
    const folder = make('plain');
    const expected = { top: folder, head: git(folder, ['rev-parse', 'HEAD']), files: ['a.txt'], clean: '' };
    expect(await seen(folder)).toEqual(expected);
    mkdirSync(path.join(folder, 'sub'));
    writeFileSync(path.join(folder, 'sub/b.txt'), '');
    expect(await seen(path.join(folder, 'sub'))).toMatchObject({ top: folder, clean: '?? ./' });
  });

  test.each([
    ['packed refs and objects', ['gc', '--quiet']],
    ['a split index', ['update-index', '--split-index']],
    ['a detached HEAD', ['checkout', '--quiet', '--detach']],
  ])('contains the expected git data: %s', async (_how, change) => {
    const folder = make('plain');
    git(folder, change);
    expect(await seen(folder)).toMatchObject({ head: git(folder, ['rev-parse', 'HEAD']), clean: '' });
  });

  test('supports SHA-256 object names', async () => {
    const folder = make('plain', '--object-format=sha256');
    expect((await seen(folder))?.head).toMatch(/^[0-9a-f]{64}$/);
  });

  test('supports a worktree of a repository inside the workspace, or elsewhere if the repository confirms the worktree', async () => {
    const main = make('main');
    git(main, ['worktree', 'add', '--quiet', '-b', 'topic', path.join(root, 'tree')]);
    git(path.join(root, 'tree'), ['commit', '--quiet', '--allow-empty', '--message', 'two']);
    const head = git(path.join(root, 'tree'), ['rev-parse', 'HEAD']);
    const tree = path.join(root, 'tree');
    expect(await seen(tree)).toMatchObject({ top: tree, head, clean: '' });
    expect(await seen(tree, tree)).toMatchObject({ top: tree, head, clean: '' });
    // A copy of the file in a folder of other files is not the file to which the repository refers.
    mkdirSync(path.join(root, 'copy'));
    execFileSync('cp', [path.join(tree, '.git'), path.join(root, 'copy/.git')]);
    expect(await seen(path.join(root, 'copy'))).toBeUndefined();
  });

  test('supports a submodule', async () => {
    const inner = make('inner');
    const outer = make('outer');
    git(outer, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib/inner']);
    const folder = path.join(outer, 'lib/inner');
    expect(await seen(folder, outer)).toMatchObject({ top: folder, files: ['a.txt'], clean: '' });
  });
});

describe("the search for the workspace's repository", () => {
  test('ignores a folder that looks like a bare repository, and finds the repository around it', async () => {
    const folder = make('plain');
    git(folder, ['init', '--quiet', '--bare', 'vendor']);
    expect(await seen(path.join(folder, 'vendor'))).toMatchObject({ top: folder });
  });

  test('ignores a repository above the workspace', async () => {
    const folder = make('plain');
    mkdirSync(path.join(folder, 'workspace'));
    expect(
      await findCheckout(path.join(folder, 'workspace'), path.join(folder, 'workspace')),
    ).toBeUndefined();
    expect(await findCheckout(folder, path.join(root, 'another'))).toBeUndefined();
  });

  test.each(['file', 'link'])('ignores another repository to which a .git %s points', async (kind) => {
    const hostile = make('hostile');
    const folder = path.join(root, 'folder');
    mkdirSync(folder);
    if (kind === 'file') writeFileSync(path.join(folder, '.git'), `gitdir: ${hostile}/.git\n`);
    else symlinkSync(path.join(hostile, '.git'), path.join(folder, '.git'));
    expect(await findCheckout(folder, root)).toBeUndefined();
  });

  test('ignores a repository whose common directory is outside of it', async () => {
    const other = make('other');
    const folder = make('plain');
    writeFileSync(path.join(folder, '.git/commondir'), path.join(other, '.git'));
    expect(await findCheckout(folder, root)).toBeUndefined();
  });

  test('ignores a repository whose HEAD is a pipe, which would block a reader forever', async () => {
    const folder = make('plain');
    rmSync(path.join(folder, '.git/HEAD'));
    execFileSync('mkfifo', [path.join(folder, '.git/HEAD')]);
    expect(await findCheckout(folder, root)).toBeUndefined();
  });
});

test('a named repository can be bare or a checkout, and its .git ending can be omitted', async () => {
  const folder = make('plain');
  git(root, ['clone', '--quiet', '--bare', folder, path.join(root, 'bare.git')]);
  const bare = { gitDir: path.join(root, 'bare.git'), commonDir: path.join(root, 'bare.git') };
  expect(await openRepository(path.join(root, 'bare.git'))).toEqual(bare);
  expect(await openRepository(path.join(root, 'bare'))).toEqual(bare);
  expect(await openRepository(folder)).toMatchObject({ gitDir: path.join(folder, '.git') });
  expect(await openRepository(path.join(root, 'none'))).toBeUndefined();
});

test('the facade of a git repository discards every setting that was added to its configuration', async () => {
  const at = path.join(root, 'ours.git');
  await initGitDir(at, process.platform);
  git(at, ['config', '--file', path.join(at, 'config'), 'core.fsmonitor', 'evil']);
  await initGitDir(at, process.platform);
  const settings = git(root, ['config', '--local', '--list'], { GIT_DIR: at });
  expect(settings.split('\n')).toEqual(['core.repositoryformatversion=0', 'core.bare=true']);
});

// docs/security/checkouts.md#checkout-copies-no-more
test("the facade of a git repository contains only the shared index that the repository's index uses", async () => {
  const folder = make('split');
  git(folder, ['update-index', '--split-index']);
  const gitDir = path.join(folder, '.git');
  const real = readdirSync(gitDir).filter((name) => name.startsWith('sharedindex.'));
  expect(real).toHaveLength(1);
  for (let index = 0; index < 200; index += 1) {
    const name = path.join(gitDir, `sharedindex.${index.toString(16).padStart(40, '0')}`);
    writeFileSync(name, '');
    truncateSync(name, 32 * 1024 * 1024);
  }
  const checkout = await findCheckout(folder, root);
  if (checkout === undefined) throw new Error('the repository was not found');
  const facade = await createFacade(checkout, path.join(root, 'facade'), process.platform);
  expect(readdirSync(facade.gitDir).filter((name) => name.startsWith('sharedindex.'))).toEqual(real);
});
