import { afterEach, describe, test } from '@jest/globals';
import { Cleanup } from '../../agent-server/fixture.ts';
import { checkSpare, LINK_CASES, startLinked } from './links-cases.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

// docs/dev.md#spare-worker
test('a spare worker loads JavaScript graphs in the folder and with the variables of their revision', async () =>
  checkSpare(await startLinked(cleanup, undefined, { isSpare: true })));

describe('a worker of JavaScript graphs with links to several replicas', () => {
  test.each(LINK_CASES)('behaves as expected in the case "%s"', (_, check) =>
    check(() => startLinked(cleanup, undefined)),
  );
});
