import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { installFakePython } from '../../../../harness/fake-python/install.ts';
import { openPythonFixture, type Workshop } from './fixture.ts';

let workshop: Workshop;

beforeEach(async () => {
  workshop = await openPythonFixture();
});
afterEach(() => workshop.remove());

describe('several Python builds at the same time', () => {
  test('create one environment for two emulators with the same requirements', async () => {
    const [first, second] = await Promise.all([
      workshop.prepare(workshop.open(), {}),
      workshop.prepare(workshop.open(), {}),
    ]);
    expect(second.key).toBe(first.key);
    expect(await workshop.kept()).toEqual([first.key]);
    expect(await workshop.drafts()).toEqual([]);
  });

  test('create one environment for two builds of one emulator', async () => {
    const environments = workshop.open();
    await Promise.all([workshop.prepare(environments, {}), workshop.prepare(environments, {})]);
    expect(await workshop.count('venv')).toBe(1);
  });

  test('leave nothing incomplete if one build is cancelled', async () => {
    const environments = workshop.open();
    const cancel = new AbortController();
    const cancelled = workshop.prepare(environments, {
      plan: { requirements: ['hanging'] },
      signal: cancel.signal,
      limits: { progressMs: 10 },
    });
    const cancelInstall = async () => {
      while ((await workshop.count('install')) === 0) await new Promise((resolve) => setImmediate(resolve));
      cancel.abort();
    };
    await Promise.all([expect(cancelled).rejects.toThrow('was aborted'), cancelInstall()]);
    expect(await workshop.kept()).toEqual([]);
    expect(await workshop.drafts()).toEqual([]);
    await workshop.prepare(environments, {});
  });
});

describe('the installer of Python packages', () => {
  beforeEach(() => rm(join(workshop.bin, 'uv')));

  // docs/emulator.md#python-environments
  test('is a uv with a pinned hash, installed once for each data directory, if PATH has no uv', async () => {
    await workshop.prepare(workshop.open(), {});
    await workshop.prepare(workshop.open(), { plan: { requirements: ['httpx'] } });
    const installs = (await workshop.calls()).filter(({ args }) => args.includes('--only-binary'));
    expect(installs).toHaveLength(1);
    expect(installs[0]?.args).toEqual(expect.arrayContaining(['--require-hashes', '--target']));
    expect(workshop.lines).toContainEqual(
      expect.stringMatching(/^uv is not on PATH\. Installing uv [\d.]+ into the data folder/),
    );
    expect(await workshop.drafts()).toEqual([]);
  });

  test('is pip, with a warning in the log, if uv cannot be downloaded', async () => {
    await mkdir(join(workshop.folder, 'home'), { recursive: true });
    await writeFile(join(workshop.folder, 'home', 'no-network'), '');
    const { key } = await workshop.prepare(workshop.open(), {
      files: { 'a/setup.py': '' },
      plan: { packages: ['a'] },
    });
    expect(await readdir(join(workshop.dataDir, 'python', 'environments', key ?? '', 'packages'))).toEqual([
      'langgraph',
    ]);
    expect(workshop.lines).toContain(
      'WARNING uv is not available, so pip installs the packages, which takes longer.',
    );
  });

  test.each([
    [{ installer: 'pip' as const }, undefined],
    [{ pipConfigFile: 'pip.conf' }, 'Installing with pip, because uv does not read pip.conf.'],
  ])('is pip for %j', async (config, notice) => {
    await workshop.prepare(workshop.open(), { config, files: { 'pip.conf': '' } });
    expect(await workshop.count('pip', '--dry-run')).toBe(1);
    if (notice !== undefined) expect(workshop.lines.join('\n')).toContain(notice);
  });

  test('causes an error with installation instructions if neither uv nor a suitable pip exists', async () => {
    await installFakePython(workshop.bin, { name: 'python3.12', version: '3.12.4', pip: '' });
    await expect(workshop.prepare(workshop.open(), {})).rejects.toThrow(
      /uv is not on PATH, and Python 3\.12\.4 \(.*\) has no pip\. Install uv or pip\. On Debian/,
    );
    await installFakePython(workshop.bin, { name: 'python3.12', version: '3.12.4', pip: '21.0' });
    await expect(workshop.prepare(workshop.open(), {})).rejects.toThrow(
      'has pip 21.0, but pip 22.3 or newer is required',
    );
  });

  test('is not replaced by another installer if the configured installer is missing', async () => {
    await installFakePython(workshop.bin, { name: 'python3.12', version: '3.12.4', pip: '' });
    await expect(workshop.prepare(workshop.open(), { config: { installer: 'uv' } })).rejects.toThrow(
      'the key "pip_installer" requires uv, which is not on PATH and could not be installed. Run `python3 -m pip install uv`, or install uv in another way.',
    );
  });
});

describe('the commands of a deployment', () => {
  // docs/emulator.md#python-install-command
  test('include an install command, which installs packages only for its own revision', async () => {
    const { runtime, key, home } = await workshop.prepare(workshop.open(), {
      installCommand: 'echo "into $VIRTUAL_ENV, $UV_PROJECT_ENVIRONMENT, ${PATH%%:*}"',
    });
    const environment = join(home, 'environment');
    expect(key).toBeUndefined();
    expect(runtime.interpreter).toBe(join(environment, 'bin', 'python'));
    expect(workshop.lines).toContain(`into ${environment}, ${environment}, ${join(environment, 'bin')}`);
    expect(await workshop.count('venv', '--seed')).toBe(1);
    expect(await workshop.kept()).toEqual([]);
  });

  // docs/emulator.md#python-install-command
  test('can create a .venv, which is then used', async () => {
    const { runtime, checkout } = await workshop.prepare(workshop.open(), {
      installCommand: `/bin/mkdir -p .venv/bin; : > .venv/pyvenv.cfg; /bin/ln -s '${join(workshop.bin, 'python3.12')}' .venv/bin/python`,
    });
    expect(runtime.interpreter).toBe(join(checkout, '.venv', 'bin', 'python'));
  });

  // docs/security/emulator.md#python-committed-venv
  test('do not use a committed .venv, and start no program of the checkout', async () => {
    const { runtime, home } = await workshop.prepare(workshop.open(), {
      files: { '.venv/pyvenv.cfg': '', '.venv/bin/python': '#!/bin/sh\nexit 1\n' },
      installCommand: 'true',
    });
    expect(runtime.interpreter).toBe(join(home, 'environment', 'bin', 'python'));
  });

  test('include a build command, which finds the packages and changes them only for its own revision', async () => {
    const { runtime, key, home } = await workshop.prepare(workshop.open(), {
      plan: { requirements: ['httpx'] },
      buildCommand: '/bin/ls "$VIRTUAL_ENV/packages"; : > "$VIRTUAL_ENV/packages/made"',
    });
    expect(workshop.lines).toEqual(expect.arrayContaining(['httpx', 'langgraph']));
    expect(key).toBeUndefined();
    expect(runtime.interpreter).toBe(join(home, 'environment', 'bin', 'python'));
  });

  test('fail the build if they fail', async () => {
    await expect(workshop.prepare(workshop.open(), { installCommand: 'exit 3' })).rejects.toThrow(
      'The install command "exit 3" ended with exit code 3.',
    );
    await expect(workshop.prepare(workshop.open(), { buildCommand: 'exit 4' })).rejects.toThrow(
      'The build command "exit 4" ended with exit code 4.',
    );
  });
});

describe('a Python build', () => {
  test('reports that Python is missing', async () => {
    await expect(workshop.prepare(workshop.open(), { config: { version: '3.13' } })).rejects.toThrow(
      'Graph configuration langgraph.json: the key "graphs.agent" points to the Python module "./agent.py", but no Python 3.13 was found. Tried: python3.13 (not on PATH), python3 (not on PATH), python (not on PATH). Run `uv python install 3.13`, install Python 3.13 or newer in another way, or set the path of an interpreter with --python.',
    );
  });

  test('reports a newer Python than the requested version', async () => {
    await workshop.prepare(workshop.open(), { config: { version: '3.11' } });
    expect(workshop.lines).toContain(
      'WARNING langgraph.json requests Python 3.11, which was not found, so the agent runs on Python 3.12.4. To install Python 3.11, run `uv python install 3.11`.',
    );
  });

  test.each([
    ['uv', '1.2.3'],
    ['pip', '1.0'],
  ] as const)(
    'reports a library and the package that requires an old version of it (with %s)',
    async (installer, version) => {
      if (installer === 'pip') await rm(join(workshop.bin, 'uv'));
      const prepared = workshop.prepare(workshop.open(), {
        plan: { requirements: ['capping', 'other'] },
        config: { installer },
      });
      await expect(prepared).rejects.toThrow(
        `its dependencies resolve to langgraph 0.4.5, but langgraph 0.4.10 or newer is required to serve graphs. capping==${version} cannot be installed with a newer langgraph. Raise its version, or remove it.`,
      );
      // A failed attempt is not logged as a failure of the build.
      expect(workshop.lines.join('\n')).not.toMatch(/No solution found|ResolutionImpossible/);
    },
  );

  test("reports a library whose old version is required by the agent's dependencies", async () => {
    await expect(
      workshop.prepare(workshop.open(), { plan: { requirements: ['langgraph==0.4.5'] } }),
    ).rejects.toThrow(
      'The dependencies require this old version of langgraph. Raise it in the dependencies, for example to langgraph>=0.4.10.',
    );
  });

  test('reports a conflict that pip prints to its output', async () => {
    await rm(join(workshop.bin, 'uv'));
    const prepared = workshop.prepare(workshop.open(), {
      plan: { requirements: ['capping', 'langgraph>=0.4.10'] },
      config: { installer: 'pip' },
    });
    await expect(prepared).rejects.toThrow(
      'The conflict is caused by: capping 1.2.3 depends on langgraph<0.4.10.',
    );
    expect(workshop.lines).toContain('    capping 1.2.3 depends on langgraph<0.4.10');
  });

  test("reports conflicting requirements with uv's message", async () => {
    await expect(
      workshop.prepare(workshop.open(), { plan: { requirements: ['conflicting'] } }),
    ).rejects.toThrow(
      'Resolving the Python packages with uv failed: No solution found when resolving dependencies: Because you require langgraph<1 and langgraph>1, we can conclude that your requirements are unsatisfiable.',
    );
  });

  test('reports an unreachable package index', async () => {
    await expect(
      workshop.prepare(workshop.open(), { plan: { requirements: ['unreachable'] } }),
    ).rejects.toThrow(
      'tcp connect error. The package index could not be reached. Check the network connection.',
    );
  });

  test('reports no error without a network if the packages were downloaded before', async () => {
    await mkdir(workshop.hostEnv['HOME'] ?? '');
    await writeFile(join(workshop.hostEnv['HOME'] ?? '', 'cached'), '');
    await workshop.prepare(workshop.open(), { plan: { requirements: ['unreachable'], packages: ['.'] } });
    expect(workshop.lines).toContain(
      'WARNING The package index could not be reached. Continuing with the packages in the cache.',
    );
    const offline = (await workshop.calls()).map(({ args }) => args.includes('--offline'));
    // The last five calls of uv are the failed resolution, its offline retry, and three later offline steps.
    expect(offline.slice(-5)).toEqual([false, true, true, true, true]);
  });

  // docs/security/emulator.md#python-requirement-leads-out
  test.each([
    ['-r /etc/passwd', 'which is outside the checkout'],
    ['-r ../../../secrets.txt', 'which is outside the checkout'],
    ['-c missing.txt', 'which does not exist'],
    ['-e ../../other', 'which is outside the checkout'],
    ['tool @ file:///opt/tool', 'which is outside the checkout'],
    ['tool @ FILE:///opt/tool', 'which is outside the checkout'],
    ['tool @ ../../tool', 'which is outside the checkout'],
    ['src/../../../tool-1.0-py3-none-any.whl', 'which is outside the checkout'],
    ['tool @ git+file:///opt/tool', 'which is outside the checkout'],
    ['--pre --requirement /etc/passwd', 'which is outside the checkout'],
    ['--requ=/etc/passwd', 'which is outside the checkout'],
    ['-r .', 'is not a file. Specify a requirements file'],
    ['outside', 'which is outside the checkout'],
  ])('reports a requirements file with the line "%s"', async (line, message) => {
    const asked = {
      files: { 'requirements.txt': `${line}\n` },
      plan: { requirementFiles: ['requirements.txt'] },
    };
    await expect(workshop.prepare(workshop.open(), asked)).rejects.toThrow(message);
  });

  test('reports a requirements file that is a broken link or a folder', async () => {
    const plan = { requirementFiles: ['requirements.txt'] };
    const reason = 'requirements.txt is not a file. Specify a requirements file';
    const home = join(workshop.nextHome(), 'checkout');
    await mkdir(home, { recursive: true });
    await symlink('nowhere', join(home, 'requirements.txt'));
    await expect(workshop.prepare(workshop.open(), { plan })).rejects.toThrow(reason);
    const files = { 'requirements.txt/inner': '' };
    await expect(workshop.prepare(workshop.open(), { plan, files })).rejects.toThrow(reason);
  });

  test('reports a requirements file that leads out of the checkout, and the file that includes it', async () => {
    await writeFile(join(workshop.folder, 'secret'), 'password');
    const link = { 'requirements.txt': '-r more.txt\n' };
    const home = join(workshop.nextHome(), 'checkout');
    await mkdir(home, { recursive: true });
    await symlink(join(workshop.folder, 'secret'), join(home, 'more.txt'));
    await expect(
      workshop.prepare(workshop.open(), { files: link, plan: { requirementFiles: ['requirements.txt'] } }),
    ).rejects.toThrow('which is outside the checkout');
  });

  test.each(['--index-url=https://elsewhere.test', '-r other.txt', 'a\n-r /etc/passwd'])(
    'rejects the dependency %j, because it is an option of the installer',
    async (requirement) => {
      await expect(
        workshop.prepare(workshop.open(), { plan: { requirements: [requirement] } }),
      ).rejects.toThrow('which is not a valid requirement. Expected a package');
    },
  );

  test.each([
    ['gone', {}, 'points to "gone", which is not a folder of the repository'],
    ['.', {}, 'but neither this folder nor a folder above it contains uv.lock. Run "uv lock" in it'],
    ['..', {}, 'which is outside the repository'],
    ['.', { 'uv.lock': 'httpx==1\n' }, 'its dependencies do not include langgraph'],
    [
      '.',
      { 'uv.lock': 'langgraph==0.4.9\n' },
      'resolve to langgraph 0.4.9, but langgraph 0.4.10 or newer is required',
    ],
  ])('reports a uv project at %j with %j', async (root, files, message) => {
    const config = { source: { kind: 'uv' as const, root, package: undefined } };
    await expect(workshop.prepare(workshop.open(), { config, files })).rejects.toThrow(message);
  });

  // docs/emulator.md#python-mistakes
  test.each([
    [
      'grpah',
      'graph = 1\n',
      'names "grpah", but ./agent.py does not define this name. Did you mean "graph"?',
    ],
    [
      'main',
      'graph = 1\nagent = 2\n',
      'The module defines graph, agent. Use one of these names, or define "main".',
    ],
    ['main', '# empty\n', 'The module defines no names. Define "main" in it.'],
    ['graph', 'x = 1\n!\n', 'which Python 3.12.4 cannot parse: agent.py:2: invalid syntax.'],
  ])('reports a graph named %j in a file with %j', async (name, text, message) => {
    const asked = { files: { 'agent.py': text }, graph: [name, 'agent.py'] as [string, string] };
    await expect(workshop.prepare(workshop.open(), asked)).rejects.toThrow(message);
    // The build fails before anything is installed.
    expect(await workshop.count('install')).toBe(0);
  });

  test('does not report a name that might come from a star import', async () => {
    await workshop.prepare(workshop.open(), {
      files: { 'agent.py': 'from x import *\n' },
      graph: ['graph', 'agent.py'],
    });
  });
});
