import { fileURLToPath } from 'node:url';
import type { Processes } from '../ports/processes.ts';
import type { Store } from '../ports/store.ts';
import type { WorkerLauncher } from '../ports/worker.ts';
import { createCheckpointService } from './checkpoint-service.ts';
import { linkWorker } from './worker-link.ts';

const PROGRAM = fileURLToPath(new URL('./worker/main.ts', import.meta.url));

/**
 * Starts worker processes: this same Node, the worker program, the environment of the spec and nothing else. Which
 * graphs to load is told over the channel, so the command line names no file of the checkout and no secret.
 */
export function createWorkerLauncher(deps: { processes: Processes; store: Store }): WorkerLauncher {
  return {
    launch(spec, onLine) {
      const process = deps.processes.start({
        command: globalThis.process.execPath,
        args: [
          // Lets the graph library be resolved as the graph itself resolves it (worker/library.ts).
          '--experimental-import-meta-resolve',
          // Of this program's own, not of the agent's author.
          '--disable-warning=ExperimentalWarning',
          PROGRAM,
        ],
        cwd: spec.cwd,
        env: spec.env,
        ipc: true,
        kind: 'worker',
        onLine,
      });
      return linkWorker(spec, process, createCheckpointService(deps.store, spec.deploymentId));
    },
  };
}
