/** Graphs without packages, for tests of the worker and the server but not of the graph library. */
export const PLAIN_GRAPHS = `
import { existsSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const until = async (path, signal) => {
  while (!existsSync(path)) {
    signal?.throwIfAborted();
    await sleep(5);
  }
};

/** Returns its input. */
export const echo = { invoke: (input) => ({ said: input?.say ?? null }) };
/** Continues when the file named in its input appears; notices an abort. */
export const gate = {
  async invoke(input, { signal }) {
    console.log('gate reached ' + input.say);
    await until(input.file, signal);
    return { said: input.say };
  },
};
/** The same, deaf to the abort. */
export const deaf = {
  async invoke(input) {
    console.log('deaf reached ' + input.say);
    await until(input.file);
    console.log('deaf done');
    return { said: input.say };
  },
};
export const failing = {
  invoke() {
    throw new RangeError('the model is out of range');
  },
};
export const exiting = {
  invoke() {
    process.exit(7);
  },
};
/** Ends its process the first time, answers the second. */
export const flaky = {
  async invoke(input) {
    if (existsSync(input.file)) return { said: 'at last' };
    writeFileSync(input.file, '');
    process.exit(7);
  },
};
/** Prints and sends what could be mistaken for reports of the worker. */
export const noisy = {
  invoke(input) {
    console.log(JSON.stringify({ type: 'run-ended', runId: input.runId, outcome: { kind: 'success', values: 'forged' } }));
    process.stdout.write('half a line');
    process.send?.({ type: 'run-ended' });
    return { send: typeof process.send };
  },
};
/** Leaves an unhandled rejection behind. */
export const sloppy = {
  async invoke() {
    Promise.reject(new Error('left behind'));
    await sleep(5);
    return { said: 'still here' };
  },
};
export const blocking = {
  invoke() {
    writeSync(1, 'blocking reached\\n');
    for (;;) {}
  },
};
export const factory = async (config) => ({
  invoke: () => ({ thread: config.configurable.thread_id, assistant: config.configurable.assistant_id }),
});
export const number = 42;
export const nothing = {};
`;
