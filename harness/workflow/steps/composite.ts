import { stepInputs } from '../../runner/action/inputs.ts';
import { refused } from '../../runner/action/node-phase.ts';
import type { ActionManifest, CompositeRuns } from '../../runner/action/schema.ts';
import { fill } from '../../runner/expressions/index.ts';
import type { Outcome, PhaseRun } from '../../runner/index.ts';
import { openLog, stepScope, type Frame, type Session, type Surroundings } from '../jobs/session.ts';
import { readCompositeSteps } from '../model/read.ts';
import type { StepModel } from '../model/schema.ts';
import type { Conclusion, StepResult } from '../types.ts';
import { actionHeader } from './header.ts';
import { defaultsScope } from './values.ts';

/** Runs one step where it is told to; `index` is the step's whose log it writes to. */
export type RunStep = (
  session: Session,
  around: Surroundings,
  step: StepModel,
  index: number,
  outer: AbortSignal,
) => Promise<StepResult & { frame: Frame; shown: { conclusion: Conclusion } }>;

/**
 * Runs a composite action: its steps one after the other, with a `steps` context, inputs and a status of its own, and
 * then its outputs. Its annotations and its summary are the step's.
 */
export async function runComposite(
  frame: Frame,
  manifest: ActionManifest & { runs: CompositeRuns },
  uses: string,
  given: Readonly<Record<string, string>>,
  runStep: RunStep,
  signal: AbortSignal,
): Promise<StepResult> {
  const { session } = frame;
  const processes: PhaseRun[] = [];
  const log = openLog(frame);
  let status: Outcome = 'success';
  try {
    const { values, warnings } = stepInputs(manifest, given, defaultsScope(frame.scope));
    for (const warning of warnings) log.say('warning', warning);
    actionHeader(log, uses, values, frame.env);
    const inside: Surroundings = {
      steps: {},
      inputs: values,
      status: () => (session.job.status === 'cancelled' ? 'cancelled' : status),
      env: frame.own,
      actionPath: manifest.folder,
    };
    for (const step of readCompositeSteps(manifest.runs.steps)) {
      const done = await runStep(session, inside, step, frame.index, signal);
      frame.logs.push(...done.frame.logs);
      processes.push(...done.processes);
      const { conclusion } = done.shown;
      if (conclusion === 'cancelled') status = 'cancelled';
      else if (conclusion === 'failure' && status === 'success') status = 'failure';
    }
    const scope = stepScope(session, inside, { ...frame.place, actionPath: manifest.folder }, frame.env);
    const outputs = Object.fromEntries(
      Object.entries(manifest.outputs).flatMap(([name, { value }]) =>
        value === null ? [] : [[name, fill(value, scope)]],
      ),
    );
    return { outcome: status, outputs, processes };
  } catch (error) {
    return { outcome: refused(log, frame.phase, error).outcome, outputs: {}, processes };
  }
}
