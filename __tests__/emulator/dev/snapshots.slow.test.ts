import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { createRepository, gitEnvironment } from '../../../harness/git.ts';
import { findAgent } from '../../../src/emulator/dev/agent-folder.ts';
import { createPrintedLines, type PrintedLines } from '../../../src/emulator/dev/relevance.ts';
import { createSnapshots, refOf, type Snapshots } from '../../../src/emulator/dev/snapshots.ts';
import { withGit } from '../../../src/git/program.ts';
import { testFolder } from './support.ts';

const CONFIG = '{"graphs":{"agent":"./agent.ts:graph"},"env":".env"}';
const never = new AbortController().signal;

/** Returns the files in the snapshot's commit, with their content. */
function read({ repoUrl }: Snapshots, commit: string): Record<string, string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      encoding: 'utf8',
      env: { ...gitEnvironment(), GIT_DIR: fileURLToPath(repoUrl) },
    });
  const names = git('ls-tree', '-r', '--name-only', '-z', commit).split('\0').filter(Boolean);
  return Object.fromEntries(names.map((name) => [name, git('show', `${commit}:${name}`)]));
}

async function withSnapshots(
  folder: string,
  work: (snapshots: Snapshots, files: () => Promise<Record<string, string>>) => Promise<void>,
  { dataDir, printed = createPrintedLines() }: { dataDir?: string; printed?: PrintedLines } = {},
): Promise<void> {
  await using data = await testFolder();
  const agent = await findAgent(folder, 'langgraph.json');
  const env = { PATH: process.env['PATH'], GITHUB_WORKSPACE: folder };
  const done = await withGit(env, never, async (git) => {
    const snapshots = await createSnapshots(agent, git, {
      folder: path.join(dataDir ?? data.path, 'tree'),
      leftOut: dataDir ?? data.path,
      printed,
    });
    await work(snapshots, async () => read(snapshots, (await snapshots.take()).commit));
    return true;
  });
  expect(done).toBe(true);
}

describe('a snapshot of a checkout by `dev`', () => {
  // docs/dev.md#what-is-deployed
  test('contains commits, edits and new files, but no files that a .gitignore excludes', async () => {
    const ignore = 'out/\n*.log\nkept.log\n.env\n';
    const repository = await createRepository({
      'langgraph.json': CONFIG,
      'agent.ts': 'committed',
      'gone.ts': 'committed',
      '.gitignore': ignore,
      'deep/.gitignore': 'secret.txt\n',
    });
    try {
      const { dir } = repository;
      const write = async (name: string, text: string) => {
        await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
        await writeFile(path.join(dir, name), text);
      };
      await write('kept.log', 'tracked');
      await repository.git('add', '--force', 'kept.log');
      await write('agent.ts', 'edited');
      await write('new.ts', 'untracked');
      await write('a.log', 'ignored');
      await write('deep/secret.txt', 'ignored');
      await write('out/x.js', 'ignored');
      await write('node_modules/pkg/index.js', 'never');
      await write('.agent.ts.swp', 'of an editor');
      await rm(path.join(dir, 'gone.ts'));
      await withSnapshots(dir, async (_, files) => {
        expect(await files()).toEqual({
          'langgraph.json': CONFIG,
          'agent.ts': 'edited',
          'new.ts': 'untracked',
          'kept.log': 'tracked',
          '.gitignore': ignore,
          'deep/.gitignore': 'secret.txt\n',
        });
      });
      // The user's own repository is unchanged.
      expect(await repository.git('status', '--short')).toContain('M agent.ts');
    } finally {
      await repository.remove();
    }
  });

  // docs/dev.md#env-file
  test('contains the file in the configuration key env, even if git ignores the file', async () => {
    await using folder = await testFolder({
      'langgraph.json': CONFIG,
      'agent.ts': '',
      '.gitignore': '.env*\n',
      '.env': 'TOKEN=one\n',
      '.env.other': 'TOKEN=two\n',
    });
    await withSnapshots(folder.path, async (snapshots, files) => {
      expect(await files()).toMatchObject({ '.env': 'TOKEN=one\n' });
      expect(await files()).not.toHaveProperty(['.env.other']);
      expect(snapshots.isIgnored(path.join(folder.path, '.env'))).toBe(false);
      await folder.write({ '.env': 'TOKEN=three\n' });
      expect(await files()).toMatchObject({ '.env': 'TOKEN=three\n' });
    });
  });

  test('contains each change, even if files become folders or links and then files again', async () => {
    await using folder = await testFolder({ 'langgraph.json': CONFIG, a: 'file', 'b/c': 'deep' });
    const at = (name: string) => path.join(folder.path, name);
    await withSnapshots(folder.path, async (_, files) => {
      expect(Object.keys(await files())).toEqual(['a', 'b/c', 'langgraph.json']);
      await rm(at('a'));
      await folder.write({ 'a/x': 'now in a folder' });
      await rename(at('b'), at('d'));
      await symlink('d', at('b'));
      expect(Object.keys(await files())).toEqual(['a/x', 'b', 'd/c', 'langgraph.json']);
      await rm(at('a'), { recursive: true });
      await folder.write({ a: 'file' });
      expect(Object.keys(await files())).toEqual(['a', 'b', 'd/c', 'langgraph.json']);
    });
  });

  test('keeps its own git ref when later snapshots are taken', async () => {
    await using folder = await testFolder({ 'langgraph.json': CONFIG, 'agent.ts': 'one' });
    await withSnapshots(folder.path, async (snapshots) => {
      const first = await snapshots.take();
      await folder.write({ 'agent.ts': 'two, and longer' });
      const second = await snapshots.take();
      expect(read(snapshots, refOf(first.commit))['agent.ts']).toBe('one');
      expect(read(snapshots, refOf(second.commit))['agent.ts']).toBe('two, and longer');
      const has = (name: string) => second.has(path.join(folder.path, name));
      expect([has('agent.ts'), has('agent.log')]).toEqual([true, false]);
    });
  });

  test('is the same commit for the same files in every session', async () => {
    await using folder = await testFolder({ 'langgraph.json': CONFIG, 'agent.ts': 'one' });
    const commits: string[] = [];
    for (let session = 0; session < 2; session += 1) {
      await withSnapshots(folder.path, async (snapshots) => {
        commits.push((await snapshots.take()).commit);
        await folder.write({ 'agent.ts': 'two, and longer' });
        commits.push((await snapshots.take()).commit);
        await folder.write({ 'agent.ts': 'one' });
      });
    }
    expect(commits[1]).not.toBe(commits[0]);
    expect(commits.slice(2)).toEqual(commits.slice(0, 2));
  });

  test('omits nested repositories, and reports each omission', async () => {
    await using folder = await testFolder({ 'langgraph.json': CONFIG, 'inner/file': '' });
    const inner = path.join(folder.path, 'inner');
    execFileSync('git', ['init', '--quiet', inner], { env: gitEnvironment() });
    await withSnapshots(folder.path, async (snapshots, files) => {
      expect(Object.keys(await files())).toEqual(['langgraph.json']);
      expect((await snapshots.take()).notices).toEqual([expect.stringContaining('(inner/)')]);
    });
  });

  // docs/dev.md#data-in-the-tree
  test("omits the emulator's data, which the watcher also ignores", async () => {
    await using folder = await testFolder({ 'langgraph.json': CONFIG, 'data/key': 'secret', 'data.ts': '' });
    const data = path.join(folder.path, 'data');
    const work = async (snapshots: Snapshots, files: () => Promise<Record<string, string>>) => {
      await snapshots.look();
      expect(snapshots.isIgnored(path.join(data, 'emulator.sqlite'))).toBe(true);
      expect(snapshots.isIgnored(path.join(folder.path, 'data.ts'))).toBe(false);
      expect(Object.keys(await files())).toEqual(['data.ts', 'langgraph.json']);
    };
    await withSnapshots(folder.path, work, { dataDir: data });
    // Some users commit their whole home folder by mistake.
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder.path, ...args], { env: gitEnvironment() });
    git('init', '--quiet');
    git('add', '.');
    await withSnapshots(folder.path, work, { dataDir: data });
  });

  test('contains package folders that git tracks, and the watcher watches these folders', async () => {
    const repository = await createRepository({
      'langgraph.json': CONFIG,
      'src/venv/lib/a.ts': 'tracked',
    });
    try {
      await withSnapshots(repository.dir, async (snapshots, files) => {
        await snapshots.look();
        const ignored = (name: string) => snapshots.isIgnored(path.join(repository.dir, name));
        expect(await files()).toMatchObject({ 'src/venv/lib/a.ts': 'tracked' });
        for (const name of ['src/venv', 'src/venv/lib', 'src/venv/lib/a.ts']) {
          expect([name, ignored(name)]).toEqual([name, false]);
        }
        for (const name of ['venv', 'src/venv/bin', 'src/venv/lib/b.ts']) {
          expect([name, ignored(name)]).toEqual([name, true]);
        }
      });
    } finally {
      await repository.remove();
    }
  });

  test('fails with the reason if it would omit the graph configuration', async () => {
    await using folder = await testFolder({ 'langgraph.json': CONFIG, '.gitignore': '*.json\n' });
    await withSnapshots(folder.path, async (snapshots) => {
      await expect(snapshots.take()).rejects.toThrow(
        'langgraph.json is not deployed, because a .gitignore file excludes it from deployments and pushes. Remove the pattern from the .gitignore file',
      );
      await rm(path.join(folder.path, 'langgraph.json'));
      await expect(snapshots.take()).rejects.toThrow(
        'langgraph.json no longer exists. Restore it, or stop dev and start it in the folder that contains it',
      );
    });
  });
});

// docs/dev.md#what-starts-a-deployment
test('a changed file is deployed if git tracks it or if people usually write files of its type', async () => {
  const repository = await createRepository({
    'langgraph.json': CONFIG,
    '.gitignore': '.env\n',
    'agent.ts': '',
    'model.bin': 'tracked',
    '.github/workflows/agent-deploy.yml': 'tracked',
    'prompts/system': 'tracked',
  });
  try {
    const { dir } = repository;
    const at = (name: string) => path.join(dir, name);
    const write = async (name: string, text = '') => {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    };
    const written = ['agent.ts', 'model.bin', 'prompts/system', '.env', 'new/prompt.md', 'gone.py'];
    const tools = ['.github/workflows/agent-deploy.yml', '.vscode/settings.json', '.gitlab-ci.yml'];
    const others = [...tools, 'dev.out', 'output', 'data.sqlite', 'data.sqlite-wal', 'gone.bin'];
    for (const name of [...written, ...others]) await write(name, name === 'model.bin' ? 'edited' : '');
    await withSnapshots(dir, async (snapshots, files) => {
      const relevant = async (names: string[]) =>
        (await snapshots.relevant(names.map(at))).map((file) => path.relative(dir, file));
      // The file is still deployed with the next save of another file.
      expect(Object.keys(await files())).toEqual(expect.arrayContaining(['dev.out', 'gone.bin']));
      await rm(at('gone.py'));
      await rm(at('gone.bin'));
      expect(await relevant([...written, ...others, 'new'])).toEqual(written);
      await rm(at('new'), { recursive: true });
      expect(await relevant(['new', 'never'])).toEqual(['new']);
    });
  } finally {
    await repository.remove();
  }
});

// docs/dev.md#own-output
test('a file that receives the output of `dev` is neither deployed nor watched', async () => {
  await using folder = await testFolder({ 'langgraph.json': CONFIG, 'agent.ts': '' });
  const printed = createPrintedLines();
  await withSnapshots(
    folder.path,
    async (snapshots, files) => {
      const relevant = async () =>
        (await snapshots.relevant(['out.txt', 'notes.txt'].map((name) => path.join(folder.path, name)))).map(
          (file) => path.basename(file),
        );
      printed.add('building …');
      printed.add('deployed in 0.7 s');
      await folder.write({
        'out.txt': `${'x'.repeat(10_000)}\n12:00 building …\n`,
        'notes.txt': 'building\n',
      });
      expect(await relevant()).toEqual(['notes.txt']);
      expect(Object.keys(await files())).toEqual(['agent.ts', 'langgraph.json', 'notes.txt']);
      await folder.write({ 'out.txt': 'half a li' });
      expect(await relevant()).toEqual(['notes.txt']);
    },
    { printed },
  );
});

test('the watcher of `dev` skips packages, environments, the git folder and ignored folders', async () => {
  await using folder = await testFolder({
    'langgraph.json': CONFIG,
    '.gitignore': 'build/\n',
    'build/x/y': '',
  });
  await withSnapshots(folder.path, async (snapshots) => {
    await snapshots.look();
    const ignored = (name: string) => snapshots.isIgnored(path.join(folder.path, name));
    for (const name of ['node_modules', '.git/HEAD', 'a/.venv', '__pycache__/a', 'build', 'build/x']) {
      expect([name, ignored(name)]).toEqual([name, true]);
    }
    for (const name of ['.', 'src', 'src/agent.ts', 'buildings', '.gitignore']) {
      expect([name, ignored(name)]).toEqual([name, false]);
    }
  });
});

// docs/security/checkouts.md#git-waits-for-no-pipe
(process.platform === 'linux' ? test : test.skip).each(['.gitignore', '.gitattributes'])(
  'a pipe at the path %s makes snapshots fail with the path, until the pipe is removed',
  async (name) => {
    const repository = await createRepository({ 'langgraph.json': CONFIG, 'agent.ts': 'x' });
    try {
      const pipe = path.join(repository.dir, name);
      execFileSync('mkfifo', [pipe]);
      await withSnapshots(repository.dir, async (snapshots, files) => {
        await expect(snapshots.take()).rejects.toThrow(`${name} is a pipe or a device`);
        await rm(pipe);
        expect(Object.keys(await files())).toEqual(['agent.ts', 'langgraph.json']);
      });
    } finally {
      await repository.remove();
    }
  },
);
