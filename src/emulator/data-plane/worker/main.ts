import { setSourceMapsSupport } from 'node:module';
import process from 'node:process';
import { concealEnvironment } from '../../../os/conceal-environment.ts';
import { openWorkerEnd } from './end.ts';
import { createIdleMemory, garbageCollector } from './idle-memory.ts';
import { createWorkerProgram } from './program.ts';
import { refuseSharedModules } from './shared-modules.ts';
import { StaleRunError } from './store-calls.ts';

// Program of a worker process. The program communicates only over its link, so everything on standard output is output
// of the agent.

// Agents of other deployments must not be able to read the secrets of this agent.
concealEnvironment();

refuseSharedModules(process.cwd());

// Source maps make stack traces refer to the agent's source instead of its bundle.
setSourceMapsSupport(true, { nodeModules: false });

const link = openWorkerEnd();
if (link === undefined) {
  process.stderr.write(
    'This program is a worker. Only the emulator can start it, because it needs a link to the emulator.\n',
  );
  process.exit(2);
}

const collect = garbageCollector();
const take = createWorkerProgram(link, (isBusy) =>
  createIdleMemory({
    isBusy,
    heap: process.memoryUsage,
    collect,
    after: (ms, work) => {
      const timer = setTimeout(work, ms).unref();
      return () => clearTimeout(timer);
    },
  }),
);

// The emulator measures the agent's startup time from this first report.
link.send({ type: 'loading', what: 'the worker program' });

link.listen((command, parts, number) => void take(command, parts, number));
// Prevents a Node warning, because the library awaits the checkpoints of an aborted run late, after the emulator has
// refused them.
process.on('rejectionHandled', () => {});
// A rejected promise that no node awaits must not end the process, which also executes other runs. A thrown error still
// ends the process.
process.on('unhandledRejection', (reason) => {
  // The emulator refuses the pending checkpoints of an aborted run, which the library does not await.
  if (reason instanceof StaleRunError) return;
  process.stderr.write(`A promise was rejected, and no code handled it: ${String(reason)}\n`);
});
