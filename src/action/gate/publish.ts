import { randomUUID } from 'node:crypto';
import type { Check, CommonSettings } from '../inputs/settings.ts';
import { titleOfRequest } from '../../contract/messages.ts';
import { errorMessage } from '../../os/errors.ts';
import { commitUrl, readWorkflowRun, runUrl } from '../report/links.ts';
import type { VerbContext } from '../verb-context.ts';
import type { Collected } from './collect.ts';
import type { ComparedCase } from '../../judgement/comparison.ts';
import { judge } from '../../judgement/judge.ts';
import type { PreparedGate } from './prepare.ts';
import type { GateResult } from './result.ts';
import {
  type AttemptIdentity,
  digestCases,
  readEarlierAnswers,
  readScoreHistory,
  writeReports,
} from './report/files.ts';
import { contextOf } from './report/render.ts';
import { endedEarlyText, type ReportContext } from './report/texts.ts';

/** Deployment that the gate judges. */
export interface Candidate {
  url: string | undefined;
  /** Revision that must respond, or `undefined` if any revision may respond. */
  revisionId: string | undefined;
  commit: string | undefined;
  name: string;
  isPreview: boolean;
}

type GateContext = VerbContext<CommonSettings>;

/** Writes the result of a gate to the run record, the report folder, the log and, for a dataset, to experiments. */
export interface Publication {
  /** Names of the baseline and the candidate in reports. */
  sides: ReportContext['sides'];
  /**
   * Returns the responses of an earlier attempt of the same workflow run. Returns an empty list if the gate must not
   * use the earlier responses.
   */
  readEarlier(): Promise<readonly ComparedCase[]>;
  /** Judges the responses, and stores the result in the run record and in the report folder. */
  store(collected: Collected): Promise<GateResult>;
  /** Stores the result of a complete gate, and logs the verdict and the path of the report folder. */
  publish(collected: Collected): Promise<GateResult>;
  /** Returns sentences about the verdict and, if the gate ended early, about the reason. */
  describe(result: GateResult): string;
}

/**
 * Creates the {@link Publication} of a gate. If a report cannot be written, logs a warning, and does not change the
 * verdict.
 */
export function createPublication(
  context: GateContext,
  prepared: PreparedGate,
  candidate: Candidate,
): Publication {
  const { record, log, redactor, settings, event } = context;
  const { cases, folder } = prepared;
  const sides = sidesOf(context, prepared, candidate);
  const identity = identityOf(context, prepared, candidate);
  const redact = (text: string) => redactor.redact(text);
  const signingKey = settings.apiKey;
  const isDefaultBranch = !candidate.isPreview && event.pullRequest === undefined;
  const write = async (result: GateResult): Promise<void> => {
    try {
      await writeReports(folder, result, { redact, identity, signingKey, isDefaultBranch });
      result.folder = folder;
    } catch (error) {
      log.warn('gate', `The reports could not be written: ${errorMessage(error)}`);
    }
  };
  const store = async (collected: Collected): Promise<GateResult> => {
    const result = toResult(prepared, sides, collected);
    record.gate = result;
    // Reads the history before storing this result, because storing adds the result to the history.
    result.history = await readScoreHistory(folder, result.judgement);
    await write(result);
    return result;
  };
  const sentenceOf = (result: GateResult): string =>
    [result.judgement.sentence, endedEarlyText(result.judgement, contextOf(result, redact))]
      .filter((text) => text !== '')
      .join(' ');
  return {
    sides,
    describe: sentenceOf,
    async readEarlier() {
      const names = cases.map(({ name }) => name);
      const earlier = await readEarlierAnswers(folder, identity, { names, signingKey, redact });
      if (earlier.kind === 'none') return [];
      if (earlier.kind === 'refused') {
        log.line(earlier.why);
        return [];
      }
      log.line(`The answers of attempt ${earlier.attempt} are added to the answers of this attempt.`);
      return earlier.cases;
    },
    store,
    async publish(collected) {
      // Stores the result before publishing the experiments, because a cancelled step must report the result.
      const result = await store(collected);
      const compareUrl = await publishToDataset(context, prepared, candidate, collected);
      if (compareUrl !== undefined) {
        result.report = { ...result.report, compareUrl };
        await write(result);
      }
      log.line(sentenceOf(result));
      if (result.folder !== undefined) log.line(`The reports are in ${result.folder}.`);
      return result;
    },
  };
}

/**
 * Publishes the responses as experiments on the dataset of the cases. Returns the URL of the experiments' comparison,
 * or `undefined` if the cases are not from a dataset of the workspace.
 */
async function publishToDataset(
  context: GateContext,
  { cases, dataset, baseline, inputs }: PreparedGate,
  { name, revisionId, commit, isPreview }: Candidate,
  collected: Collected,
): Promise<string | undefined> {
  if (dataset?.id === undefined) return undefined;
  const { record, env } = context;
  const { pullRequest: number } = record;
  const prefix = name.replace(/-pr-\d+$/, '');
  const pullRequest = isPreview && number !== undefined ? { prefix, number } : undefined;
  const { publishExperiments } = await import('./experiments.ts');
  const { compareUrl } = await publishExperiments(
    await context.evaluationApi(inputs.tracingUrl),
    {
      dataset: { ...dataset, id: dataset.id },
      checks: cases,
      cases: collected.cases,
      candidate: { deployment: name, revisionId, commit, pullRequest },
      baseline: baseline && {
        deployment: baseline.name,
        revisionId: baseline.activeRevisionId,
        commit: baseline.active?.commit,
        pullRequest: undefined,
      },
      repeats: inputs.repeats,
      workflowRunUrl: runUrl(readWorkflowRun(env)),
    },
    { ...context, newId: randomUUID },
  );
  return compareUrl;
}

function identityOf(
  { env }: GateContext,
  { cases, baseline }: PreparedGate,
  { name, commit }: Candidate,
): AttemptIdentity {
  const { runId, attempt } = readWorkflowRun(env);
  return {
    runId,
    attempt: Number(attempt),
    commit,
    candidate: name,
    baselineRevision: baseline?.activeRevisionId,
    casesDigest: digestCases(cases),
  };
}

function toResult(
  { settings, cases, dataset }: PreparedGate,
  sides: ReportContext['sides'],
  { cases: compared, endedEarly }: Collected,
): GateResult {
  return {
    cases: compared,
    judgement: judge(compared, settings),
    report: { settings, sides, dataset, compareUrl: undefined, questions: questionsOf(cases) },
    locations: new Map(
      cases.flatMap(({ name, location }) => (location === undefined ? [] : [[name, location] as const])),
    ),
    endedEarly,
  };
}

function questionsOf(cases: readonly Check[]): Map<string, string> {
  return new Map(
    cases.flatMap(({ name, input }) => {
      const question = titleOfRequest({ input });
      return question === '' ? [] : [[name, question] as const];
    }),
  );
}

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
