import { chmod, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { createJournal } from '../../../src/emulator/admin/journal.ts';
import { openJournalFile } from '../../../src/emulator/admin/journal-file.ts';
import { createEmulator } from '../../../src/emulator/index.ts';
import { UsageError } from '../../../src/emulator/ports/usage-error.ts';
import { createJournalRedactor, REDACTED } from '../../../src/emulator/server/journal-redactor.ts';
import { body, exchange } from './exchange.ts';

const clock = { now: () => 0, sleep: () => Promise.resolve() };
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-journal-'));
  file = path.join(folder, 'journal.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entries = async () =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

function journalWithFile(maxBytes?: number) {
  const redactor = createJournalRedactor();
  const journal = createJournal(redactor, clock);
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const written = openJournalFile(file, { journal, redactor, log, maxBytes });
  return { journal, written, logged };
}

describe('the journal file', () => {
  test('contains each entry soon after the entry was recorded, and is readable only by its owner', async () => {
    const { journal, written } = journalWithFile();
    journal.record(exchange({ path: '/a' }));
    written.notify();
    await until(async () => (await entries()).length === 1);
    journal.record(exchange({ path: '/b', request: body({ said: 'text' }) }));
    await written.flush();
    expect(await entries()).toMatchObject([
      { seq: 1, path: '/a' },
      { seq: 2, path: '/b', request: { said: 'text' } },
    ]);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test('loses its oldest entries when it exceeds its maximum size, which is logged once', async () => {
    const { journal, written, logged } = journalWithFile(4_000);
    for (let count = 1; count <= 60; count += 1) {
      journal.record(exchange({ path: `/${count}` }));
      await written.flush();
      expect((await stat(file)).size).toBeLessThanOrEqual(4_000);
    }
    const kept = (await entries()).map(({ seq }) => Number(seq));
    const first = kept[0] ?? 0;
    expect(first).toBeGreaterThan(1);
    expect(kept).toEqual(Array.from({ length: 61 - first }, (_, index) => first + index));
    expect(logged).toEqual([expect.stringContaining('its oldest entries are removed')]);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  // docs/emulator-action.md#journal-file
  test('hides a secret that becomes known later, even in earlier entries', async () => {
    const { journal, written } = journalWithFile();
    journal.record(exchange({ path: '/x/later-secret', response: body({ said: 'later-secret' }) }));
    await written.flush();
    expect(await readFile(file, 'utf8')).toContain('later-secret');
    journal.record(exchange({ request: body({ secrets: [{ name: 'A', value: 'later-secret' }] }) }));
    await written.flush();
    expect(await readFile(file, 'utf8')).not.toContain('later-secret');
    expect(await entries()).toMatchObject([
      { seq: 1, path: `/x/${REDACTED}`, response: { said: REDACTED } },
      { seq: 2 },
    ]);
  });

  test('is made unreadable for other users if it already exists when the emulator starts', async () => {
    await writeFile(file, 'of an earlier emulator');
    await chmod(file, 0o644);
    const { journal, written } = journalWithFile();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    journal.record(exchange());
    await written.flush();
    expect(await entries()).toMatchObject([{ seq: 1 }]);
  });

  test('is rewritten without following a symbolic link next to it', async () => {
    const other = path.join(folder, 'of-another-program');
    await writeFile(other, 'unchanged');
    await symlink(other, `${file}.new`);
    const { journal, written, logged } = journalWithFile();
    journal.record(exchange({ path: '/x/later-secret' }));
    await written.flush();
    journal.record(exchange({ request: body({ secrets: [{ name: 'A', value: 'later-secret' }] }) }));
    await written.flush();
    expect([await readFile(other, 'utf8'), logged]).toEqual(['unchanged', []]);
    expect(await entries()).toMatchObject([{ path: `/x/${REDACTED}` }, { seq: 2 }]);
    expect((await lstat(file)).isFile()).toBe(true);
  });

  test("is refused if it is not a regular file, and that file's mode stays unchanged", async () => {
    const { mode } = await stat('/dev/null');
    file = '/dev/null';
    expect(journalWithFile).toThrow('--journal-file /dev/null: must be a regular file');
    expect((await stat('/dev/null')).mode).toBe(mode);
  });

  test('cannot be opened in a missing folder, and the later removal of its folder is logged once', async () => {
    expect(() =>
      openJournalFile(path.join(folder, 'no', 'file'), {
        journal: createJournal(createJournalRedactor(), clock),
        redactor: createJournalRedactor(),
        log: () => {},
      }),
    ).toThrow(UsageError);
    const { journal, written, logged } = journalWithFile();
    await rm(folder, { recursive: true });
    for (let count = 0; count < 2; count += 1) {
      journal.record(exchange());
      await written.flush();
    }
    expect(logged).toEqual([expect.stringContaining('the journal could not be written')]);
  });
});

describe('an emulator with a journal file', () => {
  test('keeps its entries and its initial fault rules after a reset', async () => {
    const rules = [{ match: { path: '/v2/deployments' }, then: { status: 503 } }];
    const emulator = await createEmulator({ runtime: 'stub', journalFile: file, faults: { rules } });
    try {
      const ask = async () => {
        const url = `${emulator.urls.controlPlane}/v2/deployments`;
        return (await fetch(url, { headers: { 'x-api-key': emulator.apiKey } })).status;
      };
      expect(await ask()).toBe(503);
      emulator.faults.clear();
      expect(await ask()).toBe(200);
      await emulator.reset();
      expect(await ask()).toBe(503);
    } finally {
      await emulator.close();
    }
    expect((await entries()).map(({ status }) => status)).toEqual([503, 200, 503]);
    expect(await readFile(file, 'utf8')).not.toContain(emulator.apiKey);
  });
});

test('a reset removes earlier requests from the journal, but not requests that arrived during the reset', async () => {
  await using stack = new AsyncDisposableStack();
  const emulator = await createEmulator({ runtime: 'stub', journalFile: file, log: () => undefined });
  stack.defer(() => emulator.close());
  const ask = (name: string) =>
    fetch(`http://127.0.0.1:${emulator.port}/v2/deployments?name=${name}`, {
      headers: { 'x-api-key': emulator.apiKey },
    });
  await ask('before');
  const reset = emulator.reset();
  await Promise.all(['a', 'b', 'c', 'd'].map(ask));
  await reset;
  const queries = emulator.journal.after(0).entries.map(({ query }) => query);
  expect(queries.toSorted()).toEqual(['name=a', 'name=b', 'name=c', 'name=d']);
});
