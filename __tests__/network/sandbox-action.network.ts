// Tests the built sandbox action with bubblewrap: the operations that a program in the sandbox can and cannot perform.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import { ensureDist } from '../../harness/dist.ts';
import { pushEvent } from '../../harness/events.ts';
import { createRepository } from '../../harness/git.ts';
import { findWorkflowLeaks } from '../../harness/workflow/report.ts';
import { runWorkflow } from '../../harness/workflow/run-workflow.ts';
import {
  KEY,
  processesWith,
  PROXY,
  runSandbox,
  SANDBOX_YML,
  startUpstream,
  type Upstream,
} from '../acceptance/support/sandbox.ts';

const NEEDED = 'This tier runs boxes: install bubblewrap (.ci/engine does so).';
/** Node of the sandbox, because a system's Node may be too old to support the variables for a proxy. */
const NODE = '/run/box/bin/node';
let upstream: Upstream;

beforeAll(async () => {
  await promisify(execFile)('bwrap', ['--version']).catch((error: unknown) => {
    throw new Error(NEEDED, { cause: error });
  });
  await ensureDist();
  upstream = await startUpstream();
});
afterEach(() => {
  upstream.seen.length = 0;
});
afterAll(() => upstream.close());

/** Creates the checkout of a job, to which programs of any user may write. */
async function checkout(files: Record<string, string> = {}): Promise<string> {
  const workspace = await mkdtemp(path.join(upstream.folder, 'work-'));
  await chmod(upstream.folder, 0o755);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(workspace, name)), { recursive: true });
    await writeFile(path.join(workspace, name), text);
  }
  return workspace;
}

const run = async (lines: string[], options: Parameters<typeof runSandbox>[0] = {}) =>
  runSandbox({
    workspace: await checkout(),
    ...options,
    inputs: { ...upstream.inputs('namespaces'), run: lines.join('\n'), ...options.inputs },
  });

describe('a command of the sandbox action in a box', () => {
  test('calls the API with curl, git and Node, but never receives the API key', async () => {
    const url = `https://127.0.0.2:${upstream.port}`;
    const ended = await run([
      upstream.asking('/v1/node', NODE),
      `curl -sS ${url}/v1/curl && echo`,
      `git ls-remote ${url}/v1/git || echo "git asked"`,
      'cat /proc/[0-9]*/environ 2>/dev/null | grep -c MODEL_KEY || true',
      `env | grep -c '${KEY.slice(0, 8)}' || true`,
      'echo "files ${GITHUB_ENV:-none} ${GITHUB_OUTPUT:-none} ${ACTIONS_RUNTIME_TOKEN:-none}"',
    ]);
    expect(ended.outputs).toMatchObject({ outcome: 'provided', isolation: 'namespaces' });
    expect(upstream.seen.slice(0, 3)).toEqual([
      `GET /v1/node Bearer ${KEY}`,
      `GET /v1/curl Bearer ${KEY}`,
      `GET /v1/git/info/refs?service=git-upload-pack Bearer ${KEY}`,
    ]);
    expect(ended.log.match(/^you sent Bearer \*+$/gm)).toHaveLength(2);
    expect(ended.log.match(/^0$/gm)).toHaveLength(2);
    expect(ended.log).toMatch(/^files none none none$/m);
  });

  test('reaches no host outside of the allow list, no server on the machine, and nothing without the proxy', async () => {
    const ended = await run(
      [
        `curl -sS --noproxy '*' --max-time 5 https://127.0.0.2:${upstream.port}/v1/direct; echo "direct $?"`,
        'curl -sS --max-time 5 https://example.org/; echo "other $?"',
        'curl -sS --max-time 5 http://169.254.169.254/latest/meta-data/; echo "metadata $?"',
        `node_pid=$(ls /proc | grep -c '^[0-9]*$'); echo "processes $node_pid"`,
        'true',
      ].map((line) => `set +e; ${line}`),
    );
    expect(upstream.seen).toEqual([]);
    expect(ended.log).toMatch(/^direct ([1-9]\d*)$/m);
    expect(ended.log).toMatch(/^other ([1-9]\d*)$/m);
    expect(ended.log).not.toMatch(/^processes \d{2,}$/m);
    expect(ended.outputs).toMatchObject({ outcome: 'provided' });
    expect(ended.outputs['usage']).not.toContain('"decision":"inject"');
  });

  test('works in the checkout, but cannot read other files of the runner', async () => {
    const workspace = await checkout({ 'package.json': '{"name":"x"}' });
    const ended = await run(
      [
        'cat package.json && echo',
        'echo made > made.txt',
        `ls ${path.join(import.meta.dirname, '..')} 2>&1 || true`,
        'ls "${RUNNER_TEMP:-/nowhere}" 2>&1 || true',
      ],
      { workspace },
    );
    expect(ended.outputs).toMatchObject({ outcome: 'provided' });
    expect(ended.log).toContain('{"name":"x"}');
    expect(ended.log.match(/No such file or directory/g)?.length).toBeGreaterThanOrEqual(2);
    const { stdout } = await promisify(execFile)('cat', [path.join(workspace, 'made.txt')]);
    expect(stdout).toBe('made\n');
  });

  test('leaves no process if its step is killed or if it starts background processes', async () => {
    const mark = `stays-${process.pid}`;
    const staying = `node -e "console.log('started'); setInterval(() => {}, 1000)" ${mark}`;
    const done = await run([
      `setsid ${staying} > started.txt &`,
      'until [ -s started.txt ]; do sleep 0.05; done',
    ]);
    expect(done.outputs).toMatchObject({ outcome: 'provided' });
    expect(await processesWith(mark)).toEqual([]);
    let main = 0;
    let seen: Promise<string[]> = Promise.resolve([]);
    const killed = await run([`setsid -w ${staying}`], {
      onStart: (pid, phase) => {
        if (phase === 'main') main = pid;
      },
      onLine: (line) => {
        if (line !== 'started') return;
        seen = processesWith(mark);
        void seen.then(() => process.kill(main, 'SIGKILL'));
      },
    });
    expect((await seen).length).toBeGreaterThan(0);
    expect(killed.main?.endedBy).toBe('SIGKILL');
    await until(async () => {
      const left = [...(await processesWith(mark)), ...(await processesWith(PROXY))];
      return left.length === 0;
    }, 'all of it is gone');
  });

  test('ends together with its processes at the time limit', async () => {
    const ended = await run(['sleep 600 & sleep 600'], { inputs: { 'time-limit': '2s' } });
    expect(ended.outputs).toMatchObject({ outcome: 'timed-out', 'reason-code': 'command-timed-out' });
  });
});

describe('the example workflow sandboxed-tests.yml', () => {
  test('runs the tests of the checkout unchanged behind the proxy', async () => {
    const tools = await mkdtemp(path.join(upstream.folder, 'tools-'));
    // Bubblewrap is already installed, so nothing needs to be installed, and this sudo only succeeds.
    await writeFile(path.join(tools, 'sudo'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const repository = await createRepository({
      'scripts/test.sh':
        '#!/bin/sh\ncurl -sS --max-time 20 https://api.example.org/v1/models || true\ncurl -sS https://example.com/ || true\necho "tests ran"\n',
    });
    await repository.git('update-index', '--chmod=+x', 'scripts/test.sh');
    await repository.git('commit', '-qm', 'Let it run');
    const before = process.env['PATH'];
    process.env['PATH'] = `${tools}:${before ?? ''}`;
    try {
      const run = await runWorkflow({
        file: path.join(import.meta.dirname, '../../examples/workflows/sandboxed-tests.yml'),
        event: pushEvent({ branch: 'main', before: 'a'.repeat(40), after: await repository.head() }),
        repository: repository.dir,
        secrets: { MODEL_KEY: KEY },
        actions: (uses) =>
          uses.startsWith('OWNER/agent-deploy/') ? { folder: path.dirname(SANDBOX_YML) } : null,
      });
      expect(findWorkflowLeaks(run, [KEY])).toEqual([]);
      const { log = '', summary = '', annotations } = run.jobs['test'] ?? {};
      expect(annotations).toEqual([]);
      expect(log).toMatch(/^tests ran$/m);
      expect(run.conclusion).toBe('success');
      expect(summary).toMatch(/api\.example\.org/);
      expect(summary).toMatch(/`example\.com` \| denied/);
    } finally {
      process.env['PATH'] = before;
      await repository.remove();
    }
  });
});
