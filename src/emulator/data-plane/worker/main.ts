import { setSourceMapsSupport } from 'node:module';
import process from 'node:process';
import { concealEnvironment } from '../../../os/conceal-environment.ts';
import { isWorkerCommand } from './commands.ts';
import { openLink } from './link.ts';
import { createWorkerProgram } from './program.ts';
import { refuseSharedModules } from './shared-modules.ts';
import { StaleRunError } from './store-calls.ts';

// The program of a worker process. It communicates over its channel only, so what graphs print stays output.

// The agents of another deployment must not read this one's secrets.
concealEnvironment();

refuseSharedModules(process.cwd());

// What an agent throws is shown with the lines of its source, not of its bundle.
setSourceMapsSupport(true, { nodeModules: false });

const link = openLink();
if (link === undefined) {
  process.stderr.write(
    'A worker is started by the emulator, with a channel to it; it does nothing by itself.\n',
  );
  process.exit(2);
}

let lastSent: Promise<void> = Promise.resolve();
const take = createWorkerProgram({
  send(report) {
    lastSent = new Promise((resolve) => {
      // If it fails, the emulator is gone, and the end of the channel ends this process.
      link.send(report, () => resolve());
    });
  },
  end(code) {
    process.exitCode = code;
    void lastSent.then(() => link.close());
  },
});

// The emulator counts the time until the agent is healthy from here.
link.send({ type: 'loading', what: 'the worker program' }, () => {});

link.listen((message) => {
  if (isWorkerCommand(message)) void take(message);
});
// The library awaits the checkpoints of an aborted run after they were refused. Without this listener, Node prints a warning
// for each of them.
process.on('rejectionHandled', () => {});
// A rejected promise that a node left behind must not end the runs of other clients; a thrown error still does.
process.on('unhandledRejection', (reason) => {
  // The library does not await the checkpoints that are pending when its run is aborted. Each is refused.
  if (reason instanceof StaleRunError) return;
  process.stderr.write(`A promise was rejected and nothing handled it: ${String(reason)}\n`);
});
