import { setSourceMapsSupport } from 'node:module';
import process from 'node:process';
import { concealEnvironment } from '../../../os/conceal-environment.ts';
import { openWorkerEnd } from './end.ts';
import { createWorkerProgram } from './program.ts';
import { refuseSharedModules } from './shared-modules.ts';
import { StaleRunError } from './store-calls.ts';

// The program of a worker process. It communicates over its link only, so what graphs print stays output.

// The agents of another deployment must not read this one's secrets.
concealEnvironment();

refuseSharedModules(process.cwd());

// What an agent throws is shown with the lines of its source, not of its bundle.
setSourceMapsSupport(true, { nodeModules: false });

const link = openWorkerEnd();
if (link === undefined) {
  process.stderr.write(
    'A worker is started by the emulator, with a link to it; it does nothing by itself.\n',
  );
  process.exit(2);
}

const take = createWorkerProgram(link);

// The emulator counts the time until the agent is healthy from here.
link.send({ type: 'loading', what: 'the worker program' });

link.listen((command, parts, number) => void take(command, parts, number));
// The library awaits the checkpoints of an aborted run after they were refused. Without this listener, Node prints a warning
// for each of them.
process.on('rejectionHandled', () => {});
// A rejected promise that a node left behind must not end the runs of other clients; a thrown error still does.
process.on('unhandledRejection', (reason) => {
  // The library does not await the checkpoints that are pending when its run is aborted. Each is refused.
  if (reason instanceof StaleRunError) return;
  process.stderr.write(`A promise was rejected and nothing handled it: ${String(reason)}\n`);
});
