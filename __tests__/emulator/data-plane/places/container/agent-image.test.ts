import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  installScript,
  renderDockerfile,
} from '../../../../../src/emulator/data-plane/places/container/agent-image.ts';

const run = promisify(execFile);

describe('the Dockerfile of an agent', () => {
  const plan = { base: 'docker.io/base:3.12', checkout: '/data/checkout', script: undefined };

  // docs/departures/graphs.md#image-keys
  test("starts with the base image and the developer's lines, and contains the checkout at its host path", () => {
    const text = renderDockerfile({
      ...plan,
      lines: ['RUN apt-get install -y ffmpeg', 'ENV MODE=fast'],
      folder: plan.checkout,
      script: 'echo "installs"\necho more',
    });
    expect(text.split('\n')).toEqual([
      'FROM docker.io/base:3.12',
      'RUN apt-get install -y ffmpeg',
      'ENV MODE=fast',
      'COPY ["./","/data/checkout/"]',
      'WORKDIR /data/checkout',
      String.raw`RUN --mount=type=cache,target=/root/.cache ["/bin/sh","-euc","echo \"installs\"\necho more"]`,
      '',
    ]);
  });

  test('copies the checkout from a separate build context if the configuration is in a subfolder', () => {
    const text = renderDockerfile({ ...plan, lines: [], folder: '/data/checkout/agents/a' });
    expect(text).toContain('COPY --from=agent-deploy-checkout ["./","/data/checkout/"]');
    expect(text).toContain('WORKDIR /data/checkout/agents/a');
  });

  test('escapes variables in paths', () => {
    const checkout = String.raw`/data/$HOME\x`;
    const text = renderDockerfile({ ...plan, lines: [], checkout, folder: checkout });
    expect(text).toContain(String.raw`WORKDIR /data/\$HOME\\x`);
  });
});

// The fake tools of an image are shell scripts, which do not run on Windows.
const onUnix = process.platform === 'win32' ? describe.skip : describe;

onUnix('the installation of Python packages in an image', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-image-'));
    await mkdir(join(folder, 'bin'));
    await mkdir(join(folder, 'checkout'));
    // PATH contains no other program of this machine, because a missing tool must not be taken from the machine.
    for (const name of ['ln', 'mkdir']) {
      const { stdout } = await run('/bin/sh', ['-c', `command -v ${name}`]);
      await symlink(stdout.trim(), join(folder, 'bin', name));
    }
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Adds a program to the image that records its arguments. */
  const tool = async (name: string, body = ''): Promise<void> => {
    const file = join(folder, 'bin', name);
    const text = `#!/bin/sh\nfor one in "$0" "$@"; do printf '%s\\037' "\${one##*/}"; done >> "${folder}/calls"; echo >> "${folder}/calls"\n${body}\n`;
    await writeFile(file, text);
    await chmod(file, 0o755);
  };
  const calls = async () =>
    (await readFile(join(folder, 'calls'), 'utf8'))
      .split('\u001F\n')
      .map((line) => line.split('\u001F'))
      .filter(([name]) => name !== '');
  const install = async (change: Partial<Parameters<typeof installScript>[0]> = {}) => {
    const script = installScript({
      plan: { requirements: [], requirementFiles: [], packages: [], paths: [], flat: [] },
      config: { installer: 'auto', source: { kind: 'dependencies', entries: [] } },
      pipConfigFile: undefined,
      projectFolder: undefined,
      links: join(folder, 'flat'),
      keep: true,
      library: 'langgraph',
      installCommand: null,
      buildCommand: null,
      checkout: join(folder, 'checkout'),
      folder: join(folder, 'checkout'),
      ...change,
    });
    const env = { PATH: join(folder, 'bin'), HOME: folder };
    return run('/bin/sh', ['-euc', script], { env });
  };

  test('the Dockerfile for uv contains each package name as it is written', async () => {
    await tool('python3');
    await tool('uv');
    const hostile = `it's $(touch ${folder}/hostile) \`x\``;
    await install({
      plan: {
        requirements: ['httpx[http2]>=0.27; python_version > "3.11"', hostile],
        requirementFiles: ['/c/requirements.txt'],
        packages: ["/c/it's a package"],
        paths: [],
        flat: [{ name: 'agent', folder: '/c' }],
      },
    });
    const [, uv] = await calls();
    expect(uv?.slice(0, 4)).toEqual(['uv', 'pip', 'install', '--python']);
    expect(uv?.slice(5)).toEqual([
      'httpx[http2]>=0.27; python_version > "3.11"',
      `it's $(touch ${folder}/hostile) \`x\``.split('/').at(-1),
      '-r',
      'requirements.txt',
      '-e',
      "it's a package",
      'langgraph',
    ]);
    await expect(readFile(join(folder, 'hostile'))).rejects.toThrow('ENOENT');
    expect(await readlink(join(folder, 'flat', 'agent'))).toBe('/c');
  });

  test('the Dockerfile uses pip with its settings on request, or if the machine has no uv', async () => {
    await tool('python3');
    await tool('uv');
    await install({ config: { installer: 'pip', source: { kind: 'dependencies', entries: [] } } });
    await install({ pipConfigFile: '/c/pip.conf' });
    await rm(join(folder, 'bin', 'uv'));
    await install();
    const installs = (await calls()).filter((call) => call.includes('install'));
    expect(installs).toEqual([1, 2, 3].map(() => ['python3', '-m', 'pip', 'install', 'langgraph']));
  });

  test('the Dockerfile uses uv to install a project with a lock file', async () => {
    await tool('python3');
    await tool('uv');
    await install({
      config: { installer: 'auto', source: { kind: 'uv', root: '.', package: 'agent' } },
      projectFolder: join(folder, 'checkout'),
    });
    const uv = (await calls()).filter(([name]) => name === 'uv');
    expect(uv[0]).toEqual(expect.arrayContaining(['export', '--frozen', '--package', 'agent']));
    expect(uv[1]).toEqual(expect.arrayContaining(['pip', 'install', '-r']));
  });

  test('the Dockerfile uses the install command instead of the default installation, then the build command', async () => {
    await tool('python3');
    await tool('uv');
    await tool('own');
    await install({ installCommand: 'own install # all', buildCommand: 'own build; own again' });
    expect((await calls()).filter(([name]) => name !== 'python3')).toEqual([
      ['own', 'install'],
      ['own', 'build'],
      ['own', 'again'],
    ]);
  });

  test('the Dockerfile removes build tools unless the configuration keeps them', async () => {
    await tool('python3');
    await tool('uv');
    await install({ keep: ['pip'] });
    const last = (await calls()).at(-1);
    expect(last?.slice(-2)).toEqual(['setuptools', 'wheel']);
  });

  test('the error about an unsuitable base image names the missing feature', async () => {
    await expect(install()).rejects.toThrow(
      'The image has no Python. Choose a base_image with Python 3.11 or newer.',
    );
    await tool('python3', 'case "$*" in *version_info*) exit 1 ;; esac');
    await expect(install()).rejects.toThrow(
      'The Python of the image is older than 3.11. Choose a base_image with Python 3.11 or newer.',
    );
    await tool('python3', 'case "$*" in *pip*) exit 1 ;; esac');
    await expect(install()).rejects.toThrow(
      'The image has no uv and no pip. Install one of them with dockerfile_lines, or choose another base_image.',
    );
  });
});
