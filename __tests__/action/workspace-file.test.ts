import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readWorkspaceFile } from '../../src/action/workspace-file.ts';

let checkout: string;
beforeAll(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'workspace-file-'));
});
afterAll(() => rm(checkout, { recursive: true }));

test.each([
  ['Windows-1252', Buffer.from('message\nGrüße', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffmessage\nGrüße', 'utf16le')],
])('a file in %s is refused with the encoding to use', async (_, content) => {
  await writeFile(path.join(checkout, 'cases.csv'), content);
  expect(await readWorkspaceFile(checkout, 'cases.csv')).toEqual({
    message: 'cases.csv is not a text in UTF-8',
    hint: 'Save the file with the encoding UTF-8.',
  });
});

test('a file in UTF-8 is returned as text', async () => {
  await writeFile(path.join(checkout, 'cases.csv'), 'message\nGrüße');
  expect(await readWorkspaceFile(checkout, 'cases.csv')).toBe('message\nGrüße');
});
