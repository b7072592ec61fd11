import type { SimulationResult } from './simulate.ts';

/** Statistics of the simulations in a test, which show that enough happened to support the property. */
interface Coverage {
  add(played: SimulationResult, verdict: { readonly exemptions: readonly Exemption[] }): void;
  readonly runs: number;
  /** Number of runs by `outcome/reason`. */
  readonly ends: ReadonlyMap<string, number>;
  readonly exemptions: ReadonlyMap<Exemption, number>;
  /** Returns the share of runs with this end; an outcome includes all its reasons. */
  share(outcome: string): number;
  /** Returns the exemptions that were used more often than allowed. */
  tooOften(): string[];
  /** Returns the statistics for people, with one line per number. */
  text(): string;
}

/** Creates empty statistics. */
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
        // The share is not checked for only a few occurrences.
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

/**
 * Cases when a run may report a false result, because no run could know better. The table is complete: the check
 * records each exemption that it uses, and tests fail if one is used too often. `share` is the maximum share of all
 * runs.
 */
const EXEMPTIONS = {
  cancelled: {
    share: 0.1,
    why: 'The user stopped the run: red is what was asked for, with any state of the revision; a pending response is not waited for.',
  },
  blind: {
    share: 0.1,
    why: 'The last thing the run asked was not answered, though it was asked until the deadline, or the list it was shown left out the deployment: it cannot know.',
  },
  'lost-and-not-seen': {
    share: 0.05,
    why: 'The answer to a write was lost, and looking for a minute was not answered either, or showed a change of another client on top of it.',
  },
  'hidden-values': {
    share: 0.05,
    why: 'The service shows no values of secrets, so that the same variable with another value looks the same.',
  },
  'as-good-as-ours': {
    share: 0.02,
    why: 'The answer to a create was lost, and another client made exactly what we asked for: nothing tells whose it is.',
  },
  'commit-untold': {
    share: 0.1,
    why: 'The service does not say which commit a revision is built from; the run says so (commit-unknown).',
  },
} as const;

export type Exemption = keyof typeof EXEMPTIONS;
