import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { interpret } from '../../../harness/runner/command-files.ts';
import { readPairs } from '../../../harness/runner/workflow-commands.ts';
import { anyText } from './any-text.ts';

const parsePairs = (text: string, crlf: boolean) => [...readPairs(text, crlf)];

describe('the command files of the runner', () => {
  test.each([
    ['a=1\n', [['a', '1']]],
    ['a=1', [['a', '1']]],
    ['a=b=c\n\n', [['a', 'b=c']]],
    ['a=\n', [['a', '']]],
    ['a=x<<y\n', [['a', 'x<<y']]],
    ['a<<E\n\nE\n', [['a', '']]],
    ['a<<E\nE\n', [['a', '']]],
    ['a<<E=F\nx\nE=F\n', [['a', 'x']]],
    ['a<<E\none\n\ntwo\nE', [['a', 'one\n\ntwo']]],
  ])('accept %j', (text, pairs) => {
    expect(parsePairs(text, false)).toEqual(pairs);
  });

  test.each([
    ['nothing here', "Invalid format 'nothing here'"],
    ['<<E\nE\n', 'Name must not be empty and delimiter must not be empty'],
    ['a<<\nx\n', 'Name must not be empty and delimiter must not be empty'],
    ['a<<E\nx\n', "Matching delimiter not found 'E'"],
    ['a<<E\nx', 'EOF marker missing new line'],
  ])('reject %j', (text, problem) => {
    expect(() => parsePairs(text, false)).toThrow(problem);
  });

  test('are split at Windows line breaks only on Windows', () => {
    expect(parsePairs('a<<E\r\none\r\ntwo\r\nE\r\n', true)).toEqual([['a', 'one\r\ntwo']]);
    expect(parsePairs('a=1\r\n', false)).toEqual([['a', '1\r']]);
  });

  test("contain a block's exact value if no line of the value equals the delimiter", () => {
    fc.assert(
      fc.property(anyText(), (value) => {
        fc.pre(!value.split('\n').includes('MARK-x'));
        expect(parsePairs(`k<<MARK-x\n${value}\nMARK-x\n`, false)).toEqual([['k', value]]);
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 100 },
    );
  });
});

describe('a command of a step in a command file', () => {
  const asked = (raw: Partial<Parameters<typeof interpret>[0]>) =>
    interpret({ env: '', state: '', output: '', path: '', step_summary: '', ...raw }, 0);

  test('takes effect if it precedes an invalid line, although the step fails', () => {
    const result = asked({ output: 'a=1\nb=2\nbroken\nc=3\n' });
    expect(result.outputs).toEqual({ a: '1', b: '2' });
    expect(result.failed).toBe(true);
    expect(result.errors).toEqual([
      "Unable to process file command 'output' successfully.",
      "Invalid format 'broken'",
    ]);
  });

  test.each(['output', 'env'] as const)('is rejected without a name in the %s file', (file) => {
    const result = asked({ [file]: 'a=1\n=x\n' });
    expect([result.outputs, result.env]).toContainEqual({ a: '1' });
    expect([result.failed, result.errors[1]]).toEqual([true, expect.stringContaining('null or empty')]);
  });

  test('can have an empty name in the state file', () => {
    expect(asked({ state: '=x\n' })).toMatchObject({ state: { '': 'x' }, failed: false });
  });

  test('has a case-insensitive name, except for environment variables', () => {
    const result = asked({ output: 'Url=1\nURL=2\n', state: 'Id=1\nid=2\n', env: 'A=1\na=2\n' });
    expect([result.outputs, result.state, result.env]).toEqual([
      { Url: '2' },
      { Id: '2' },
      { A: '1', a: '2' },
    ]);
  });

  test('is one folder per line in the path file, with any line ending', () => {
    expect(asked({ path: '/a\r\n\n/b\r/c' }).paths).toEqual(['/a', '/b', '/c']);
  });
});
