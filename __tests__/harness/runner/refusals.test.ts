import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runAction } from '../../../harness/runner/run-action.ts';
import type { ActionRun, RunActionOptions } from '../../../harness/runner/types.ts';
import { fixtureAction, somePush } from './fixture-action.ts';

const make = (parts: Partial<Parameters<typeof fixtureAction>[0]> = {}) =>
  fixtureAction({ main: `console.log('ran')`, ...parts });
const run = (actionYml: string, options: Partial<RunActionOptions> = {}): Promise<ActionRun> =>
  runAction({ actionYml, event: somePush, ...options });
const complaints = (result: ActionRun) =>
  result.annotations.filter((item) => item.from === 'runner').map((item) => `${item.level}: ${item.message}`);

/** Runs an action whose manifest has this text. */
async function runManifest(manifest: string): Promise<ActionRun> {
  const actionYml = await make({ post: `console.log('post')` });
  await writeFile(actionYml, manifest);
  return run(actionYml);
}
const node = (more: string) => `runs:\n  using: node24\n  main: dist/main.mjs\n${more}`;

describe('an action manifest that the runner would not load', () => {
  test.each([
    ['an unknown runtime', 'runs: { using: node26, main: dist/main.mjs }', 'runs.using'],
    ['no entry file', 'runs: { using: node24 }', 'runs.main'],
    ['a misspelled key below runs', node('  psot: dist/post.mjs'), 'psot'],
    ['text that is not YAML', 'runs: [', 'action.yml'],
  ])('fails the step before anything is executed: %s', async (_name, manifest, problem) => {
    const result = await runManifest(manifest);
    expect([result.outcome, result.exitCode]).toEqual(['failure', null]);
    expect(complaints(result)).toEqual([expect.stringContaining(problem)]);
    expect([result.main?.argv, result.post]).toEqual([[], null]);
  });
});

describe('an action manifest that the runner loads', () => {
  test('fails the step if the entry file does not exist, but the post step still runs', async () => {
    const actionYml = await make({ post: `console.log('post')` });
    await rm(path.join(path.dirname(actionYml), 'dist/main.mjs'));
    const result = await run(actionYml);
    expect([result.outcome, result.post?.outcome]).toEqual(['failure', 'success']);
    expect(complaints(result)).toEqual([expect.stringMatching(/^error: File not found: '.*main\.mjs'$/)]);
  });

  test('fails the post step if its condition is invalid', async () => {
    const result = await run(await make({ post: '', postIf: 'nope()' }));
    expect([result.outcome, result.post?.outcome]).toEqual(['success', 'failure']);
    expect(complaints(result)).toEqual([expect.stringContaining("Unrecognized function: 'nope'")]);
  });

  test('is run without a required input, and with an undeclared input', async () => {
    const result = await run(await make({ inputs: { key: { required: true } } }), {
      inputs: { kye: 'x', other: 'y' },
    });
    expect(result.outcome).toBe('success');
    expect(complaints(result)).toEqual([
      "warning: Unexpected input(s) 'kye', 'other', valid inputs are ['key']",
    ]);
  });

  test('reports a deprecated input in the main and the post phase', async () => {
    const result = await run(
      await make({ inputs: { old: { deprecationMessage: 'use new' } }, post: `console.log('post')` }),
      { inputs: { old: 'x' } },
    );
    const warning = "warning: Input 'old' has been deprecated with message: use new";
    expect(complaints(result)).toEqual([warning, warning]);
  });
});

describe('a forbidden request of a step', () => {
  const append = (variable: string, text: string) =>
    `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.${variable}, ${JSON.stringify(text)});`;

  test('is ignored if it changes variables that the runner sets', async () => {
    const result = await run(
      await make({
        main: append('GITHUB_ENV', 'GITHUB_SHA=no\nRUNNER_TEMP=no\nGITHUB_ACTIONS=no\nMINE=1\n'),
        post: `const e = process.env; console.log([e.GITHUB_SHA, e.RUNNER_TEMP, e.GITHUB_ACTIONS].includes('no'), e.MINE)`,
      }),
      { env: { GITHUB_REPOSITORY: 'no/no' } },
    );
    expect([result.outcome, result.log]).toEqual(['success', 'false 1']);
    expect(result.main?.environment['GITHUB_REPOSITORY']).toBe(somePush.repository);
  });

  test.each(['::set-output name=a::1', '::set-env name=A::1', '::stop-commands::x', '##[echo]on'])(
    'fails the step if the command is not used by any action of this project: %s',
    async (line) => {
      const result = await run(await make({ main: `console.log(${JSON.stringify(line)})` }));
      expect([result.outcome, result.exitCode, result.deprecatedCommands.length]).toEqual(['failure', 0, 1]);
      expect(complaints(result)).toEqual([`error: Unable to process command '${line}' successfully.`]);
    },
  );

  test('fails the step if a command file was replaced by a folder, but not if the file was removed', async () => {
    const result = await run(
      await make({
        main: `import { rmSync, mkdirSync } from 'node:fs'; const e = process.env;
          for (const f of [e.GITHUB_OUTPUT, e.GITHUB_ENV]) rmSync(f); mkdirSync(e.GITHUB_OUTPUT);`,
      }),
    );
    expect(result.outcome).toBe('failure');
    expect(complaints(result)[0]).toBe("error: Unable to process file command 'output' successfully.");
  });
});
