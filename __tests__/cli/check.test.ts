import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { check } from '../../src/cli/check.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cli-check-')));
  await mkdir(join(folder, 'app'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...argv: string[]) {
  return runWith({}, ...argv);
}

async function runWith(env: Record<string, string>, ...argv: string[]) {
  let out = '';
  const log: string[] = [];
  const code = await check(argv, {
    cwd: folder,
    env,
    print: (text) => {
      out += text;
    },
    view: { print: (line) => void log.push(line), progress: undefined },
  });
  return { code, out, log };
}

const write = (name: string, config: unknown) =>
  writeFile(join(folder, name), typeof config === 'string' ? config : JSON.stringify(config));

describe('agent-deploy check', () => {
  // docs/cli.md#check
  test('prints the planned build as text or as one line of JSON', async () => {
    await write('app/langgraph.json', { graphs: { agent: './agent.ts:graph' } });
    await write('app/agent.ts', '');
    const shown = await run('app');
    expect(shown).toMatchObject({ code: 0, log: [] });
    expect(shown.out).toContain('agent: graph of ./agent.ts');
    const { code, out } = await run('app', '--json');
    expect(code).toBe(0);
    expect(out.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(out)).toMatchObject({
      schema_version: 1,
      outcome: 'passed',
      graph_config_path: 'langgraph.json',
      problems: [],
    });
  });

  test('exits with 1 if the build would fail, and escapes names from the checkout in its output', async () => {
    await write('app/other.json', { graphs: { agent: './a\u001b[2J.ts:graph' } });
    const { code, out } = await run('--graph-config-path', 'app/other.json', '--workspace', '.');
    expect(code).toBe(1);
    expect(out).toContain('which does not exist');
    expect(out).not.toContain('\u001b');
    const build = ['--source-path', 'app', '--graph-config-path=other.json', '--workspace', '.'];
    expect((await run(...build, '--build-command', 'make')).code).toBe(0);
    expect((await run(...build)).code).toBe(1);
  });

  test.each([
    [['--graph-config', 'x'], '--graph-config: the flag does not exist. Did you mean --graph-config-path?'],
    [
      ['app', 'b'],
      'arguments: the value at position 2 does not belong to a flag. Write each value directly after its flag.',
    ],
    [['gone'], 'gone: the folder does not exist. Specify the folder that contains the agent.'],
    [
      ['app', '--graph-config-path', 'a.json'],
      'app: it cannot be combined with graph-config-path or source-path, which also locate the agent. Specify only one of them.',
    ],
    [['--graph-config-path', '../a.json'], expect.stringMatching(/^graph-config-path: /)],
  ])('rejects %j with a one-line error', async (argv, line) => {
    expect(await run(...argv)).toEqual({ code: 1, out: '', log: [line] });
  });

  test('can read its inputs from the environment variables of the deploy verb', async () => {
    await write('app/other.json', { graphs: { agent: './agent.ts:graph' } });
    await write('app/agent.ts', '');
    const env = { AGENT_DEPLOY_GRAPH_CONFIG_PATH: 'app/other.json', AGENT_DEPLOY_DEPLOYMENT_NAME: 'a' };
    expect((await runWith(env, '--workspace', '.')).out).toContain('app/other.json: a graph in JavaScript');
    expect((await runWith(env, '--workspace', '.', '--graph-config-path', 'gone.json')).code).toBe(1);
  });

  test('lists its flags', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(out).toContain('--build-command LINE');
  });
});
