// Loaded into an emulator before anything else: at SIGUSR2 it prints for how long the event loop was blocked at most since
// the last such signal.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  // Of an idle loop it is the resolution itself.
  process.stderr.write(`bench: blocked ${Math.max(delay.max / 1e6 - 1, 0).toFixed(1)} ms\n`);
  delay.reset();
});
