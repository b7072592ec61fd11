import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkAgent, type CheckRequest, renderCheck } from '../../src/graph-config/check.ts';
import { openCheckout } from '../../src/os/checkout-reader.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'check-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function check(
  config: object | string,
  files: Readonly<Record<string, string>> = {},
  more: Partial<CheckRequest> = {},
) {
  const configPath = more.configPath ?? 'langgraph.json';
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  for (const [name, content] of Object.entries({ [configPath]: text, ...files })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return checkAgent({ reader: await openCheckout(root), configPath, rootName: 'my_repo', ...more });
}

const AGENT = { graphs: { agent: './agent.ts:graph' } };
const PYTHON = { graphs: { agent: './agent.py:graph' }, dependencies: ['.'] };

describe('the check of an agent', () => {
  // docs/cli.md#check
  test('reports the planned build of graphs in JavaScript', async () => {
    const report = await check(
      { ...AGENT, env: { NAME: 'secret-value' }, http: { cors: { allow_origins: ['*'] } } },
      { 'agent.ts': '', 'package.json': '{}', 'package-lock.json': '{}' },
    );
    expect(report).toEqual({
      configPath: 'langgraph.json',
      problems: [],
      warnings: [],
      emulatorOnly: [],
      build: {
        language: 'javascript',
        graphs: [{ id: 'agent', module: './agent.ts', exportName: 'graph' }],
        named: {},
        packages: {
          kind: 'javascript',
          folder: '',
          line: 'npm ci --prefer-offline --no-audit --no-fund',
        },
        env: { names: ['NAME'] },
      },
    });
    expect(renderCheck(report)).toBe(
      [
        'langgraph.json: a graph in JavaScript',
        '  agent: graph of ./agent.ts',
        '  packages: npm ci --prefer-offline --no-audit --no-fund',
        '  variables: NAME',
        '',
        'No problem prevents a build.',
        '',
      ].join('\n'),
    );
  });

  test('reports the planned build of graphs in Python, even if the agent is in a subfolder of the repository', async () => {
    const report = await check(
      {
        graphs: { agent: './app/agent.py:graph', other: { path: 'pkg.helper:make', description: 'helps' } },
        dependencies: ['.', '../shared', 'httpx>=0.27'],
        python_version: '3.12',
        store: { index: { dims: 4, embed: './app/embed.py:embed' } },
      },
      {
        'apps/a/app/agent.py': '',
        'apps/a/app/embed.py': '',
        'apps/a/pkg/helper.py': '',
        'apps/a/requirements.txt': '',
        'apps/shared/pyproject.toml': '',
      },
      { configPath: 'apps/a/langgraph.json' },
    );
    expect(report).toMatchObject({
      problems: [],
      build: {
        language: 'python',
        graphs: [
          { id: 'agent', module: './app/agent.py', exportName: 'graph' },
          { id: 'other', module: 'pkg.helper', exportName: 'make', description: 'helps' },
        ],
        named: { 'store.index.embed': './app/embed.py:embed' },
        packages: {
          kind: 'python',
          version: '3.12',
          requirements: ['httpx>=0.27'],
          requirementFiles: ['apps/a/requirements.txt'],
          folders: ['apps/shared', 'apps/a'],
        },
      },
    });
    expect(renderCheck(report)).toContain(
      'packages: Python 3.12 with httpx>=0.27, apps/a/requirements.txt, apps/shared, apps/a, by uv',
    );
  });

  test('reports all invalid values and all missing files', async () => {
    const values = await check({ ...AGENT, http: { disable_mcp: 'yes', app: 7 }, image_distro: 'alpine' });
    expect(values.problems).toEqual([
      expect.stringContaining('the key "http.app" is not "<file>:<name>"'),
      expect.stringContaining('the key "http.disable_mcp" is neither true nor false'),
      expect.stringContaining('the key "image_distro" is not known'),
    ]);
    const files = await check(
      { ...AGENT, http: { app: './app.ts:app' }, ui: { page: '../page.tsx' } },
      { 'package.json': '[]' },
    );
    expect(files.problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining('the key "graphs.agent" points to "./agent.ts", which does not exist'),
        expect.stringContaining('the key "http.app" points to "./app.ts", which does not exist'),
        expect.stringContaining('the key "ui.page" points to "../page.tsx", which is outside the repository'),
        'package.json is not a JSON object. Correct the file.',
      ]),
    );
    expect(files.problems).toHaveLength(4);
    expect(renderCheck(files)).toContain('The build would fail because of (4):');
  });

  test.each([
    [PYTHON, { 'agent.txt': '' }, 'the key "graphs.agent" points to "./agent.py", which does not exist'],
    [
      { ...PYTHON, dependencies: ['./gone'] },
      { 'agent.py': '' },
      'the key "dependencies.0" points to "./gone", which does not exist',
    ],
    [
      { ...PYTHON, dependencies: ['.'] },
      { 'agent.py': '', 'langgraph/__init__.py': '' },
      'that name is reserved',
    ],
    [
      { graphs: PYTHON.graphs, source: { kind: 'uv' } },
      { 'agent.py': '', 'pyproject.toml': '' },
      'which has no uv.lock',
    ],
    ['{ "graphs": ', {}, 'it is not valid JSON (Unexpected end of JSON input (line 1 column 13))'],
    [{ graph: AGENT.graphs }, {}, 'Rename "graph" to "graphs".'],
  ])('reports a problem that would make a build fail: %j', async (config, files, message) => {
    const report = await check(config, files);
    expect(report.problems).toEqual([expect.stringContaining(message)]);
  });

  // docs/cli.md#check
  test.each([
    [{ ...AGENT }, 'agent.ts', '*.ts\n'],
    [{ ...PYTHON }, 'agent.py', '# ours\n/agent.py\n'],
  ])('names the .gitignore that excludes a graph: %j', async (config, file, ignore) => {
    const missing = await check(config, { '.gitignore': ignore, 'package.json': '{}' });
    expect(missing.problems).toEqual([
      expect.stringContaining(
        `points to "./${file}", which does not exist, because .gitignore excludes it. Remove the pattern there, and commit the file`,
      ),
    ]);
    const there = await check(config, { '.gitignore': ignore, [file]: '', 'package.json': '{}' });
    expect([there.problems, there.warnings]).toEqual([
      [],
      expect.arrayContaining([
        `the key "graphs.agent" points to "./${file}", which .gitignore excludes, so commits lack the file unless git already tracks it. Remove the pattern there`,
      ]),
    ]);
  });

  test('obeys the innermost .gitignore, and skips patterns that take too long to match', async () => {
    const problems = async (files: Record<string, string>) =>
      (await check({ graphs: { agent: './src/agent.ts:graph' } }, files)).problems.join();
    expect(await problems({ '.gitignore': 'src/*\n', 'src/.gitignore': '!agent.ts\n' })).toContain(
      'which does not exist. Commit the file',
    );
    expect(await problems({ 'src/.gitignore': 'agent.*\n' })).toContain('because src/.gitignore excludes it');
    const slow = `${'*a'.repeat(60)}b\n`;
    expect(await problems({ '.gitignore': slow, 'src/.gitignore': '' })).toContain(
      'which does not exist. Commit the file',
    );
  });

  test('distinguishes errors from features that only the emulator does not support', async () => {
    const report = await check(
      { ...AGENT, env: '.env', base_image: 'mine', anythin: 1 },
      { 'agent.ts': '', 'package.json': '{}' },
    );
    expect(report.problems).toEqual([]);
    expect(report.emulatorOnly).toEqual([
      expect.stringContaining('the key "base_image" is supported if podman or docker works'),
    ]);
    expect(report.warnings).toEqual([
      expect.stringContaining('the key "anythin" is unknown'),
      'the key "env" points to the file ".env", which does not exist, so none of its variables is set. Create the file for `dev`, and set the variables as secrets of the deployment',
      expect.stringContaining('no lock file exists next to package.json'),
    ]);
  });

  test('reports a value as an error if no server accepts it', async () => {
    const encrypted = { ...AGENT, encryption: { path: './encryption.ts:own' } };
    const report = await check(encrypted, { 'agent.ts': '', 'encryption.ts': '' });
    expect(report.problems).toEqual([
      expect.stringContaining('the key "encryption" applies only to Python graphs'),
    ]);
    expect(report.emulatorOnly).toEqual([]);
  });

  test('accepts a missing module if a command of the deployment can create it', async () => {
    expect((await check(AGENT, {}, { buildCommand: 'make' })).problems).toEqual([]);
    expect((await check(PYTHON, {}, { installCommand: 'make install' })).problems).toEqual([]);
  });

  test('reads nothing outside of the checkout', async () => {
    await symlink('/etc', join(root, 'etc'));
    await symlink('/etc/passwd', join(root, 'link.ts'));
    await symlink('/etc/hostname', join(root, 'agent.ts'));
    const report = await check({ ...AGENT, env: './etc/hostname', http: { app: './link.ts:app' } });
    expect(report.problems).toEqual([
      expect.stringContaining('"graphs.agent" points to "./agent.ts", which is outside the repository'),
      expect.stringContaining('"http.app" points to "./link.ts", which is outside the repository'),
    ]);
    expect(report.warnings).toEqual([expect.stringContaining('the key "env" points to the file')]);
    const own = await checkAgent({
      reader: await openCheckout(root),
      configPath: '../langgraph.json',
      rootName: 'r',
    });
    expect(own.problems).toEqual([expect.stringContaining('the path is outside the folder')]);
  });
});
