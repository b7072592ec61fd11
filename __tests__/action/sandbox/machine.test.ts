import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMachine, programsIn } from '../../../src/action/sandbox/machine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-machine-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a device or pipe in the checkout is not read and does not count as a file', async () => {
  const machine = createMachine({}, programsIn('/nowhere'));
  const [pipe, device, file] = ['pipe', 'device', 'file'].map((name) => path.join(folder, name));
  await promisify(execFile)('mkfifo', [String(pipe)]);
  await symlink('/dev/zero', String(device));
  await writeFile(String(file), 'text');
  expect(await machine.readFile(String(pipe))).toBeUndefined();
  expect(await machine.readFile(String(device))).toBeUndefined();
  expect(await machine.readFile(folder)).toBeUndefined();
  expect(await machine.readFile(String(file))).toBe('text');
});

describe("the folder in a step's saved state", () => {
  const ask = async (place: string) =>
    createMachine({ RUNNER_TEMP: folder }, programsIn('/nowhere')).folderOwner(place);

  test("belongs to the action if the action created it in the runner's temporary folder", async () => {
    const machine = createMachine({ RUNNER_TEMP: folder }, programsIn('/nowhere'));
    const made = await machine.makeFolder();
    expect(await machine.folderOwner(made)).toBe('ours');
    await machine.removeFolder(made);
    expect(await machine.folderOwner(made)).toBe('gone');
  });

  // docs/security/checkouts.md#post-step-deletes-only
  test('does not belong to the action if its location, name or notation differs, or if a link leads to it', async () => {
    const inner = path.join(folder, 'inner');
    const places = {
      elsewhere: path.join(inner, 'agent-deploy-abc123'),
      otherName: path.join(folder, 'work'),
      longerName: path.join(folder, 'agent-deploy-abc1234'),
      link: path.join(folder, 'agent-deploy-abc124'),
      file: path.join(folder, 'agent-deploy-abc125'),
    };
    for (const place of [places.elsewhere, places.otherName, places.longerName]) {
      await mkdir(place, { recursive: true });
    }
    await symlink(inner, places.link);
    await writeFile(places.file, '');
    for (const place of Object.values(places)) expect(await ask(place)).toBe('foreign');
    const own = path.join(folder, 'agent-deploy-abc126');
    await mkdir(own);
    expect(await ask(own)).toBe('ours');
    for (const written of [
      `${own}/`,
      `${own}/.`,
      `${inner}/../agent-deploy-abc126`,
      '/',
      folder,
      'agent-deploy-abc126',
    ])
      expect(await ask(written)).toBe('foreign');
  });
});

// docs/security/checkouts.md#ends-process-but-credential
test.each<[string, (entry: string) => [program: string, args: string[]]]>([
  ['another Node program', () => [process.execPath, ['-e', 'setInterval(() => {}, 1000)']]],
  [
    'another Node program with the name of the proxy among its arguments',
    (entry) => [process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'x', entry]],
  ],
  ['a program that reads the file of the proxy', (entry) => ['tail', ['-f', entry]]],
])("%s is not stopped, even if a step's saved state contains its process ID", async (_what, command) => {
  const entry = path.join(folder, 'credential-proxy.js');
  await writeFile(entry, '');
  const [program, args] = command(entry);
  const child = spawn(program, args, { stdio: 'ignore' });
  try {
    const machine = createMachine({}, programsIn(folder));
    const pid = child.pid ?? 0;
    const startTime = (await machine.startTimeOf(pid)) ?? '';
    expect(startTime).not.toBe('');
    expect(await machine.stopDetached({ pid, startTime, auditFile: null })).toBe(false);
    expect(await machine.startTimeOf(pid)).toBe(startTime);
  } finally {
    child.kill('SIGKILL');
  }
});

test('the git configuration of every checkout in a workspace is found without following links out of the workspace', async () => {
  const workspace = path.join(folder, 'workspace');
  const configs = [
    '.git/config',
    '.git/config.worktree',
    '.git/modules/lib/config',
    '.git/modules/lib/modules/inner/config',
    'a/b/c/other/.git/config',
    'a/b/c/other/.git/worktrees/w/config.worktree',
  ];
  for (const file of [
    ...configs,
    'config',
    'a/config',
    '.git/objects/config',
    'node_modules/x/.git/config',
  ]) {
    await mkdir(path.dirname(path.join(workspace, file)), { recursive: true });
    await writeFile(path.join(workspace, file), '');
  }
  await symlink(workspace, path.join(workspace, 'round'));
  const found = await createMachine({}, programsIn('/nowhere')).gitConfigs(workspace);
  expect(found.map((file) => path.relative(workspace, file)).toSorted()).toEqual(configs.toSorted());
});
