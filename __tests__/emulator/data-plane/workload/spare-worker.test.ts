import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import type { CommandProgram, Running } from '../../../../src/emulator/data-plane/places/place.ts';
import { holdLog } from '../../../../src/emulator/data-plane/workload/held-log.ts';
import type { SpareNeeds } from '../../../../src/emulator/data-plane/workload/spare-plan.ts';
import {
  createSpareWorkers,
  type SpareWorkers,
} from '../../../../src/emulator/data-plane/workload/spare-worker.ts';
import type { ProcessEnd } from '../../../../src/emulator/ports/processes.ts';

const needs = (token: string): SpareNeeds => ({
  program: { command: ['node'], env: { TOKEN: token } },
  moduleKey: 'key',
  imports: ['zod'],
});

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spare-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const REVISION = { deploymentId: 'd', revisionId: 'r' };

interface StartedProgram extends Running {
  program: CommandProgram;
  sent: object[];
  isStopped: boolean;
  crash(): void;
}

/** Keeps spare workers that are not real processes. */
function keepSpares({ memory = 8 * 1024 ** 3, fails = false, isKept = true } = {}) {
  const started: StartedProgram[] = [];
  /** Numbers of calls. */
  const calls = { memory: 0, start: 0 };
  const spares = createSpareWorkers({
    isKept,
    delayMs: 0,
    availableMemory() {
      calls.memory += 1;
      return memory;
    },
    folder: path.join(folder, 'spare'),
    modulesOf: (key) => `/modules/${key}`,
    place: {
      async start(program) {
        calls.start += 1;
        if (fails) throw new Error('no process can be started');
        const ended = Promise.withResolvers<ProcessEnd>();
        const sent: object[] = [];
        const stream = { send: (message: object) => sent.push(message), forward: () => {}, listen: () => {} };
        const running: StartedProgram = {
          program,
          sent,
          pid: started.length + 1,
          isStopped: false,
          endpoints: () => Promise.resolve([{ kind: 'link', stream }]),
          ended: ended.promise,
          crash: () => ended.resolve({ kind: 'signal', signal: 'SIGKILL' }),
          stop() {
            running.isStopped = true;
            ended.resolve({ kind: 'exit', code: 0 });
            return Promise.resolve();
          },
        };
        started.push(running);
        return running;
      },
    },
  });
  return { spares, started, calls };
}

/** Waits until the callbacks of settled promises have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Prepares a spare worker, and waits until its process has its first command. */
async function prepared(spares: SpareWorkers, started: StartedProgram[], token: string) {
  const count = started.length;
  spares.launched(REVISION, needs(token));
  return until(() => (started[count]?.sent.length === 1 ? started[count] : undefined));
}

describe('the keeper of the spare worker', () => {
  test('starts the worker in an empty folder, imports libraries, and gives the worker away once', async () => {
    const { spares, started } = keepSpares();
    const first = await prepared(spares, started, 'a');
    expect(await readdir(first.program.cwd)).toEqual([]);
    expect(first.sent).toEqual([{ type: 'prepare', imports: ['zod'], modules: '/modules/key' }]);
    expect(spares.take('d', needs('a'))?.running).toBe(first);
    expect(spares.take('d', needs('a'))).toBeUndefined();
    await spares.close();
    expect(first.isStopped).toBe(false);
  });

  test('stops a spare worker that does not fit the next revision', async () => {
    const { spares, started } = keepSpares();
    const first = await prepared(spares, started, 'a');
    expect(spares.take('d', needs('b'))).toBeUndefined();
    await until(() => first.isStopped);
    const second = await prepared(spares, started, 'b');
    expect(spares.take('d', needs('b'))?.running).toBe(second);
    await spares.close();
  });

  test('has no spare worker after its crash, and after it could not be started', async () => {
    const { spares, started } = keepSpares();
    (await prepared(spares, started, 'a')).crash();
    await settle();
    expect(spares.take('d', needs('a'))).toBeUndefined();
    await spares.close();
    const failing = keepSpares({ fails: true });
    failing.spares.launched(REVISION, needs('a'));
    await until(() => failing.calls.start === 1);
    await settle();
    expect(failing.spares.take('d', needs('a'))).toBeUndefined();
    await failing.spares.close();
  });

  test('starts no spare worker if little memory is available', async () => {
    const { spares, started, calls } = keepSpares({ memory: 512 * 1024 ** 2 });
    spares.launched(REVISION, needs('a'));
    await until(() => calls.memory === 1);
    await settle();
    await spares.close();
    expect(started).toEqual([]);
  });

  test('stops the spare worker when it is closed, and starts no other', async () => {
    const { spares, started } = keepSpares();
    const first = await prepared(spares, started, 'a');
    await spares.close();
    expect(first.isStopped).toBe(true);
    spares.launched(REVISION, needs('a'));
    expect(spares.take('d', needs('a'))).toBeUndefined();
  });
});

describe('the keeper of spare workers that only wait during a build', () => {
  const launched = () => {
    const kept = keepSpares({ isKept: false });
    kept.spares.launched(REVISION, needs('a'));
    return kept;
  };
  const isWaiting = (started: StartedProgram[]) => until(() => started[0]?.sent.length === 1 && started[0]);

  test('starts a worker when the next build begins, with the needs of the last worker', async () => {
    const { spares, started } = launched();
    spares.start('other');
    spares.start('d');
    spares.start('d');
    const first = await isWaiting(started);
    expect(spares.take('d', needs('a'))?.running).toBe(first);
    expect(started).toHaveLength(1);
    await spares.close();
  });

  test('stops the worker if the build fails', async () => {
    const { spares, started } = launched();
    spares.start('d');
    const first = await isWaiting(started);
    spares.failed('d');
    await until(() => first.isStopped);
    expect(spares.take('d', needs('a'))).toBeUndefined();
    await spares.close();
  });

  test('stops the worker and starts no other after the revision was deleted', async () => {
    const { spares, started } = launched();
    spares.start('d');
    const first = await isWaiting(started);
    spares.forget(['r']);
    await until(() => first.isStopped);
    spares.start('d');
    await settle();
    expect(started).toHaveLength(1);
    await spares.close();
  });
});

test('a held log passes its lines on when it is released, and drops them otherwise', () => {
  const written: string[] = [];
  const target = { write: (_: unknown, message: string) => void written.push(message) };
  const held = holdLog();
  held.log.write('deploy', 'early');
  expect(written).toEqual([]);
  held.release(target);
  held.log.write('deploy', 'late');
  expect(written).toEqual(['early', 'late']);
});
