import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type PackageFolder, planInstall, readPackageFolders } from '../../src/graph-config/install-plan.ts';
import type { CheckoutReader } from '../../src/os/checkout-reader.ts';

const facts = (folder: string, files: string[], manifest: PackageFolder['manifest'] = {}): PackageFolder => ({
  folder,
  files: new Set(files),
  manifest: files.includes('package.json') ? manifest : undefined,
});

describe('the installation plan for JavaScript packages', () => {
  test('uses an install command unchanged', () => {
    const plan = planInstall('make deps', [facts('', ['package.json', 'package-lock.json'])]);
    expect(plan).toEqual({ kind: 'command', line: 'make deps' });
  });

  // docs/conformance.md#sourceconfig-install-command-left
  test.each([
    ['package-lock.json', 'npm', 'ci'],
    ['npm-shrinkwrap.json', 'npm', 'ci'],
    ['pnpm-lock.yaml', 'pnpm', 'install --frozen-lockfile'],
    ['yarn.lock', 'yarn', 'install --frozen-lockfile'],
  ])('with the lock file %s runs the command: %s %s', (lockFile, manager, args) => {
    const plan = planInstall(null, [facts('', ['package.json', lockFile])]);
    expect(plan).toMatchObject({ kind: 'detected', manager, lockFile, cacheable: true, warning: undefined });
    expect(plan.kind === 'detected' && plan.args.join(' ')).toMatch(new RegExp(`^${args}`));
  });

  test("recognizes a modern yarn by the package manager field or by yarn's settings file", () => {
    for (const folder of [
      facts('', ['package.json', 'yarn.lock'], { packageManager: 'yarn@4.1.0' }),
      facts('', ['package.json', 'yarn.lock'], { packageManager: 'yarn@2.0.0' }),
      facts('', ['package.json', 'yarn.lock', '.yarnrc.yml']),
    ]) {
      expect(planInstall(null, [folder])).toMatchObject({ args: ['install', '--immutable'] });
    }
    const classic = facts('', ['package.json', 'yarn.lock', '.yarnrc.yml'], {
      packageManager: 'yarn@1.22.0',
    });
    expect(planInstall(null, [classic])).toMatchObject({
      args: expect.arrayContaining(['--frozen-lockfile']),
    });
  });

  // docs/emulator.md#programs-on-path
  test.each([
    ['pnpm-lock.yaml', undefined, 'pnpm'],
    ['pnpm-lock.yaml', 'pnpm@9.15.4+sha512.abc', 'pnpm@9.15.4'],
    ['pnpm-lock.yaml', 'yarn@1.22.22', 'pnpm'],
    ['pnpm-lock.yaml', 'pnpm@9.0.0-rc.1', 'pnpm@9.0.0-rc.1'],
    ['yarn.lock', undefined, 'yarn'],
    ['yarn.lock', 'yarn@4.1.0', '@yarnpkg/cli-dist@4.1.0'],
    ['yarn.lock', 'yarn@1.22.22;rm -rf /', 'yarn@1.22.22'],
  ])('with %s and the field packageManager %s first installs %s', (lockFile, packageManager, installed) => {
    const plan = planInstall(null, [facts('', ['package.json', lockFile], { packageManager })]);
    expect(plan).toMatchObject({ managerCommand: `npm install --global ${installed}` });
  });

  test('uses the lock file nearest to the configuration, or else the nearest package.json with a warning', () => {
    const agent = facts('apps/agent', ['package.json']);
    const root = facts('', ['package.json', 'pnpm-lock.yaml']);
    expect(planInstall(null, [agent, facts('apps', []), root])).toMatchObject({
      manager: 'pnpm',
      folder: '',
    });
    expect(planInstall(null, [facts('apps/agent', ['package.json', 'yarn.lock']), root])).toMatchObject({
      manager: 'yarn',
      folder: 'apps/agent',
    });
    expect(planInstall(null, [agent, facts('', [])])).toMatchObject({
      manager: 'npm',
      folder: 'apps/agent',
      args: expect.arrayContaining(['install']),
      cacheable: false,
      warning: expect.stringContaining('no lock file exists next to apps/agent/package.json'),
    });
  });

  test('is empty without package files', () => {
    expect(planInstall(null, [facts('', ['langgraph.json'])])).toEqual({ kind: 'nothing' });
  });

  test('cannot be reused for other revisions if it depends on more than the lock file', () => {
    const withLock = (manifest: PackageFolder['manifest'], more: string[] = []) =>
      planInstall(null, [facts('', ['package.json', 'package-lock.json', ...more], manifest)]);
    expect(withLock({ workspaces: ['packages/*'] })).toMatchObject({ cacheable: false });
    expect(withLock({ scripts: { postinstall: 'node generate.js' } })).toMatchObject({ cacheable: false });
    expect(withLock({ scripts: { prepare: 'husky' } })).toMatchObject({ cacheable: false });
    expect(withLock({}, ['pnpm-workspace.yaml'])).toMatchObject({ cacheable: false });
    expect(withLock({ scripts: { build: 'tsc' } })).toMatchObject({ cacheable: true });
  });
});

describe('the folders that determine the installation', () => {
  const ROOT = join('/', 'checkout');
  /** Returns a reader of a checkout with these files, keyed by their path relative to the root. */
  const checkout = (files: Record<string, string>): CheckoutReader => {
    const contents = new Map(Object.entries(files).map(([path, text]) => [join(ROOT, path), text]));
    return {
      root: ROOT,
      find: () => Promise.resolve({ kind: 'missing' }),
      list: (folder) =>
        Promise.resolve(
          [...contents.keys()]
            .filter((path) => dirname(path) === folder)
            .map((path) => ({ name: basename(path), isFolder: false })),
        ),
      read: (path) => {
        const text = contents.get(path);
        return text === undefined ? Promise.reject(new Error(`no file ${path}`)) : Promise.resolve(text);
      },
    };
  };

  test("are the configuration's folder and its parent folders, nearest first", async () => {
    const reader = checkout({
      'package.json': '{"workspaces":["apps/*"]}',
      'yarn.lock': '',
      'apps/agent/package.json': '{"packageManager":"yarn@4.1.0"}',
    });
    expect(await readPackageFolders(reader, 'apps/agent')).toEqual([
      {
        folder: 'apps/agent',
        files: new Set(['package.json']),
        manifest: { packageManager: 'yarn@4.1.0' },
      },
      { folder: 'apps', files: new Set(), manifest: undefined },
      {
        folder: '',
        files: new Set(['package.json', 'yarn.lock']),
        manifest: { workspaces: ['apps/*'] },
      },
    ]);
    expect((await readPackageFolders(reader, '')).map(({ folder }) => folder)).toEqual(['']);
  });

  test.each([
    [
      'package.json',
      '{\n  "scripts": x\n}',
      "package.json is not valid JSON (Unexpected token 'x' (line 2 column 14)). Correct the file.",
    ],
    ['agent/package.json', '[]', 'agent/package.json is not a JSON object. Correct the file.'],
  ])('are rejected if the content of %s is %j: %s', async (path, text, message) => {
    const folder = dirname(path) === '.' ? '' : dirname(path);
    await expect(readPackageFolders(checkout({ [path]: text }), folder)).rejects.toThrow(message);
  });
});
