import { setSourceMapsSupport } from 'node:module';
import process from 'node:process';
import { concealEnvironment } from '../../../os/conceal-environment.ts';
import { isWorkerCommand } from './commands.ts';
import { createWorkerProgram } from './program.ts';

// The program of a worker process. It communicates over the IPC channel only, so what graphs print stays output.

// The agents of another deployment must not read this one's secrets.
concealEnvironment();

// What an agent throws is shown with the lines of its source, not of its bundle.
setSourceMapsSupport(true, { nodeModules: false });

// User code shares the process object, and some of it uses `process.send` if it exists, expecting a process manager.
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
      // If it fails, the emulator is gone, and `disconnect` ends this process.
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
// Without the emulator there are no clients, and no store.
process.on('disconnect', () => process.exit());
if (!process.connected) process.exit();
// A rejected promise that a node left behind must not end the runs of other clients; a thrown error still does.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(`A promise was rejected and nothing handled it: ${String(reason)}\n`);
});
