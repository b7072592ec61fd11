import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pullRequestEvent, tagEvent } from '../../../harness/events/index.ts';
import {
  findLeaks,
  runAction,
  type ActionRun,
  type RunActionOptions,
} from '../../../harness/runner/index.ts';
import { fixtureAction, somePush } from './fixture-action.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((remove) => remove()));
});

async function run(
  parts: Parameters<typeof fixtureAction>[0],
  options: Partial<RunActionOptions> = {},
): Promise<ActionRun> {
  const action = await fixtureAction(parts);
  cleanUps.push(action.remove);
  return runAction({ actionYml: action.actionYml, event: somePush, ...options });
}
const print = (expression: string) => `console.log(JSON.stringify(${expression}));`;
const firstJson = (result: ActionRun): unknown => JSON.parse(result.lines[0]?.raw ?? 'null');
const write = (variable: string, text: string) =>
  `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.${variable}, ${JSON.stringify(text)});`;

describe('the environment of a step', () => {
  test('holds every declared input, hyphens kept, defaults filled in, the rest empty', async () => {
    const result = await run(
      {
        inputs: { 'api-key': {}, 'wait-timeout': { default: '30m' }, 'dry run': { default: false }, ref: {} },
        main: print(
          `Object.fromEntries(Object.entries(process.env).filter(([k]) => k.startsWith('INPUT_')))`,
        ),
      },
      { inputs: { 'api-key': 'k-1' } },
    );
    expect(firstJson(result)).toEqual({
      'INPUT_API-KEY': 'k-1',
      'INPUT_WAIT-TIMEOUT': '30m',
      INPUT_DRY_RUN: 'false',
      INPUT_REF: '',
    });
  });

  test('passes an undeclared input on, with the warning of the runner', async () => {
    const result = await run(
      { inputs: { ref: {} }, main: print(`process.env['INPUT_WIAT']`) },
      { inputs: { wiat: 'no' } },
    );
    expect(result.rawLog).toContain('"no"');
    expect(result.annotations).toEqual([
      {
        level: 'warning',
        message: "Unexpected input(s) 'wiat', valid inputs are ['ref']",
        title: null,
        file: null,
        line: null,
        from: 'runner',
      },
    ]);
  });

  test('fills the token of the job into a default, and masks it', async () => {
    const result = await run(
      {
        inputs: { 'github-token': { default: '${{ github.token }}' } },
        main: `console.log('token ' + process.env['INPUT_GITHUB-TOKEN'], process.env.GITHUB_TOKEN);`,
      },
      { github: { token: 'ghs_harness' } },
    );
    expect(result.rawLog).toBe('token ghs_harness undefined');
    expect(result.log).toBe('token *** undefined');
  });

  test('inherits nothing of this process but PATH and HOME', async () => {
    process.env['HARNESS_CANARY'] = '1';
    try {
      const result = await run({ main: print(`Object.keys(process.env).sort()`) });
      const names = firstJson(result);
      expect(names).not.toContain('HARNESS_CANARY');
      expect(names).not.toContain('npm_config_user_agent');
      expect(names).toEqual(
        expect.arrayContaining(['PATH', 'CI', 'GITHUB_ACTIONS', 'RUNNER_TEMP', 'RUNNER_OS']),
      );
    } finally {
      delete process.env['HARNESS_CANARY'];
    }
  });

  test('names ref, commit and repository as the event has them', async () => {
    const body = print(
      `['REF','REF_NAME','REF_TYPE','SHA','HEAD_REF','BASE_REF','EVENT_NAME'].map((n) => process.env['GITHUB_' + n])`,
    );
    expect(firstJson(await run({ main: body }))).toEqual([
      'refs/heads/main',
      'main',
      'branch',
      'd'.repeat(40),
      '',
      '',
      'push',
    ]);
    const tag = tagEvent({ tag: 'v1.2', commit: 'e'.repeat(40), tagObject: 'f'.repeat(40) });
    expect(firstJson(await run({ main: body }, { event: tag }))).toEqual([
      'refs/tags/v1.2',
      'v1.2',
      'tag',
      'e'.repeat(40),
      '',
      '',
      'push',
    ]);
    const pull = pullRequestEvent({ number: 7, head: { branch: 'topic', sha: '1'.repeat(40) } });
    expect(firstJson(await run({ main: body }, { event: pull }))).toEqual([
      'refs/pull/7/merge',
      '7/merge',
      'branch',
      'c'.repeat(40),
      'topic',
      'main',
      'pull_request',
    ]);
  });

  test('works in GITHUB_WORKSPACE with an event file and no standard input, and removes its folders', async () => {
    const result = await run({
      main: `import { readFileSync } from 'node:fs';
        const event = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
        let input = readFileSync(0, 'utf8');
        ${print(`[process.cwd() === process.env.GITHUB_WORKSPACE, event.after.length, input, process.env.RUNNER_TEMP]`)}`,
    });
    const seen = firstJson(result);
    expect(seen).toEqual([true, 40, '', expect.any(String)]);
    expect(existsSync(Array.isArray(seen) ? String(seen[3]) : '')).toBe(false);
  });
});

describe('what a step says', () => {
  test('outputs, state, environment and path come from the files', async () => {
    const result = await run({
      main: `import { appendFileSync as a } from 'node:fs';
        const e = process.env;
        a(e.GITHUB_OUTPUT, 'url=http://x\\nlong<<E\\none\\ntwo\\nE\\n');
        a(e.GITHUB_STATE, 'id=42\\n'); a(e.GITHUB_ENV, 'FOO=bar\\n'); a(e.GITHUB_PATH, '/opt/x\\n');
        a(e.GITHUB_STEP_SUMMARY, '# Done\\n');`,
      post: print(
        `[process.env.STATE_id, process.env.FOO, process.env.PATH.startsWith('/opt/x'), process.env.GITHUB_OUTPUT]`,
      ),
    });
    expect(result.outputs).toEqual({ url: 'http://x', long: 'one\ntwo' });
    expect(result.state).toEqual({ id: '42' });
    expect(result.summary).toBe('# Done\n');
    expect(firstJson(result)).toEqual(['42', 'bar', true, expect.any(String)]);
    expect(result.post?.environment['GITHUB_OUTPUT']).not.toBe(result.main?.environment['GITHUB_OUTPUT']);
  });

  test('a broken output file fails the step in the words of the runner', async () => {
    const result = await run({ main: write('GITHUB_OUTPUT', 'x<<E\nnever closed\n') });
    expect(result.exitCode).toBe(0);
    expect(result.outcome).toBe('failure');
    expect(result.annotations.map((item) => item.message)).toEqual([
      "Unable to process file command 'output' successfully.",
      "Invalid value. Matching delimiter not found 'E'",
    ]);
  });

  test('NODE_OPTIONS is refused in the environment file', async () => {
    const result = await run({ main: write('GITHUB_ENV', 'NODE_OPTIONS=--inspect\nA=1\n') });
    expect(result.exportedEnv).toEqual({ A: '1' });
    expect(result.annotations[0]?.message).toMatch(/^Can't store NODE_OPTIONS/);
  });

  test('a summary over 1 MiB is refused', async () => {
    const result = await run({
      main: `import { writeFileSync } from 'node:fs';
        writeFileSync(process.env.GITHUB_STEP_SUMMARY, 'x'.repeat(1024 * 1024 + 1));`,
    });
    expect(result.summary).toBe('');
    expect(result.main?.summaryRefused).toBe(true);
    expect(result.annotations[0]?.message).toMatch(/upload aborted, supports content up to a size of 1024k/);
  });

  test('annotations come from both streams, unescaped, with their properties', async () => {
    const result = await run({
      main: `console.error('::error title=Build%3A failed,file=a.ts,line=3::one%0Atwo %25');
        console.log('  ::warning::careful'); console.log('::notice::fyi'); console.log('::nonsense::x');`,
    });
    expect(result.annotations).toEqual([
      {
        level: 'error',
        message: 'one\ntwo %',
        title: 'Build: failed',
        file: 'a.ts',
        line: '3',
        from: 'action',
      },
      { level: 'warning', message: 'careful', title: null, file: null, line: null, from: 'action' },
      { level: 'notice', message: 'fyi', title: null, file: null, line: null, from: 'action' },
    ]);
    expect(result.log).toContain('::nonsense::x');
  });

  test('debug lines show only when debug logging is on', async () => {
    const parts = { main: `console.log('::debug::inside'); console.log(process.env.RUNNER_DEBUG ?? 'off');` };
    expect((await run(parts)).log).toBe('off');
    expect((await run(parts, { debug: true })).log).toBe('##[debug]inside\n1');
  });

  test('commands between stop-commands and its token are text', async () => {
    const result = await run({
      main: `for (const l of ['::stop-commands::tok', '::error::not one', '::tok::', '::error::one']) console.log(l);`,
    });
    expect(result.annotations.map((item) => item.message)).toEqual(['one']);
  });

  test('the old stdout commands work and are told apart', async () => {
    const result = await run({ main: `console.log('::set-output name=a::1')` });
    expect(result.outputs).toEqual({ a: '1' });
    expect(result.deprecatedCommands).toEqual(['set-output']);
  });
});

describe('masks', () => {
  test('hold from the command on, line by line, in the usual encodings, and the raw log shows the order', async () => {
    const result = await run({
      main: `console.log('before s3cret-1'); console.log('::add-mask::s3cret-1'); console.log('after s3cret-1');
        console.log('::add-mask::line-one%0Aline-two'); console.log('x line-two y');
        console.log(Buffer.from('abs3cret-1').toString('base64'));
        console.log(encodeURIComponent('line-one'));`,
    });
    expect(result.log.split('\n')).toEqual([
      'before s3cret-1',
      '::add-mask::***',
      'after ***',
      '::add-mask::***',
      'x *** y',
      expect.not.stringContaining('czNjcmV0'),
      '***',
    ]);
    expect(result.masks).toEqual(['s3cret-1', 'line-one\nline-two']);
    expect(findLeaks(result, ['s3cret-1']).length).toBeGreaterThan(0);
    expect(findLeaks(result, ['never-said'])).toEqual([]);
  });

  test('a leak is found in an output, the summary and argv, and names the place but not the value', async () => {
    const result = await run({ main: write('GITHUB_OUTPUT', 'x=hunter2-hunter2\n') });
    const leaks = findLeaks(result, ['hunter2-hunter2']);
    expect(leaks).toEqual([{ secret: 0, where: 'output x' }]);
  });
});

describe('how a step ends', () => {
  test('a non-zero exit code fails it, and post still runs with its state', async () => {
    const result = await run({
      main: `${write('GITHUB_STATE', 'open=1\n')} process.exit(3);`,
      post: `console.log('closing ' + process.env.STATE_open)`,
    });
    expect([result.outcome, result.exitCode]).toEqual(['failure', 3]);
    expect(result.log).toBe('closing 1');
    expect(result.post?.outcome).toBe('success');
  });

  test('post-if decides about post', async () => {
    const parts = { main: 'process.exit(1)', post: `console.log('post')`, postIf: 'success()' };
    expect((await run(parts)).post).toBeNull();
    expect((await run({ ...parts, postIf: '!cancelled() && failure()' })).post?.outcome).toBe('success');
  });

  test('either phase runs alone, post with the state it is given', async () => {
    const parts = { main: `console.log('main')`, post: `console.log('post ' + process.env.STATE_a)` };
    expect((await run(parts, { phases: ['main'] })).log).toBe('main');
    const post = await run(parts, { phases: ['post'], state: { a: 'b' } });
    expect([post.log, post.outcome]).toEqual(['post b', 'success']);
  });

  test('a cancel sends SIGINT first, and the outcome is cancelled whatever the exit code', async () => {
    const controller = new AbortController();
    const result = await run(
      {
        main: `process.on('SIGINT', () => { console.log('bye'); process.exit(0); }); setInterval(() => {}, 1000); console.log('up');`,
      },
      { signal: controller.signal, onLine: (line) => line === 'up' && controller.abort() },
    );
    expect([result.outcome, result.exitCode]).toEqual(['cancelled', 0]);
    expect(result.log).toBe('up\nbye');
  });

  test('who ignores SIGINT gets SIGTERM, then SIGKILL, and post still runs', async () => {
    const controller = new AbortController();
    const result = await run(
      {
        main: `process.on('SIGINT', () => console.log('int')); process.on('SIGTERM', () => console.log('term'));
          setInterval(() => {}, 1000); console.log('up');`,
        post: `console.log('post')`,
      },
      {
        signal: controller.signal,
        cancelAfterMs: { terminate: 200, kill: 200 },
        onLine: (line) => line === 'up' && controller.abort(),
      },
    );
    expect(result.log.split('\n')).toEqual(['up', 'int', 'term', 'post']);
    expect(result.main).toMatchObject({ outcome: 'cancelled', exitCode: null, endedBy: 'SIGKILL' });
  });

  test('a process left behind is ended and reported', async () => {
    const result = await run({
      main: `import { spawn } from 'node:child_process';
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
        child.unref(); console.log(child.pid); process.exit(0);`,
    });
    expect(result.main?.leftRunning).toBe(true);
    const pid = Number(result.log);
    await expect(gone(pid)).resolves.toBe(true);
  });
});

describe('what the runner would not start', () => {
  test.each([
    ['an entry that was not built', { main: '' }, "File 'dist/main.mjs' not found: build the action first."],
    ['an unknown runtime', { main: '', using: 'node26' }, "'using: node26' is not supported"],
  ])('%s is refused', async (name, parts, problem) => {
    const action = await fixtureAction(parts);
    cleanUps.push(action.remove);
    if (name.startsWith('an entry')) {
      const { rm } = await import('node:fs/promises');
      await rm(action.actionYml.replace('action.yml', 'dist/main.mjs'));
    }
    await expect(runAction({ actionYml: action.actionYml, event: somePush })).rejects.toThrow(problem);
  });

  test('no action.yml at all is refused', async () => {
    await expect(runAction({ actionYml: '/nowhere/action.yml', event: somePush })).rejects.toThrow(
      /Can't find action.yml/,
    );
  });
});

/** Waits until a process has gone. */
async function gone(pid: number): Promise<boolean> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
