import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import { makeTree } from '../action/support/checkout.ts';
import { ACTION_YML, somePush, useTestEnvironment } from './support/environment.ts';

// Uses real time, because the test is about the wall clock.
const world = useTestEnvironment({ runtime: 'stub', clock: 'real' });

/** Code that sets the wall clock back by an hour one second after the program's start. */
const SET_BACK = `const real = Date.now;
const started = real();
Date.now = () => (real() - started < 1000 ? real() : real() - 3_600_000);
`;

test('a wall clock that is set back by an hour does not extend wait-timeout', async () => {
  const folder = makeTree({});
  const preload = path.join(folder, 'set-back.mjs');
  writeFileSync(preload, SET_BACK);
  const { emulator } = world;
  await emulator.setFaults([{ match: { stage: 'BUILDING' }, effect: { stall: true } }]);
  const run = await runAction({
    actionYml: ACTION_YML,
    event: somePush,
    nodeArguments: ['--import', pathToFileURL(preload).href],
    inputs: {
      'api-key': emulator.apiKey,
      'workspace-id': emulator.workspaceId,
      'control-plane-url': emulator.urls.controlPlane,
      'deployment-name': world.name(),
      'wait-timeout': '4s',
      'poll-interval': '1s',
    },
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });
  expect(run.outputs).toMatchObject({ outcome: 'timed-out', 'reason-code': 'deadline' });
  expect(Number(run.outputs['duration-seconds'])).toBeGreaterThanOrEqual(4);
});
