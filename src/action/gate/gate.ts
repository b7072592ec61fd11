import type { Check, CommonSettings, GateInputs } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome.ts';
import { commitUrl, readWorkflowRun } from '../report/links.ts';
import { formatDuration } from '../run-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { askDeployment, connectDeployment, findChangedRevision } from './ask.ts';
import { type Collected, collectAnswers, type Collecting, createCollection } from './collect.ts';
import { judge } from './judge.ts';
import type { PreparedGate } from './prepare.ts';
import { scoreByReference } from './reference-scores.ts';
import type { GateResult } from './result.ts';
import type { ScoringResult } from './score-command.ts';
import type { ReportContext } from './report/texts.ts';

/** The deployment that the gate judges. */
export interface Candidate {
  url: string | undefined;
  /** Revision that must respond; `undefined` accepts any revision. */
  revisionId: string | undefined;
  commit: string | undefined;
  name: string;
  /** True if the deployment is the preview of a pull request. */
  isPreview: boolean;
}

type GateContext = VerbContext<CommonSettings>;

/**
 * Asks both deployments all cases, judges the answers, and stores the result in the record. Returns the failure, or
 * `undefined` if the gate lets the change pass. A cancelled gate stores the result of the answers that exist.
 */
export async function runGate(
  context: GateContext,
  prepared: PreparedGate,
  candidate: Candidate,
): Promise<Extract<Outcome, { kind: 'failed' }> | undefined> {
  const { record, log } = context;
  const { cases, settings, inputs, baseline } = prepared;
  const removals: Promise<void>[] = [];
  const clearingUp = (work: Promise<void>) => removals.push(work);
  const asked = await connectDeployment(
    context,
    prepared,
    { ...candidate, writesFeedback: true },
    clearingUp,
  );
  if (asked.kind === 'refused') return failure('gate-inconclusive', candidate.name, asked.why);
  const compared =
    baseline &&
    (await connectDeployment(
      context,
      prepared,
      { ...baseline, revisionId: baseline.activeRevisionId, writesFeedback: false },
      clearingUp,
    ));
  if (compared?.kind === 'refused') return failure('gate-inconclusive', candidate.name, compared.why);

  const sides = sidesOf(context, prepared, candidate);
  const collected = createCollection(cases, compared !== undefined);
  const store = () => {
    record.gate = toResult(prepared, sides, collected);
    return record.gate;
  };
  const removeHook = context.addCancelHook(async () => {
    collected.endedEarly = 'the step was cancelled';
    store();
  });
  try {
    await log.group(titleOf(prepared, sides), () =>
      collectAnswers(
        {
          cases,
          settings,
          repeats: inputs.repeats,
          concurrency: inputs.concurrency,
          ask: {
            baseline: compared && ((one) => askDeployment(compared.side, one)),
            candidate: (one) => askDeployment(asked.side, one),
          },
          score: (check, answer) => scoreAnswer(context, prepared, check, answer),
          comparedKeys: [...inputs.scores].flatMap(([key, { compare, judging }]) =>
            compare === undefined || judging.gates === false ? [] : [key],
          ),
          stopped: createBudget(context, inputs),
          progressed: createProgress(context),
        },
        collected,
      ),
    );
  } finally {
    // In a cancelled step, the cancel hook stores the result.
    if (!context.signal.aborted) removeHook();
  }
  await Promise.all(removals);
  const { judgement } = store();
  for (const connected of [asked, compared]) {
    const changed = connected && (await findChangedRevision(connected.side));
    if (changed !== undefined) return failure('gate-inconclusive', candidate.name, changed);
  }
  for (const line of judgement.sentence.split('\n')) log.line(line);
  switch (judgement.verdict) {
    case 'worse':
      return failure('gate-worse', candidate.name, judgement.sentence);
    case 'below-floor':
      return failure('gate-below-floor', candidate.name, judgement.sentence);
    case 'inconclusive':
      return failure('gate-inconclusive', candidate.name, judgement.sentence);
    default:
      return undefined;
  }
}

/** Computes the scores of a response. The second look needs only the scores that compare with the reference. */
async function scoreAnswer(
  { signal }: GateContext,
  { inputs, scorers }: PreparedGate,
  { input, command, reference }: Check,
  { output, isFailed, other, isSecondLook }: Parameters<Collecting['score']>[1],
): Promise<ScoringResult> {
  if (!isSecondLook)
    return scorers.score({ input: input ?? command, output, isFailed, reference, other }, signal);
  const scores = scoreByReference(inputs.scores, { output: isFailed ? undefined : output, reference });
  return { kind: 'scored', scores, comments: new Map() };
}

function failure(
  reason: 'gate-worse' | 'gate-below-floor' | 'gate-inconclusive',
  name: string,
  why: string,
): Extract<Outcome, { kind: 'failed' }> {
  const end = outcome('failed', reason, `Compared ${name}: ${why}`);
  if (end.kind !== 'failed') throw new Error('a failure has another kind');
  return end;
}

/** Judges the answers so far. */
function toResult(
  { settings, cases, dataset }: PreparedGate,
  sides: ReportContext['sides'],
  { cases: compared, endedEarly }: Collected,
): GateResult {
  return {
    cases: compared,
    judgement: judge(compared, settings),
    report: { settings, sides, dataset, compareUrl: undefined },
    locations: new Map(
      cases.flatMap(({ name, location }) => (location === undefined ? [] : [[name, location] as const])),
    ),
    endedEarly,
  };
}

/** Returns the names of both deployments in reports. */
function sidesOf(
  { env }: GateContext,
  { baseline }: PreparedGate,
  { name, commit, isPreview }: Candidate,
): ReportContext['sides'] {
  const workflowRun = readWorkflowRun(env);
  const linked = (sha: string | undefined) => (sha ? { sha, link: commitUrl(workflowRun, sha) } : undefined);
  const candidate = isPreview
    ? { title: 'Preview', phrase: 'the preview', commit: linked(commit) }
    : { title: name, phrase: name, commit: linked(commit) };
  if (baseline === undefined) return { baseline: undefined, candidate };
  const isProduction = baseline.deploymentType === 'prod';
  const [title, phrase] = isProduction ? ['Production', 'production'] : [baseline.name, baseline.name];
  return { baseline: { title, phrase, commit: linked(baseline.active?.commit) }, candidate };
}

/** Returns the title of the log's group, such as `50 cases to the preview and to production`. */
function titleOf(
  { cases, available, inputs }: PreparedGate,
  { baseline, candidate }: ReportContext['sides'],
): string {
  const of = available > cases.length ? ` of ${available}` : '';
  const times = inputs.repeats > 1 ? `, ${inputs.repeats} times each` : '';
  const to = baseline === undefined ? candidate.phrase : `${candidate.phrase} and ${baseline.phrase}`;
  return `Asking ${to}: ${cases.length}${of} ${available === 1 ? 'case' : 'cases'}${times}`;
}

/** Returns a function that returns why no further case is asked, once a budget is exhausted. */
function createBudget({ clock }: GateContext, { timeBudgetMs, tokenBudget }: GateInputs) {
  const startedAt = clock.now();
  return (tokens: number): string | undefined => {
    if (timeBudgetMs !== undefined && clock.now() - startedAt >= timeBudgetMs)
      return `the time budget of ${formatDuration(timeBudgetMs)} was spent`;
    if (tokenBudget !== undefined && tokens >= tokenBudget)
      return `the token budget of ${tokenBudget} tokens was spent`;
    return undefined;
  };
}

/** Minimum time in milliseconds between two lines of progress. */
const PROGRESS_MS = 5_000;

/** Returns a function that logs how many cases were asked, and about how long the rest will take. */
function createProgress({ clock, log }: GateContext) {
  const startedAt = clock.now();
  let lastAt = startedAt;
  return (done: number, planned: number): void => {
    const now = clock.now();
    if (done < planned && now - lastAt < PROGRESS_MS) return;
    lastAt = now;
    const left = ((now - startedAt) / done) * (planned - done);
    const rest =
      done < planned ? `; about ${formatDuration(left)} left` : ` after ${formatDuration(now - startedAt)}`;
    log.line(`${done} of ${planned} asked${rest}`);
  };
}
