import { cell, details, table } from '../../src/action/report/markdown.ts';
import { countOf } from '../../src/action/text.ts';
import { INFERENCE_STATES, type LiveInference, type LiveResult } from '../../src/contract/live-result.ts';

/** Where the report is shown, which decides whether it can link to the documentation. */
export interface ReportPlace {
  /** URL of the repository's files at the commit of the run, without a trailing slash. */
  docsUrl?: string | undefined;
}

type StateCounts = Record<LiveInference['state'], number>;

/** Returns the number of inferences in each state. */
export function stateCounts({ inferences }: Pick<LiveResult, 'inferences'>): StateCounts {
  const counts: StateCounts = { wrong: 0, 'not-reached': 0, confirmed: 0 };
  for (const { state } of inferences) counts[state] += 1;
  return counts;
}

/** Sorts the inferences by state: wrong, not reached, confirmed. Preserves the order within a state. */
export function orderInferences(inferences: readonly LiveInference[]): LiveInference[] {
  return inferences.toSorted((a, b) => INFERENCE_STATES.indexOf(a.state) - INFERENCE_STATES.indexOf(b.state));
}

/** Returns the title of a result, which begins with the most important count. */
export function resultTitle(result: LiveResult): string {
  const { wrong, 'not-reached': missed, confirmed } = stateCounts(result);
  const all = countOf(result.inferences.length, 'statement');
  if (wrong > 0) return `${wrong} of ${all} about the service ${wrong === 1 ? 'is' : 'are'} wrong`;
  if (missed > 0) return `${confirmed} of ${all} about the service were confirmed, and none is wrong`;
  return `All ${all} about the service were confirmed`;
}

/** Returns sentences with the service, the time, why the run ended, and what failed or remains. */
export function resultSentence(result: LiveResult): string {
  const at = `${result.started_at.slice(0, 16).replace('T', ' ')} UTC`;
  const failed = result.scenarios.filter(({ state }) => state === 'failed').length;
  const left = result.sweeps.findLast(({ when }) => when === 'after')?.left.length ?? 0;
  return [
    `The run ${result.run} compared the documentation with ${result.service} on ${at}.`,
    result.ended_because,
    failed === 0 ? '' : `${countOf(failed, 'scenario')} failed.`,
    left === 0 ? '' : `${countOf(left, 'object')} of the run may remain, and must be deleted by hand.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** Returns whether a run shows no difference: every scenario passed, no inference is wrong, and nothing remains. */
export function isGreen(result: LiveResult): boolean {
  return (
    result.ended === 'completed' &&
    stateCounts(result).wrong === 0 &&
    result.scenarios.every(({ state }) => state === 'passed') &&
    result.sweeps.every(({ left }) => left.length === 0)
  );
}

/** Returns the result as Markdown for the summary of a job. */
export function liveSummary(result: LiveResult): string {
  const ordered = orderInferences(result.inferences);
  const of = (state: LiveInference['state']) => ordered.filter((one) => one.state === state);
  const wrong = of('wrong');
  const missed = of('not-reached');
  const seconds = (ms: number) => `${Math.round(ms / 1_000).toLocaleString('en')} s`;
  const plain = (claim: string) => claim.replaceAll('`', '');
  const problems = result.sweeps.flatMap(({ left }) => left);
  return `${[
    `### ${cell(resultTitle(result))}`,
    cell(resultSentence(result)),
    wrong.length === 0
      ? ''
      : table(
          ['statement', 'documentation', 'expected', 'seen'],
          wrong.map(({ claim, doc, expected, seen }) => [plain(claim), doc, expected ?? '', seen ?? '']),
        ),
    table(
      ['scenario', 'result', 'time', 'problem'],
      result.scenarios.map(({ title, state, duration_ms: ms, problem }) => [
        title,
        state,
        seconds(ms),
        problem,
      ]),
    ),
    problems.length === 0
      ? ''
      : ['These objects may remain:', '', ...problems.map((text) => `- ${cell(text)}`)].join('\n'),
    missed.length === 0
      ? ''
      : details(
          `${countOf(missed.length, 'statement')} ${missed.length === 1 ? 'was' : 'were'} not reached`,
          table(
            ['statement', 'documentation'],
            missed.map(({ claim, doc }) => [plain(claim), doc]),
          ),
        ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}
