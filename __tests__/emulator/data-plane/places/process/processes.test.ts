import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../../../harness/until.ts';
import { isGroupAlive, ownerToken, startToken } from '../../../../../src/os/processes.ts';
import { isRunning, parseProcessStat, readProcessStat } from '../../../../../src/os/process-stat.ts';
import {
  createProcesses,
  sweepProcesses,
} from '../../../../../src/emulator/data-plane/places/process/processes.ts';
import type { Processes, ProcessSpec } from '../../../../../src/emulator/ports/processes.ts';
import type { ProcessRow, Processes as ProcessTable } from '../../../../../src/emulator/ports/store.ts';

function memoryTable(rows = new Map<number, ProcessRow>()): ProcessTable & { rows: Map<number, ProcessRow> } {
  return {
    rows,
    put: (row) => Promise.resolve(void rows.set(row.pid, row)),
    remove: (_, pid) => Promise.resolve(void rows.delete(pid)),
    list: () => Promise.resolve([...rows.values()]),
  };
}

let folder: string;
let processes: Processes;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'processes-'));
  processes = createProcesses();
  lines = [];
});
afterEach(async () => {
  await processes.close();
  await rm(folder, { recursive: true, force: true });
});

function node(script: string, more: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    env: {},
    kind: 'test',
    onLine: (line, stream) => lines.push(`${stream}: ${line}`),
    ...more,
  };
}
/** Returns code that writes the PID of a grandchild that ignores SIGTERM to `file`, and then executes `then`. */
function withGrandchild(then: string): string {
  const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('node:fs').writeFileSync('pid', String(process.pid))`;
  return `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' });
    const look = setInterval(() => { try { if (require('node:fs').readFileSync('pid', 'utf8') !== '') { clearInterval(look); ${then} } } catch {} }, 5);`;
}
async function grandchildPid(): Promise<number> {
  await until(async () => (await readFile(join(folder, 'pid'), 'utf8').catch(() => '')) !== '');
  return Number(await readFile(join(folder, 'pid'), 'utf8'));
}
/** Returns whether the process is running; a zombie that init has not collected yet is not running. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    return isRunning(readProcessStat(pid));
  } catch {
    return false;
  }
}

describe('a program that the emulator starts', () => {
  test('is reported with its output lines and its exit code', async () => {
    const run = processes.start(
      node(`console.log('out\\nmore'); console.error('err'); process.exitCode = 3`),
    );
    expect(await run.ended).toEqual({ kind: 'exit', code: 3 });
    expect(lines.sort()).toEqual(['stderr: err', 'stdout: more', 'stdout: out']);
  });

  test('has the given environment and no other variables', async () => {
    const env = { ONLY: 'this' };
    await processes.start(node(`console.log(JSON.stringify(process.env))`, { env })).ended;
    expect(lines).toEqual(['stdout: {"ONLY":"this"}']);
  });

  test('has a result with the reason if it cannot be started', async () => {
    const run = processes.start({ ...node(''), command: 'no-such-program-here' });
    expect(await run.ended).toMatchObject({
      kind: 'not-started',
      reason: expect.stringContaining('not found'),
    });
    await run.stop(0);
  });

  test('is stopped at its time limit, together with all processes that it started', async () => {
    const run = processes.start(node(withGrandchild(''), { timeoutMs: 1_500 }));
    const pid = await grandchildPid();
    expect(await run.ended).toEqual({ kind: 'timeout', afterMs: 1_500 });
    expect(alive(pid)).toBe(false);
  });

  test('is stopped if it prints too much', async () => {
    const run = processes.start(
      node(`setInterval(() => console.log('x'.repeat(1000)), 1)`, { maxOutputBytes: 5_000 }),
    );
    expect(await run.ended).toEqual({ kind: 'output-limit', bytes: 5_000 });
  });

  test('is stopped by the given signal', async () => {
    const controller = new AbortController();
    const run = processes.start(node(`setInterval(() => {}, 1000)`, { signal: controller.signal }));
    controller.abort();
    expect(await run.ended).toEqual({ kind: 'aborted' });
    expect(await processes.start(node('', { signal: controller.signal })).ended).toEqual({ kind: 'aborted' });
  });

  test('leaves no process of its group behind', async () => {
    const run = processes.start(node(withGrandchild('process.exit(0)')));
    const pid = await grandchildPid();
    expect(await run.ended).toEqual({ kind: 'exit', code: 0 });
    expect(alive(pid)).toBe(false);
  });

  test('is killed after the grace period if it ignores SIGTERM', async () => {
    const run = processes.start(
      node(`process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)`),
    );
    await until(() => lines.length > 0);
    await run.stop(50);
    expect(await run.ended).toEqual({ kind: 'signal', signal: 'SIGKILL' });
  });

  test('reads from its descriptor 3 and writes to its descriptor 4', async () => {
    const code =
      "const [read, write] = [{ fd: 3 }, { fd: 4 }].map((one) => new (require('node:net').Socket)(one)); read.once('data', (bytes) => write.end(bytes, () => process.exit()))";
    const run = processes.start(node(code, { pipes: true }));
    const [to, from] = run.child.stdio.slice(3) as [Duplex, Duplex];
    to.write('back');
    expect(String((await once(from, 'data'))[0])).toBe('back');
    expect(await run.ended).toEqual({ kind: 'exit', code: 0 });
  });
});

describe('the supervisor of an emulator that is killed without warning', () => {
  test('ends every process group that the emulator started', async () => {
    const module = fileURLToPath(
      new URL('../../../../../src/emulator/data-plane/places/process/processes.ts', import.meta.url),
    );
    const emulator: ChildProcess = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { createProcesses } from ${JSON.stringify(module)};
         const spec = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], cwd: '.', env: {}, kind: 'test' };
         const processes = createProcesses({ supervisorGraceMs: 200 });
         const stubborn = { ...spec, args: ['-e', "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"], onLine: () => console.log(JSON.stringify([one.pid, two.pid])) };
         const one = processes.start(spec);
         const two = processes.start(stubborn);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [text] = (await once(emulator.stdout!, 'data')) as [Buffer];
    const pids = JSON.parse(text.toString()) as number[];
    expect(pids.map(isGroupAlive)).toEqual([true, true]);
    emulator.kill('SIGKILL');
    await until(() => pids.every((pid) => !isGroupAlive(pid)));
  });
});

describe('the table of running processes', () => {
  test('contains running processes and no ended processes', async () => {
    const table = memoryTable();
    const owner = await ownerToken();
    const recorded = createProcesses({ table, owner });
    const run = recorded.start(node(`setInterval(() => {}, 1000)`));
    await until(() => table.rows.size === 1);
    expect([...table.rows.values()]).toEqual([
      { pid: run.pid, startToken: await startToken(run.pid!), kind: 'test', owner },
    ]);
    await recorded.close();
    expect(table.rows.size).toBe(0);
  });

  test('lets the next start end only processes that a killed emulator left behind', async () => {
    const mine = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    });
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    });
    const token = (await startToken(mine.pid!))!;
    const dead = `${hostname()}/999999999/never`;
    const table = memoryTable(
      new Map([
        [mine.pid!, { pid: mine.pid!, startToken: token, kind: 'worker', owner: dead }],
        [other.pid!, { pid: other.pid!, startToken: 'of another time', kind: 'worker', owner: dead }],
        [
          process.pid,
          {
            pid: process.pid,
            startToken: (await startToken(process.pid))!,
            kind: 'worker',
            owner: await ownerToken(),
          },
        ],
      ]),
    );
    const gone = once(mine, 'exit');
    expect(await sweepProcesses(table, 200)).toBe(1);
    await gone;
    expect(isGroupAlive(other.pid!)).toBe(true);
    expect([...table.rows.keys()]).toEqual([process.pid]);
    other.kill('SIGKILL');
    await once(other, 'exit');
  });

  test('is read correctly for process names with brackets and spaces', () => {
    const fields = Array.from({ length: 50 }, (_, index) => String(index + 3));
    expect(parseProcessStat(`12 (a) b) (c) ${fields.join(' ')}`)).toEqual({
      state: '3',
      parent: 4,
      processGroup: 5,
      session: 6,
      startTick: '22',
      environment: { start: 50, end: 51 },
    });
  });
});
