import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCheckFile } from '../../../src/action/inputs/cases.ts';

/** Returns the name, input and last-message pattern of each case in the file. */
async function casesOf(text: string, format: string) {
  const parsed = await parseCheckFile(text, format, {});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value.map(({ name, input, expect: wanted }) => ({
    name,
    input,
    lastMessage: wanted.lastMessage?.source,
  }));
}

async function problemsOf(text: string, format: string): Promise<string[]> {
  const parsed = await parseCheckFile(text, format, {});
  return parsed.ok ? [] : parsed.problems.map(({ message, hint }) => `${message} -> ${hint}`);
}

const asUser = (content: string) => ({ messages: [{ role: 'user', content }] });

// docs/verify.md#cases
describe('cases in JSON Lines', () => {
  test('are read from every line that is not blank', async () => {
    const text = '\uFEFF{"name": "greets", "message": "hello"}\r\n\r\n{"input": {"a": 1}}\n';
    expect(await casesOf(text, 'jsonl')).toEqual([
      { name: 'greets', input: asUser('hello'), lastMessage: undefined },
      { name: 'case 2', input: { a: 1 }, lastMessage: undefined },
    ]);
  });

  test('have the same fields as cases in YAML', async () => {
    const text = JSON.stringify({
      message: 'hi',
      expect: { 'last-message': 'hello', state: { a: 1 } },
      'time-limit': '5s',
    });
    expect(await parseCheckFile(text, 'jsonl', {})).toMatchObject({
      ok: true,
      value: [
        { timeLimitMs: 5_000, expect: { state: { value: { a: 1 } }, lastMessage: { source: 'hello' } } },
      ],
    });
  });

  test.each<[string, string, RegExp]>([
    ['a line that is YAML instead of JSON', '{"message":"a"}\nmessage: b', /^line 2: the text is not JSON/],
    ['a line that is not an object', '{"message":"a"}\n\n[1]', /^line 3: the value is not a JSON object/],
    ['a repeated key', '{"message":"a","message":"b"}', /^line 1: an object has the same key twice/],
    ['an unknown field', '\n{"mesage":"a"}', /^line 2: case 1: mesage: no field .* Did you mean message\?/],
    ['a case without an input', '{"message":"a"}\n{"name":"b"}', /^line 2: case 2: input is missing/],
    [
      'two cases with the same name',
      '{"name":"a","message":"a"}\n\n{"name":"a","message":"b"}',
      /^line 3: case 2: two cases have the name "a" -> Give each case a unique name\.$/,
    ],
    ['no cases', '\n \n', /the list of cases is empty/],
  ])('are rejected with a message that names the problem: %s', async (_, text, problem) => {
    expect((await problemsOf(text, 'jsonl'))[0]).toMatch(problem);
  });

  test('never show the content of an invalid line', async () => {
    expect((await problemsOf('{"message": "sk-secret-value"', 'jsonl')).join()).not.toContain('secret');
  });
});

describe('cases in CSV', () => {
  test('are rows below a header whose columns are field names', async () => {
    const text = [
      'name,message,expect.last-message',
      'greets,"Say ""hello"", please",/hello/i',
      '',
      'knows the order,"Where is\norder 7?",shipped|delivered',
    ].join('\r\n');
    expect(await casesOf(text, 'csv')).toEqual([
      { name: 'greets', input: asUser('Say "hello", please'), lastMessage: 'hello' },
      { name: 'knows the order', input: asUser('Where is\norder 7?'), lastMessage: 'shipped|delivered' },
    ]);
  });

  test.each([
    ['\n', '\r\n'],
    ['\r\n', '\n'],
    ['\r', '\r'],
  ])('can have the line end %j after the header and %j after the rows', async (first, rest) => {
    const text = `name,message${first}${['a,b', '"c","d', 'e"', 'f,g'].join(rest)}${rest}`;
    expect(await casesOf(text, 'csv')).toMatchObject([
      { name: 'a', input: asUser('b') },
      { name: 'c', input: asUser(`d${rest}e`) },
      { name: 'f', input: asUser('g') },
    ]);
  });

  test('ignore rows without any value, which spreadsheets append', async () => {
    expect(await casesOf('name,message\na,b\n,\n, \nc,d\n,\n', 'csv')).toMatchObject([
      { name: 'a' },
      { name: 'c' },
    ]);
  });

  test.each([
    ['an invalid value', 'd,"y\r\nz",never\r\n'],
    ['a missing cell', 'd,"y\r\nz"\r\n'],
    ['a quote that does not end', 'd,"y\r\nz,1s\r\ne,f,1s'],
    ['a quote within a cell', 'd,"y\r\nz" w,1s\r\n'],
  ])('are rejected with the line where the row begins, below cells of several lines: %s', async (_, row) => {
    const text = `name,message,time-limit\r\na,"é\r\nü",1s\r\n\r\n${row}`;
    expect((await problemsOf(text, 'csv'))[0]).toMatch(/^line 5: /);
  });

  test.each([
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ])('can be separated by %j, as in the files of spreadsheets with %s', async (separator) => {
    const text = `\uFEFFname${separator}message\na${separator}"x, y"\n`;
    expect(await casesOf(text, 'csv')).toMatchObject([{ name: 'a', input: asUser('x, y') }]);
  });

  test('contain YAML or JSON in the columns for data, and plain strings in the other columns', async () => {
    const text =
      'input,context,expect.state,expect.last-message,expect.interrupted\n"{""a"": [1, 2]}",7,{b: true},[a-z]+,false\n';
    expect(await parseCheckFile(text, 'csv', {})).toMatchObject({
      ok: true,
      value: [
        {
          input: { a: [1, 2] },
          context: 7,
          expect: { state: { value: { b: true } }, lastMessage: { source: '[a-z]+' }, interrupted: false },
        },
      ],
    });
  });

  test.each<[string, string, RegExp]>([
    ['an unknown column', 'message,answer\na,b', /^line 1: no field has the name of the column "answer"/],
    ['a repeated column', 'message,message\na,b', /^line 1: two columns have the name "message"/],
    ['no column with an input', 'name\na', /^line 1: the columns message, input and command are all missing/],
    ['a row with fewer cells', 'name,message\na,b\nc', /^line 3: the row has more or fewer cells/],
    ['a quote that does not end', 'message\n"a', /a quoted cell does not end/],
    ['a quote within a cell', 'message\na "b" c\n"x" y', /a quote is not at the beginning or end/],
    ['a cell of data that is neither YAML nor JSON', 'input\n{a: [}', /^line 2: input: the cell is neither/],
    ['a row without an input', 'name,message\na,b\nc,', /^line 3: case 2: input is missing/],
    ['an invalid value', 'message,time-limit\na,1s\nb,never', /^line 3: case 2: time-limit: /],
    [
      'two rows with the same name',
      'name,message\na,b\na,c',
      /^line 3: case 2: two cases have the name "a" -> Give each case a unique name\.$/,
    ],
    ['an empty file', '', /the file is empty/],
    ['a header without rows', 'message\n', /the list of cases is empty/],
  ])('are rejected with a message that names the problem: %s', async (_, text, problem) => {
    expect((await problemsOf(text, 'csv'))[0]).toMatch(problem);
  });

  test('never show the content of an invalid cell', async () => {
    const all = await problemsOf('input\n{sk-secret-value: [}\n"sk-secret-value" x', 'csv');
    expect(all.join()).not.toContain('secret');
  });

  test('can contain any text in quotes', async () => {
    const texts = fc.array(
      fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const file = `message\r\n${all.map((text) => `"${text.replaceAll('"', '""')}"`).join('\r\n')}\r\n`;
        expect((await casesOf(file, 'csv')).map(({ input }) => input)).toEqual(all.map(asUser));
      }),
    );
  });

  test('are either parsed or rejected with a problem, never with an exception', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'message', 'a') }),
        async (text) => {
          await parseCheckFile(text, 'csv', {});
          await parseCheckFile(text, 'jsonl', {});
        },
      ),
    );
  });
});
