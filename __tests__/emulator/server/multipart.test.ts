import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { readMultipart } from '../../../src/emulator/server/multipart.ts';

const TYPE = 'multipart/form-data; boundary=cut';
const form = Buffer.from(
  ['b', 'a']
    .map((name) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\ntext of ${name}\r\n`)
    .join('') + '--cut--\r\n',
);

/** Reads a form that arrives in several chunks. */
function read(
  body: Buffer,
  {
    bytes = 10_000,
    parts = 10,
    type = TYPE,
    encoding,
    signal = new AbortController().signal,
  }: {
    bytes?: number;
    parts?: number;
    type?: string;
    encoding?: string;
    signal?: AbortSignal;
  } = {},
) {
  async function* chunks() {
    for (let at = 0; at < body.length; at += 7) yield body.subarray(at, at + 7);
  }
  const headers = { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) };
  return readMultipart(headers, chunks(), { limits: { bytes, parts }, signal });
}

describe('a form with several parts', () => {
  test.each([
    [undefined, form],
    ['gzip', gzipSync(form)],
  ])(
    'with the content encoding %s is read into its parts in the order of the form',
    async (encoding, body) => {
      const parts = await read(body, { ...(encoding !== undefined && { encoding }) });
      expect(parts.map(({ name, data }) => [name, data.toString()])).toEqual([
        ['b', 'text of b'],
        ['a', 'text of a'],
      ]);
    },
  );

  test('is accepted up to its limits, and refused with a 413 above its limits', async () => {
    expect(await read(form, { bytes: form.length, parts: 2 })).toHaveLength(2);
    await expect(read(form, { bytes: form.length - 1 })).rejects.toMatchObject({ status: 413 });
    await expect(read(form, { parts: 1 })).rejects.toMatchObject({ status: 413 });
    const packed = gzipSync(Buffer.concat([form, Buffer.alloc(10_000)]));
    await expect(read(packed, { encoding: 'gzip' })).rejects.toMatchObject({ status: 413 });
  });

  test.each([
    ['the content type', form, { type: 'application/json' }, 415],
    ['the boundary', form, { type: 'multipart/form-data; charset=utf-8' }, 400],
    ['the content encoding', form, { encoding: 'br' }, 415],
    ['the compression', form, { encoding: 'gzip' }, 400],
    ['the end of the form', form.subarray(0, -10), {}, 400],
  ])('is refused if %s is wrong', async (_what, body, options, status) => {
    await expect(read(body, options)).rejects.toMatchObject({ status });
  });

  test("rejects with the signal's reason if its request is aborted", async () => {
    const signal = AbortSignal.abort(new Error('closed'));
    await expect(read(form, { signal })).rejects.toThrow();
  });
});
