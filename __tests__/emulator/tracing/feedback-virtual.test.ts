import { expect, test } from '@jest/globals';
import { startPlane } from '../server/plane.ts';
import { aRun } from './runs.ts';

const TOKENS = '/api/v1/feedback/tokens';
const LIFE_MS = 3 * 3_600_000;

test("a feedback token expires on the emulator's virtual clock", async () => {
  const plane = await startPlane({ clock: 'virtual', runtime: 'stub' });
  const body = { run_id: (await aRun(plane)).id, feedback_key: 'helpful' };
  const { id } = (await plane.api('POST', TOKENS, body)).body;
  const use = async () =>
    (await plane.api('POST', `${TOKENS}/${id}`, { score: 1 }, { 'x-api-key': null })).status;
  await plane.api('POST', '/_local/clock', { advance_ms: LIFE_MS - 1 });
  expect(await use()).toBe(200);
  await plane.api('POST', '/_local/clock', { advance_ms: 1 });
  expect(await use()).toBe(404);
});
