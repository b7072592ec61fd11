import * as z from 'zod';
import { parseJson } from '../../contract/json-safety.ts';

const StartedProcess = z.object({
  pid: z.number().int().gt(1),
  /** Distinguishes the process from a later one with the same pid. */
  startTime: z.string().min(1),
  /** File that the process runs. */
  program: z.string().min(1),
});

/** A process that outlives its step. */
export type StartedProcess = z.infer<typeof StartedProcess>;

const EmulatorState = z.object({
  stage: z.enum(['reading', 'starting', 'reported']),
  /** Folder of all files that this run wrote. */
  folder: z.string().min(1).nullable().catch(null),
  process: StartedProcess.nullable().catch(null),
  /** Whether main left the emulator running for later steps. */
  serving: z.boolean().catch(false),
});

/** State that main leaves for post. Contains no secret. */
export type EmulatorState = z.infer<typeof EmulatorState>;

const KEY = 'agent-deploy-emulator';

/** Returns the state of a run that has done nothing yet. */
export function createEmulatorState(): EmulatorState {
  return { stage: 'reading', folder: null, process: null, serving: false };
}

/** Saves the run's state; the runner keeps the last one. */
export function saveEmulatorState(
  host: { saveState(name: string, value: string): Promise<void> },
  state: EmulatorState,
): Promise<void> {
  return host.saveState(KEY, JSON.stringify(state));
}

/** Returns `undefined` if main left no state, or an invalid one. */
export function loadEmulatorState(
  env: Readonly<Record<string, string | undefined>>,
): EmulatorState | undefined {
  return EmulatorState.safeParse(parseJson(env[`STATE_${KEY}`] ?? '')).data;
}
