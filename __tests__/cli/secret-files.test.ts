import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import type { Problem } from '../../src/action/inputs/problem.ts';
import { readSecretFiles } from '../../src/cli/secret-files.ts';

let cwd = '';
beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'ad-test-secret-files-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function read(file: string, text?: string, input = 'secrets') {
  if (text !== undefined) await writeFile(path.join(cwd, file), text);
  const problems: Problem[] = [];
  const readInput = async () => 'A=from-input';
  const sources = { cwd, signal: AbortSignal.timeout(WAIT_LIMIT_MS), readInput };
  const texts = await readSecretFiles([{ input, file }], sources, problems);
  return { texts, problems: problems.map(({ message }) => message) };
}

test('the value of an input can come from a file or from standard input', async () => {
  const text = '# of production\nA=one\nB=""\n';
  expect(await read('.env.production', text)).toEqual({ texts: { secrets: text }, problems: [] });
  expect(await read('-')).toEqual({ texts: { secrets: 'A=from-input' }, problems: [] });
});

// docs/cli.md#env-files
test('a dotenv file with quoted values or trailing comments is rejected without showing a value', async () => {
  const text = 'A=one\nB="value-two"\n# C=x # y\nD=value-four # the fourth\n';
  const { problems } = await read('.env.production', text);
  expect(problems).toEqual([expect.stringContaining('on line 2, 4, which would become part of the value')]);
  expect(problems.join()).not.toContain('value-');
  expect(await read('verbatim.txt', text)).toMatchObject({ problems: [] });
  expect(await read('.env.marked', 'A<<END\nB="x"\nEND\n')).toMatchObject({ problems: [] });
});

test('an empty, missing, oversized or endless file is rejected, and the error names the file', async () => {
  expect(await read('empty', ' \n')).toMatchObject({ problems: ['"empty" cannot be used: it is empty'] });
  expect(await read('gone')).toMatchObject({ problems: [expect.stringContaining('"gone" cannot be used')] });
  const { problems } = await read('long', 'x'.repeat(1024 * 1024 + 1), 'api-key');
  expect(problems).toEqual(['"long" cannot be used: it is larger than 1048576 bytes']);
  const device = await read('/dev/zero', undefined, 'api-key');
  expect(device.problems).toEqual(['"/dev/zero" cannot be used: it is not a regular file']);
});
