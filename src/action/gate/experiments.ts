import type { DatasetExample, EvaluationApi } from '../../clients/evaluation.ts';
import type { Experiment, ScoredRun } from '../../clients/experiments.ts';
import { isJsonObject } from '../../contract/json-safety.ts';
import type { SessionChange } from '../../contract/tracing.ts';
import { errorMessage } from '../../os/errors.ts';
import type { Check } from '../inputs/settings.ts';
import type { VerbContext } from '../verb-context.ts';
import { type Answer, answeredOf, type ComparedCase, scoresOf } from '../../judgement/comparison.ts';

/** A deployment whose responses are published as an experiment. */
interface PublishedSide {
  deployment: string;
  revisionId: string | undefined;
  commit: string | undefined;
  /** Number of a preview's pull request, and the part of the experiment's name before `-pr-`. */
  pullRequest: { prefix: string; number: number } | undefined;
}

export interface PublishedGate {
  dataset: {
    id: string;
    /** Time of the dataset version that the gate has read. */
    version: string;
    splits: readonly string[];
    examples: readonly DatasetExample[];
  };
  /** Selected cases; a case without an example is not published. */
  checks: readonly Pick<Check, 'name' | 'exampleId'>[];
  cases: readonly ComparedCase[];
  candidate: PublishedSide;
  /** Deployment to compare with, or `undefined` if the candidate was judged without a comparison. */
  baseline: PublishedSide | undefined;
  /** Number of responses from each deployment to each case. */
  repeats: number;
  workflowRunUrl: string | undefined;
}

type PublishContext = Pick<VerbContext, 'clock' | 'log' | 'signal' | 'redactor' | 'addCancelHook'> & {
  /** Creates a random UUID. */
  newId: () => string;
};

interface Published {
  /** URL of the page that compares the experiments, or `undefined` if the service has no such page. */
  compareUrl: string | undefined;
  /** IDs of the created experiments, beginning with the baseline's experiment. */
  experimentIds: string[];
}

/**
 * Publishes the responses at the service as an experiment on the dataset for each deployment, a run for each response,
 * and a comparison of both experiments. Omits the further responses to cases that looked broken, so the service
 * computes the same means as the gate. Redacts all strings, and logs a failure as a warning. If the run is cancelled,
 * marks the existing experiments as ended. Throws only the signal's reason.
 */
export async function publishExperiments(
  api: EvaluationApi,
  gate: PublishedGate,
  context: PublishContext,
): Promise<Published> {
  const { signal, log, redactor } = context;
  const created: Experiment[] = [];
  const publication: Publication = { api, gate, context, open: new Map() };
  const removeHook = context.addCancelHook((stop) => endOpen(publication, stop));
  const attempt = async <T>(action: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      log.warn('experiments', `${action} failed: ${redactor.redact(errorMessage(error))}`);
      return undefined;
    }
  };
  const sides = sidesOf(gate);
  const isComplete = await attempt('Publishing the answers as experiments', async () => {
    for (const side of sides) await publishSide(publication, side, created);
    return true;
  });
  await attempt('Marking the experiments as ended', () => endOpen(publication, signal));
  const experimentIds = created.map(({ id }) => id);
  if (isComplete !== true) {
    removeHook();
    return { compareUrl: undefined, experimentIds };
  }
  if (created.length > 1) {
    await attempt('Publishing the comparison of the experiments', () => compare(publication, created));
  }
  const compareUrl = await attempt('Reading the workspace of the experiments', () =>
    api.compareUrl(gate.dataset.id, created, signal),
  );
  removeHook();
  return { compareUrl, experimentIds };
}

interface Publication {
  api: EvaluationApi;
  gate: PublishedGate;
  context: PublishContext;
  /** Changes that mark the experiments as ended, keyed by the experiments' IDs. */
  open: Map<string, SessionChange>;
}

type Side = { name: 'baseline' | 'candidate'; details: PublishedSide };

function sidesOf({ baseline, candidate }: PublishedGate): Side[] {
  const judged: Side = { name: 'candidate', details: candidate };
  return baseline === undefined ? [judged] : [{ name: 'baseline', details: baseline }, judged];
}

/** Creates the experiment of a deployment, and stores the deployment's responses as runs. */
async function publishSide(publication: Publication, side: Side, created: Experiment[]): Promise<void> {
  const { api, gate, context, open } = publication;
  const { signal } = context;
  const extra = { metadata: metadataOf(gate, side) };
  const experiment = await createExperiment(publication, side, extra);
  created.push(experiment);
  open.set(experiment.id, { extra });
  await api.storeRuns(runsOf(publication, side, experiment), signal);
}

async function endOpen({ api, context, open }: Publication, signal: AbortSignal): Promise<void> {
  const ended = [...open].map(async ([id, change]) => {
    await api.updateExperiment(id, { ...change, end_time: timeOf(context.clock.now()) }, signal);
    open.delete(id);
  });
  const failed = (await Promise.allSettled(ended)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Number of suffixes that are tried for the name of an experiment. */
const SUFFIXES = 10;
const SUFFIX_LENGTH = 6;

/**
 * Creates an experiment. If the name is in use, as in a second attempt of a workflow, adds a suffix, because one
 * experiment must not contain runs of two attempts.
 */
async function createExperiment(
  { api, gate, context }: Publication,
  { details }: Side,
  extra: { metadata: Record<string, unknown> },
): Promise<Experiment> {
  const { newId, clock, signal, redactor } = context;
  const { dataset, checks, cases, repeats } = gate;
  const redact = (text: string) => redactor.redact(text);
  const keys = new Set(
    cases.flatMap((one) => firstAnswers(one).flatMap((answer) => [...scoresOf(answer).keys()])),
  );
  const name = redact(experimentName(details));
  for (let suffix = '', attempts = 0; attempts <= SUFFIXES; attempts += 1) {
    const experiment = await api.createExperiment(
      {
        id: newId(),
        name: `${name}${suffix}`,
        description: redact(describeSide(details, gate.workflowRunUrl)),
        reference_dataset_id: dataset.id,
        start_time: timeOf(clock.now()),
        num_examples: checks.length,
        num_repetitions: repeats,
        evaluator_keys: [...keys],
        extra,
      },
      signal,
    );
    if (experiment !== undefined) return experiment;
    suffix = `-${newId().slice(0, SUFFIX_LENGTH)}`;
  }
  throw new Error(`the names ${name} and ${SUFFIXES} similar names are in use: delete old experiments`);
}

const firstAnswers = ({ baseline, candidate }: ComparedCase) =>
  answeredOf([...(baseline?.first ?? []), ...candidate.first]);

const SHORT_SHA = 7;

/** Returns a name such as `my-agent-pr-12-0a1b2c3`, or `my-agent-0a1b2c3` outside a pull request. */
function experimentName({ deployment, revisionId, commit, pullRequest }: PublishedSide): string {
  const version = (commit ?? revisionId)?.slice(0, SHORT_SHA);
  const base = pullRequest ? `${pullRequest.prefix}-pr-${pullRequest.number}` : deployment;
  return version === undefined ? base : `${base}-${version}`;
}

function describeSide({ deployment }: PublishedSide, workflowRunUrl: string | undefined): string {
  const by = workflowRunUrl === undefined ? '' : ` in ${workflowRunUrl}`;
  return `Answers of ${deployment}, which Agent Deploy judged${by}.`;
}

function metadataOf({ dataset, repeats, workflowRunUrl }: PublishedGate, { name, details }: Side) {
  return {
    side: name,
    deployment: details.deployment,
    revision_id: details.revisionId ?? null,
    commit: details.commit ?? null,
    pull_request: details.pullRequest?.number ?? null,
    workflow_run: workflowRunUrl ?? null,
    dataset_version: dataset.version,
    dataset_splits: dataset.splits.length === 0 ? null : [...dataset.splits],
    num_repetitions: repeats,
  };
}

/** Yields the runs of a deployment's responses, creating each run only when it is needed, because runs can be large. */
function* runsOf(publication: Publication, side: Side, experiment: Experiment): Generator<ScoredRun> {
  const { gate } = publication;
  const examples = new Map(gate.dataset.examples.map((one) => [one.id, one]));
  const ids = new Map(gate.checks.map(({ name, exampleId }) => [name, exampleId]));
  for (const one of gate.cases) {
    const example = examples.get(ids.get(one.name) ?? '');
    if (example === undefined) continue;
    for (const answer of one[side.name]?.first ?? []) {
      yield toRun(publication, { answer, example, experiment, details: side.details });
    }
  }
}

/** Maximum length in characters of an example's inputs as JSON; a run does not repeat longer inputs. */
const INPUTS_MAX = 1_000_000;

function toRun(
  { context }: Pick<Publication, 'context'>,
  {
    answer,
    example,
    experiment,
    details,
  }: { answer: Answer; example: DatasetExample; experiment: Experiment; details: PublishedSide },
): ScoredRun {
  const { newId, redactor, clock } = context;
  const safe = (value: unknown) => toSafeJson(value, (text) => redactor.redact(text));
  const id = newId();
  const startedAt = answer.run?.startedAt ?? clock.now();
  const isLarge = JSON.stringify(example.inputs).length > INPUTS_MAX;
  const inputs = isLarge
    ? { note: 'The inputs are omitted because they are large. The example contains them.' }
    : example.inputs;
  const { outputs, error } = resultOf(answer);
  const metadata = {
    deployment: details.deployment,
    revision_id: details.revisionId ?? null,
    thread_id: answer.run?.threadId ?? null,
    run_id: answer.run?.runId ?? null,
    example_version: example.modifiedAt ?? null,
    ...(answer.kind === 'answered' &&
      answer.tokens !== undefined && { usage_metadata: { total_tokens: answer.tokens } }),
  };
  const startTime = timeOf(startedAt);
  return {
    run: {
      id,
      trace_id: id,
      dotted_order: `${startTime.slice(0, -1).replaceAll(/[-:.]/g, '')}000Z${id}`,
      name: details.deployment,
      run_type: 'chain',
      start_time: startTime,
      end_time: timeOf(answer.run?.endedAt ?? startedAt),
      session_id: experiment.id,
      session_name: experiment.name,
      reference_example_id: example.id,
      inputs: asObject(safe(inputs)),
      ...(outputs !== undefined && { outputs: asObject(safe(outputs)) }),
      ...(error !== undefined && { error: toSafeText(error, (text) => redactor.redact(text)) }),
      extra: { metadata },
    },
    feedback: feedbackOf(answer, { runId: id, startTime, experimentId: experiment.id }, context),
  };
}

/** Returns the outputs of a response, or the error of a response that failed or has no result. */
function resultOf(answer: Answer): { outputs?: unknown; error?: string } {
  if (answer.kind === 'errored') return { error: answer.why };
  if (answer.run?.isFailed !== true) return { outputs: answer.output };
  return { error: typeof answer.output === 'string' ? answer.output : JSON.stringify(answer.output) };
}

function feedbackOf(
  answer: Answer,
  { runId, startTime, experimentId }: { runId: string; startTime: string; experimentId: string },
  { newId, redactor }: PublishContext,
): ScoredRun['feedback'] {
  if (answer.kind === 'errored') return [];
  return [...scoresOf(answer)].map(([key, score]) => {
    const comment = answer.run?.comments.get(key);
    return {
      id: newId(),
      run_id: runId,
      trace_id: runId,
      session_id: experimentId,
      start_time: startTime,
      key,
      score: roundScore(score),
      ...(comment !== undefined && { comment: toSafeText(comment, (text) => redactor.redact(text)) }),
      feedback_source: { type: 'api' },
    };
  });
}

/** Factor that rounds a score to the four decimal places that the service stores. */
const DECIMALS = 10_000;

function roundScore(score: number): number {
  const rounded = Math.round(score * DECIMALS) / DECIMALS;
  // For a very large score, the product with `DECIMALS` is infinite.
  return Number.isFinite(rounded) ? rounded : score;
}

async function compare(
  { api, gate, context }: Publication,
  experiments: readonly Experiment[],
): Promise<void> {
  const { newId, clock, signal } = context;
  await api.createComparison(
    {
      id: newId(),
      name: experiments.map(({ name }) => name).join(' vs. '),
      experiment_ids: experiments.map(({ id }) => id),
      reference_dataset_id: gate.dataset.id,
      created_at: timeOf(clock.now()),
      extra: {
        metadata: { dataset_version: gate.dataset.version, workflow_run: gate.workflowRunUrl ?? null },
      },
    },
    signal,
  );
}

const timeOf = (at: number) => new Date(at).toISOString();

const asObject = (value: unknown): Record<string, unknown> =>
  isJsonObject(value) ? value : { output: value };

/** Redacts a string, and replaces the characters that databases refuse. */
function toSafeText(text: string, redact: (text: string) => string): string {
  return redact(text).toWellFormed().replaceAll('\0', '\u{fffd}');
}

/** Redacts all strings of a JSON value, including keys. */
function toSafeJson(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return toSafeText(value, redact);
  if (Array.isArray(value)) return value.map((one) => toSafeJson(one, redact));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [toSafeText(key, redact), toSafeJson(one, redact)]),
  );
}
