import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { runAction } from '../../../harness/runner/run-action.ts';
import type { ActionRun, RunActionOptions } from '../../../harness/runner/types.ts';
import { fixtureAction, somePush } from './fixture-action.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((remove) => remove()));
});

async function make(parts: Partial<Parameters<typeof fixtureAction>[0]> = {}): Promise<string> {
  const action = await fixtureAction({ main: `console.log('ran')`, ...parts });
  cleanUps.push(action.remove);
  return action.actionYml;
}
const run = (actionYml: string, options: Partial<RunActionOptions> = {}): Promise<ActionRun> =>
  runAction({ actionYml, event: somePush, ...options });
const complaints = (result: ActionRun) =>
  result.annotations.filter((item) => item.from === 'runner').map((item) => `${item.level}: ${item.message}`);

/** Runs an action whose manifest is this text. */
async function runManifest(manifest: string): Promise<ActionRun> {
  const actionYml = await make({ post: `console.log('post')` });
  await writeFile(actionYml, manifest);
  return run(actionYml);
}
const node = (more: string) => `runs:\n  using: node24\n  main: dist/main.mjs\n${more}`;

describe('a manifest the runner would not load fails the step, and nothing runs', () => {
  test.each([
    [
      'an unknown runtime',
      'runs: { using: node26, main: dist/main.mjs }',
      "'using: node26' is not supported",
    ],
    ['no runtime', 'runs: { main: dist/main.mjs }', "Missing 'using' value"],
    ['no runs', 'name: x', 'runs:'],
    ['no entry', 'runs: { using: node24 }', 'there is not an entry JavaScript file'],
    ['a misspelt key below runs', node('  psot: dist/post.mjs'), "Unexpected value 'psot'"],
    ['steps in a node action', node('  steps: []'), "Unexpected value 'steps'"],
    ['an unknown key of an output', `${node('')}outputs: { a: { vaule: x } }`, "Unexpected value 'vaule'"],
    ['an input without a description of any kind', `${node('')}inputs:\n  a:\n`, 'inputs.a'],
    ['an expression in post-if', node('  post-if: ${{ always() }}'), 'expression is not allowed'],
    ['an empty post-if', node('  post-if: ""'), "Unexpected value ''"],
    [
      'a default that names secrets',
      `${node('')}inputs: { a: { default: "\${{ secrets.A }}" } }`,
      "Unrecognized named-value: 'secrets'",
    ],
    ['no YAML', 'runs: [', 'action.yml'],
    ['a key twice', `${node('')}name: a\nname: b`, 'unique'],
  ])('%s', async (_name, manifest, problem) => {
    const result = await runManifest(manifest);
    expect([result.outcome, result.exitCode]).toEqual(['failure', null]);
    expect(complaints(result)).toEqual([expect.stringContaining(problem)]);
    expect([result.main?.argv, result.post]).toEqual([[], null]);
  });

  test('none at all', async () => {
    const result = await run('/nowhere/action.yml');
    expect(result.outcome).toBe('failure');
    expect(complaints(result)).toEqual([expect.stringContaining("Can't find 'action.yml'")]);
  });
});

describe('a manifest the runner loads', () => {
  test('may have keys it does not know at the top and below an input, and any case of using', async () => {
    const result = await runManifest(
      `runs: { using: NODE24, main: dist/main.mjs }\nbranding: { icon: x }\ninputs: { a: { wuzzle: 1, required: yes } }`,
    );
    expect([result.outcome, result.log]).toEqual(['success', 'ran']);
  });

  test('fails its step when the entry is not there, and post still runs', async () => {
    const actionYml = await make({ post: `console.log('post')` });
    await rm(path.join(path.dirname(actionYml), 'dist/main.mjs'));
    const result = await run(actionYml);
    expect([result.outcome, result.post?.outcome]).toEqual(['failure', 'success']);
    expect(complaints(result)).toEqual([expect.stringMatching(/^error: File not found: '.*main\.mjs'$/)]);
  });

  test('fails post when its condition cannot be read', async () => {
    const result = await run(await make({ post: '', postIf: 'nope()' }));
    expect([result.outcome, result.post?.outcome]).toEqual(['success', 'failure']);
    expect(complaints(result)).toEqual([expect.stringContaining("Unrecognized function: 'nope'")]);
  });

  test('runs without an input it requires, and with one it does not declare', async () => {
    const result = await run(await make({ inputs: { key: { required: true } } }), {
      inputs: { kye: 'x', other: 'y' },
    });
    expect(result.outcome).toBe('success');
    expect(complaints(result)).toEqual([
      "warning: Unexpected input(s) 'kye', 'other', valid inputs are ['key']",
    ]);
  });

  test('runs without its pre step, with a warning', async () => {
    const result = await runManifest(node('  pre: dist/pre.mjs'));
    expect([result.outcome, result.log.split('\n').at(-1)]).toEqual(['success', 'ran']);
    expect(complaints(result)).toEqual([expect.stringContaining('`pre` execution is not supported')]);
  });

  test('of a composite action is for a workflow to run', async () => {
    const actionYml = await make();
    await writeFile(actionYml, 'runs: { using: composite, steps: [] }');
    await expect(run(actionYml)).rejects.toThrow('use runWorkflow');
  });

  test('says that an input is deprecated, in both phases', async () => {
    const result = await run(
      await make({ inputs: { old: { deprecationMessage: 'use new' } }, post: `console.log('post')` }),
      { inputs: { old: 'x' } },
    );
    const warning = "warning: Input 'old' has been deprecated with message: use new";
    expect(complaints(result)).toEqual([warning, warning]);
  });
});

describe('what a step may not ask for', () => {
  const append = (variable: string, text: string) =>
    `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.${variable}, ${JSON.stringify(text)});`;

  test.each([
    ['set-env', '::set-env name=A::1'],
    ['add-path', '::add-path::/opt/x'],
  ])('%s by standard output fails it', async (name, line) => {
    const result = await run(await make({ main: `console.log(${JSON.stringify(line)})` }));
    expect([result.outcome, result.exitCode]).toEqual(['failure', 0]);
    expect(complaints(result)).toEqual([
      `error: Unable to process command '${line}' successfully.`,
      expect.stringContaining(`The \`${name}\` command is disabled`),
    ]);
    expect([result.exportedEnv, result.addedPaths]).toEqual([{}, []]);
  });

  test('both work where the workflow allows it, NODE_OPTIONS excepted', async () => {
    const result = await run(
      await make({
        main: `for (const l of ['set-env name=A::1', 'set-env name=NODE_OPTIONS::--x', 'add-path::/opt/x']) console.log('::' + l);`,
        post: `console.log(process.env.A, process.env.PATH.startsWith('/opt/x:'), process.env.NODE_OPTIONS)`,
      }),
      { env: { ACTIONS_ALLOW_UNSECURE_COMMANDS: 'true' } },
    );
    expect(result.outcome).toBe('success');
    expect(result.log.split('\n').at(-1)).toBe('1 true undefined');
    expect(complaints(result)).toEqual([expect.stringContaining("Can't update NODE_OPTIONS")]);
  });

  test('variables of the runner stay what they are', async () => {
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

  test.each([
    ['no name', '::set-output::x', "Required field 'name' is missing"],
    ['an unknown switch', '::echo::perhaps', 'Invalid echo command value'],
  ])('a command with %s fails it', async (_name, line, problem) => {
    const result = await run(await make({ main: `console.log(${JSON.stringify(line)})` }));
    expect(result.outcome).toBe('failure');
    expect(complaints(result).at(-1)).toContain(problem);
  });

  test('bytes that are no UTF-8 are replaced, and a byte order mark is no part of a name', async () => {
    const result = await run(
      await make({
        main: `import { writeFileSync } from 'node:fs';
          writeFileSync(process.env.GITHUB_OUTPUT, Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x3d, 0xff, 0x62, 0x0a]));
          writeFileSync(process.env.GITHUB_STATE, Buffer.from('\\ufeffs=1\\n', 'utf16le'));`,
      }),
    );
    expect([result.outputs, result.state]).toEqual([{ a: '\ufffdb' }, { s: '1' }]);
  });

  test('a file that became a folder fails it; one that was removed says nothing', async () => {
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
