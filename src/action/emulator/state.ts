import * as z from 'zod';
import { parseJson } from '../../contract/json-safety.ts';

const StartedProcess = z.object({
  pid: z.number().int().gt(1),
  /** Distinguishes it from a later process with its number. */
  startTime: z.string().min(1),
  /** The file that it runs. */
  program: z.string().min(1),
});

/** A process that outlives its step. */
export type StartedProcess = z.infer<typeof StartedProcess>;

const EmulatorState = z.object({
  stage: z.enum(['reading', 'starting', 'reported']),
  /** The folder of all files that this run wrote. */
  folder: z.string().min(1).nullable().catch(null),
  process: StartedProcess.nullable().catch(null),
  /** Main left it running for the steps that follow. */
  serving: z.boolean().catch(false),
});

/** What main leaves for post. Holds no secret. */
export type EmulatorState = z.infer<typeof EmulatorState>;

const KEY = 'agent-deploy-emulator';

/** The state of a run that has done nothing yet. */
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

/** Undefined: main left nothing, or nothing readable. */
export function loadEmulatorState(
  env: Readonly<Record<string, string | undefined>>,
): EmulatorState | undefined {
  return EmulatorState.safeParse(parseJson(env[`STATE_${KEY}`] ?? '')).data;
}
