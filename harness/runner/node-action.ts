import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { Scope } from './expressions.ts';
import type { StepIdentity } from './contexts.ts';
import type { Job } from './job.ts';
import type { StepLog } from './log.ts';
import { runStepProcess, type StepEnd } from './step-process.ts';
import { type ActionManifest, interpretManifest, stepInputs } from './manifest.ts';
import type { Phase } from './types.ts';

export interface NodePhase {
  phase: Phase;
  place: StepIdentity;
  manifest: ActionManifest;
  /** Inputs below `with:`, evaluated for this phase. */
  given: Readonly<Record<string, string>>;
  /** The `env` context of the step. */
  env: Record<string, string>;
  state: Record<string, string>;
  /** Scope of expressions in defaults of inputs. */
  scope: Scope;
  signal: AbortSignal | undefined;
  /** Called with the inputs before the process starts, to print them. */
  onInputs?: (values: Record<string, string>) => void;
}

/**
 * Runs one phase of a node action. A problem that the runner reports as a failed step, such as a failing expression or
 * a missing entry file, is part of the result and is not thrown.
 */
export async function runNodePhase(job: Job, log: StepLog, request: NodePhase): Promise<StepEnd> {
  const { manifest, phase } = request;
  try {
    const inputs = stepInputs(manifest, request.given, request.scope);
    for (const warning of inputs.warnings) log.say('warning', warning);
    request.onInputs?.(inputs.values);
    const entry = path.join(manifest.folder, (phase === 'main' ? manifest.main : manifest.post) ?? '');
    const there = await stat(entry).catch(() => null);
    if (!there?.isFile()) throw new Error(`File not found: '${entry}'`);
    return await runStepProcess(job, log, {
      phase,
      place: request.place,
      command: job.node.command,
      args: [...job.node.arguments, entry],
      cwd: job.info.folders.workspace,
      env: request.env,
      inputs: inputs.env,
      state: request.state,
      services: true,
      signal: request.signal,
    });
  } catch (error) {
    return refusedPhase(log, phase, error);
  }
}

/** Returns the result of a phase that failed before it was started, for the reason in the log. */
export function refusedPhase(log: StepLog, phase: Phase, error: unknown): StepEnd {
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

/** Thrown with the runner's message if the runner would not load an action's manifest. */
export class ManifestError extends Error {
  override name = 'ManifestError';
}

/**
 * Reads the manifest of the action in a folder: `action.yml`, or else `action.yaml`. Throws `ManifestError` if neither
 * file is valid.
 */
export async function findManifest(folder: string): Promise<ActionManifest> {
  const yaml = path.join(folder, 'action.yaml');
  const there = await stat(yaml).catch(() => null);
  return loadManifest(there?.isFile() ? yaml : path.join(folder, 'action.yml'));
}

/**
 * Reads an action's manifest. Throws `ManifestError` if the file is missing or is not the manifest of a node action.
 */
export async function loadManifest(file: string): Promise<ActionManifest> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ManifestError(
      `Can't find 'action.yml', 'action.yaml' or 'Dockerfile' under '${path.dirname(file)}'. Did you forget to run actions/checkout before running your local action?`,
      { cause },
    );
  });
  try {
    return interpretManifest(parse(text), path.dirname(path.resolve(file)));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ManifestError(`${file}: ${problem}`, { cause });
  }
}
