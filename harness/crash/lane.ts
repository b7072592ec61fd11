import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmulatorOptions, startEmulator } from '../emulator.ts';
import type { Play, Scenario } from './scenario.ts';
import { freePort } from './victim.ts';

/** Where attempts at one scenario are made, one after the other: what they all start from, and a port of their own. */
export interface Lane {
  readonly folder: string;
  /** The data directory each attempt starts with a copy of; undefined: with nothing. */
  readonly template: string | undefined;
  /** How each of their emulators is started. */
  readonly options: EmulatorOptions;
  /** A play for one more attempt. */
  begin(): Play;
  remove(): Promise<void>;
}

const WORKSPACE = '5ca1ab1e-0000-4000-8000-000000000004';

/** Prepares a scenario for any number of attempts. */
export async function openLane(scenario: Scenario): Promise<Lane> {
  const folder = await mkdtemp(path.join(tmpdir(), 'crash-lane-'));
  const scratch = path.join(folder, 'scratch');
  const template = path.join(folder, 'template');
  await mkdir(scratch);
  const options: EmulatorOptions = {
    ...scenario.options,
    port: await freePort(),
    apiKey: 'a-key-that-is-in-no-file',
    workspaceId: WORKSPACE,
  };
  const prepared = async (): Promise<() => Play> => {
    if (scenario.fromNothing === true) return scenario.prepare(undefined, scratch);
    const emulator = await startEmulator({ ...options, dataDir: template, readyWithinMs: 60_000 });
    try {
      return await scenario.prepare(emulator, scratch);
    } finally {
      await emulator.stop();
    }
  };
  const begin = await prepared();
  return {
    folder,
    template: scenario.fromNothing === true ? undefined : template,
    options,
    begin,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
