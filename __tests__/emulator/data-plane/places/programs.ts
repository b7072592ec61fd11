import type { RevisionLog } from '../../../../src/emulator/data-plane/reconcile/revision-log.ts';
import { createProcessPlace } from '../../../../src/emulator/data-plane/places/process/process-place.ts';
import { type WorkerLauncher, workerProgram } from '../../../../src/emulator/data-plane/worker/launcher.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';
import type { Worker, WorkerSpec } from '../../../../src/emulator/ports/worker.ts';

/** Creates a log that passes lines of the agent to `print`. */
export const logOf = (print: (line: string) => void = () => {}): RevisionLog => ({
  write: (_kind, message, _level, source) => source === 'agent' && print(message),
  redact: (text) => text,
  addSecrets: () => {},
  render: (text) => text,
  flush: async () => {},
});

/** Starts a worker as a process of this machine. */
export function startProcess(
  launcher: WorkerLauncher,
  processes: Pick<Processes, 'start'>,
  spec: WorkerSpec,
  print?: (line: string) => void,
): Promise<Worker> {
  const table = { put: async () => {}, remove: async () => {}, list: async () => [] };
  const place = createProcessPlace({ processes, table });
  const log = logOf(print);
  return launcher.launch(spec, log, () =>
    place.start(workerProgram(spec), log, new AbortController().signal),
  );
}
