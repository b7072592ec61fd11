import process from 'node:process';
import { concealEnvironment } from '../../../clients/conceal-environment.ts';
import { isWorkerCommand } from './commands.ts';
import { createWorkerProgram } from './program.ts';

// The program a worker process runs. It speaks over the IPC channel only: whatever the graphs print stays output.

// One deployment's secrets are not for the agents of another.
concealEnvironment();

// User code shares the process object, and some of it takes `process.send` for a process manager's and talks to it.
const send = process.send?.bind(process);
delete process.send;
if (send === undefined) {
  process.stderr.write(
    'A worker is started by the emulator, with an IPC channel; it does nothing by itself.\n',
  );
  process.exit(2);
}

let lastSent: Promise<void> = Promise.resolve();
const take = createWorkerProgram({
  send(report) {
    lastSent = new Promise((resolve) => {
      // A message that could not leave means that the emulator is gone, and `disconnect` ends this process.
      send(report, undefined, undefined, () => resolve());
    });
  },
  end(code) {
    process.exitCode = code;
    void lastSent.then(() => process.disconnect());
  },
});

process.on('message', (message) => {
  if (isWorkerCommand(message)) void take(message);
});
// Without the emulator there is nobody to work for, and nowhere to keep what a graph makes.
process.on('disconnect', () => process.exit());
if (!process.connected) process.exit();
// A promise that a node left behind must not end the runs of everybody else; a thrown error still does.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(`A promise was rejected and nothing handled it: ${String(reason)}\n`);
});
