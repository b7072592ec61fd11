import { describe, expect, test } from '@jest/globals';
import type { ActionRun } from '../../../harness/runner/types.ts';
import { gone } from '../workflow/fixture.ts';
import { runFixture as run } from './fixture-action.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;
const print = (expression: string) => `console.log(JSON.stringify(${expression}));`;
const firstJson = (result: ActionRun): unknown => JSON.parse(result.lines[0]?.raw ?? 'null');
const write = (variable: string, text: string) =>
  `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.${variable}, ${JSON.stringify(text)});`;

describe('the environment of a step', () => {
  test("contains only PATH and HOME from the test's process", async () => {
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
});

describe('the results of a step', () => {
  test('are outputs, state, environment and path from the command files', async () => {
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

  test("are a failure with the runner's message if the output file is invalid", async () => {
    const result = await run({ main: write('GITHUB_OUTPUT', 'x<<E\nnever closed\n') });
    expect(result.exitCode).toBe(0);
    expect(result.outcome).toBe('failure');
    expect(result.annotations.map((item) => item.message)).toEqual([
      "Unable to process file command 'output' successfully.",
      "Invalid value. Matching delimiter not found 'E'",
    ]);
  });

  test('do not include a summary above 1 MiB', async () => {
    const result = await run({
      main: `import { writeFileSync } from 'node:fs';
        writeFileSync(process.env.GITHUB_STEP_SUMMARY, 'x'.repeat(1024 * 1024 + 1));`,
    });
    expect(result.summary).toBe('');
    expect(result.main?.summaryRefused).toBe(true);
    expect(result.annotations[0]?.message).toMatch(/upload aborted, supports content up to a size of 1024k/);
  });

  test('include annotations from both output streams, with properties and without escapes', async () => {
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

  const say = (...lines: string[]) => ({
    main: `for (const line of ${JSON.stringify(lines)}) console.log(line);`,
  });

  test('include groups, titles, and at most ten annotations per level, of 4096 characters each', async () => {
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
    expect(result.log.split('\n')).toEqual([
      '##[group]One',
      ...Array.from({ length: 12 }, (_, n) => `##[warning]${n}`),
      `##[error]${long}`,
      '##[endgroup]',
    ]);
  });

  test('contain paths relative to the workspace for files', async () => {
    const result = await run({
      main: `console.log('::error file=' + process.cwd() + '/src/a.ts,line=2::x'); console.log('::error file=/etc/b::y');`,
    });
    expect(result.annotations.map((item) => item.file)).toEqual(['src/a.ts', '/etc/b']);
  });
});

describe('masks that a step registers', () => {
  test('are reported with their position in the raw stream if the value was printed before the mask', async () => {
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

  test('are rejected with a warning if their value is empty', async () => {
    const result = await run({ main: `console.log('::add-mask:: ')` });
    expect(result.annotations).toMatchObject([{ level: 'warning', from: 'runner' }]);
  });
});

describe('the end of a step', () => {
  test('in a cancelled job is followed by the post step only if the condition of the post step permits it', async () => {
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

  test('by a cancellation begins with SIGINT, and its outcome is cancelled with any exit code', async () => {
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

  test('is caused by SIGTERM and then SIGKILL if the step ignores SIGINT, and the post step still runs', async () => {
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

  test('kills and reports a process that the step started and left running', async () => {
    const result = await run({
      main: `import { spawn } from 'node:child_process';
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
        child.unref(); console.log(child.pid); process.exit(0);`,
    });
    expect(result.main?.leftRunning).toBe(true);
    await expect(gone(Number(result.log))).resolves.toBe(true);
  });

  onLinux('does not report a process that has ended but was not collected by its parent', async () => {
    // The parent leaves the process group of the step, so that only its ended child remains in the group.
    const result = await run({
      main: `import { spawn } from 'node:child_process';
        import { readFileSync } from 'node:fs';
        const script = 'cat <&0 >/dev/null & echo $!; exec setsid sh -c "echo left; exec sleep 600"';
        const parent = spawn('/bin/bash', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
        let output = '';
        for await (const chunk of parent.stdout) {
          output += chunk;
          if (output.includes('left')) break;
        }
        parent.stdin.end();
        const stat = '/proc/' + parseInt(output) + '/stat';
        while (!readFileSync(stat, 'utf8').includes(') Z ')) await new Promise(setImmediate);
        process.exit(0);`,
    });
    expect(result.main).toMatchObject({ outcome: 'success', leftRunning: false });
  });
});
