import { describe, expect, test } from '@jest/globals';
import { INPUT_NAMES, variableOf } from '../../../src/action/inputs/registry.ts';
import { nearestInput, unknownInputProblem, unknownInputs } from '../../../src/action/inputs/reader.ts';

describe('the list of unknown inputs', () => {
  // docs/migration.md#misspelt-input-ignored
  test('contains the names that the action does not declare', () => {
    expect(
      unknownInputs({ INPUT_COLOUR: 'red', 'INPUT_API-KEY': 'x', PATH: '/bin', INPUT_EMPTY: '' }),
    ).toEqual(['colour']);
  });

  test('is empty if every input is declared', () => {
    expect(unknownInputs(Object.fromEntries(INPUT_NAMES.map((name) => [variableOf(name), 'x'])))).toEqual([]);
  });

  test.each([
    ['api_key', 'api-key'],
    ['apikey', 'api-key'],
    ['deploymnet-name', 'deployment-name'],
    ['image', 'image-uri'],
    ['secret', 'secrets'],
    ['wait-timout', 'wait-timeout'],
    ['dryrun', 'dry-run'],
    ['control_plane_url', 'control-plane-url'],
  ])('suggests for %s the similar name %s', async (name, nearest) => {
    expect(await nearestInput(name)).toBe(nearest);
  });

  test('contains no suggestion if no declared name is similar', async () => {
    expect(await nearestInput('zzzzzzzzzzzzzzzzzzzz')).toBeUndefined();
    expect(await unknownInputProblem('zzzzzzzzzzzzzzzzzzzz')).toMatchObject({
      problems: [{ hint: expect.stringContaining('Remove the input') }],
    });
  });
});
