import { afterEach, describe, test } from '@jest/globals';
import { Cleanup } from '../../agent-server/fixture.ts';
import { CASES_BY_PLACE, startWorkerIn } from './worker-cases.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('a JavaScript worker', () => {
  test.each(CASES_BY_PLACE)('in a %s %s', async (place, _, check) =>
    check(await startWorkerIn(place, cleanup, undefined)),
  );
});
