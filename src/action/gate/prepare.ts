import { findTarget, readCurrent } from '../deploy/read.ts';
import type { Check, CommonSettings, GateInputs, Verification } from '../inputs/settings.ts';
import type { Target } from '../inputs/parsers.ts';
import { ActionError } from '../outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { readWorkflowRun } from '../report/links.ts';
import type { VerbContext } from '../verb-context.ts';
import type { GateSettings } from './comparison.ts';
import { sampleCases } from './sample.ts';
import { createScorers, type Scorers } from './scorers.ts';
import { resolveSettings } from './settings.ts';

/** The gate of a run, ready to ask. Everything that the inputs specify exists. */
export interface PreparedGate {
  verification: Omit<Verification, 'checks'>;
  inputs: GateInputs;
  settings: GateSettings;
  /** The selected cases. */
  cases: readonly Check[];
  /** Number of cases before the sample was drawn. */
  available: number;
  dataset: { id: string; name: string; version: string } | undefined;
  /** Deployment to compare with; `undefined` if the agent is judged without a comparison. */
  baseline: CurrentDeployment | undefined;
  /** Must be closed at the end of the run. */
  scorers: Scorers;
}

type GateContext = VerbContext<CommonSettings>;

/**
 * Reads and checks all that the gate needs, before the run changes or asks anything.
 * @param candidate Deployment that is judged; `undefined` if it is specified only by its URL.
 * @throws {ActionError} If an input specifies a deployment or dataset that does not exist, or contradicts another.
 */
export async function prepareGate(
  context: GateContext,
  { checks, ...rest }: Verification,
  inputs: GateInputs,
  candidate: Target | undefined,
): Promise<PreparedGate> {
  if (checks.kind !== 'given') throw new Error('the cases were not read');
  const seed = inputs.seed ?? defaultSeed(context);
  const cases = sampleCases(checks.cases, inputs.maxCases, seed);
  const baseline = await readBaseline(context, inputs, candidate);
  return {
    verification: rest,
    inputs,
    settings: resolveSettings(inputs, { seed, isCompared: baseline !== undefined }),
    cases,
    available: checks.cases.length,
    dataset: undefined,
    baseline,
    scorers: await createScorers(inputs, context),
  };
}

/** Returns the commit, which is the same in each attempt. Outside a workflow, returns a constant. */
function defaultSeed({ record, env }: GateContext): string {
  const { sha, runId } = readWorkflowRun(env);
  return record.commit ?? sha ?? (runId || 'agent-deploy');
}

/** Returns the deployment to compare with. */
async function readBaseline(
  context: GateContext,
  { compareWith }: GateInputs,
  candidate: Target | undefined,
): Promise<CurrentDeployment | undefined> {
  if (compareWith.kind === 'none') return undefined;
  if (compareWith.kind === 'base') throw new Error('the base of the preview was not determined');
  const { target } = compareWith;
  const found = await findTarget(context, target);
  if (found === undefined) {
    throw new ActionError(
      'deployment-not-found',
      `compare-with: this key cannot see any deployment ${describeTarget(target)}. Correct the name, or set \`compare-with: none\` to judge the agent without a comparison.`,
    );
  }
  if (candidate?.by === 'id' ? candidate.id === found.id : candidate?.name === found.name) {
    throw new ActionError(
      'invalid-input',
      `compare-with: ${found.name} is the deployment that is judged, so both sides would be the same agent. Name another deployment, or set \`compare-with: none\`.`,
    );
  }
  const current = await readCurrent(context, found);
  if (current.activeRevisionId === undefined) {
    throw new ActionError(
      'no-revision',
      `compare-with: no revision of ${found.name} is active, so there is nothing to compare with. Deploy it first, or set \`compare-with: none\`.`,
    );
  }
  return current;
}

const describeTarget = (target: Target): string => (target.by === 'name' ? target.name : target.id);
