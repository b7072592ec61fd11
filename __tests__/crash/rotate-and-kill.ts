import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@jest/globals';
import { type CrashPlan, PLAN_VARIABLE, readTrace } from '../../harness/crash/plan.ts';
import type { Store } from '../../src/emulator/ports/store.ts';
import { KEYRING_FILE, loadKeyring, openStore, readKeyringStatus } from '../../src/emulator/store/index.ts';
import { parseKeyring } from '../../src/emulator/store/keyring.ts';
import { aWorkspace } from '../emulator/store/samples.ts';
import { SEALED_RECORDS, type SealedRecord } from '../emulator/store/sealed-samples.ts';

const PRELOAD = pathToFileURL(path.resolve(import.meta.dirname, '../../harness/crash/preload/main.ts')).href;
const VICTIM = path.join(import.meta.dirname, 'rotation-victim.ts');

interface Start {
  folder: string;
  records: readonly { record: SealedRecord; value: string }[];
}

/** Creates a data directory with a value in every sealed column of two workspaces. */
export async function filledData(): Promise<Start & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rotation-crash-'));
  const records: { record: SealedRecord; value: string }[] = [];
  await within(path.join(folder, 'start'), async (store) => {
    for (const workspaceId of [await aWorkspace(store), await aWorkspace(store)]) {
      for (const make of Object.values(SEALED_RECORDS)) {
        const value = `value ${records.length}`;
        records.push({ record: await make(store, { workspaceId, id: randomUUID() }, value), value });
      }
    }
  });
  return { folder, records, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function within(dataDir: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore({
    location: path.join(dataDir, 'emulator.sqlite'),
    keyring: (held) => loadKeyring({ dataDir, held }),
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Rotates the keys of a new copy in a separate process, which dies at one of its writes. */
async function rotate({ folder }: Start, name: string, kill?: CrashPlan['kill']) {
  const dataDir = path.join(folder, name);
  await cp(path.join(folder, 'start'), dataDir, { recursive: true });
  const plan = { trace: `${dataDir}.trace`, ...(kill ? { kill } : {}) } satisfies CrashPlan;
  const child = spawn(process.execPath, ['--import', PRELOAD, VICTIM, dataDir], {
    env: { PATH: process.env['PATH'], [PLAN_VARIABLE]: JSON.stringify(plan) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const [code, signal]: unknown[] = await once(child, 'exit');
  return { dataDir, end: signal ?? code, said, trace: await readTrace(plan.trace) };
}

/** Checks that the stored keyring decrypts the stored data, and that the rotation can be completed. */
async function hold({ records }: Start, dataDir: string): Promise<void> {
  await within(dataDir, async (store) => {
    const values = () => Promise.all(records.map(({ record }) => record.read(store)));
    expect(await values()).toEqual(records.map(({ value }) => value));
    for await (const _ of store.reseal(100));
    expect(await values()).toEqual(records.map(({ value }) => value));
  });
  const location = path.join(dataDir, 'emulator.sqlite');
  const status = await readKeyringStatus(path.join(dataDir, KEYRING_FILE), location);
  expect(status).toMatchObject({ behind: 0, strange: 0, missing: [] });
  expect(status.data_keys).toHaveLength(2);
  expect((await readdir(dataDir)).filter((name) => /^keyring\.[0-9a-f]+$/.test(name))).toEqual([]);
}

/** Rotates once without a kill, and returns the number of writes. */
export async function rotateWhole(start: Start): Promise<number> {
  const whole = await rotate(start, 'whole');
  expect([whole.end, whole.said]).toEqual([0, '']);
  await hold(start, whole.dataDir);
  const { keys } = parseKeyring(await readFile(path.join(whole.dataDir, KEYRING_FILE), 'utf8'));
  expect([...keys.keys()]).toEqual([2]);
  // The writes include two writes of the keyring, both data keys, every value, and the removal of the old keys.
  expect(whole.trace.writes.length).toBeGreaterThan(20 + start.records.length);
  return whole.trace.writes.length;
}

/** Rotates, and kills the process at one of its writes. */
export async function rotateKilled(start: Start, at: number): Promise<void> {
  const side = at % 2 === 0 ? 'after' : 'before';
  const { dataDir, end, trace } = await rotate(start, `at-${at}`, { at, side, of: 'writes' });
  expect({ at, end, struck: trace.killed?.at }).toEqual({ at, end: 'SIGKILL', struck: at });
  await hold(start, dataDir);
  await rm(dataDir, { recursive: true });
}
