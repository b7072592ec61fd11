import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Artifact, createRevisionFolders } from '../../../../src/emulator/data-plane/build/artifact.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'artifact-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ID = 'revision-1';

/** Creates the files of a build of Python graphs in a data directory. */
async function buildPython(dataDir: string, system: string, overlay?: string): Promise<Artifact> {
  const checkout = await createRevisionFolders(join(dataDir, 'revisions')).recreate(ID);
  const interpreter = join(dataDir, 'python', 'env-1', 'bin', 'python');
  await mkdir(join(dataDir, 'python', 'env-1', 'bin'), { recursive: true });
  await writeFile(interpreter, '');
  return {
    commitSha: null,
    folder: join(checkout, 'app'),
    language: 'python',
    graphs: {
      file: { module: './agent.py', exportName: 'graph', description: 'answers' },
      dotted: { module: 'pkg.graph', exportName: 'graph' },
    },
    python: {
      runtime: {
        interpreter,
        overlay: overlay === undefined ? undefined : join(dataDir, 'revisions', ID, overlay),
        paths: [join(checkout, 'shared'), system],
      },
      key: 'env-1',
    },
    env: { kind: 'none' },
    sections: {},
    modules: { 'auth.path': { module: './auth.py', exportName: 'auth' } },
    moduleKey: undefined,
  };
}

test('the build of Python graphs can be moved with its data directory, without changing other paths', async () => {
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  const system = join(folder, 'system');
  const artifact = await buildPython(before, system);
  const folders = createRevisionFolders(join(before, 'revisions'));
  await folders.write(ID, artifact);
  expect(await folders.read(ID)).toEqual(artifact);
  expect(await readFile(join(before, 'revisions', ID, 'artifact.json'), 'utf8')).not.toContain(before);

  await rename(before, after);
  const moved = await createRevisionFolders(join(after, 'revisions')).read(ID);
  const text = JSON.stringify(moved);
  expect(text).not.toContain(before);
  expect(moved?.python?.runtime.paths).toEqual([join(after, 'revisions', ID, 'checkout', 'shared'), system]);
  expect(moved?.graphs).toEqual(artifact.graphs);
});

test.each([
  ['its own packages', 'overlay', 'env-1'],
  ['its own environment', undefined, undefined],
])(
  'a build with %s is repeated after its data directory moved, because its files contain the old path',
  async (_, overlay, key) => {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    const { python, ...built } = await buildPython(before, folder, overlay);
    const artifact: Artifact = { ...built, python: python && { ...python, key } };
    const folders = createRevisionFolders(join(before, 'revisions'));
    await folders.write(ID, artifact);
    expect(await folders.read(ID)).toEqual(artifact);
    await rename(before, after);
    expect(await createRevisionFolders(join(after, 'revisions')).read(ID)).toBeUndefined();
  },
);

test('a build is repeated if its Python interpreter no longer exists', async () => {
  const folders = createRevisionFolders(join(folder, 'revisions'));
  const artifact = await buildPython(folder, folder);
  await folders.write(ID, artifact);
  await rm(join(folder, 'python'), { recursive: true });
  expect(await folders.read(ID)).toBeUndefined();
});

test('a build from an emulator without Python support is read as a JavaScript build', async () => {
  const folders = createRevisionFolders(join(folder, 'revisions'));
  await folders.recreate(ID);
  await writeFile(
    join(folder, 'revisions', ID, 'artifact.json'),
    JSON.stringify({
      version: 1,
      commitSha: null,
      folder: 'checkout',
      graphs: { agent: { module: 'checkout/.agent-deploy/graph-0.mjs', exportName: 'graph' } },
      env: { kind: 'none' },
    }),
  );
  expect(await folders.read(ID)).toMatchObject({
    language: 'javascript',
    folder: join(folder, 'revisions', ID, 'checkout'),
    graphs: { agent: { module: join(folder, 'revisions', ID, 'checkout/.agent-deploy/graph-0.mjs') } },
  });
});

test('the build of TypeScript graphs has relative source paths, so it can be moved', async () => {
  const folders = createRevisionFolders(join(folder, 'before'));
  const checkout = await folders.recreate(ID);
  const artifact: Artifact = {
    commitSha: null,
    folder: checkout,
    language: 'javascript',
    graphs: {
      agent: {
        module: join(checkout, '.agent-deploy', 'module-0.mjs'),
        exportName: 'graph',
        source: { file: join(checkout, 'src/agent.ts'), checkout },
      },
    },
    modules: {},
    env: { kind: 'none' },
    sections: {},
    moduleKey: undefined,
  };
  await folders.write(ID, artifact);
  expect(await folders.read(ID)).toMatchObject({ graphs: artifact.graphs });
  await rename(join(folder, 'before'), join(folder, 'after'));
  const moved = join(folder, 'after', ID, 'checkout');
  expect((await createRevisionFolders(join(folder, 'after')).read(ID))?.graphs['agent']?.source).toEqual({
    file: join(moved, 'src/agent.ts'),
    checkout: moved,
  });
});

test('the build of JavaScript graphs stores paths of its configured modules relative to its folder', async () => {
  const folders = createRevisionFolders(join(folder, 'before'));
  const checkout = await folders.recreate(ID);
  const module = join(checkout, '.agent-deploy', 'module-1.mjs');
  const artifact: Artifact = {
    commitSha: null,
    folder: checkout,
    language: 'javascript',
    graphs: {},
    modules: { 'http.app': { module, exportName: 'app' } },
    env: { kind: 'none' },
    sections: { http: { app: './app.ts:app' } },
    moduleKey: undefined,
  };
  await folders.write(ID, artifact);
  expect(await folders.read(ID)).toEqual(artifact);
  await rename(join(folder, 'before'), join(folder, 'after'));
  const moved = await createRevisionFolders(join(folder, 'after')).read(ID);
  expect(moved?.modules['http.app']?.module).toBe(
    join(folder, 'after', ID, 'checkout', '.agent-deploy', 'module-1.mjs'),
  );
});
