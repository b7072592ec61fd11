import { EXEMPTIONS, type Exemption } from './exemptions.ts';
import type { Verdict } from './judge/judge.ts';
import type { Played } from './play/played.ts';

/** What the schedules of a test led to, so that a property cannot hold for want of anything happening. */
export interface Coverage {
  add(played: Played, verdict: Verdict): void;
  readonly runs: number;
  /** Runs by `outcome/reason`. */
  readonly ends: ReadonlyMap<string, number>;
  readonly exemptions: ReadonlyMap<Exemption, number>;
  /** The share of runs that ended so; an outcome counts with all its reasons. */
  share(outcome: string): number;
  /** Entries of the table that were needed more often than they may be. */
  tooOften(): string[];
  /** One line per number, for people. */
  text(): string;
}

/** Nothing yet. */
export function createCoverage(): Coverage {
  let schedules = 0;
  let runs = 0;
  let twice = 0;
  const ends = new Map<string, number>();
  const exemptions = new Map<Exemption, number>();
  const count = <T>(map: Map<T, number>, key: T) => map.set(key, (map.get(key) ?? 0) + 1);
  const share = (outcome: string) =>
    [...ends].reduce((sum, [key, times]) => (key.startsWith(`${outcome}/`) ? sum + times : sum), 0) / runs;
  return {
    get runs() {
      return runs;
    },
    ends,
    exemptions,
    add(played, verdict) {
      schedules += 1;
      if (played.runs.length > 1) twice += 1;
      for (const { outputs } of played.runs) {
        runs += 1;
        count(ends, `${outputs['outcome']}/${outputs['reason-code']}`);
      }
      for (const name of verdict.exemptions) count(exemptions, name);
    },
    share,
    tooOften: () =>
      [...exemptions].flatMap(([name, times]) => {
        // A handful proves nothing about a share.
        const most = Math.max(5, EXEMPTIONS[name].share * runs);
        return times > most ? [`${name}: ${times} of ${runs}`] : [];
      }),
    text: () =>
      [
        `${schedules} schedules (${twice} with two runs), ${runs} runs`,
        ...[...ends].sort((a, b) => b[1] - a[1]).map(([end, times]) => `${String(times).padStart(6)} ${end}`),
        ...[...exemptions].map(([name, times]) => `${String(times).padStart(6)} exempted: ${name}`),
      ].join('\n'),
  };
}
