import { expect, test } from '@jest/globals';
import { createCommandLog, type LogFormat } from '../../../src/emulator/cli/log.ts';

function written(format?: LogFormat): string[] {
  const texts: string[] = [];
  const { log, configure } = createCommandLog(
    (text) => void texts.push(text),
    () => Date.parse('2026-01-02T03:04:05Z'),
  );
  if (format !== undefined) configure(format);
  log('shop 0f3c8a71 BUILDING', { level: 'info', deployment: 'shop', status: 'BUILDING' });
  log('a sandbox could not be started');
  return texts;
}

test("the emulator's log is text by default, with one entry per line", () => {
  expect(written()).toEqual(['shop 0f3c8a71 BUILDING\n', 'a sandbox could not be started\n']);
});

test("the emulator's log contains only warnings with --quiet", () => {
  expect(written({ format: 'text', quiet: true })).toEqual(['a sandbox could not be started\n']);
});

test("the emulator's log can be JSON, with one object per line", () => {
  const lines = written({ format: 'json', quiet: false });
  expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: '2026-01-02T03:04:05.000Z',
      level: 'info',
      message: 'shop 0f3c8a71 BUILDING',
      deployment: 'shop',
      status: 'BUILDING',
    },
    { time: '2026-01-02T03:04:05.000Z', level: 'warning', message: 'a sandbox could not be started' },
  ]);
});
