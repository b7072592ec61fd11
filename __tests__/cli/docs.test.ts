import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { inputsOf } from '../../src/cli/flags.ts';
import { usage, usageOf } from '../../src/cli/help.ts';
import { ENGINE_VERBS, SUMMARIES } from '../../src/cli/verbs.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');

test('every verb is in the documentation and in --help', () => {
  for (const verb of [...ENGINE_VERBS, ...Object.keys(SUMMARIES)]) {
    expect(page).toContain(`\`${verb}\``);
    expect(usage()).toContain(`  ${verb}`);
  }
});

// docs/cli.md#inputs
test.each(ENGINE_VERBS)(
  '%s --help lists each input of the verb with its description in action.yml',
  async (verb) => {
    const text = await usageOf(verb);
    for (const name of Object.keys(inputsOf(verb)))
      expect(text).toMatch(new RegExp(`^  --${name}\\b.*\\n {6}\\S`, 'm'));
  },
);
