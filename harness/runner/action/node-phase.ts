import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Scope } from '../expressions/index.ts';
import type { StepPlace } from '../job/contexts.ts';
import type { Job } from '../job/job.ts';
import type { StepLog } from '../job/step-log.ts';
import { runStepProcess, type StepEnd } from '../job/step-process.ts';
import type { Phase } from '../types.ts';
import { stepInputs } from './inputs.ts';
import type { ActionManifest, NodeRuns } from './schema.ts';

export interface NodePhase {
  phase: Phase;
  place: StepPlace;
  manifest: ActionManifest & { runs: NodeRuns };
  /** What stands under `with:`, evaluated for this phase. */
  given: Readonly<Record<string, string>>;
  /** The `env` context of the step. */
  env: Record<string, string>;
  state: Record<string, string>;
  /** What a default of an input may look at. */
  scope: Scope;
  signal: AbortSignal | undefined;
  /** Told the inputs before the process starts: to print them. */
  onInputs?: (values: Record<string, string>) => void;
}

/**
 * Runs one phase of a node action. Nothing is thrown for what the runner takes for a failed step: an expression that
 * fails, an entry file that is not there.
 */
export async function runNodePhase(job: Job, log: StepLog, request: NodePhase): Promise<StepEnd> {
  const { manifest, phase } = request;
  try {
    const inputs = stepInputs(manifest, request.given, request.scope);
    for (const warning of inputs.warnings) log.say('warning', warning);
    if (phase === 'main' && manifest.runs.pre !== null) {
      // The runner does not run it for an action of the workspace either.
      log.say('warning', '`pre` execution is not supported for local actions');
    }
    request.onInputs?.(inputs.values);
    const entry = path.join(
      manifest.folder,
      (phase === 'main' ? manifest.runs.main : manifest.runs.post) ?? '',
    );
    const there = await stat(entry).catch(() => null);
    if (!there?.isFile()) throw new Error(`File not found: '${entry}'`);
    return await runStepProcess(job, log, {
      phase,
      place: request.place,
      command: job.node.command,
      args: [...job.node.arguments, entry],
      cwd: job.facts.folders.workspace,
      env: request.env,
      inputs: inputs.env,
      state: request.state,
      services: true,
      signal: request.signal,
    });
  } catch (error) {
    return refused(log, phase, error);
  }
}

/** A phase in which nothing was started: failed, with the reason in the log. */
export function refused(log: StepLog, phase: Phase, error: unknown): StepEnd {
  log.say('error', error instanceof Error ? error.message : String(error));
  return {
    phase,
    outcome: 'failure',
    exitCode: null,
    endedBy: null,
    durationMs: 0,
    argv: [],
    environment: {},
    files: { env: '', state: '', output: '', path: '', step_summary: '' },
    rawSummary: '',
    summaryRefused: false,
    leftRunning: false,
    outputs: {},
    savedState: {},
    setEnv: {},
    addedPaths: [],
  };
}
