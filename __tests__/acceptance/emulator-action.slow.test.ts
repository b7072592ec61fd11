import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pushEvent } from '../../harness/events.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import { until } from '../../harness/until.ts';
import type { WorkflowOptions, WorkflowRun } from '../../harness/workflow/types.ts';
import { EMULATOR_OUTPUTS } from '../../src/action/emulator/report.ts';
import { startToken } from '../../src/os/processes.ts';
import { type ReleasedAction, releaseEmulatorAction, runWithEmulator } from './support/emulator-action.ts';

const event = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });
/** Returns a step that lists the deployments of the control plane, and prints the status. */
const asks = (id: string, times = 1) => `
      - run: |
          node --input-type=module --eval '
            for (let at = 0; at < ${times}; at += 1) {
              const { status } = await fetch(process.env.URL + "/v2/deployments", { headers: { "X-Api-Key": process.env.KEY } });
              console.log("${id} answered " + status);
            }'
        env:
          URL: \${{ steps.${id}.outputs.control-plane-url }}
          KEY: \${{ steps.${id}.outputs.api-key }}`;
const emulator = (id: string, inputs: string) => `
      - uses: OWNER/agent-deploy/emulator@v0
        id: ${id}
        with:
          runtime: stub
          timeout: 15m
${inputs.replaceAll(/^/gm, '          ')}`;

let folder: string;
let action: ReleasedAction | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'emulator-action-test-'));
  action = await releaseEmulatorAction({ offline: true });
});
afterAll(async () => {
  await action?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function runSteps(steps: string, options: Partial<WorkflowOptions> = {}): Promise<WorkflowRun> {
  const file = path.join(folder, `${Math.random()}.yml`);
  await writeFile(file, `on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:${steps}\n`);
  if (action === undefined) throw new Error('it is made before the tests');
  return runWithEmulator(action, { file, event, ...options });
}
const logOf = (run: WorkflowRun): string => run.jobs['a']?.log ?? '';

describe('the emulator action', () => {
  test('serves later steps even if the job starts several emulators, each with separate faults', async () => {
    const faults = `faults: |
  rules:
    - match: { surface: control-plane }
      when: { nth: [1] }
      then: { status: 503 }`;
    const run = await runSteps(
      [emulator('one', 'compat: hosted'), emulator('two', faults), asks('one'), asks('two', 2)].join(''),
    );
    expect(run.conclusion).toBe('success');
    const log = logOf(run);
    expect(log.match(/^\w+ answered \d+$/gm)).toEqual([
      'one answered 200',
      'two answered 503',
      'two answered 200',
    ]);
    expect(log.match(/The emulator was stopped\./g)).toHaveLength(2);
    expect(log).toContain('     1  503  GET /v2/deployments (control-plane)');
    expect(run.jobs['a']?.summary).toContain('Requests to the emulator');
    const [one, two] = run.jobs['a']?.steps.map(({ outputs }) => outputs) ?? [];
    expect(Object.keys(one ?? {}).toSorted()).toEqual([...EMULATOR_OUTPUTS].toSorted());
    expect(one?.['control-plane-url']).not.toBe(two?.['control-plane-url']);
  });

  // docs/emulator-action.md#journal-file
  test('writes its log and journal while it runs, and neither contains the API key', async () => {
    const run = await runSteps(
      `${emulator('one', 'port: 0')}${asks('one')}
      - run: |
          node --input-type=module --eval '
            const expect = [{ match: { method: "GET", path: "/v2/deployments" }, times: 1 }];
            const answer = await fetch(process.env.ADMIN_URL + "/journal/verify", {
              method: "POST", headers: { "X-Api-Key": process.env.KEY, "Content-Type": "application/json" }, body: JSON.stringify({ expect }),
            });
            if (!(await answer.json()).ok) process.exit(1);'
          cd "$FOLDER"
          for _ in $(seq 100); do grep --quiet . journal.jsonl && break; sleep 0.1; done
          ls; cat journal.jsonl
          if grep --quiet --recursive --fixed-strings "$KEY" .; then exit 1; fi
        env:
          FOLDER: \${{ steps.one.outputs.log-folder }}
          ADMIN_URL: \${{ steps.one.outputs.admin-url }}
          KEY: \${{ steps.one.outputs.api-key }}`,
    );
    expect(run.conclusion).toBe('success');
    expect(logOf(run)).toMatch(/^emulator\.log\njournal\.jsonl$/m);
    expect(logOf(run)).toMatch(/"seq":1,.*"path":"\/v2\/deployments".*"status":200/);
  });

  // docs/emulator-action.md#ends
  test('is stopped when the job is cancelled', async () => {
    const cancel = new AbortController();
    const run = await runSteps(`${emulator('one', 'port: 0')}\n      - run: echo ready; sleep 600`, {
      signal: cancel.signal,
      cancelAfterMs: { terminate: 100, kill: 100 },
      onLine: (line) => line === 'ready' && cancel.abort(),
    });
    expect(run.conclusion).toBe('cancelled');
    expect(logOf(run)).toContain('The emulator was stopped.');
  });

  // docs/emulator-action.md#ends
  test("ends when the runner's process ends, even without a post step", async () => {
    const temporary = await mkdtemp(path.join(folder, 'runner-'));
    const entry = path.join(action?.folder ?? '', '..', 'dist', 'emulator.js');
    // Starts the main phase as the runner does, without waiting for its end.
    const runner = spawn(
      process.execPath,
      [
        '-e',
        `require('child_process').spawn(process.execPath, ['${entry}'], { stdio: 'inherit' }); setInterval(() => {}, 1000);`,
      ],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          RUNNER_TEMP: temporary,
          GITHUB_STATE: path.join(temporary, 'state'),
          GITHUB_OUTPUT: path.join(temporary, 'output'),
          GITHUB_EVENT_NAME: 'push',
          INPUT_RUNTIME: 'stub',
        },
      },
    );
    const read = (name: string) => readFile(path.join(temporary, name), 'utf8').catch(() => '');
    try {
      await until(async () => /^outcome=provided$/m.test(await read('output')), 'the emulator is ready');
      // The first saved state contains the process of npm, and the last saved state contains the emulator.
      const pid = Number([...(await read('state')).matchAll(/"pid":(\d+)/g)].at(-1)?.[1]);
      expect(await startToken(pid)).toEqual(expect.any(String));
      runner.kill('SIGKILL');
      await until(async () => (await startToken(pid)) === undefined, 'the emulator ends');
    } finally {
      runner.kill('SIGKILL');
    }
  });

  test('fails with the emulator’s message if the seed is invalid or the port is in use', async () => {
    const seed = await runSteps(emulator('one', 'seed: |\n  workspace: []'));
    expect(seed.jobs['a']?.annotations[0]?.message).toMatch(
      /unknown key workspace; did you mean workspaces\?/,
    );
    expect(seed.jobs['a']?.steps[0]?.outputs['reason-code']).toBe('invalid-input');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const taken = await runSteps(emulator('one', `port: ${port}`));
      expect(taken.conclusion).toBe('failure');
      expect(taken.jobs['a']?.annotations[0]?.message).toContain(String(port));
    } finally {
      server.close();
    }
  });

  test('reports that a commit without the package is not a release', async () => {
    const other = await releaseEmulatorAction();
    try {
      await rm(other.tarball);
      const run = await runAction({ actionYml: path.join(other.folder, 'action.yml'), event });
      expect(run.outputs['reason-code']).toBe('emulator-missing');
      expect(run.annotations.map(({ message }) => message)).toEqual([
        expect.stringContaining('only releases do'),
      ]);
      expect(run.post).toMatchObject({ outcome: 'success', leftRunning: false });
    } finally {
      await other.remove();
    }
  });
});
