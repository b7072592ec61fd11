import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { TraceBatch, type TraceStep } from '../../../../src/contract/run-trace.ts';
import { createStepTracer } from '../../../../src/emulator/data-plane/worker/step-tracer.ts';

/** Returns the last report of each step. */
function tracedSteps(record: (call: (name: string, ...args: unknown[]) => void) => void): TraceStep[] {
  const steps = new Map<number, TraceStep>();
  const tracer = createStepTracer(
    { runId: 'run', graphId: 'graph' },
    ({ data }) => {
      for (const step of TraceBatch.parse(JSON.parse(data)).steps) steps.set(step.s, step);
    },
    () => 0,
  );
  record((name, ...args) => tracer.handlers[name]?.(...args));
  tracer.flush();
  return [...steps.values()];
}

test('a step is recorded with its end even if its values or its error cannot be read', () => {
  const hostile = new Proxy(new Error('x'), {
    get() {
      throw new Error('no');
    },
  });
  const [tool, model, failed] = [randomUUID(), randomUUID(), randomUUID()];
  const steps = tracedSteps((call) => {
    call('handleToolStart', {}, hostile, tool, undefined, [], {}, 'tool');
    call('handleToolEnd', hostile, tool);
    call('handleLLMStart', {}, [hostile], model, undefined, {}, [], {}, 'model');
    call('handleLLMEnd', hostile, model);
    call('handleToolStart', {}, 'given', failed, undefined, [], {}, 'failed');
    call('handleToolError', hostile, failed);
  });
  expect(steps.map(({ name, state, end }) => [name, state, end])).toEqual([
    ['tool', 'ok', 0],
    ['model', 'ok', 0],
    ['failed', 'error', 0],
  ]);
});

test('the entries of maps and sets are included in the input of a step', () => {
  const id = randomUUID();
  const [step] = tracedSteps((call) => {
    call('handleChainStart', {}, { found: new Map([['a', new Set([1])]]) }, id);
    call('handleChainEnd', new Uint8Array(3), id);
  });
  expect(step).toMatchObject({ kind: 'graph', input: '{"found":{"a":[1]}}', output: '"3 bytes"' });
});
