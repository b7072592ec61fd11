import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EmulatorOptions } from '../emulator.ts';
import { findClear, findLitter } from './data-folder.ts';
import { neededRevisions } from './judge/needed-revisions.ts';
import { type Kept, readKept } from './kept.ts';
import type { Lane } from './lane.ts';
import { type Blow, live } from './life.ts';
import { whenGone } from './processes.ts';
import type { Play } from './scenario.ts';
import { readTrace } from './trace.ts';
import { startVictim } from './victim.ts';

/** Everything an emulator started is gone so long after it was killed (docs/crash-safety.md), in milliseconds. */
export const GONE_WITHIN_MS = 5_000;

export interface AttemptOptions {
  /** One for each life that is cut short. The scenario is acted in the first; the later ones only start up. */
  blows: readonly Blow[];
  /** Whether the next life begins at once, or when everything of the one before is gone. */
  restart: 'at-once' | 'when-gone';
}

export interface Verdict {
  /** What is wrong; empty when nothing is. */
  findings: string[];
  /** Where each life was cut short; shorter than `blows` when one was over before its blow. */
  struck: string[];
  /** Milliseconds from a blow until all that life had started was gone, the longest. */
  orphansMs: number;
  /** Milliseconds of the first life. */
  livedMs: number;
  /** Writes of the first life. */
  writes: number;
}

/** Lives a scenario once with these blows, and judges what is left of it. Leaves nothing behind. */
export async function attempt(lane: Lane, options: AttemptOptions): Promise<Verdict> {
  const folder = await mkdtemp(path.join(lane.folder, 'attempt-'));
  const dataDir = path.join(folder, 'data');
  if (lane.template !== undefined) {
    await cp(lane.template, dataDir, { recursive: true, verbatimSymlinks: true });
  }
  const verdict: Verdict = { findings: [], struck: [], orphansMs: 0, livedMs: 0, writes: 0 };
  const log: string[] = [];
  const start = { ...lane.options, dataDir, onLog: (line: string) => void log.push(line) };
  try {
    const play = lane.begin();
    const { crashes, ends } = await strike(start, folder, options, play, verdict);
    const findings = await judge(start, path.join(folder, 'trace'), play, crashes);
    for (const left of await Promise.all(ends)) verdict.findings.push(...left);
    const told = log.some((line) => play.secrets().some((secret) => line.includes(secret)));
    verdict.findings.push(...findings, ...(told ? ['the log holds a secret in clear'] : []));
  } catch (error) {
    verdict.findings.push(
      `the attempt failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  if (verdict.findings.length > 0) verdict.findings.push(...log.slice(-30).map((line) => `  log: ${line}`));
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return verdict;
}

/** Lives each life up to its blow; gives what each left, and, once they are to be gone, the processes that are not. */
async function strike(
  start: EmulatorOptions & { dataDir: string },
  folder: string,
  { blows, restart }: AttemptOptions,
  play: Play,
  verdict: Verdict,
): Promise<{ crashes: Kept[]; ends: Promise<string[]>[] }> {
  const crashes: Kept[] = [];
  const ends: Promise<string[]>[] = [];
  for (const [index, blow] of blows.entries()) {
    const trace = path.join(folder, `trace-${index}`);
    const since = performance.now();
    const act =
      index === 0 ? play.act.bind(play) : () => new Promise<void>((resolve) => setTimeout(resolve, 300));
    const { struck, findings } = await live(start, blow, trace, act);
    const { started, killed, refused, writes } = await readTrace(trace);
    if (index === 0) Object.assign(verdict, { livedMs: performance.now() - since, writes: writes.length });
    if (refused[0]) verdict.struck.push(`no room for ${refused[0].what}`);
    else if (killed) verdict.struck.push(`${killed.side} ${killed.place}`);
    else if (struck) verdict.struck.push('some instant');
    const gone = whenGone(started, GONE_WITHIN_MS).then(({ ms, left }) => {
      verdict.orphansMs = Math.max(verdict.orphansMs, ms);
      return left.map(({ pid, command }) => `process ${pid} outlived its emulator: ${command}`);
    });
    ends.push(gone);
    if (restart === 'when-gone') await gone;
    const crash = await readKept(start.dataDir);
    if (crash) crashes.push(crash);
    const damage = (crash?.damage ?? []).map((what) => `the data after the blow: ${what}`);
    verdict.findings.push(...findings, ...damage);
  }
  return { crashes, ends };
}

/** Starts once more, and looks at everything. */
async function judge(
  start: EmulatorOptions & { dataDir: string },
  trace: string,
  play: Play,
  crashes: readonly Kept[],
): Promise<string[]> {
  const emulator = await startVictim(start, { trace });
  if (!emulator) return ['the emulator that was to be judged was killed by somebody'];
  const findings: string[] = [];
  try {
    findings.push(...(await play.judge(emulator, crashes)));
  } finally {
    await emulator.stop();
  }
  const { left } = await whenGone((await readTrace(trace)).started, GONE_WITHIN_MS);
  const after = await readKept(start.dataDir);
  if (!after) return [...findings, 'there is no data after the restart'];
  return [
    ...findings,
    ...left.map(({ pid, command }) => `process ${pid} outlived an orderly end: ${command}`),
    ...after.damage.map((what) => `the data in the end: ${what}`),
    ...after.processes.map((pid) => `process ${pid} is written down as running, after an orderly end`),
    ...play.judgeKept(crashes, after),
    ...(await findLitter(start.dataDir, neededRevisions(after))),
    ...(await findClear(start.dataDir, [...play.secrets(), start.apiKey ?? 'a key'])),
  ];
}
