import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, test } from '@jest/globals';
import { Cleanup } from '../emulator/agent-server/fixture.ts';
import { checkSpare, LINK_CASES, startLinked } from '../emulator/data-plane/link/links-cases.ts';
import { CASES_BY_PLACE, startWorkerIn } from '../emulator/data-plane/link/worker-cases.ts';
import { installPython } from './support/installs.ts';

let scratch = '';
let interpreter = '';

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'python-links-'));
  interpreter = path.join(await installPython(path.join(scratch, 'venv'), ['langgraph']), 'python');
});
const cleanup = new Cleanup();
afterEach(() => cleanup.run());
afterAll(() => rm(scratch, { recursive: true, force: true }));

// docs/dev.md#spare-worker
test('a spare worker loads Python graphs in the folder and with the variables of their revision', async () =>
  checkSpare(await startLinked(cleanup, { interpreter, paths: [] }, { isSpare: true })));

describe('a worker of Python graphs that is linked to several replicas', () => {
  test.each(LINK_CASES)('behaves as expected in the case "%s"', (_, check) =>
    check(() => startLinked(cleanup, { interpreter, paths: [] })),
  );
});

describe('a worker of Python graphs', () => {
  test.each(CASES_BY_PLACE)('behaves as expected in a %s: %s', async (place, _, check) =>
    check(await startWorkerIn(place, cleanup, { interpreter, paths: [] })),
  );
});
