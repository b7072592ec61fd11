import { afterEach, describe, test } from '@jest/globals';
import { Cleanup } from '../../agent-server/fixture.ts';
import { LINK_CASES, startLinked } from './links-cases.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('a worker of JavaScript graphs with links to several replicas', () => {
  test.each(LINK_CASES)('behaves as expected in the case "%s"', (_, check) =>
    check(() => startLinked(cleanup, undefined)),
  );
});
