import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { installFakePython } from '../../../../harness/fake-python/install.ts';
import { type Asked, openPythonFixture, type Workshop } from './fixture.ts';

let workshop: Workshop;

beforeEach(async () => {
  workshop = await openPythonFixture();
});
afterEach(() => workshop.remove());

describe('a Python environment', () => {
  test('contains the requirements and the library that loads graphs', async () => {
    const { runtime, key } = await workshop.prepare(workshop.open(), {
      plan: { requirements: ['httpx>=0.27'] },
    });
    const environment = join(workshop.dataDir, 'python', 'environments', key ?? '');
    expect(runtime).toEqual({
      interpreter: join(environment, 'bin', 'python'),
      overlay: undefined,
      paths: [],
    });
    expect(await readdir(join(environment, 'packages'))).toEqual(['httpx', 'langgraph']);
    expect(await workshop.drafts()).toEqual([]);
    const install = (await workshop.calls()).find(({ args }) => args.includes('install'));
    expect(install?.args).toEqual(expect.arrayContaining(['--compile-bytecode', '--require-hashes']));
  });

  // docs/emulator.md#python-environments
  test('is used by every revision with the same packages, and by no other revision', async () => {
    const environments = workshop.open();
    const first = await workshop.prepare(environments, { plan: { requirements: ['httpx'] } });
    const second = await workshop.prepare(workshop.open(), { plan: { requirements: ['httpx'] } });
    const other = await workshop.prepare(environments, { plan: { requirements: ['httpx==2'] } });
    expect(second.key).toBe(first.key);
    expect(other.key).not.toBe(first.key);
    expect(await workshop.count('venv')).toBe(2);
    expect(workshop.lines).toContain('Reusing the 2 packages that an earlier revision installed.');
  });

  test('is separate for each Python version', async () => {
    const first = await workshop.prepare(workshop.open(), {});
    await installFakePython(workshop.bin, { name: 'python3.13', version: '3.13.1' });
    const second = await workshop.prepare(workshop.open(), { config: { version: '3.13' } });
    expect(second.key).not.toBe(first.key);
  });

  // docs/security/emulator.md#python-settings-part-key
  test('is separate for each set of installer settings in the checkout', async () => {
    const environments = workshop.open();
    const keyOf = async (files: Record<string, string>, config = {}) =>
      (await workshop.prepare(environments, { files, config })).key;
    const project = '[project]\nname = "agent"\n';
    const plain = await keyOf({});
    expect(await keyOf({ 'pyproject.toml': project })).toBe(plain);
    const keys = [
      await keyOf({ 'pyproject.toml': `${project}[tool.uv.pip]\npython-platform = "windows"\n[tool.x]\n` }),
      await keyOf({ 'uv.toml': 'no-build-isolation = true\n' }),
      // Here, the name belongs to a package.
      await keyOf({ 'pyproject.toml': `${project}[tool.uv.sources]\nprefix = { workspace = true }\n` }),
      await keyOf({ 'pip.conf': '[install]\nno-compile = true\n' }, { pipConfigFile: 'pip.conf' }),
      await keyOf({ 'pip.conf': '' }, { pipConfigFile: 'pip.conf' }),
    ];
    expect(new Set([plain, ...keys]).size).toBe(6);
  });

  test("does not contain the repository's folders and packages, which are in the revision's overlay", async () => {
    const { runtime, home, checkout } = await workshop.prepare(workshop.open(), {
      files: { 'shared/pyproject.toml': '', 'lib/util.py': '', '__init__.py': '' },
      plan: { packages: ['shared'], paths: ['lib'], flat: [{ name: 'my_agent', folder: '.' }] },
    });
    expect(runtime.overlay).toBe(join(home, 'overlay'));
    expect(await readdir(join(home, 'overlay'))).toEqual(['shared.pth']);
    expect(runtime.paths).toEqual([join(checkout, 'lib'), join(home, 'flat'), join(checkout, 'shared')]);
    expect(await readlink(join(home, 'flat', 'my_agent'))).toBe(checkout);
  });

  test('has the resolved versions, regardless of settings of the project', async () => {
    const settings = '[tool.uv]\noverride-dependencies = ["idna>=3"]\n';
    await workshop.prepare(workshop.open(), { files: { 'pyproject.toml': settings } });
    const install = (await workshop.calls()).find(({ args }) => args.includes('--require-hashes'));
    expect(install?.args).toContain('--no-config');
    await workshop.prepare(workshop.open(), { plan: { requirements: ['httpx'] } });
    const other = (await workshop.calls()).findLast(({ args }) => args.includes('--require-hashes'));
    // The settings of package indexes in the project apply.
    expect(other?.args).not.toContain('--no-config');
  });

  test('is created again if its Python was uninstalled', async () => {
    const environments = workshop.open();
    const { runtime } = await workshop.prepare(environments, {});
    await rm(runtime.interpreter);
    await workshop.prepare(environments, {});
    expect(await workshop.count('venv')).toBe(2);
  });

  test('is not removed by a cleanup while it is used', async () => {
    const environments = workshop.open();
    await environments.prune(new Set());
    await expect(readdir(workshop.dataDir)).rejects.toThrow('ENOENT');
    const { key } = await workshop.prepare(environments, {});
    await environments.prune(new Set([key ?? '']));
    expect(await workshop.kept()).toEqual([key]);
  });

  test('can be built from a lock file', async () => {
    const lock = 'langgraph==1.0.3 \\\n    --hash=sha256:aa\n-e .\n-e ./packages/shared\n';
    const { runtime, home, key } = await workshop.prepare(workshop.open(), {
      files: { 'uv.lock': lock, 'agent/uv.lock': lock, 'agent/packages/shared/a.py': '' },
      config: { source: { kind: 'uv', root: 'agent', package: 'agent' } },
    });
    expect(await readdir(join(workshop.dataDir, 'python', 'environments', key ?? '', 'packages'))).toEqual([
      'langgraph',
    ]);
    expect(await readdir(join(home, 'overlay'))).toEqual(['agent.pth', 'shared.pth']);
    expect(runtime.paths).toHaveLength(2);
    expect(await workshop.count('export', '--frozen', '--package', 'agent')).toBe(1);
  });
});

describe('the installation of Python packages', () => {
  test('is limited in time', async () => {
    await expect(
      workshop.prepare(workshop.open(), {
        plan: { requirements: ['hanging'] },
        limits: { installMs: 1_500 },
      }),
    ).rejects.toThrow(
      /^Installing the Python packages with uv took longer than 2 s and was stopped\. If it needs more/,
    );
    expect(await workshop.drafts()).toEqual([]);
  });

  test('is limited in output and in size', async () => {
    await expect(
      workshop.prepare(workshop.open(), {
        plan: { requirements: ['talkative'] },
        limits: { outputBytes: 50_000 },
      }),
    ).rejects.toThrow('printed more than 50000 bytes and was stopped');
    await expect(
      workshop.prepare(workshop.open(), {
        plan: { requirements: ['large'] },
        limits: { folderBytes: 1_000_000 },
      }),
    ).rejects.toThrow('take more than 0 MiB on disk. Remove files or packages');
    expect(await workshop.kept()).toEqual([]);
  });
});

describe('the checkout of a Python project', () => {
  // docs/security/emulator.md#python-settings-install-elsewhere
  test.each([
    ['pyproject.toml', '[tool.uv.pip]\ntarget = "/anywhere"\n', 'sets "target" for uv'],
    ['pyproject.toml', '[tool]\nuv.pip = { prefix = "/anywhere" }\n', 'sets "prefix" for uv'],
    ['uv.toml', '[pip]\ntarget = "../.."\n', 'sets "target" for uv'],
    ['pip.conf', '[global]\nlog: /anywhere\n', 'sets "log" for pip'],
    ['pip.conf', '[install]\ntarget = /anywhere\n', 'sets "target" for pip'],
  ])('causes no installation if it has %s with %j', async (name, text, message) => {
    const config = { pipConfigFile: name === 'pip.conf' ? name : undefined };
    const prepared = workshop.prepare(workshop.open(), { files: { [name]: text }, config });
    await expect(prepared).rejects.toThrow(
      `${name} ${message}, but packages are installed only into the agent's environment`,
    );
    expect(await workshop.count('install')).toBe(0);
  });

  // docs/security/emulator.md#python-commands-copies
  test("gets its own copies of the packages if the revision's commands can change packages", async () => {
    await workshop.prepare(workshop.open(), {});
    await workshop.prepare(workshop.open(), { buildCommand: 'true' });
    const modes = (await workshop.calls())
      .filter(({ args }) => args.includes('--requirement'))
      .map(({ env }) => env['UV_LINK_MODE']);
    expect(modes).toEqual(process.platform === 'darwin' ? ['clone', 'clone'] : ['hardlink', 'copy']);
  });
});

describe('the settings of package indexes', () => {
  const SECRET = 'hX4kq9wPz2LmT7vB';
  beforeEach(() => {
    workshop.hostEnv['UV_DEFAULT_INDEX'] = `https://user:${SECRET}@index.test/simple`;
    workshop.hostEnv['UV_INDEX_PRIVATE_PASSWORD'] = 'gR8nW3xQ5tYc6dZs';
    workshop.hostEnv['PIP_FIND_LINKS'] = '/anywhere';
    workshop.hostEnv['UV_RESOLUTION'] = 'lowest';
  });

  // docs/emulator.md#package-indexes
  test('are passed only to installs, without other settings of uv and pip, and never as arguments', async () => {
    await workshop.prepare(workshop.open(), {
      buildCommand: '/usr/bin/env',
      plan: { packages: [], requirements: ['httpx'] },
    });
    const all = await workshop.calls();
    const compile = all.find(({ args }) => args.includes('compile'));
    expect(compile?.env).toMatchObject({
      UV_DEFAULT_INDEX: workshop.hostEnv['UV_DEFAULT_INDEX'],
      UV_INDEX_PRIVATE_PASSWORD: 'gR8nW3xQ5tYc6dZs',
      UV_PYTHON_DOWNLOADS: 'never',
      UV_CACHE_DIR: join(workshop.dataDir, 'python', 'cache'),
    });
    for (const { args, env } of all) {
      expect(args.join(' ')).not.toContain(SECRET);
      expect(env).not.toHaveProperty('UV_RESOLUTION');
      expect(env).not.toHaveProperty('PIP_FIND_LINKS');
    }
    // The build command printed its variables.
    expect(workshop.lines.join('\n')).toContain('VIRTUAL_ENV=');
    expect(workshop.lines.join('\n')).not.toContain('UV_DEFAULT_INDEX');
  });

  // docs/security/emulator.md#python-index-credentials
  test('never appear in a log or message, even if uv prints them', async () => {
    const failed = workshop.prepare(workshop.open(), { plan: { requirements: ['unreachable'] } });
    await expect(failed).rejects.toThrow(/Failed to fetch: https:\/\/(user:)?\*\*\*@index\.test/);
    await expect(failed).rejects.not.toThrow(SECRET);
    expect(workshop.lines.join('\n')).toContain('index.test');
    expect(workshop.lines.join('\n')).not.toContain(SECRET);
  });

  test("have no effect in the user's folder or in folders above the checkout", async () => {
    const { home } = await workshop.prepare(workshop.open(), {});
    const [compile] = (await workshop.calls()).filter(({ args }) => args.includes('compile'));
    expect(compile?.env['XDG_CONFIG_HOME']).toBe(join(workshop.dataDir, 'python', 'settings'));
    expect(compile?.env['PIP_CONFIG_FILE']).toBe(join(workshop.dataDir, 'python', 'settings', 'pip.conf'));
    expect((await readdir(home)).toSorted()).toEqual(['checkout', 'pyproject.toml', 'uv.toml']);
  });
});

// docs/private-packages.md#not-shared
describe('a revision with access to private packages', () => {
  const SECRET = 'qN6vT2xR9kLw4hYd';
  const REQUIREMENTS = `--extra-index-url https://reader:${SECRET}@index.test/simple\nhttpx\n`;
  test.each<[string, Asked]>([
    ['a secret of its deployment', { secrets: { UV_INDEX_ACME_PASSWORD: SECRET } }],
    [
      'credentials in its requirements',
      { files: { 'requirements.txt': REQUIREMENTS }, plan: { requirementFiles: ['requirements.txt'] } },
    ],
    [
      'credentials in its project',
      { files: { 'pyproject.toml': `url = "https://reader:${SECRET}@index.test"` } },
    ],
    [
      'credentials in its settings for pip',
      {
        files: { 'pip.conf': `[global]\nindex-url = https://reader:${SECRET}@index.test/simple` },
        config: { pipConfigFile: 'pip.conf', installer: 'uv' },
      },
    ],
  ])('by %s uses a separate environment and separate caches', async (_what, asked) => {
    await workshop.prepare(workshop.open(), { plan: { requirements: ['httpx'] } });
    const [shared] = await workshop.kept();
    const before = (await workshop.calls()).length;
    const { key, home, runtime } = await workshop.prepare(workshop.open(), {
      ...asked,
      plan: { requirements: ['httpx'], ...asked.plan },
    });
    expect(key).toBeUndefined();
    expect(runtime.interpreter.startsWith(join(home, 'environment'))).toBe(true);
    expect(await workshop.kept()).toEqual([shared]);
    const own = (await workshop.calls()).slice(before);
    const caches = own.filter(({ args }) => args.includes('pip')).map(({ env }) => env['UV_CACHE_DIR']);
    expect(new Set(caches)).toEqual(new Set([join(home, 'package-cache', 'uv')]));
    expect(workshop.lines.join('\n')).not.toContain(SECRET);
  });

  test('passes secrets only to installs, and the secrets replace the settings of the emulator', async () => {
    workshop.hostEnv['PIP_INDEX_URL'] = 'https://emulator.test/simple';
    const secrets = { PIP_INDEX_URL: `https://reader:${SECRET}@index.test/simple`, NPM_TOKEN: SECRET };
    await workshop.prepare(workshop.open(), {
      secrets,
      buildCommand: '/usr/bin/env',
      plan: { requirements: ['httpx'] },
    });
    const compile = (await workshop.calls()).find(({ args }) => args.includes('compile'));
    expect(compile?.env).toMatchObject({ ...secrets, UV_DEFAULT_INDEX: secrets.PIP_INDEX_URL });
    expect(workshop.lines.join('\n')).toContain('VIRTUAL_ENV=');
    expect(workshop.lines.join('\n')).not.toMatch(/index\.test|NPM_TOKEN/);
  });
});

// docs/dev.md#python-versions
describe('the resolved packages of a revision', () => {
  const PROJECT = '[project]\nname = "agent"\ndependencies = ["httpx"]\n';
  const projects = { plan: { packages: ['agent'] } };

  test('in `dev` have the versions of the previous revision while the requirements are the same', async () => {
    const environments = workshop.open(true);
    const agent = (more: Record<string, string>) => ({
      files: { 'agent/pyproject.toml': PROJECT, 'agent/requirements.txt': 'httpx\n', ...more },
      plan: { packages: ['agent'], requirementFiles: ['agent/requirements.txt'] },
    });
    const first = await workshop.prepare(environments, agent({ 'agent/main.py': 'a = 1' }));
    const second = await workshop.prepare(environments, agent({ 'agent/main.py': 'a = 2' }));
    expect(await workshop.count('compile')).toBe(1);
    expect(second.key).toBe(first.key);
    expect(second.runtime.paths).toEqual([join(second.checkout, 'agent')]);
    expect(await readFile(join(second.home, 'overlay', 'agent.pth'), 'utf8')).toBe(
      join(second.checkout, 'agent'),
    );

    await workshop.prepare(environments, agent({ 'agent/requirements.txt': 'httpx\nanyio\n' }));
    await workshop.prepare(environments, agent({ 'agent/pyproject.toml': `${PROJECT}version = "2"\n` }));
    await workshop.prepare(environments, agent({ 'uv.toml': 'no-sources = true\n' }));
    expect(await workshop.count('compile')).toBe(4);
  });

  test('in `dev` are resolved again if files other than the requirements can influence the packages', async () => {
    const environments = workshop.open(true);
    const twice = async (asked: Parameters<Workshop['prepare']>[1]) => {
      const before = await workshop.count('compile');
      await workshop.prepare(environments, asked);
      await workshop.prepare(environments, asked);
      expect((await workshop.count('compile')) - before).toBe(2);
    };
    await twice({ ...projects, files: { 'agent/setup.py': '' } });
    await twice({
      ...projects,
      files: { 'agent/pyproject.toml': '[project]\nname = "agent"\ndynamic = [\n"dependencies"]\n' },
    });
    await twice({ files: { 'uv.toml': 'find-links = ["wheels"]\n' } });
    const file = { plan: { requirementFiles: ['requirements.txt'] } };
    await twice({ ...file, files: { 'requirements.txt': '-c https://index.test/constraints.txt\n' } });
  });

  test('in `dev` are resolved again after their installation failed', async () => {
    const environments = workshop.open(true);
    const asked = { plan: { requirements: ['talkative'] } };
    const limits = { outputBytes: 10_000 };
    await expect(workshop.prepare(environments, { ...asked, limits })).rejects.toThrow();
    await expect(workshop.prepare(environments, { ...asked, limits })).rejects.toThrow();
    expect(await workshop.count('compile')).toBe(2);
  });

  test('are resolved for each revision if the command is not `dev`', async () => {
    const environments = workshop.open();
    await workshop.prepare(environments, {});
    await workshop.prepare(environments, {});
    expect(await workshop.count('compile')).toBe(2);
  });
});
