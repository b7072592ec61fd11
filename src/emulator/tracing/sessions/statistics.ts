import { createPacer } from '../../../clients/pacer.ts';
import type { FeedbackStats } from '../../../contract/evaluation.ts';
import { isoTime } from '../../ports/clock.ts';
import type { FeedbackScoreRow, Repositories } from '../../ports/store.ts';

/** Number of rows that are read at a time. */
const PAGE = 1_000;
/**
 * Maximum number of different values of one key that are counted, because a key with more values contains free text.
 */
const VALUES_MAX = 100;

/** Intermediate sums over the scores of one key. */
interface Sums {
  n: number;
  scored: number;
  mean: number;
  /** Sum of squared differences from the mean, by Welford's method. */
  squares: number;
  values: Map<string, number>;
}

export class FeedbackCollector {
  readonly #keys = new Map<string, Sums>();

  add({ key, score, value }: Pick<FeedbackScoreRow, 'key' | 'score' | 'value'>): void {
    const sums = this.#keys.get(key) ?? { n: 0, scored: 0, mean: 0, squares: 0, values: new Map() };
    this.#keys.set(key, sums);
    sums.n += 1;
    const number = typeof score === 'boolean' ? Number(score) : score;
    if (typeof number === 'number') {
      sums.scored += 1;
      const before = number - sums.mean;
      sums.mean += before / sums.scored;
      sums.squares += before * (number - sums.mean);
    }
    if (typeof value === 'string' && (sums.values.has(value) || sums.values.size < VALUES_MAX)) {
      sums.values.set(value, (sums.values.get(value) ?? 0) + 1);
    }
  }

  /** Returns the statistics of feedback by feedback key, with the population standard deviation. */
  end(): FeedbackStats {
    const entries = [...this.#keys].map(([key, { n, scored, mean, squares, values }]) => [
      key,
      {
        n,
        avg: scored === 0 ? null : mean,
        stdev: scored === 0 ? null : Math.sqrt(squares / scored),
        values: Object.fromEntries(values),
      },
    ]);
    return Object.fromEntries(entries) as FeedbackStats;
  }
}

/** Returns the nearest-rank percentile of sorted numbers, or null for an empty list. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/**
 * Returns the statistics of a project. The statistics cover the project's runs, and the feedback on the runs and on the
 * project. Feedback of comparative experiments is excluded, because its scores compare runs.
 */
export async function projectStatistics(store: Repositories, projectId: string) {
  const pacer = createPacer();
  const latencies: number[] = [];
  const tokens = { total: 0, prompt: 0, completion: 0 };
  let [roots, errors, last] = [0, 0, -1];
  for (let after = -1; ; ) {
    const page = await store.tracedRuns.summaries(projectId, { after, limit: PAGE });
    for (const run of page) {
      tokens.total += run.totalTokens ?? 0;
      tokens.prompt += run.promptTokens ?? 0;
      tokens.completion += run.completionTokens ?? 0;
      last = Math.max(last, run.startTime);
      if (run.parentRunId !== null) continue;
      roots += 1;
      if (run.isError) errors += 1;
      if (run.endTime !== null) latencies.push((run.endTime - run.startTime) / 1_000);
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.ordinal ?? after;
    if (pacer.isDue) await pacer.pause();
  }
  latencies.sort((a, b) => a - b);
  return {
    run_count: roots,
    latency_p50: percentile(latencies, 0.5),
    latency_p99: percentile(latencies, 0.99),
    error_rate: roots === 0 ? null : errors / roots,
    total_tokens: tokens.total,
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.completion,
    total_cost: null,
    prompt_cost: null,
    completion_cost: null,
    last_run_start_time: last < 0 ? null : isoTime(last),
    ...(await feedbackStatistics(store, projectId)),
  };
}

async function feedbackStatistics(store: Repositories, projectId: string) {
  const pacer = createPacer();
  const [ofRuns, ofProject] = [new FeedbackCollector(), new FeedbackCollector()];
  for (let after = -1; ; ) {
    const page = await store.feedbacks.scores(projectId, { after, limit: PAGE });
    for (const row of page) {
      if (row.comparativeExperimentId === null) (row.runId === null ? ofProject : ofRuns).add(row);
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.ordinal ?? after;
    if (pacer.isDue) await pacer.pause();
  }
  return { feedback_stats: ofRuns.end(), session_feedback_stats: ofProject.end() };
}

/** Returns the statistics of a comparative experiment's feedback: in total, and for each compared experiment. */
export async function comparisonStatistics(
  store: Repositories,
  comparisonId: string,
): Promise<{ total: FeedbackStats; byProject: ReadonlyMap<string, FeedbackStats> }> {
  const pacer = createPacer();
  const total = new FeedbackCollector();
  const byProject = new Map<string, FeedbackCollector>();
  for (let after = -1; ; ) {
    const page = await store.feedbacks.scoresOfComparison(comparisonId, { after, limit: PAGE });
    for (const row of page) {
      total.add(row);
      if (row.projectId === null) continue;
      const own = byProject.get(row.projectId) ?? new FeedbackCollector();
      byProject.set(row.projectId, own);
      own.add(row);
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.ordinal ?? after;
    if (pacer.isDue) await pacer.pause();
  }
  return {
    total: total.end(),
    byProject: new Map([...byProject].map(([id, collector]) => [id, collector.end()])),
  };
}
