// This module is preloaded into an emulator, and after SIGUSR2 prints the longest block of the event loop since the
// last signal.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  // The delay of an idle event loop equals the resolution, so the resolution is subtracted.
  process.stderr.write(`bench: blocked ${Math.max(delay.max / 1e6 - 1, 0).toFixed(1)} ms\n`);
  delay.reset();
});
