import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openCheckout } from '../../src/os/checkout-reader.ts';
import { GraphConfigError, loadGraphConfig } from '../../src/graph-config/load.ts';
import { loadDependencies } from '../../src/graph-config/python-dependencies.ts';
import { locatePythonModules } from '../../src/graph-config/python-modules.ts';

let checkout: string;
let warnings: string[];
beforeEach(async () => {
  warnings = [];
  checkout = await realpath(await mkdtemp(join(tmpdir(), 'tree-')));
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(checkout, name)), { recursive: true });
    await writeFile(join(checkout, name), text);
  }
}

const AGENT = { graphs: { agent: './agent.py:graph' }, dependencies: ['.'] };

/** Plans the build of this tree's configuration, and finds its graphs. Paths are relative to the checkout. */
async function load(
  files: readonly string[],
  config: object = AGENT,
  { at = 'langgraph.json', rootName = 'my_repo', mayAppear = false } = {},
) {
  await write({
    ...Object.fromEntries(files.map((name) => [name, ''])),
    [at]: JSON.stringify({ ...AGENT, ...config }),
  });
  return loadAgain({ at, rootName, mayAppear });
}

async function loadAgain({ at = 'langgraph.json', rootName = 'my_repo', mayAppear = false }) {
  const reader = await openCheckout(checkout);
  const loaded = await loadGraphConfig(reader, at);
  const python = loaded.config.python;
  if (python === undefined) throw new Error('no Python graphs');
  const plan = await loadDependencies(
    { reader, rootName: rootName || undefined, warn: (message) => warnings.push(message) },
    loaded,
    python,
  );
  const graphs = await locatePythonModules({ reader, loaded, python, plan, mayAppear });
  const shown = (path: string) => relative(checkout, path).split(sep).join('/') || '.';
  return {
    requirements: plan.requirements,
    requirementFiles: plan.requirementFiles.map(shown),
    packages: plan.packages.map(shown),
    paths: plan.paths.map(shown),
    flat: plan.flat.map(({ name, folder }) => `${name} = ${shown(folder)}`),
    files: graphs.map(({ file }) => (file === undefined ? undefined : shown(file))),
  };
}

describe('the dependencies of Python graphs', () => {
  test('are divided into requirements, packages with a project file, and folders without a project file', async () => {
    const dependencies = ['httpx>=0.27', '.', '../shared', './tools', './flat', './old'];
    const found = await load(
      [
        'app/agent.py',
        'app/pyproject.toml',
        'app/requirements.txt',
        'shared/util/x.py',
        'shared/requirements.txt',
        'app/tools/__pycache__/a.py',
        'app/tools/.hidden/a.py',
        'app/flat/__init__.py',
        'app/flat/requirements.txt',
        'app/old/setup.py',
      ],
      { dependencies },
      { at: 'app/langgraph.json' },
    );
    expect(found).toEqual({
      requirements: ['httpx>=0.27'],
      requirementFiles: ['shared/requirements.txt', 'app/flat/requirements.txt'],
      packages: ['app', 'app/old'],
      paths: ['shared', 'app/tools'],
      flat: ['flat = app/flat'],
      files: ['app/agent.py'],
    });
  });

  test('can include the root as a package with the name of the repository', async () => {
    const files = ['agent.py', '__init__.py'];
    expect((await load(files)).flat).toEqual(['my_repo = .']);
    expect(await load(files, {}, { rootName: '' })).toMatchObject({ flat: [], paths: ['.'] });
    expect(warnings).toEqual([expect.stringContaining("an archive does not contain the folder's name")]);
    await expect(load(files, {}, { rootName: 'my-repo' })).rejects.toThrow(
      'the key "dependencies" contains ".", a package with the name "my-repo", but Python cannot import a name with a hyphen. Rename the folder, or give it a pyproject.toml.',
    );
  });

  // docs/departures/graphs.md#graph-configuration-dependencies
  test.each<[string, string[], string[], string]>([
    [
      'a path that does not exist',
      [],
      ['.', './gone'],
      'the key "dependencies.1" points to "./gone", which does not exist.',
    ],
    [
      'a file',
      ['a.py'],
      ['./a.py'],
      'points to "./a.py", which is a file. Give the folder that contains it.',
    ],
    ['outside', [], ['../..'], 'points to "../..", which is outside the repository.'],
    [
      'the source folder of a project file that is missing',
      ['src/a.py'],
      ['.'],
      'contains ".", which contains the package "src", but that name is reserved. Rename the folder, or give "." a pyproject.toml.',
    ],
    [
      'a reserved flat package',
      ['httpx/__init__.py'],
      ['./httpx'],
      'a package with the name "httpx", but that name is',
    ],
    [
      'a flat package with a hyphen',
      ['my-pkg/__init__.py'],
      ['./my-pkg'],
      'cannot import a name with a hyphen',
    ],
    [
      'two folders with the same package',
      ['a/util/x.py', 'b/util/x.py'],
      ['./a', './b'],
      'contains "./a" and "./b", which both have a package "util".',
    ],
    ['the same folder twice', ['a/util/x.py'], ['./a', './a'], 'contains "./a" twice.'],
  ])('are rejected if they contain %s', async (_, files, dependencies, message) => {
    await expect(load(['agent.py', ...files], { dependencies })).rejects.toThrow(message);
  });

  test('are read through links that stay inside the checkout', async () => {
    await load(['agent.py', 'real/pyproject.toml']);
    await symlink('real', join(checkout, 'link'), 'junction');
    await symlink(tmpdir(), join(checkout, 'out'), 'junction');
    const linked = await load(['agent.py'], { dependencies: ['.', './link'] });
    expect(linked.packages).toEqual(['real']);
    await expect(load([], { dependencies: ['./out'] })).rejects.toThrow('which is outside the repository');
    await rm(join(checkout, 'out'));
    await symlink('/etc/hostname', join(checkout, 'requirements.txt'));
    await expect(load([])).rejects.toThrow(
      '"requirements.txt" of a folder in "dependencies" is outside the repository',
    );
  });

  // docs/departures/graphs.md#graph-configuration-git-credentials
  test('are rejected if their files contain a URL with credentials', async () => {
    await write({ 'agent.py': '', 'pyproject.toml': 'a = { git = "https://me:token-1@example.test/r" }' });
    const failure = await load([]).catch((error: unknown) => String(error));
    expect(failure).toContain(
      '"pyproject.toml" of a folder in "dependencies" contains a Git URL with a user name',
    );
    expect(failure).not.toContain('token-1');
  });

  test('can be defined by a uv project that has both pyproject.toml and uv.lock', async () => {
    const source = { dependencies: [], source: { kind: 'uv', root: '..' } };
    const at = 'app/langgraph.json';
    const files = ['app/agent.py', 'pyproject.toml'];
    await expect(load(files, source, { at })).rejects.toThrow(
      'the key "source.root" points to "..", which has no uv.lock. Run "uv lock" there and commit the lock file',
    );
    expect((await load(['uv.lock'], source, { at })).files).toEqual(['app/agent.py']);
    await rm(join(checkout, 'pyproject.toml'));
    await expect(loadAgain({ at })).rejects.toThrow('which has no pyproject.toml');
    await expect(load([], { ...source, source: { kind: 'uv', root: '../..' } }, { at })).rejects.toThrow(
      '"source.root" points to "../..", which is outside',
    );
  });

  test('can have a pip configuration, whose file must exist', async () => {
    const found = await load(['agent.py', 'pip.conf'], { pip_config_file: './pip.conf' });
    expect(found.paths).toEqual(['.']);
    await expect(load([], { pip_config_file: 'pip.ini' })).rejects.toThrow(
      'the key "pip_config_file" points to "pip.ini", which does not exist',
    );
    await expect(load([], { pip_config_file: '.' })).rejects.toThrow('which is not a file');
  });
});

describe('the modules of Python graphs', () => {
  const dotted = (path: string, more: object = {}) => ({ graphs: { agent: `${path}:graph` }, ...more });

  test.each<[string, string[], object, string | undefined]>([
    ['a file', ['src/a.py'], { ...dotted('./src/a.py'), dependencies: ['./src'] }, 'src/a.py'],
    ['a file without a dot', ['agents/a.py'], dotted('agents/a.py'), 'agents/a.py'],
    ['a module', ['a.py'], dotted('a'), 'a.py'],
    ['a package', ['a/__init__.py', 'a.py'], dotted('a'), 'a/__init__.py'],
    ['a module of a package', ['a/__init__.py', 'a/b.py'], dotted('a.b'), 'a/b.py'],
    ['in a package without __init__.py', ['a/b/c.py'], dotted('a.b.c'), 'a/b/c.py'],
    ['in the folder src of a project', ['pyproject.toml', 'src/a/b.py'], dotted('a.b'), 'src/a/b.py'],
    ['in another folder', ['lib/a/b.py'], dotted('a.b', { dependencies: ['./lib'] }), 'lib/a/b.py'],
    [
      'in a flat package',
      ['lib/__init__.py', 'lib/b.py'],
      dotted('lib.b', { dependencies: ['./lib'] }),
      'lib/b.py',
    ],
    ['in the root as a package', ['__init__.py', 'b.py'], dotted('my_repo.b'), 'b.py'],
    ['in an installed package', ['x.py'], dotted('elsewhere.graph'), undefined],
    ['in a package that is partly in the repository', ['a/x.py'], dotted('a.graph'), undefined],
  ])('are found: %s', async (_, files, config, file) => {
    expect((await load(files, config)).files).toEqual([file]);
  });

  test.each<[string, string[], object, string]>([
    [
      'they do not exist',
      ['x.py'],
      dotted('./agent.py'),
      'points to "./agent.py", which does not exist. Commit the file',
    ],
    [
      'their path is misspelled',
      ['bots/agent.py'],
      dotted('./bots/agnet.py'),
      'does not exist. Did you mean "./bots/agent.py"?',
    ],
    ['the path is a folder', ['a.py/x.py'], dotted('./a.py'), 'which is not a file'],
    ['their path leads out of the repository', [], dotted('../a.py'), 'which is outside the repository'],
    ['their path is absolute', [], dotted('/etc/a.py'), 'which is outside the repository'],
    [
      'no listed local folder contains them',
      ['b/a.py', 'c/x.py'],
      dotted('./b/a.py', { dependencies: ['./c'] }),
      'points to "./b/a.py", which is in no local folder of "dependencies", because that key contains only "./c". Add its folder there, such as "."',
    ],
    [
      'the dependencies contain only requirements',
      ['a.py'],
      dotted('./a.py', { dependencies: ['httpx'] }),
      'which is in no local folder of "dependencies", because that key contains no local folder',
    ],
    [
      'their package does not contain them',
      ['a/__init__.py', 'a/graph.py', 'a/tools.py'],
      dotted('a.grpah'),
      'the package "a" of this repository has no "grpah". Did you mean "a.graph"?',
    ],
    [
      'the repository does not contain them',
      ['a/__init__.py', 'a/graph.py', 'a/tools.py'],
      dotted('a.main'),
      'It has graph, tools.',
    ],
  ])('are rejected if %s', async (_, files, config, message) => {
    await expect(load(files, config)).rejects.toThrow(message);
  });

  test('are rejected outside of the uv project', async () => {
    const source = { dependencies: [], source: { kind: 'uv', root: './app' } };
    await expect(load(['app/uv.lock', 'app/pyproject.toml', 'agent.py'], source)).rejects.toThrow(
      'which is not in the uv project "./app"',
    );
  });

  test('can be missing if a command can still create them', async () => {
    const options = { mayAppear: true };
    expect((await load([], dotted('./made.py'), options)).files).toEqual([undefined]);
    expect((await load(['a/__init__.py'], dotted('a.made'), options)).files).toEqual([undefined]);
  });

  test('are not searched behind links that lead out of the checkout', async () => {
    await symlink(tmpdir(), join(checkout, 'out'), 'junction');
    expect((await load([], dotted('out.a'))).files).toEqual([undefined]);
  });
});

test('a Python configuration is either planned within the checkout or rejected with a reason', async () => {
  const name = fc.constantFrom(
    'a',
    'src',
    'httpx',
    '__init__.py',
    'a.py',
    'graph.py',
    'pyproject.toml',
    'ü',
    '..x',
  );
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const entry = fc.oneof(
    path.map((one) => `./${one}`),
    fc.constantFrom('.', '..', './', './out', './loop', '../..', 'httpx', './\0', './a/../..'),
  );
  const graph = fc.oneof(
    path.map((one) => `./${one}`),
    fc.constantFrom('a.graph', 'src.a', './out/agent.py', './loop/a.py', '../a.py', 'loop.a', 'out.a'),
  );
  const tree = fc.record({
    files: fc.uniqueArray(path, { maxLength: 6 }),
    entries: fc.array(entry, { minLength: 1, maxLength: 3 }),
    graph: graph.map((one) => `${one}:graph`),
    mayAppear: fc.boolean(),
  });
  const outside = await mkdtemp(join(tmpdir(), 'outside-'));
  try {
    await writeFile(join(outside, 'agent.py'), '');
    await fc.assert(
      fc.asyncProperty(tree, async ({ files, entries, graph: named, mayAppear }) => {
        await rm(checkout, { recursive: true, force: true });
        await mkdir(checkout);
        await symlink(outside, join(checkout, 'out'), 'junction');
        await symlink(checkout, join(checkout, 'loop'), 'junction');
        // A file may have the same name as another file's folder.
        for (const file of files) await write({ [file]: '' }).catch(() => undefined);
        const config = { graphs: { agent: named }, dependencies: entries };
        try {
          const found = await load([], config, { mayAppear });
          const places = [...found.packages, ...found.paths, ...found.requirementFiles, ...found.files];
          expect(places.filter((place) => place?.startsWith('../') || place === '..')).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(GraphConfigError);
        }
      }),
      { numRuns: 100 },
    );
  } finally {
    await rm(outside, { recursive: true, force: true });
  }
});
