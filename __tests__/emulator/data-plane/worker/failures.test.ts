import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  describeFrames,
  describeLoadFailure,
  describeStack,
} from '../../../../src/emulator/data-plane/worker/failures.ts';

function failureWith(message: string, frames: string[], cause?: unknown): Error {
  const failure = new TypeError(message, cause === undefined ? {} : { cause });
  failure.stack = [`TypeError: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return failure;
}
const FRAMEWORK = [
  'RunnableCallable.invoke (file:///app/node_modules/@langchain/langgraph/dist/utils.js:83:27)',
  'process.processTicksAndRejections (node:internal/process/task_queues:103:5)',
  'async _runWithRetry (/app/node_modules/@langchain/langgraph/dist/pregel/retry.js:103:22)',
  'async PregelRunner._executeTasksWithRetry (/app/node_modules/@langchain/langgraph/dist/pregel/runner.js:330:27)',
];
const NOTE =
  'frames of installed packages and of Node are omitted. To see them, set AGENT_DEPLOY_FULL_TRACEBACKS=true in the variables of the deployment.)';

describe("the logged stack trace of an agent's code", () => {
  test("contains only frames of the agent's code, and explains how to show the other frames", () => {
    const failure = failureWith('no model', [
      'choose (/app/src/models.ts:8:9)',
      ...FRAMEWORK.slice(0, 2),
      'async answer (file:///app/src/agent.ts:3:15)',
      ...FRAMEWORK.slice(2),
    ]);
    expect(describeStack(failure, '/app', false)).toEqual([
      'TypeError: no model',
      '    at choose in src/models.ts:8:9',
      '    at answer in src/agent.ts:3:15',
      `(4 ${NOTE}`,
    ]);
  });

  test('contains all frames on request', () => {
    const failure = failureWith('no model', ['choose (/app/src/models.ts:8:9)', ...FRAMEWORK]);
    expect(describeStack(failure, '/app', true)).toEqual([
      'TypeError: no model',
      '    at choose (/app/src/models.ts:8:9)',
      ...FRAMEWORK.map((frame) => `    at ${frame}`),
    ]);
  });

  test("contains the innermost frames if no frame belongs to the agent's code", () => {
    expect(describeStack(failureWith('a loop', FRAMEWORK), '/app', false)).toEqual([
      'TypeError: a loop',
      ...FRAMEWORK.slice(0, 3).map((frame) => `    at ${frame}`),
      `(1 ${NOTE}`,
    ]);
  });

  test('contains the cause of the failure', () => {
    const cause = failureWith('refused', ['connect (/app/src/api.ts:2:1)']);
    const failure = failureWith('no answer', ['ask (/app/src/agent.ts:9:1)'], cause);
    expect(describeStack(failure, '/app', false)).toEqual([
      'TypeError: no answer',
      '    at ask in src/agent.ts:9:1',
      'Caused by TypeError: refused',
      '    at connect in src/api.ts:2:1',
    ]);
  });

  test('ends even if an error is its own cause, and describes any thrown value except null', () => {
    const failure = failureWith('a circle', []);
    failure.cause = failure;
    expect(describeStack(failure, '/app', false)).toEqual(['TypeError: a circle']);
    expect(describeStack('a text', '/app', false)).toEqual(['Error: a text']);
    expect(describeStack(null, '/app', false)).toEqual([]);
  });
});

test("a failed import is reported with the innermost line of the agent's code", () => {
  const failure = failureWith('no key', [
    ...FRAMEWORK,
    'file:///app/src/models.ts:8:9',
    'async /app/src/agent.ts:3:1',
  ]);
  expect(describeLoadFailure(failure, '/app')).toBe('no key (src/models.ts:8:9)');
});

describe('the frames of a failed step', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'frames-')));
    await mkdir(path.join(folder, 'src'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("contain the line of code in the agent's file", async () => {
    const file = path.join(folder, 'src', 'models.ts');
    await writeFile(file, 'const a = 1;\n  throw new TypeError(a);\n');
    const failure = failureWith('no model', [
      `choose (${file}:2:9)`,
      ...FRAMEWORK,
      `async file://${file}:1:1`,
      `${file}:9:1`,
    ]);
    expect(describeFrames(failure, folder)).toEqual({
      frames: [
        { place: 'src/models.ts:2:9', name: 'choose', code: 'throw new TypeError(a);' },
        { place: 'src/models.ts:1:1', name: '', code: 'const a = 1;' },
        { place: 'src/models.ts:9:1', name: '', code: '' },
      ],
      folded: FRAMEWORK.length,
    });
  });

  test('contain no code if the file is missing, a folder, or too large to be handwritten', async () => {
    await writeFile(path.join(folder, 'src', 'large.ts'), 'x'.repeat(1024 * 1024 + 1));
    const places = ['src/missing.ts:1:1', 'src:1:1', 'src/large.ts:1:1'];
    const failure = failureWith(
      'no model',
      places.map((place) => `${folder}/${place}`),
    );
    const { frames } = describeFrames(failure, folder);
    expect(frames).toEqual(places.map((place) => ({ place, name: '', code: '' })));
  });

  test('contain only the beginning of a long line, and code only in the innermost frames', async () => {
    const file = path.join(folder, 'src', 'minified.ts');
    await writeFile(file, 'x'.repeat(5_000));
    const failure = failureWith(
      'no model',
      Array.from({ length: 12 }, () => `${file}:1:1`),
    );
    const lengths = describeFrames(failure, folder).frames.map(({ code }) => code.length);
    expect(lengths).toEqual([...Array.from({ length: 10 }, () => 1_000), 0, 0]);
  });
});
