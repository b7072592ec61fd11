import type { DatasetExample, DatasetReading } from '../../clients/evaluation.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { findTarget, readCurrent } from '../deploy/read.ts';
import type {
  Check,
  ChecksInput,
  CommonSettings,
  DatasetQuery,
  GateInputs,
  Verification,
  VerifySettings,
} from '../inputs/settings.ts';
import { isSameAgentUrl } from '../inputs/endpoint.ts';
import { describeProblem } from '../inputs/problem.ts';
import type { Target } from '../inputs/parsers.ts';
import { UnsafeFolderError } from '../../os/plain-folder.ts';
import { ActionError } from '../outcome.ts';
import { type CurrentDeployment, urlOf } from '../plan/current.ts';
import { readWorkflowRun } from '../report/links.ts';
import type { VerbContext } from '../verb-context.ts';
import type { GateSettings } from '../../judgement/comparison.ts';
import { toChecks } from './examples-to-cases.ts';
import { findUnscorable } from './reference-scores.ts';
import { sampleCases } from './sample.ts';
import { createScorers, type Scorers } from './scorers.ts';
import { openReportFolder } from './report/files.ts';
import { resolveSettings } from './settings.ts';

/** A version of a dataset, where `id` is `undefined` for a shared dataset, on which no experiment can be created. */
interface DatasetVersion {
  id: string | undefined;
  name: string;
  version: string;
  splits: readonly string[];
  examples: readonly DatasetExample[];
}

/** Deployment to compare with; if the inputs specify the URL of an agent instead, only the URL is known. */
type Baseline = Pick<CurrentDeployment, 'name' | 'url' | 'activeRevisionId' | 'deploymentType' | 'active'>;

/** Everything that a gate needs. All deployments and datasets that a prepared gate uses exist. */
export interface PreparedGate {
  verification: Omit<Verification, 'checks' | 'locate'>;
  inputs: GateInputs;
  settings: GateSettings;
  /** Cases that the gate sends, without the cases that the sample omits. */
  cases: readonly Check[];
  /** Number of cases before the sample was drawn. */
  available: number;
  dataset: DatasetVersion | undefined;
  /** Deployment to compare with, or `undefined` if the agent is judged without a comparison. */
  baseline: Baseline | undefined;
  folder: string;
  /** Computes the scores; the caller must close `scorers` at the end of the run. */
  scorers: Scorers;
}

/** Agent that the gate judges, as specified by the inputs. */
export type JudgedAgent = VerifySettings['agent'];

type GateContext = VerbContext<CommonSettings>;
type Locate = NonNullable<Verification['locate']>;

/**
 * Reads and checks everything that the gate needs, before the run changes anything. A dry run starts no process to
 * compute scores.
 * @param candidate Deployment that is judged, or its URL.
 * @throws {ActionError} If an input specifies a deployment or dataset that does not exist, or contradicts
 * another input.
 */
export async function prepareGate(
  context: GateContext,
  { checks, locate = (path) => path.join('.'), ...rest }: Verification,
  inputs: GateInputs,
  candidate: JudgedAgent,
): Promise<PreparedGate> {
  const seed = inputs.seed ?? defaultSeed(context);
  const { cases: available, dataset } = await readCases(context, checks, inputs, locate);
  const problems = findUnscorable(inputs.scores, available).map(({ path, ...problem }) =>
    describeProblem({ ...problem, path: locate(path) }),
  );
  if (problems.length > 0) throw new ActionError('invalid-input', problems.join('\n'));
  const cases = sampleCases(available, inputs.maxCases, seed);
  const baseline = await readBaseline(context, inputs, candidate);
  return {
    verification: rest,
    inputs,
    settings: resolveSettings(inputs, { seed, isCompared: baseline !== undefined }),
    cases,
    available: available.length,
    dataset,
    baseline,
    folder: await openFolder(context, inputs),
    scorers: await createScorers(
      context.settings.dryRun ? { ...inputs, command: undefined } : inputs,
      context,
    ),
  };
}

const EXAMPLES_MAX = 10_000;

async function readCases(
  context: GateContext,
  checks: ChecksInput,
  { tracingUrl }: GateInputs,
  locate: Locate,
): Promise<{ cases: readonly Check[]; dataset: DatasetVersion | undefined }> {
  if (checks.kind === 'given') return { cases: checks.cases, dataset: undefined };
  if (checks.kind === 'file') throw new Error('the file of cases was not read');
  const { query, defaults, expect } = checks;
  const api = await context.evaluationApi(tracingUrl);
  const reading = await api.readDataset(query, { max: EXAMPLES_MAX }, context.signal);
  if (reading.kind !== 'read') {
    throw new ActionError('invalid-input', describeUnread(query, reading, locate));
  }
  const { id, name, version, examples } = reading;
  const parsed = toChecks(examples, query, defaults, expect);
  if (!parsed.ok) {
    const problems = parsed.problems.map((problem) =>
      describeProblem({ path: locate(['dataset', 'message']), ...problem }),
    );
    throw new ActionError('invalid-input', problems.join('\n'));
  }
  const count = examples.length === 1 ? '1 example' : `${examples.length} examples`;
  context.log.line(`The dataset ${name} as of ${version} has ${count}.`);
  return { cases: parsed.value, dataset: { id, name, version, splits: query.splits, examples } };
}

/** Returns a sentence that states why no cases could be read from a dataset, with a hint. */
function describeUnread(
  { by, value, version, splits }: DatasetQuery,
  reading: Exclude<DatasetReading, { kind: 'read' }>,
  locate: Locate,
): string {
  // A share token grants access by itself, so the message does not contain the share token.
  const dataset = by === 'share-token' ? 'the shared dataset' : `the dataset ${value}`;
  const at = (field: string) => locate(['dataset', field]);
  switch (reading.kind) {
    case 'missing':
      return `${at(by)}: this key cannot see ${dataset}. Correct its name or ID, and check workspace-id and tracing-url.`;
    case 'empty':
      return `${at(by)}: ${dataset} has no example. Add examples, or set another version.`;
    case 'no-such-version':
      return `${at('version')}: ${dataset} has no version ${version ?? 'latest'}. Set a tag of the dataset, or a time after its creation.`;
    case 'no-split':
      return `${at('splits')}: no example of ${dataset} is in the split ${reading.missing.join(', ')}. The dataset has the splits ${reading.known.join(', ') || '(none)'}; you set ${splits.join(', ')}.`;
    case 'too-large':
      return `${at(by)}: ${dataset} exceeds the limit of ${reading.limit}. Set a split or another dataset.`;
  }
}

async function openFolder({ env }: GateContext, { reportDir }: GateInputs): Promise<string> {
  try {
    return await openReportFolder(reportDir, env);
  } catch (error) {
    if (!(error instanceof UnsafeFolderError)) throw error;
    throw new ActionError('invalid-input', `report-dir: ${error.message}`, { cause: error });
  }
}

/**
 * Returns the commit as the seed, which every attempt and a local repetition have in common. Outside a workflow, the
 * seed is a constant.
 */
function defaultSeed({ record, event, env }: GateContext): string {
  const { sha, runId } = readWorkflowRun(env);
  // For a pull request, `sha` is the merge commit, which changes with the target branch.
  return record.commit ?? event.commit ?? sha ?? (runId || 'agent-deploy');
}

async function readBaseline(
  context: GateContext,
  { compareWith }: GateInputs,
  candidate: JudgedAgent,
): Promise<Baseline | undefined> {
  if (compareWith.kind === 'none') return undefined;
  if (compareWith.kind === 'url') {
    const { url } = compareWith;
    await refuseSameAgent(context, url, candidate);
    return { name: url, url, activeRevisionId: undefined, deploymentType: undefined, active: undefined };
  }
  if (compareWith.kind === 'base') throw new Error('the base of the preview was not determined');
  const { target } = compareWith;
  const found = await findTarget(context, target);
  if (found === undefined) {
    throw new ActionError(
      'deployment-not-found',
      `compare-with: this key cannot see any deployment ${describeTarget(target)}. Correct the name, or set \`compare-with: none\` to judge the agent without a comparison.`,
    );
  }
  if (isJudged(found, candidate)) throw sameAgent(found.name);
  const current = await readCurrent(context, found);
  if (current.activeRevisionId === undefined) {
    throw new ActionError(
      'no-revision',
      `compare-with: no revision of ${found.name} is active, so there is nothing to compare with. Deploy it first, or set \`compare-with: none\`.`,
    );
  }
  return current;
}

function isJudged(found: Deployment, candidate: JudgedAgent): boolean {
  switch (candidate.by) {
    case 'id':
      return candidate.id === found.id;
    case 'name':
      return candidate.name === found.name;
    case 'url': {
      const url = urlOf(found);
      return url !== undefined && isSameAgentUrl(url, candidate.url);
    }
  }
}

/**
 * Refuses a baseline URL that belongs to the judged deployment. The URLs are not compared if the deployment does not
 * exist yet and therefore has no URL.
 */
async function refuseSameAgent(context: GateContext, url: string, candidate: JudgedAgent): Promise<void> {
  if (candidate.by === 'url') return;
  const judged = await findTarget(context, candidate);
  const own = judged && urlOf(judged);
  if (judged !== undefined && own !== undefined && isSameAgentUrl(url, own)) throw sameAgent(judged.name);
}

function sameAgent(name: string): ActionError {
  return new ActionError(
    'invalid-input',
    `compare-with: ${name} is the deployment that is judged, so both sides would be the same agent. Name another deployment, or set \`compare-with: none\`.`,
  );
}

const describeTarget = (target: Target): string => (target.by === 'name' ? target.name : target.id);
