import { describe, expect, test } from '@jest/globals';
import { parseEvent } from '../../../src/action/event.ts';
import { readInputs } from '../../../src/action/inputs/read.ts';
import { variableOf } from '../../../src/action/inputs/registry.ts';
import { pushEvent } from '../../../harness/events.ts';
import { BAD_VALUES } from '../support/bad-values.ts';

const push = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });
const rows = Object.entries(BAD_VALUES).flatMap(([input, list]) =>
  list.map((bad) => ({ input, shown: JSON.stringify(bad.value.slice(0, 40)), ...bad })),
);

describe('an invalid input value', () => {
  test.each(rows)(
    '(the input $input with the value $shown) is reported with field, problem and hint',
    async (row) => {
      const { input, value, with: others = {}, event = push, problem, cure = /./ } = row;
      const inputs = { 'api-key': 'key-of-test', 'deployment-name': 'bad-input', ...others, [input]: value };
      const env = Object.fromEntries(Object.entries(inputs).map(([name, text]) => [variableOf(name), text]));
      const github = { GITHUB_EVENT_NAME: event.name, GITHUB_REF: event.ref, GITHUB_SHA: event.sha };
      const reading = await readInputs(env, parseEvent({ ...github }, JSON.stringify(event.payload)));
      if (reading.ok) throw new Error('it was taken');
      const found = reading.problems;
      expect(new Set(found.map(({ path }) => path))).toEqual(new Set([input]));
      expect(found.map((one) => one.message).join()).toMatch(problem);
      for (const { hint } of found) expect(hint).toMatch(/^[A-Z`].*[.)?]$/);
      expect(found.map(({ hint }) => hint).join()).toMatch(cure);
      expect(JSON.stringify(found)).not.toContain('hidden-value');
    },
  );
});
