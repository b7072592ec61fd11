import { lstat, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import * as esbuild from 'esbuild';
import {
  malformedConfig,
  missingConfig,
  missingExport,
  missingModule,
  plainAgent,
  syntaxError,
  wrongConfig,
} from '../../../../harness/agents/fixtures.ts';
import type { FileTree } from '../../../../harness/git.ts';
import type { Artifact } from '../../../../src/emulator/data-plane/build/artifact.ts';
import { folderSize } from '../../../../src/emulator/data-plane/build/disk.ts';
import { openBuildFixture, type Workshop } from './fixture.ts';

let workshop: Workshop;
afterEach(() => workshop.remove());
// The bundler's helper process is kept for the next build.
afterAll(() => esbuild.stop());

const LOCKED = {
  'package.json': JSON.stringify({ name: 'agent', type: 'module' }),
  'package-lock.json': JSON.stringify({ name: 'agent', lockfileVersion: 3, packages: {} }),
};
const WITH_DEP = `import { dep } from 'dep';\nexport const graph = { invoke: () => dep };\n`;

/** Evaluates an expression over the bundled module `m` in a new Node process. */
function evaluate(artifact: Artifact, expression: string, graph = 'agent'): unknown {
  const url = pathToFileURL(artifact.graphs[graph]?.module ?? '').href;
  const script = `import(${JSON.stringify(url)}).then((m) => console.log(JSON.stringify(${expression})))`;
  const run = spawnSync(process.execPath, ['-e', script], { cwd: artifact.folder, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as unknown;
}

describe('the build of a revision', () => {
  // docs/departures/graphs.md#node-version-graph-configuration
  test('compiles a TypeScript agent of a commit into modules that run', async () => {
    workshop = await openBuildFixture(plainAgent({ version: 'v7' }));
    const artifact = await workshop.build();
    expect(artifact.commitSha).toBe(await workshop.repository.head());
    expect(
      evaluate(artifact, `m.graph.invoke({ messages: [{ content: 'hi' }] }).messages[1].content`),
    ).toContain('echo v7: hi');
    const log = workshop.lines.join('\n');
    expect(log).toMatch(/Checked out [0-9a-f]{40} \(\d+ ms\)/);
    expect(log).toContain(
      `requests Node 22, but this emulator runs agents on Node ${process.versions.node}.`,
    );
  });

  test("preserves a module's information about its own path, and supports CommonJS code", async () => {
    workshop = await openBuildFixture({
      'langgraph.json': JSON.stringify({
        graphs: {
          esm: './src/esm.ts:graph',
          cjs: './src/old.cjs:graph',
          both: { path: './src/esm.ts:default' },
        },
      }),
      'prompt.md': 'be kind',
      'src/esm.ts': `#!/usr/bin/env node
        import { readFileSync } from 'node:fs';
        import { fileURLToPath } from 'node:url';
        import { createRequire } from 'node:module';
        import { shared } from './shared.ts';
        const require = createRequire(import.meta.url);
        const __dirname = fileURLToPath(new URL('.', import.meta.url));
        const note: string = 'import.meta.url stays as text';
        export const graph = { prompt: readFileSync(new URL('../prompt.md', import.meta.url), 'utf8'), note, has: typeof require('node:fs'), shared, sub: __dirname.endsWith('src/') };
        export default graph;`,
      'src/shared.ts': `export const shared = { place: import.meta.dirname!.split('/').at(-1) };`,
      'src/old.cjs': `const { basename } = require('node:path'); exports.graph = { dir: basename(__dirname), file: basename(__filename) };`,
    });
    const artifact = await workshop.build();
    expect(evaluate(artifact, 'm.graph', 'esm')).toEqual({
      prompt: 'be kind',
      note: 'import.meta.url stays as text',
      has: 'object',
      shared: { place: 'src' },
      sub: true,
    });
    expect(evaluate(artifact, 'm.graph', 'cjs')).toEqual({ dir: 'src', file: 'old.cjs' });
    expect(artifact.graphs['both']).toEqual({
      module: artifact.graphs['esm']?.module,
      exportName: 'default',
      source: { file: join(artifact.folder, 'src/esm.ts'), checkout: artifact.folder },
    });
  });

  test('resolves the aliases of tsconfig.json and package.json', async () => {
    workshop = await openBuildFixture({
      'langgraph.json': '{"graphs":{"agent":"./src/agent.ts:graph"}}',
      'package.json': JSON.stringify({ imports: { '#tools': './src/tools.ts' } }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
      'src/agent.ts': `import { a } from '@/other'; import { t } from '#tools'; export const graph = a + t;`,
      'src/other.ts': 'export const a: string = "a";',
      'src/tools.ts': 'export const t: string = "t";',
    });
    expect(evaluate(await workshop.build(), 'm.graph')).toBe('at');
  });

  test('warns about submodules and Git LFS files, which are not fetched', async () => {
    workshop = await openBuildFixture({
      ...plainAgent(),
      '.gitmodules': '',
      '.gitattributes': '*.bin filter=lfs -text\n',
    });
    await workshop.build();
    expect(workshop.lines.join('\n')).toMatch(
      /submodules, which are not fetched[^]*Git LFS files, which are not fetched/,
    );
  });

  test("finds the configuration and the agent's packages in a subfolder of the repository", async () => {
    const agent = { 'langgraph.json': '{"graphs":{"agent":"./a.ts:graph"}}', 'a.ts': WITH_DEP, ...LOCKED };
    workshop = await openBuildFixture(
      Object.fromEntries(Object.entries(agent).map(([name, text]) => [`apps/agent/${name}`, text])),
    );
    const artifact = await workshop.build({ config: { graph_config_path: './apps/agent/langgraph.json' } });
    expect(artifact.folder.endsWith(join('apps', 'agent'))).toBe(true);
    expect(evaluate(artifact, 'm.graph.invoke()')).toBe('dep');
  });

  // docs/conformance.md#sourceconfig-install-command
  // docs/departures.md#sourceconfig-signs-install-command
  test("runs the install command in the root, and the build command in the configuration's folder", async () => {
    workshop = await openBuildFixture({ ...prefixed('app', plainAgent()), 'package.json': '{}' });
    await workshop.build({
      source: { install_command: 'pwd; echo root-$((1+1))', build_command: 'pwd; echo config >&2' },
      config: { graph_config_path: 'app/langgraph.json' },
    });
    const text = workshop.lines.join('\n');
    expect(text).toMatch(/checkout\nroot-2\n/);
    expect(text).toMatch(/checkout\/app\nconfig\n/);
    expect(await workshop.installs()).toBe(0);
  });

  test('can bundle a module that only the build command creates', async () => {
    workshop = await openBuildFixture({ 'langgraph.json': '{"graphs":{"agent":"./made.mjs:graph"}}' });
    const artifact = await workshop.build({
      source: { build_command: 'echo "export const graph = 5" > made.mjs' },
    });
    expect(evaluate(artifact, 'm.graph')).toBe(5);
  });

  test('passes no unlisted variable of the emulator to programs', async () => {
    workshop = await openBuildFixture(plainAgent());
    process.env['EMULATOR_API_KEY'] = 'should-not-be-seen';
    try {
      await workshop.build({ source: { install_command: 'env' } });
    } finally {
      delete process.env['EMULATOR_API_KEY'];
    }
    expect(workshop.lines.join('\n')).not.toContain('should-not-be-seen');
  });
});

describe('the installed packages of a build', () => {
  test('are installed once for each lock file and reused by the next revision', async () => {
    workshop = await openBuildFixture({
      'langgraph.json': '{"graphs":{"agent":"./a.ts:graph"}}',
      'a.ts': WITH_DEP,
      ...LOCKED,
    });
    const first = await workshop.build();
    await workshop.repository.commit({ 'a.ts': `${WITH_DEP}// changed\n` });
    const second = await workshop.build();
    expect(await workshop.installs()).toBe(1);
    expect(second.moduleKey).toBe(first.moduleKey);
    for (const artifact of [first, second]) expect(evaluate(artifact, 'm.graph.invoke()')).toBe('dep');
    expect((await lstat(join(second.folder, 'node_modules'))).isSymbolicLink()).toBe(true);

    await workshop.repository.commit({ 'package-lock.json': `${LOCKED['package-lock.json']}\n` });
    expect((await workshop.build()).moduleKey).not.toBe(first.moduleKey);
    expect(await workshop.installs()).toBe(2);
  });

  test('are not shared if a build command or an install script of the root package could change them', async () => {
    const agent = { 'langgraph.json': '{"graphs":{"agent":"./a.ts:graph"}}', 'a.ts': WITH_DEP, ...LOCKED };
    workshop = await openBuildFixture(agent);
    expect((await workshop.build({ source: { build_command: 'true' } })).moduleKey).toBeUndefined();
    await workshop.repository.commit({
      'package.json': JSON.stringify({ scripts: { postinstall: 'true' } }),
    });
    expect((await workshop.build()).moduleKey).toBeUndefined();
    expect(await readdir(join(workshop.folder, 'modules')).catch(() => [])).toEqual([]);
  });
});

describe('a failed build', () => {
  test.each<[string, FileTree, string]>([
    [
      'no configuration',
      missingConfig,
      'Graph configuration langgraph.json: this commit has no such file. Add it',
    ],
    [
      'a configuration that is not JSON',
      malformedConfig,
      'Graph configuration langgraph.json: it is not valid JSON',
    ],
    [
      'graphs that are not a mapping',
      wrongConfig,
      'the key "graphs" is not an object of graphs by name. Expected "graphs"',
    ],
    [
      'a module that does not exist',
      missingModule,
      'the key "graphs.agent" points to "./src/nowhere.ts", which does not exist.',
    ],
    [
      'an export that does not exist',
      missingExport,
      'names the export "grpah", but ./src/agent.ts does not export this name. Did you mean "graph"?',
    ],
    ['code that is not TypeScript', syntaxError, 'Bundling failed: src/agent.ts:1:'],
    [
      'a module outside of the checkout',
      { 'langgraph.json': '{"graphs":{"agent":"../../x.ts:graph"}}' },
      'which is outside the repository',
    ],
    [
      'a local import that does not exist',
      { 'src/agent.ts': `import './gone.ts'; export const graph = 1;` },
      'Could not resolve "./gone.ts"',
    ],
    ['an invalid package.json', { 'package.json': '{' }, 'package.json is not valid JSON'],
  ])('reports the problem with a hint: %s', async (_, files, message) => {
    workshop = await openBuildFixture({ ...plainAgent(), ...files });
    await expect(workshop.build()).rejects.toThrow(message);
  });

  // docs/departures/graphs.md#graph-configuration-values
  test('reports a configuration key whose file does not exist or is outside of the checkout', async () => {
    const module = (path: string) => `${path}:name`;
    for (const [key, section] of [
      ['http.app', (path: string) => ({ http: { app: module(path) } })],
      ['auth.path', (path: string) => ({ auth: { path: module(path) } })],
      ['checkpointer.path', (path: string) => ({ checkpointer: { path: module(path) } })],
      ['store.path', (path: string) => ({ store: { path: module(path) } })],
      ['store.index.embed', (path: string) => ({ store: { index: { dims: 4, embed: module(path) } } })],
      ['ui.page', (path: string) => ({ ui: { page: path } })],
    ] as const) {
      for (const [path, message] of [
        ['./gone.ts', 'which does not exist. Commit the file'],
        ['../out.ts', 'which is outside the repository'],
        ['./folder.ts', 'which is not a file'],
      ] as const) {
        workshop = await openBuildFixture({
          'langgraph.json': JSON.stringify({ graphs: { agent: './a.ts:graph' }, ...section(path) }),
          'a.ts': 'export const graph = {};',
          'folder.ts/a.txt': '',
        });
        await expect(workshop.build()).rejects.toThrow(`the key "${key}" points to "${path}", ${message}`);
        await workshop.remove();
      }
    }
  });

  test('reports a configuration path outside of the checkout, by name or by link', async () => {
    workshop = await openBuildFixture(plainAgent());
    await symlink('/etc/hostname', join(workshop.repository.dir, 'link.json'));
    await workshop.repository.commit({ 'x.txt': 'x' });
    for (const path of ['../langgraph.json', '/etc/hostname', 'link.json']) {
      await expect(workshop.build({ config: { graph_config_path: path } })).rejects.toThrow(
        'the path is outside the repository',
      );
    }
  });

  test('reports a command that fails, is missing, takes too long or prints too much', async () => {
    workshop = await openBuildFixture(plainAgent());
    const fails = (line: string, limits = {}) =>
      workshop.build({ source: { install_command: line }, limits });
    await expect(fails('exit 3')).rejects.toThrow('The install command "exit 3" ended with exit code 3.');
    await expect(fails('no-such-tool')).rejects.toThrow('ended with exit code 127');
    await expect(fails('sleep 30', { installMs: 100 })).rejects.toThrow('took longer than');
    await expect(fails('yes', { outputBytes: 10_000 })).rejects.toThrow('printed more than 10000 bytes');
    await expect(fails('head -c 50000 /dev/zero > big', { folderBytes: 20_000 })).rejects.toThrow(
      'MiB on disk',
    );
  });

  test('reports a package manager that is not installed', async () => {
    workshop = await openBuildFixture({ ...plainAgent(), 'package.json': '{}', 'pnpm-lock.yaml': '' });
    await rm(join(workshop.folder, 'bin', 'pnpm'));
    await expect(workshop.build()).rejects.toThrow(
      /could not be started: .*Run `npm install --global pnpm` on the machine that runs the emulator\. Programs in folders node_modules\/\.bin/,
    );
  });
});

test('measuring the size of a folder stops above the limit', async () => {
  workshop = await openBuildFixture({});
  const bytes = await folderSize(workshop.repository.dir, Number.POSITIVE_INFINITY);
  expect(bytes).toBeGreaterThan(100);
  expect(await folderSize(workshop.repository.dir, 10)).toBeGreaterThan(10);
  expect(await readFile(join(workshop.repository.dir, '.git', 'HEAD'), 'utf8')).toContain('main');
});

function prefixed(folder: string, files: FileTree): FileTree {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
