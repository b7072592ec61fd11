import { describe, expect, test } from '@jest/globals';
import { pushEvent } from '../../../harness/events.ts';
import { parseEvent } from '../../../src/action/event.ts';
import { readInputs } from '../../../src/action/inputs/read.ts';
import { INPUT_NAMES, variableOf } from '../../../src/action/inputs/registry.ts';
import { GOOD_VALUES } from '../support/good-values.ts';

const { name, ref, sha, payload } = pushEvent({ branch: 'main', after: 'd'.repeat(40) });
const event = parseEvent(
  { GITHUB_EVENT_NAME: name, GITHUB_REF: ref, GITHUB_SHA: sha },
  JSON.stringify(payload),
);
const read = (inputs: Record<string, string>) =>
  readInputs(
    Object.fromEntries(Object.entries(inputs).map(([input, text]) => [variableOf(input), text])),
    event,
  );

describe('a valid input value', () => {
  test('is listed in this test for every input', () => {
    expect(Object.keys(GOOD_VALUES)).toEqual(INPUT_NAMES);
  });

  test.each(Object.entries(GOOD_VALUES))(
    'for the input %s changes the settings, unlike a missing value',
    async (input, row) => {
      const others = { 'api-key': 'key-of-test', 'deployment-name': 'good-input', ...row.with };
      const given = await read({ ...others, [input]: row.value });
      expect(given).toMatchObject({ ok: true, ...row.effect });
      expect(await read(others)).not.toMatchObject(row.effect);
    },
  );
});
