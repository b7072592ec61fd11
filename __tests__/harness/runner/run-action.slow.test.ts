import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pullRequestEvent, tagEvent } from '../../../harness/events.ts';
import { findLeaks } from '../../../harness/runner/leaks.ts';
import { runAction } from '../../../harness/runner/run-action.ts';
import type { ActionRun, RunActionOptions } from '../../../harness/runner/types.ts';
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

  const say = (...lines: string[]) => ({
    main: `for (const line of ${JSON.stringify(lines)}) console.log(line);`,
  });

  test('commands between stop-commands and its word are text, and the word is hidden', async () => {
    const result = await run(
      say(
        '::stop-commands::word-word',
        '::error::not one',
        '##[error]nor this',
        '::WORD-word::',
        '::error::one',
      ),
    );
    expect(result.annotations.map((item) => item.message)).toEqual(['one']);
    expect(result.log.split('\n')).toEqual([
      '::stop-commands::***',
      '::error::not one',
      '##[error]nor this',
      // Only the word as it was given is hidden.
      '::WORD-word::',
      '##[error]one',
    ]);
  });

  test.each(['', 'pause-logging', 'Error'])('%j may not end a pause: the step fails', async (word) => {
    const result = await run(say(`::stop-commands::${word}`, '::error::still obeyed'));
    expect([result.outcome, result.exitCode]).toEqual(['failure', 0]);
    expect(result.annotations.map((item) => item.message)).toEqual([
      expect.stringContaining('cannot use a endToken'),
      'still obeyed',
    ]);
  });

  test('the old commands for outputs and state work with a warning, and are told apart', async () => {
    const result = await run({
      ...say('::set-output name=a::1', '::save-state name=b::2'),
      post: `console.log(process.env.STATE_b)`,
    });
    expect([result.outputs, result.state]).toEqual([{ a: '1' }, { b: '2' }]);
    expect(result.deprecatedCommands).toEqual(['set-output', 'save-state']);
    expect(result.annotations.map((item) => item.message)).toEqual([
      expect.stringContaining('`set-output` command is deprecated'),
      expect.stringContaining('`save-state` command is deprecated'),
    ]);
    expect(result.log.split('\n').at(-1)).toBe('2');
  });

  test('echo shows commands that are otherwise not seen', async () => {
    const result = await run(
      say(
        '::add-mask::first-one',
        '::echo::on',
        '::set-output name=a::1',
        '::add-mask::other-one',
        '::echo::OFF',
      ),
    );
    expect(result.log.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      '::set-output name=a::1',
      '::add-mask::***',
      '::echo::OFF',
    ]);
  });

  test('groups, titles and messages are shown; ten annotations of a level and 4096 characters are kept', async () => {
    const long = 'x'.repeat(5000);
    const result = await run(
      say(
        '::group::One',
        ...Array.from({ length: 12 }, (_, n) => `::warning::${n}`),
        `::error::${long}`,
        '::endgroup::',
      ),
    );
    expect(result.annotations.filter((item) => item.level === 'warning').map((item) => item.message)).toEqual(
      Array.from({ length: 10 }, (_, n) => String(n)),
    );
    expect(result.annotations.at(-1)?.message).toHaveLength(4096);
    expect(result.annotationsDropped).toBe(2);
    expect(result.log.split('\n')).toEqual([
      '##[group]One',
      ...Array.from({ length: 12 }, (_, n) => `##[warning]${n}`),
      `##[error]${long}`,
      '##[endgroup]',
    ]);
  });

  test('a file of the workspace is named by its path below it', async () => {
    const result = await run({
      main: `console.log('::error file=' + process.cwd() + '/src/a.ts,line=2::x'); console.log('::error file=/etc/b::y');`,
    });
    expect(result.annotations.map((item) => item.file)).toEqual(['src/a.ts', '/etc/b']);
  });

  test('a line is one line, with any strange characters', async () => {
    const result = await run(say('a\u2028::error::not at the start', '\u0085::error::at the start'));
    expect(result.annotations.map((item) => item.message)).toEqual(['at the start']);
    expect(result.lines).toHaveLength(2);
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
      'after ***',
      'x *** y',
      // The runner knows base64 that ends where the value ends.
      'YWJz***',
      '***',
    ]);
    expect(result.masks).toEqual(['s3cret-1', 'line-one\nline-two']);
    expect(findLeaks(result, ['s3cret-1']).length).toBeGreaterThan(0);
    expect(findLeaks(result, ['never-said'])).toEqual([]);
  });

  test('that come too late are told, with the place in the raw stream', async () => {
    const result = await run({
      main: `import { appendFileSync } from 'node:fs';
        console.error('one'); console.log('two s3cret-1'); console.log('::debug::three s3cret-1');
        console.log('::add-mask::s3cret-1'); console.log('four s3cret-1');
        console.log('::error title=see s3cret-1::s3cret-1');
        appendFileSync(process.env.GITHUB_OUTPUT, 'url=https://s3cret-1@x\\nfine=1\\n');
        appendFileSync(process.env.GITHUB_STEP_SUMMARY, 'mask s3cret-1, keep later-one\\n');`,
      post: `console.log('::add-mask::later-one')`,
    });
    const late = result.maskViolations.map(({ where, at, phase }) => [
      where,
      at.replace(/line \d+/, 'line'),
      phase,
    ]);
    expect(late).toEqual([
      ['log', 'stdout line, column 5', 'main'],
      ['log', 'stdout line, column 16', 'main'],
      ['summary', 'summary of main', 'main'],
      ['annotation', 'title of annotation 1', null],
      ['output', 'url', null],
    ]);
    expect(result.maskViolations.map(({ line }) => (line === null ? null : result.lines[line]?.raw))).toEqual(
      ['two s3cret-1', '::debug::three s3cret-1', null, null, null],
    );
    expect(result.maskViolations.map(({ value }) => value)).toEqual([
      'mask 1',
      'mask 1',
      'mask 2',
      'mask 1',
      'mask 1',
    ]);
    expect(JSON.stringify(result.maskViolations)).not.toMatch(/s3cret|later-one/);
    expect(result.summary).toBe('mask ***, keep later-one\n');
  });

  test('that come before everything else leave nothing to tell', async () => {
    const result = await run({
      main: `console.log('::add-mask::s3cret-1'); console.log('x s3cret-1'); console.log('::error::s3cret-1');`,
    });
    expect(result.maskViolations).toEqual([]);
    expect(result.annotations[0]?.message).toBe('***');
  });

  test('of nothing are refused with a warning', async () => {
    const result = await run({ main: `console.log('::add-mask:: ')` });
    expect(result.annotations).toMatchObject([{ level: 'warning', from: 'runner' }]);
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

  test('state reaches post alone, and no other variable of main does', async () => {
    const result = await run({
      main: `${write('GITHUB_STATE', 'open=1\n')}
        ${print(`Object.keys(process.env).filter((name) => name.startsWith('STATE_'))`)}`,
      post: print(`Object.keys(process.env).filter((name) => name.startsWith('STATE_'))`),
    });
    expect(result.lines.map((line) => JSON.parse(line.raw))).toEqual([[], ['STATE_open']]);
  });

  test('post runs in a cancelled job when it wants always, and sees what the job came to', async () => {
    const parts = {
      main: `setInterval(() => {}, 1000); console.log('up');`,
      post: `console.log('post')`,
    };
    const cancelled = async (postIf?: string) => {
      const controller = new AbortController();
      return run(
        { ...parts, ...(postIf === undefined ? {} : { postIf }) },
        { signal: controller.signal, onLine: (line) => line === 'up' && controller.abort() },
      );
    };
    expect((await cancelled()).post?.outcome).toBe('success');
    expect((await cancelled('cancelled() && !failure()')).post?.outcome).toBe('success');
    expect((await cancelled('success() || failure()')).post).toBeNull();
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

  test('a cancel sends SIGINT first, and the outcome is cancelled with any exit code', async () => {
    const controller = new AbortController();
    const result = await run(
      {
        main: `process.on('SIGINT', () => { console.log('bye'); process.exit(0); }); setInterval(() => {}, 1000); console.log('up');`,
      },
      { signal: controller.signal, onLine: (line) => line === 'up' && controller.abort() },
    );
    expect([result.outcome, result.exitCode]).toEqual(['cancelled', 0]);
    expect(result.log).toBe('up\nbye\n##[error]The operation was canceled.');
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
    expect(result.log.split('\n')).toEqual([
      'up',
      'int',
      'term',
      '##[error]The operation was canceled.',
      'post',
    ]);
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
