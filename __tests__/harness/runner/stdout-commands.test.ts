import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parseStdoutCommand, trim } from '../../../harness/runner/workflow-commands.ts';
import { lineSplitter } from '../../../harness/runner/process.ts';
import { anyText } from './any-text.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };

describe('a workflow command', () => {
  test('is parsed to the original message after any escaping', () => {
    fc.assert(
      fc.property(anyText(), (message) => {
        const data = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
        expect(parseStdoutCommand(`::error::${data}`)?.message).toBe(message);
      }),
      runs,
    );
  });

  test('is parsed to the original property after any escaping', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1 }), (title) => {
        fc.pre(!title.startsWith('=') && trim(title) === title);
        const escaped = title
          .replaceAll('%', '%25')
          .replaceAll('\r', '%0D')
          .replaceAll('\n', '%0A')
          .replaceAll(':', '%3A')
          .replaceAll(',', '%2C');
        const command = parseStdoutCommand(`::error title=${escaped},line=3::x`);
        expect(command?.properties).toEqual({ title, line: '3' });
      }),
      runs,
    );
  });

  test.each([
    ['::Error::x', 'error', {}, 'x'],
    ['::warning file=a,,=,b,c=,=d=e,f==g::', 'warning', { file: 'a', d: 'e', f: 'g' }, ''],
    ['::debug   Title= x ::y', 'debug', { title: ' x' }, 'y'],
    // White space in .NET includes U+0085, U+2028 and the no-break space, but not the byte order mark.
    ['\u0085\u2028\u00a0 ::notice::x', 'notice', {}, 'x'],
    // The older commands may be anywhere in a line.
    ['build said ##[error]oh%3B%5D no', 'error', {}, 'oh;] no'],
    ['##[warning file=a;line=3]x', 'warning', { file: 'a', line: '3' }, 'x'],
    ['::nonsense:: ##[group]x', 'group', {}, 'x'],
  ])('is recognized in the line %j', (line, name, properties, message) => {
    expect(parseStdoutCommand(line)).toEqual({ name, properties, message });
  });

  test.each([
    'plain',
    ': :error::x',
    '::error',
    '::unknown::x',
    'text ::error::x',
    ':: error::x',
    '\ufeff::error::x',
    '##[unknown]x',
    '##[error x',
    '# #[error]x',
  ])('is not recognized in the line %j', (line) => {
    expect(parseStdoutCommand(line)).toBeNull();
  });
});

describe('an output stream of a step', () => {
  test('is split into lines only at the line breaks of .NET', () => {
    const splitter = lineSplitter();
    const bytes = Buffer.from('\ufeffone\u2028same\u0085same\rtwo\r\n\r\nfour\fsame\nfive');
    expect([...splitter.push(bytes), ...splitter.end()]).toEqual([
      'one\u2028same\u0085same',
      'two',
      '',
      'four\fsame',
      'five',
    ]);
  });

  test('is split into the same lines regardless of how its bytes are split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '\n', '\r', '\r\n', '\u2028', '𝒳'), { maxLength: 12 }),
        fc.array(fc.nat(40)),
        (parts, cuts) => {
          const bytes = Buffer.from(parts.join(''));
          const splitter = lineSplitter();
          const given: string[] = [];
          let from = 0;
          for (const cut of [...cuts].sort((a, b) => a - b)) {
            given.push(...splitter.push(bytes.subarray(from, Math.max(from, cut))));
            from = Math.max(from, Math.min(cut, bytes.length));
          }
          given.push(...splitter.push(bytes.subarray(from)), ...splitter.end());
          const whole = parts.join('').split(/\r\n|\n|\r/);
          if (whole.at(-1) === '') whole.pop();
          expect(given).toEqual(whole);
        },
      ),
      runs,
    );
  });

  test('has replacement characters for invalid UTF-8', () => {
    const splitter = lineSplitter();
    expect(splitter.push(Buffer.from([0x61, 0xff, 0x62, 0x0a]))).toEqual(['a\ufffdb']);
  });
});
