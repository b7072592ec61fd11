import * as z from 'zod';
import { parseJson } from '../../contract/json-safety.ts';

const StartedProcess = z.object({
  pid: z.number().int().gt(1),
  /** Start time of the process, which differs from the start time of a later process with the same ID. */
  startTime: z.string().min(1),
  program: z.string().min(1),
});

/** A process that runs longer than the step that started it. */
export type StartedProcess = z.infer<typeof StartedProcess>;

const EmulatorState = z.object({
  stage: z.enum(['reading', 'starting', 'reported']),
  /** Path of the folder with all files that this run has written. */
  folder: z.string().min(1).nullable().catch(null),
  process: StartedProcess.nullable().catch(null),
  /** True if the main phase left the emulator running for later steps. */
  serving: z.boolean().catch(false),
});

/** State that the main phase saves for the post phase. The saved state contains no secret. */
export type EmulatorState = z.infer<typeof EmulatorState>;

const KEY = 'agent-deploy-emulator';

/** Returns the state of a run that has not done anything yet. */
export function createEmulatorState(): EmulatorState {
  return { stage: 'reading', folder: null, process: null, serving: false };
}

/** Saves the run's state. The runner stores only the state that was saved last. */
export function saveEmulatorState(
  host: { saveState(name: string, value: string): Promise<void> },
  state: EmulatorState,
): Promise<void> {
  return host.saveState(KEY, JSON.stringify(state));
}

/** Returns the saved state, or `undefined` if the main phase saved no valid state. */
export function loadEmulatorState(
  env: Readonly<Record<string, string | undefined>>,
): EmulatorState | undefined {
  return EmulatorState.safeParse(parseJson(env[`STATE_${KEY}`] ?? '')).data;
}
