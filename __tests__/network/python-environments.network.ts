import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { DependencyPlan, PythonConfig } from '../../src/graph-config/python.ts';
import { DEFAULT_LIMITS } from '../../src/emulator/data-plane/build/step.ts';
import { fetchEnvironment } from '../../src/emulator/data-plane/environment.ts';
import { createProcesses } from '../../src/emulator/data-plane/places/process/processes.ts';
import { createPythonEnvironments } from '../../src/emulator/data-plane/python/environments.ts';
import { installPython } from './support/installs.ts';

const execute = promisify(execFile);
const lines: string[] = [];
let folder: string;
let processes: ReturnType<typeof createProcesses>;
/** A folder that contains only a uv from the package index. */
let uvFolder: string;
let revisions = 0;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'python-environments-')));
  processes = createProcesses();
  uvFolder = join(folder, 'uv');
  await mkdir(uvFolder);
  // The environment where uv is installed also has a Python without pip.
  await copyFile(join(await installPython(join(folder, 'tools'), ['uv']), 'uv'), join(uvFolder, 'uv'));
});
afterAll(async () => {
  await processes.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => void lines.splice(0));

interface Asked {
  files?: Record<string, string>;
  config?: Partial<PythonConfig>;
  /** Files and folders relative to the checkout. */
  plan?: Partial<DependencyPlan>;
  /** Files that contain a graph with the name `graph`. */
  graphs?: string[];
  installCommand?: string;
  buildCommand?: string;
  env?: Record<string, string>;
  /** Path of the data directory, below the folder of this suite. */
  data?: string;
  uv?: boolean;
}

async function prepare(asked: Asked) {
  const { data = 'data', uv = true, graphs = ['agent.py'] } = asked;
  const dataDir = join(folder, data);
  const home = join(dataDir, 'revisions', `revision-${(revisions += 1)}`);
  const checkout = join(home, 'checkout');
  const files = { 'agent.py': 'graph = 1\n', ...asked.files };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(checkout, name)), { recursive: true });
    await writeFile(join(checkout, name), text);
  }
  const within = (names: readonly string[] = []) => names.map((name) => join(checkout, name));
  const { PATH = '', HOME = '' } = process.env;
  const env: Record<string, string> = {
    ...process.env,
    HOME,
    PATH: uv ? [uvFolder, PATH].join(delimiter) : PATH,
    ...asked.env,
  };
  const environments = createPythonEnvironments({ processes, env, dataDir, pythons: [] });
  const prepared = await environments.prepare(
    {
      processes,
      signal: new AbortController().signal,
      log: (line) => lines.push(line),
      env: fetchEnvironment({ env, platform: process.platform, nodeFolder: dirname(process.execPath) }),
      limits: DEFAULT_LIMITS,
    },
    {
      checkout,
      folder: checkout,
      folderName: '',
      shown: 'langgraph.json',
      home,
      config: {
        version: undefined,
        installer: 'auto',
        pipConfigFile: undefined,
        source: { kind: 'dependencies', entries: ['.'] },
        ...asked.config,
      },
      plan: {
        requirements: asked.plan?.requirements ?? [],
        requirementFiles: within(asked.plan?.requirementFiles),
        packages: within(asked.plan?.packages),
        paths: within(asked.plan?.paths),
        flat: (asked.plan?.flat ?? []).map((one) => ({ name: one.name, folder: join(checkout, one.folder) })),
      },
      modules: graphs.map((file) => ({
        key: 'graphs.agent',
        path: `./${file}`,
        exportName: 'graph',
        file: join(checkout, file),
      })),
      installCommand: asked.installCommand,
      buildCommand: asked.buildCommand,
    },
  );
  const { interpreter, overlay, paths } = prepared.runtime;
  /** Runs code as the worker does. */
  const python = async (code: string): Promise<string> => {
    const site = overlay === undefined ? '' : `site.addsitedir(${JSON.stringify(overlay)});`;
    const program = `import site,sys;${site}sys.path.extend(${JSON.stringify(paths)})\n${code}`;
    const { stdout } = await execute(interpreter, ['-P', '-c', program], { cwd: checkout });
    return stdout.trim();
  };
  return { ...prepared, python, home, checkout, dataDir };
}

const project = (name: string, backend: 'setuptools' | 'hatchling', dependencies: string[] = []) => `[project]
name = "${name}"
version = "0.1"
requires-python = ">=3.11"
dependencies = ${JSON.stringify(dependencies)}
[build-system]
requires = ["${backend}"]
build-backend = "${backend === 'setuptools' ? 'setuptools.build_meta' : 'hatchling.build'}"
`;

const UNREACHABLE = 'http://127.0.0.1:9';

/**
 * Writes settings of the user, and of the folders above the checkouts, with an index that cannot be reached, and
 * returns the user's home.
 */
async function settingsOutside(installer: string): Promise<string> {
  const home = join(folder, `home-${installer}`);
  for (const [name, text] of Object.entries({
    [join(home, '.config/uv/uv.toml')]: `index-url = "${UNREACHABLE}/elsewhere"\n`,
    [join(home, '.config/pip/pip.conf')]: `[global]\nindex-url = ${UNREACHABLE}/elsewhere\n`,
    [join(folder, 'data', 'uv.toml')]: `index-url = "${UNREACHABLE}/elsewhere"\n`,
    [join(folder, 'data', 'pyproject.toml')]: '[tool.uv.workspace]\nmembers = ["**/checkout"]\n',
  })) {
    await mkdir(dirname(name), { recursive: true });
    await writeFile(name, text);
  }
  return home;
}

describe.each(['uv', 'pip'] as const)('the installation of Python packages with %s', (installer) => {
  test("imports the repository's own packages from the checkout, and other packages from a cached environment", async () => {
    const asked: Asked = {
      config: { installer },
      env: { HOME: await settingsOutside(installer) },
      files: {
        'pyproject.toml': `${project('my-agent', 'setuptools', ['six==1.16.0', 'shared'])}[tool.setuptools.packages.find]\nwhere = ["src"]\n[tool.uv.sources]\nshared = { path = "shared" }\n`,
        'src/my_agent/__init__.py': 'VALUE = "mine"\n',
        'shared/pyproject.toml': project('shared', 'hatchling', ['idna']),
        'shared/shared/__init__.py': 'VALUE = "shared"\n',
        'requirements.txt': '-r more.txt\n',
        'more.txt': 'toml==0.10.2\n',
        'lib/util.py': 'VALUE = "util"\n',
        'flat/__init__.py': 'VALUE = "flat"\n',
      },
      plan: {
        packages: ['.', 'shared'],
        requirementFiles: ['requirements.txt'],
        paths: ['lib'],
        flat: [{ name: 'repo', folder: 'flat' }],
      },
    };
    const first = await prepare(asked);
    const seen = await first.python(
      'import my_agent,shared,six,idna,langgraph;from importlib.metadata import version\nprint(my_agent.VALUE,shared.VALUE,six.__version__,version("my-agent"),my_agent.__file__)',
    );
    expect(seen).toBe(`mine shared 1.16.0 0.1 ${join(first.checkout, 'src/my_agent/__init__.py')}`);
    // The code imports the packages of the requirements files, a folder without a project, and a flat package.
    const others = 'import toml,util,repo;print(toml.__version__,util.VALUE,repo.VALUE)';
    expect(await first.python(others)).toBe('0.10.2 util flat');
    const second = await prepare(asked);
    expect(second.key).toBe(first.key);
    expect(await second.python('import my_agent;print(my_agent.__file__)')).toBe(
      join(second.checkout, 'src/my_agent/__init__.py'),
    );
    // The bytecode exists before the first start.
    const { runtime } = first;
    const compiled = await execute(runtime.interpreter, ['-c', 'import six;print(six.__cached__)']);
    await readFile(compiled.stdout.trim());
  });

  test("fails for conflicting requirements with the installer's last lines", async () => {
    const requirements = ['langgraph==1.0.3', 'langgraph-checkpoint==2.0.0'];
    await expect(prepare({ config: { installer }, plan: { requirements } })).rejects.toThrow(
      /^Resolving the Python packages with (uv|pip) failed: .*langgraph.*2\.1\.0|conflicting dependencies/s,
    );
  });

  test('reports an unreachable package index without its password', async () => {
    const secret = 'hX4kq9wPz2LmT7vB';
    const index = `http://user:${secret}@127.0.0.1:9/simple`;
    const failed = prepare({
      config: { installer },
      data: 'unreached',
      plan: { requirements: ['six'] },
      env: { UV_DEFAULT_INDEX: index, UV_HTTP_RETRIES: '0' },
    });
    await expect(failed).rejects.toThrow(
      'The package index could not be reached. Check the network connection.',
    );
    await expect(failed).rejects.not.toThrow(secret);
    expect(lines.join('\n')).toMatch(/127\.0\.0\.1|Connection refused/);
    expect(lines.join('\n')).not.toContain(secret);
  });
});

test('the Python installer uses only settings inside the checkout', async () => {
  const failed = prepare({
    env: { HOME: await settingsOutside('uv'), UV_HTTP_RETRIES: '0' },
    files: {
      'pyproject.toml': project('plain', 'hatchling'),
      'plain/__init__.py': '',
      'uv.toml': `index-url = "${UNREACHABLE}/checkout"\n`,
    },
    plan: { requirements: ['httpx==0.20'] },
  });
  await expect(failed).rejects.toThrow('/checkout');
});

test('a uv lock file is installed exactly, together with the packages of its workspace', async () => {
  const files = {
    'pyproject.toml': '[tool.uv.workspace]\nmembers = ["agent", "packages/*"]\n',
    'agent/pyproject.toml': `${project('agent', 'hatchling', ['langgraph==1.0.3', 'shared'])}[tool.uv.sources]\nshared = { workspace = true }\n`,
    'agent/agent/__init__.py': 'VALUE = "agent"\n',
    'packages/shared/pyproject.toml': project('shared', 'hatchling', ['six==1.16.0']),
    'packages/shared/shared/__init__.py': 'VALUE = "shared"\n',
    'packages/other/pyproject.toml': project('other', 'hatchling', ['idna']),
    'packages/other/other/__init__.py': '',
  };
  const origin = join(folder, 'workspace');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(origin, name)), { recursive: true });
    await writeFile(join(origin, name), text);
  }
  await execute(join(uvFolder, 'uv'), ['lock', '--no-progress'], { cwd: origin });
  const lock = { ...files, 'uv.lock': await readFile(join(origin, 'uv.lock'), 'utf8') };
  const { python } = await prepare({
    files: lock,
    config: { source: { kind: 'uv', root: 'agent', package: 'agent' } },
  });
  const code =
    'import agent,shared,six,importlib.util as u;from importlib.metadata import version\nprint(agent.VALUE,shared.VALUE,six.__version__,version("langgraph"),u.find_spec("other"))';
  expect(await python(code)).toBe('agent shared 1.16.0 1.0.3 None');
  const absent = { kind: 'uv' as const, root: '.', package: 'absent' };
  await expect(prepare({ files: lock, config: { source: absent } })).rejects.toThrow(
    /Reading uv\.lock with uv failed: .*absent/,
  );
});

test('two emulators that build the same agent simultaneously install the pinned uv once and create one environment', async () => {
  const asked: Asked = {
    uv: false,
    data: 'shared',
    plan: { requirements: ['six'] },
    env: { PATH: await pathWithoutUv() },
  };
  const [first, second] = await Promise.all([prepare(asked), prepare(asked)]);
  expect(lines).toContainEqual(expect.stringMatching(/^uv is not on PATH\. Installing uv/));
  expect(second.key).toBe(first.key);
  const python = join(folder, 'shared', 'python');
  expect(await readdir(join(python, 'environments'))).toEqual([first.key]);
  expect(await readdir(join(python, 'drafts'))).toEqual([]);
  expect(await second.python('import langgraph;print("there")')).toBe('there');
  lines.splice(0);
  await prepare(asked);
  expect(lines.join('\n')).not.toContain('Installing uv');
});

test('an install command of a Python deployment has its own pip, and a build command finds the packages', async () => {
  const installed = await prepare({ installCommand: 'pip install -q langgraph six==1.16.0' });
  expect(await installed.python('import six,langgraph;print(six.__version__)')).toBe('1.16.0');
  const uvMade = await prepare({
    installCommand: 'uv venv -q .venv && uv pip install -q --python .venv/bin/python langgraph',
  });
  expect(uvMade.runtime.interpreter).toBe(join(uvMade.checkout, '.venv', 'bin', 'python'));
  const built = await prepare({
    files: { 'agent.py': '' },
    plan: { requirements: ['six==1.16.0'], paths: ['.'] },
    buildCommand: "python -c \"import six; open('agent.py', 'w').write('graph = 1')\"",
  });
  expect(await built.python('import agent;print(agent.graph)')).toBe('1');
  await expect(prepare({ installCommand: 'true' })).rejects.toThrow(
    'langgraph is not installed in environment after the install command "true".',
  );
});

describe('the name of a Python graph', () => {
  const BOUND = [
    'graph = build()',
    'from my_package import graph',
    'from my_package import builder as graph',
    'import my_package.graph as graph',
    'from my_package import *',
    'def graph(config): ...',
    'async def graph(config): ...',
    'class graph: ...',
    'try:\n    from a import graph\nexcept ImportError:\n    graph = None',
    'if True:\n    graph = 1',
    'with open("x") as graph: ...',
    'for graph in []: ...',
    'a, (graph, *b) = 1, (2, 3)',
    'graph: int = 1',
    'print(graph := 1)',
    'match 1:\n    case graph: ...',
    'def make():\n    global graph\n    graph = 1\nmake()',
    'globals()["graph"] = 1',
    'import sys\nsetattr(sys.modules[__name__], "graph", 1)',
    'exec("graph = 1")',
    'def __getattr__(name): return 1',
  ];
  test('is found in each kind of statement that can define it', async () => {
    const files = Object.fromEntries(BOUND.map((text, index) => [`agent${index}.py`, `${text}\n`]));
    await prepare({ files, data: 'names', graphs: Object.keys(files) });
  });

  test.each([
    ['grph = 1', 'but ./agent.py does not define this name. Did you mean "grph"?'],
    ['def make():\n    graph = 1', 'The module defines make. Use one of these names, or define "graph".'],
    ['class A:\n    graph = 1', 'The module defines A. Use one of these names'],
    ['x = lambda: (graph := 1)', 'The module defines x. Use one of these names'],
    ['import os\nx = (', "cannot parse: agent.py:2: '(' was never closed. Correct the file."],
    ['return 1', "cannot parse: agent.py:1: 'return' outside function."],
    ['x = "\0"', 'cannot parse'],
  ])('is not found in %j', async (text, message) => {
    await expect(prepare({ files: { 'agent.py': `${text}\n` }, data: 'names' })).rejects.toThrow(message);
  });

  test("is checked only at the agent's start if the graph's file cannot be parsed", async () => {
    await prepare({ files: { 'agent.py': `graph = ${'-'.repeat(100_000)}1\n` }, data: 'names' });
  });
});

/** Returns the PATH of this machine without the folders that contain a uv. */
async function pathWithoutUv(): Promise<string> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const held = await Promise.all(
    folders.map(async (one) =>
      (await readdir(one).catch(() => [])).some((name) => /^uv(\.exe)?$/.test(name)),
    ),
  );
  return folders.filter((_, index) => held[index] !== true).join(delimiter);
}
