import { createHash, randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { type ClockAddress, clockEnvironment, joinClock, type RemoteParticipant } from './participant.ts';

/** Options with which `runAction` runs the action in virtual time. */
export interface VirtualRun {
  nodeArguments: string[];
  env: Record<string, string>;
}

/** Controls the clock of an emulator in another process. */
export interface ClockHandle {
  /** Returns the service's time including its skew, in epoch milliseconds. */
  now(): Promise<number>;
  /** Advances virtual time, and resolves when all participants that woke up sleep again. */
  advance(ms: number): Promise<void>;
  /** Sets the skew of the service's time. */
  skew(ms: number): Promise<void>;
  /** Adds a participant that is awake, so time does not advance until the participant sleeps or leaves. */
  join(): Promise<RemoteParticipant>;
  /**
   * Runs `work` in virtual time; `work` passes its argument to `runAction`. A participant stays awake during `work`,
   * so that no time passes before the action has joined or between its phases.
   */
  during<T>(work: (run: VirtualRun) => Promise<T>): Promise<T>;
}

const Clock = z.object({ now_ms: z.number() });

/** Creates the handle. `local` sends one request to `/_local`, and throws if the request is refused. */
export function createClockHandle(
  address: ClockAddress,
  local: (method: string, name: string, body?: unknown) => Promise<unknown>,
): ClockHandle {
  return {
    now: async () => Clock.parse(await local('GET', 'clock')).now_ms,
    advance: async (ms) => void (await local('POST', 'clock', { advance_ms: ms })),
    skew: async (ms) => void (await local('POST', 'clock', { skew_ms: ms })),
    join: () => joinClock(address),
    async during(work) {
      const parent = await joinClock(address, { label: 'run' });
      try {
        return await work({
          nodeArguments: await preloadArguments('virtual'),
          env: clockEnvironment(address, parent.session),
        });
      } finally {
        await parent.leave();
      }
    },
  };
}

const BUILT = path.resolve(import.meta.dirname, '../../.tmp/clock');

/**
 * Returns the argument for Node (`--import …`) that preloads a module of this folder. The module is bundled into one
 * JavaScript file, once for each content of the folder, because stripping types would take longer than the rest of a
 * process's start.
 */
export async function preloadArguments(name: 'virtual' | 'accelerated'): Promise<string[]> {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync('*.ts', { cwd: import.meta.dirname }).toSorted()) {
    hash.update(file).update(await readFile(path.join(import.meta.dirname, file)));
  }
  const built = path.join(BUILT, `${name}-${hash.digest('hex').slice(0, 16)}.mjs`);
  const known = await stat(built).catch(() => undefined);
  if (!known) await build(path.join(import.meta.dirname, `${name}.ts`), built);
  return ['--import', pathToFileURL(built).href];
}

async function build(from: string, to: string): Promise<void> {
  const { buildSync } = await import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [from],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    write: false,
  });
  await mkdir(path.dirname(to), { recursive: true });
  // The file is written atomically under a unique name, because other suites and runs may build it at the same time.
  const half = `${to}.${randomUUID()}`;
  await writeFile(half, outputFiles[0]?.contents ?? '');
  await rename(half, to);
}
