import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import { createKeyedLock } from '../../../../src/os/keyed-lock.ts';
import { buildSecrets } from '../../../../src/emulator/data-plane/environment.ts';
import {
  createRevisionLogs,
  levelOfLine,
} from '../../../../src/emulator/data-plane/reconcile/revision-log.ts';
import { realClock } from '../../../../src/clients/clock.ts';
import type { RevisionLine } from '../../../../src/emulator/ports/context.ts';
import type { LogLine, Logs } from '../../../../src/emulator/ports/store.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function open() {
  const kept: Omit<LogLine, 'id'>[] = [];
  const reports: string[] = [];
  const reported: RevisionLine[] = [];
  let broken = false;
  const logs: Pick<Logs, 'append'> = {
    append: (lines) =>
      broken ? Promise.reject(new Error('gone')) : Promise.resolve(void kept.push(...lines)),
  };
  return {
    kept,
    reports,
    reported,
    breakStore: () => (broken = true),
    logs: createRevisionLogs({
      logs,
      clock: realClock,
      log: (line) => reports.push(line),
      onRevisionLine: (line) => reported.push(line),
      ownSecrets: buildSecrets({
        https_proxy: 'http://reader:proxy-pass@proxy.test:3128',
        npm_config_https_proxy: 'http://reader:npm-pass@proxy.test:3128',
        YARN_HTTP_PROXY: 'reader:yarn-pass@proxy.test:3128',
        PIP_INDEX_URL: 'https://reader:index-pass@packages.test/simple',
      }),
    }),
  };
}

describe('the log of a revision', () => {
  test('never shows credentials of proxies and package indexes that a build command prints', async () => {
    const { logs, kept } = open();
    const log = logs.open('shop', 'r', []);
    log.write('build', 'proxy-pass npm-pass yarn-pass index-pass');
    await log.flush();
    expect(kept[0]?.message).toMatch(/\*/);
    expect(kept[0]?.message).not.toContain('pass');
    expect(log.redact('npm-pass')).not.toContain('npm-pass');
  });

  test('keeps the order and kind of lines, without secrets and colors', async () => {
    const { logs, kept } = open();
    const log = logs.open('shop', 'r', ['hunter2-hunter2']);
    log.write('build', '\u001b[31mred\u001b[0m', 'ERROR');
    log.write('deploy', 'key=hunter2-hunter2');
    logs.open('shop', 'r', ['learned-later']).write('deploy', 'learned-later');
    await logs.flush();
    expect(kept.map(({ kind, level, message }) => [kind, level, message])).toEqual([
      ['build', 'ERROR', 'red'],
      ['deploy', 'INFO', 'key=***'],
      ['deploy', 'INFO', '***'],
    ]);
  });

  test("is reported line by line, without secrets, separately from the agent's output", () => {
    const { logs, reported } = open();
    const log = logs.open('shop', 'r', ['hunter2-hunter2']);
    log.write('build', 'key=hunter2-hunter2', 'WARNING');
    log.write('deploy', 'hello', 'INFO', 'agent');
    const of = { deployment: 'shop', revisionId: 'r' };
    expect(reported).toEqual([
      { ...of, level: 'WARNING', message: 'key=***', fromAgent: false },
      { ...of, level: 'INFO', message: 'hello', fromAgent: true },
    ]);
  });

  test.each([
    "KeyError: 'order'",
    'OrderServiceError: 500',
    'shop.errors.OrderError: gone',
    'TypeError [ERR_X]: no',
  ])('marks an exception of the agent as an error: %s', (line) => {
    const { logs, reported } = open();
    const log = logs.open('shop', 'r', []);
    log.write('deploy', line, 'WARNING', 'agent');
    log.write('deploy', `retried after ${line}`, 'WARNING', 'agent');
    expect(reported.map(({ level }) => level)).toEqual(['ERROR', 'WARNING']);
  });

  test('drops lines of an agent that prints endlessly, and reports how many', async () => {
    const { logs, kept } = open();
    const log = logs.open('shop', 'r', []);
    for (let count = 0; count < 30_000; count += 1) log.write('deploy', `line ${count}`);
    await log.flush();
    expect(kept.length).toBeLessThan(21_000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    log.write('deploy', 'after all');
    await log.flush();
    expect(kept.at(-1)?.message).toBe('after all');
    expect(kept.at(-2)?.message).toMatch(/^\d+ lines were dropped/);
  });

  test('is released from memory with its secrets when no program can write to it', async () => {
    const { logs, kept } = open();
    const write = (): WeakRef<object> => {
      const log = logs.open('shop', 'r', ['hunter2-hunter2']);
      log.write('deploy', 'the last line');
      return new WeakRef(log);
    };
    const log = write();
    await logs.flush();
    expect(kept).toHaveLength(1);
    await until(async () => {
      collectGarbage();
      return log.deref() === undefined;
    }, 'the log is let go of');
  });

  test('does not affect the revision if it cannot be stored', async () => {
    const { logs, reports, breakStore } = open();
    breakStore();
    logs.open('shop', 'r', []).write('build', 'x');
    await logs.flush();
    expect(reports).toEqual(['log lines of revision r could not be stored: Error: gone']);
  });
});

test('a keyed lock runs one task at a time for each key, even after a failed task', async () => {
  const lock = createKeyedLock();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = lock('a', async () => {
    await gate.promise;
    order.push('first');
    throw new Error('failed');
  });
  const second = lock('a', () => Promise.resolve(order.push('second')));
  await lock('b', () => Promise.resolve(order.push('other')));
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(order).toEqual(['other', 'first', 'second']);
});

describe('a line that a program printed without a level', () => {
  test.each([
    'error: Failed to parse `pyproject.toml`',
    '  × No solution found when resolving dependencies:',
    'ERROR: no matching version of invoice-templates@^4',
    'npm error code ETARGET',
    'fatal: could not read Username',
    'error[E0308]: mismatched types',
  ])('is an error: %s', (line) => {
    expect(levelOfLine(line)).toBe('ERROR');
  });

  test.each(['warning: `tool.uv` is deprecated', 'WARNING: pip is old', 'npm warn deprecated x'])(
    'is a warning: %s',
    (line) => {
      expect(levelOfLine(line)).toBe('WARNING');
    },
  );

  test.each(['Resolved 12 packages', 'errors: 0', 'The error was fixed', 'warnings are on', 'errorless'])(
    'is neither an error nor a warning: %s',
    (line) => {
      expect(levelOfLine(line)).toBe('INFO');
    },
  );
});
