import { startEmulator, type EmulatorHandle } from '../emulator.ts';
import { startOwnGitHub, type StartGitHub } from './github.ts';
import type { Terminal } from './terminal.ts';

/** What a run needs besides its options. */
export interface StartContext {
  terminal: Terminal;
  signal: AbortSignal;
  /** Registers something to undo, newest first, however the run ends. */
  defer(undo: () => Promise<void>): void;
}

/** Starts what stands for the outside: a control plane, and a GitHub with one empty repository. */
export async function startServices(
  context: StartContext,
  repository: string,
): Promise<{ emulator: EmulatorHandle; github: StartGitHub }> {
  const { terminal } = context;
  terminal.phase('A control plane and a GitHub on this machine');
  const github = await startOwnGitHub(repository);
  context.defer(() => github.close());
  const emulator = await startEmulator();
  context.defer(() => emulator.stop());
  terminal.done(`${emulator.urls.controlPlane}, GitHub’s API at ${github.apiUrl}`);
  return { emulator, github };
}
