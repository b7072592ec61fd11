import { describe, expect, test } from '@jest/globals';
import { HONEST_SERVICES } from './honest.ts';
import { play, SCENES, type Scene } from './scenes.ts';

// Tests truthful responses that differ from the emulator's, none of which may end a run or cause more requests.

const begin = SCENES['a new commit, settings and a variable'];
if (begin === undefined) throw new Error('the scene is gone');
const ALL: Scene = {
  inputs: { secrets: 'GIVEN=given-value-5a0e\nKEPT=kept-value-71c3', 'secrets-strategy': 'replace' },
  desired: {
    ...(begin.desired.commit === undefined ? {} : { commit: begin.desired.commit }),
    secrets: begin.desired.secrets ?? [],
  },
  begin: begin.begin,
  green: true,
};
const scenes: Record<string, Scene> = { ...SCENES, 'all variables, one of them again': ALL };
// The number of pages is not a variant of a response.
const green = Object.entries(scenes).filter(([name, scene]) => scene.green && !name.startsWith('one behind'));
/** Returns whether a scene keeps a variable whose value is not in the inputs. */
const keeps = ({ inputs, desired }: Scene) =>
  'secrets' in inputs && (desired.secrets ?? []).length > 1 && !('secrets-strategy' in inputs);

describe.each(HONEST_SERVICES)(
  'a service with correct responses and $about',
  ({ createService, hides, silent }) => {
    // docs/security/pull-requests.md#service-tells-truth-otherwise
    test('is trusted without repeated requests', async () => {
      const harm: string[] = [];
      for (const [name, scene] of green) {
        if (silent && name === 'a revision in progress') continue;
        const { code, wrong, asked, outputs } = await play(scene, createService);
        const writes = asked.filter((one) => /^(create|patch|redeploy)/.test(one)).length;
        // If values that must be preserved are hidden, a merge fails instead of losing a value silently.
        const merge = hides === true && keeps(scene);
        const well = merge ? code !== 0 : code === 0 && wrong.length === 0;
        if (!well || writes > 1) {
          harm.push(`${name}: ${code}, ${outputs['reason-code']}, ${writes} writes; ${wrong.join('; ')}`);
        }
      }
      expect(harm).toEqual([]);
    });
  },
);

test('a run sends no unnecessary requests to a service with correct responses', async () => {
  const counts = await Promise.all(
    Object.entries({
      'no change': 5,
      'only new settings': 11,
      'only a new commit': 15,
      'a create': 17,
    }).map(async ([name, most]) => {
      const scene = SCENES[name];
      if (scene === undefined) throw new Error(`there is no scene ${name}`);
      return { name, over: (await play(scene)).asked.length > most };
    }),
  );
  expect(counts.filter(({ over }) => over)).toEqual([]);
});
