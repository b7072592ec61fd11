import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { type ClockAddress, clockEnvironment, joinClock, type RemoteParticipant } from './participant.ts';

/** What `runAction` is given so that the action lives in virtual time. */
export interface VirtualRun {
  nodeArguments: string[];
  env: Record<string, string>;
}

/** The clock of an emulator in another process. */
export interface ClockHandle {
  /** The service's own time, skew included; milliseconds since the epoch. */
  now(): Promise<number>;
  /** Moves virtual time on; resolves when all that woke are asleep again. */
  advance(ms: number): Promise<void>;
  /** From now on the service's own time is off by so much. */
  skew(ms: number): Promise<void>;
  /** A new participant, awake: time stands still until it sleeps or leaves. */
  join(): Promise<RemoteParticipant>;
  /**
   * Runs an action in virtual time: `work` hands what it is given to `runAction`. For the whole of the work a participant
   * takes part, so that no time passes until the action has joined, nor between its phases.
   */
  during<T>(work: (run: VirtualRun) => Promise<T>): Promise<T>;
}

const Clock = z.object({ now_ms: z.number() });

/** `local` makes one request to `/_local` and throws when it is refused. */
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
 * The argument for Node (`--import …`) that preloads a module of this folder, made one file of plain JavaScript: to
 * strip types in every process would cost each of them more than the rest of its start. Built once for what the folder
 * holds now.
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
  // Whole or not at all: other suites look at the same time.
  const half = `${to}.${process.pid}`;
  await writeFile(half, outputFiles[0]?.contents ?? '');
  await rename(half, to);
}
