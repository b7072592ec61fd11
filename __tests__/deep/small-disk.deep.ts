import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { findLeftovers, readStoredState } from '../../harness/crash/data-dir.ts';
import { type ApiAnswer, type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';

const MIB = 1024 * 1024;
const SIZE = 16 * MIB;

let folder: string;
let disk: string;
let repository: FixtureRepository;
let emulator: EmulatorHandle;
const log: string[] = [];
const open = () =>
  startEmulator({
    dataDir: path.join(disk, 'data'),
    apiKey: 'a-chosen-key',
    onLog: (line) => log.push(line),
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  disk = path.join(folder, 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error(
      'this suite needs a small disk, and mounting one was refused: run it as root, or as `unshare --map-root-user --mount npm run test:deep -- small-disk`',
      { cause },
    );
  }
  repository = await createRepository(plainAgent({ version: 'v1' }), 'main', folder);
  await repository.branch('v2');
  await repository.commit(plainAgent({ version: 'v2' }));
  await repository.branch('large');
  await repository.commit({ 'data.bin': randomBytes(12 * MIB).toString('base64') });
  emulator = await open();
});
afterAll(async () => {
  await emulator?.kill();
  execFileSync('umount', [disk]);
  await rm(folder, { recursive: true, force: true });
});

const FILLER = () => path.join(disk, 'filler');
/** Fills the disk completely. */
async function fill(): Promise<void> {
  for (let part = 0; ; part += 1) {
    const { bavail, bsize } = await statfs(disk);
    if (bavail === 0) return;
    await writeFile(`${FILLER()}-${part}`, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  }
}
async function empty(): Promise<void> {
  for (const name of await readdir(disk)) {
    if (name.startsWith('filler')) await rm(path.join(disk, name));
  }
}

interface Revision {
  id: string;
  status: string;
  status_message: string | null;
}
const create = (name: string): Promise<ApiAnswer> =>
  emulator.api('POST', '/v2/deployments', {
    name,
    source: 'git_host',
    source_config: { repo_url: repository.url },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });
const patch = (id: string, ref: string) =>
  emulator.api('PATCH', `/v2/deployments/${id}`, { source_revision_config: { repo_ref: ref } });
async function ended(id: string): Promise<Revision> {
  for (;;) {
    const { body } = await emulator.api('GET', `/v2/deployments/${id}/revisions`);
    const newest = (body as { resources: Revision[] }).resources[0];
    if (newest && /DEPLOYED|FAILED|SKIPPED|INTERRUPTED/.test(newest.status)) return newest;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const idOf = ({ body }: ApiAnswer) => (body as { id: string }).id;
const RUN = { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'hi' }] } };
async function reported(id: string): Promise<string> {
  const { body } = await emulator.api('GET', `/v2/deployments/${id}`);
  const url = (body as { url: string }).url;
  for (;;) {
    const answer = await emulator.api('POST', `${url}/runs/wait`, RUN);
    if (answer.status === 200) return JSON.stringify(answer.body);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a disk of sixteen mebibytes', () => {
  let id: string;

  // docs/crash-safety.md#revision-fills-disk
  test('makes a revision that is too large fail with a message about the disk, but not other revisions', async () => {
    id = idOf(await create('agent'));
    expect(await ended(id)).toMatchObject({ status: 'DEPLOYED' });
    expect((await patch(id, 'large')).status).toBe(200);
    const failed = await ended(id);
    expect(failed.status).toBe('BUILD_FAILED');
    expect(failed.status_message).toMatch(/The disk that holds the data directory is full/);
    expect(failed.status_message).not.toMatch(/failed with an internal error/);
    expect(await reported(id)).toContain('echo v1');
    expect((await patch(id, 'v2')).status).toBe(200);
    expect(await ended(id)).toMatchObject({ status: 'DEPLOYED' });
    expect(await reported(id)).toContain('echo v2');
  });

  test('that is full rejects writes but not reads, and accepts writes after space is freed', async () => {
    await fill();
    // The data file may still contain free pages, so requests are repeated until one is refused.
    let refused: ApiAnswer;
    let taken = 0;
    do {
      refused = await create(`more-${taken}`);
      taken += 1;
    } while (refused.status === 201);
    expect(refused.status).toBe(507);
    expect(refused.body).toEqual({
      detail: expect.stringMatching(/The disk with the emulator.s data is full/),
    });
    const shown = await emulator.api('GET', `/v2/deployments/${id}`);
    expect(shown.status).toBe(200);
    // The agent still responds, but a run is refused because it would be stored.
    const url = (shown.body as { url: string }).url;
    expect((await emulator.api('GET', `${url}/ok`)).status).toBe(200);
    expect((await emulator.api('POST', `${url}/runs/wait`, RUN)).status).toBe(507);
    await empty();
    expect(await reported(id)).toContain('echo v2');
    const late = await create('late');
    expect(late.status).toBe(201);
    expect(await ended(idOf(late))).toMatchObject({ status: 'DEPLOYED' });
  });

  // docs/crash-safety.md#full-disk-start
  test('that is full during a kill and a restart of the emulator loses no stored data', async () => {
    const before = (await emulator.api('GET', '/v2/deployments')).body as { resources: { id: string }[] };
    await fill();
    await emulator.kill();
    const start = open();
    const refused = await start.then(
      (served) => {
        emulator = served;
        return undefined;
      },
      (error: unknown) => String(error),
    );
    if (refused !== undefined) {
      expect(refused).toMatch(/exit code 1/);
      expect(refused).toMatch(/The disk of .* has no space left.*Free disk space and start again/s);
      await empty();
      emulator = await open();
    }
    await empty();
    const after = (await emulator.api('GET', '/v2/deployments')).body as { resources: { id: string }[] };
    expect(after.resources.map((one) => one.id)).toEqual(before.resources.map((one) => one.id));
    expect(await reported(id)).toContain('echo v2');
    await emulator.stop();
    const kept = await readStoredState(path.join(disk, 'data'));
    expect(kept?.damage).toEqual([]);
    expect(
      await findLeftovers(path.join(disk, 'data'), new Set(kept?.revisions.map((one) => one.id))),
    ).toEqual([]);
  });

  // docs/crash-safety.md#disk-mounted-read-only
  test('that is mounted read-only causes a failure with one line at the start', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    try {
      await expect(open()).rejects.toThrow(/exit code 2.*cannot be used.*Use a writable data directory/s);
      await expect(startEmulator({ dataDir: path.join(disk, 'new') })).rejects.toThrow(
        /exit code 2.*cannot be used \(EROFS.*--data-dir/s,
      );
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', disk]);
    }
    emulator = await open();
  });
});
