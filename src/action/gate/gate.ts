import type { Check, CommonSettings, GateInputs } from '../inputs/settings.ts';
import { isSameAgentUrl } from '../inputs/endpoint.ts';
import { outcome, type OutcomeOf } from '../outcome.ts';
import { formatDuration } from '../run-record.ts';
import type { VerbContext } from '../verb-context.ts';
import {
  askDeployment,
  type AskedDeployment,
  type Background,
  connectDeployment,
  createBackground,
  findChangedRevision,
} from './ask.ts';
import { collectAnswers, type Collecting, createCollection } from './collect.ts';
import type { PreparedGate } from './prepare.ts';
import { startProgress } from './progress.ts';
import { type Candidate, createPublication } from './publish.ts';
import type { ScoringResult } from './score-command.ts';
import type { ReportContext } from './report/texts.ts';

type GateContext = VerbContext<CommonSettings>;

/** Decision of the gate, where `sentence` states why the gate passes. */
export type GateDecision =
  | { kind: 'passed'; sentence: string }
  | { kind: 'stopped'; failure: OutcomeOf<'failed'> };

/**
 * Sends all cases to both deployments, judges the responses, and publishes the result in the record, in the report
 * folder and, for a dataset, as experiments. A cancelled gate publishes the responses that were collected so far.
 */
export async function runGate(
  context: GateContext,
  prepared: PreparedGate,
  candidate: Candidate,
): Promise<GateDecision> {
  const { log } = context;
  const stop = (
    reason: 'gate-worse' | 'gate-below-floor' | 'gate-inconclusive',
    why: string,
  ): GateDecision => ({
    kind: 'stopped',
    failure: outcome('failed', reason, `Compared ${candidate.name}: ${why}`),
  });
  const background = createBackground(2 * prepared.inputs.concurrency);
  const connected = await connectBoth(context, prepared, candidate, background);
  if (connected.kind === 'refused') return stop('gate-inconclusive', connected.why);
  const same = describeSameAgent(prepared, candidate, connected);
  if (same !== undefined) return stop('gate-inconclusive', same);
  const publication = createPublication(context, prepared, candidate);
  const earlier = await publication.readEarlier();
  const collected = createCollection(prepared.cases, connected.baseline !== undefined, earlier);
  const removeHook = context.addCancelHook(async () => {
    collected.endedEarly = 'the step was cancelled';
    await publication.store(collected);
  });
  try {
    await log.group(titleOf(prepared, publication.sides), async () => {
      try {
        await collectAnswers(collectingOf(context, prepared, connected), collected);
      } finally {
        await background.ended();
        await connected.candidate.threads.finish();
        await connected.baseline?.threads.finish();
      }
    });
  } finally {
    // In a cancelled step, the hook is not removed, because the hook stores the result.
    if (!context.signal.aborted) removeHook();
  }
  // A second store would write the reports at the same time as the hook, and after the run has ended.
  context.signal.throwIfAborted();
  const changed = await findChange(connected);
  if (changed !== undefined) {
    await publication.store({ ...createCollection(prepared.cases, false), endedEarly: changed });
    return stop('gate-inconclusive', changed);
  }
  const result = await publication.publish(collected);
  const sentence = publication.describe(result);
  switch (result.judgement.verdict) {
    case 'worse':
      return stop('gate-worse', sentence);
    case 'below-floor':
      return stop('gate-below-floor', sentence);
    case 'inconclusive':
      return stop('gate-inconclusive', sentence);
    default:
      return { kind: 'passed', sentence };
  }
}

/** Connections to both deployments, where `baseline` is `undefined` if the candidate is judged without a comparison. */
interface ConnectedSides {
  kind: 'ready';
  baseline: AskedDeployment | undefined;
  candidate: AskedDeployment;
}

async function connectBoth(
  context: GateContext,
  prepared: PreparedGate,
  candidate: Candidate,
  background: Background,
): Promise<ConnectedSides | { kind: 'refused'; why: string }> {
  const { baseline } = prepared;
  const judged = { ...candidate, writesFeedback: true };
  const asked = await connectDeployment(context, prepared, judged, background);
  if (asked.kind === 'refused') return asked;
  if (baseline === undefined) return { kind: 'ready', baseline, candidate: asked.side };
  const other = { ...baseline, revisionId: baseline.activeRevisionId, writesFeedback: false };
  const compared = await connectDeployment(context, prepared, other, background);
  if (compared.kind === 'refused') return compared;
  return { kind: 'ready', baseline: compared.side, candidate: asked.side };
}

/**
 * Returns a sentence if the baseline and the candidate are the same agent. The URLs of the same agent can differ, so
 * the revisions that the baseline and the candidate report are compared too.
 */
function describeSameAgent(
  prepared: PreparedGate,
  { name, url, revisionId }: Candidate,
  { baseline, candidate }: ConnectedSides,
): string | undefined {
  if (baseline === undefined) return undefined;
  const other = prepared.baseline;
  const revision = baseline.revisionId ?? other?.activeRevisionId;
  const isSame =
    (revision !== undefined && revision === (candidate.revisionId ?? revisionId)) ||
    (url !== undefined && other?.url !== undefined && isSameAgentUrl(url, other.url));
  return isSame
    ? `${baseline.name} is ${name} itself, so there is nothing to compare. Set compare-with to another deployment, or to none.`
    : undefined;
}

/** Returns a sentence if the revision of a deployment changed during the gate. */
async function findChange({ baseline, candidate }: ConnectedSides): Promise<string | undefined> {
  return (
    (await findChangedRevision(candidate)) ??
    (baseline === undefined ? undefined : findChangedRevision(baseline))
  );
}

function collectingOf(
  context: GateContext,
  prepared: PreparedGate,
  { baseline, candidate }: ConnectedSides,
): Collecting {
  const { cases, settings, inputs } = prepared;
  const { repeats, concurrency, scores } = inputs;
  return {
    cases,
    settings,
    repeats,
    concurrency,
    ask: {
      baseline: baseline && ((one) => askDeployment(baseline, one)),
      candidate: (one) => askDeployment(candidate, one),
    },
    score: (check, answer) => scoreAnswer(context, prepared, check, answer),
    comparedKeys: [...scores].flatMap(([key, { compare, judging }]) =>
      compare === undefined || judging.gates === false ? [] : [key],
    ),
    stopped: createBudget(context, inputs),
    startProgress: (planned) => startProgress(planned, context.clock, (line) => context.log.line(line)),
  };
}

/**
 * Computes the scores of a response, or only the scores that compare with the reference for a further response to a
 * case that looks broken.
 */
async function scoreAnswer(
  { signal }: GateContext,
  { scorers }: PreparedGate,
  { input, command, reference }: Check,
  { output, isFailed, other, isSecondLook }: Parameters<Collecting['score']>[1],
): Promise<ScoringResult> {
  if (!isSecondLook)
    return scorers.score({ input: input ?? command, output, isFailed, reference, other }, signal);
  return {
    kind: 'scored',
    scores: scorers.compare({ output, isFailed, reference }),
    comments: new Map(),
  };
}

/** Returns the title of a log group, such as `Sending 50 cases to the preview and production`. */
function titleOf(
  { cases, available, inputs }: PreparedGate,
  { baseline, candidate }: ReportContext['sides'],
): string {
  const of = available > cases.length ? ` of ${available}` : '';
  const times = inputs.repeats > 1 ? `, ${inputs.repeats} times each` : '';
  const to = baseline === undefined ? candidate.phrase : `${candidate.phrase} and ${baseline.phrase}`;
  return `Sending ${cases.length}${of} ${available === 1 ? 'case' : 'cases'} to ${to}${times}`;
}

/** Returns a function that describes the exhausted budget, or returns `undefined` while no budget is exhausted. */
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
