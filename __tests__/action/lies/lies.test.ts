import { describe, expect, test } from '@jest/globals';
import { hiddenExamples } from './hidden-examples.ts';
import { largeLies, sampleOf, smallLies, sweep } from './sweep.ts';
import { play, SCENES } from './scenes.ts';

describe('a service with correct responses', () => {
  test.each(Object.entries(SCENES))('is trusted by the action: %s', async (_what, scene) => {
    const { code, wrong, outputs } = await play(scene);
    expect(wrong).toEqual([]);
    expect({ green: code === 0, outcome: outputs['outcome'] }).toMatchObject({ green: scene.green });
  });
});

// Tests a sample of the false responses; `npm run test:deep -- lies` tests all of them.
describe('a service whose responses are false', () => {
  // docs/security/pull-requests.md#lie-service-one-field
  test('causes no false success, no second deployment and no lost variable', async () => {
    const seed = Number(process.env['DEEP_SEED'] ?? 1);
    const { telling, other } = smallLies();
    const chosen = [
      ...sampleOf(largeLies(hiddenExamples()), 50, seed),
      ...sampleOf(telling, 40, seed),
      ...sampleOf(other, 10, seed),
    ];
    const { harm, ...counts } = await sweep(chosen);
    expect(harm).toEqual([]);
    expect(counts.green).toBeGreaterThan(10);
    expect(counts.red).toBeGreaterThan(10);
  });
});
