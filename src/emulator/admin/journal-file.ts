import { createReadStream, createWriteStream, openSync, closeSync } from 'node:fs';
import { appendFile, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../ports/usage-error.ts';
import type { Redactor } from '../server/redact.ts';
import type { Journal } from './journal.ts';

/** A copy of the journal on disk, one entry per line, for who reads it while the emulator runs or after its end. */
export interface JournalFile {
  /** Something was recorded: it is written a moment later. */
  notify(): void;
  /** Writes what was recorded so far, and resolves then: before the journal is cleared, and at the end. */
  flush(): Promise<void>;
}

/** Between a request and its line. Real time: the file is for other processes. */
const DELAY_MS = 200;

/**
 * Begins an empty file, for this user alone. Entries are appended; as soon as a secret is known that an earlier line may
 * hold, the file is rewritten without it. Failures to write are logged once, and cost the emulator nothing else.
 * @throws UsageError when the file cannot be written.
 */
export function openJournalFile(
  file: string,
  { journal, redactor, log }: { journal: Journal; redactor: Redactor; log: (line: string) => void },
): JournalFile {
  try {
    closeSync(openSync(file, 'w', 0o600));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new UsageError(
      `--journal-file ${file}: cannot be written (${code}); name a file in a folder that exists`,
      {
        cause,
      },
    );
  }
  let seq = journal.lastSeq();
  let known = redactor.secretCount();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let hasFailed = false;

  const write = async () => {
    const { entries, next } = journal.after(seq);
    if (redactor.secretCount() !== known) {
      known = redactor.secretCount();
      await redactLines(file, redactor);
    }
    seq = Math.max(next, seq);
    if (entries.length === 0) return;
    await appendFile(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    work = work.then(write).catch((error: unknown) => {
      if (!hasFailed) log(`the journal could not be written to ${file}: ${String(error)}`);
      hasFailed = true;
    });
    return work;
  };
  return {
    flush,
    notify() {
      timer ??= setTimeout(() => void flush(), DELAY_MS).unref();
    },
  };
}

/** Rewrites the file without the secrets known by now. */
async function redactLines(file: string, redactor: Redactor): Promise<void> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  const next = `${file}.new`;
  const redacted = async function* redacted() {
    for await (const line of lines) yield `${JSON.stringify(redactor.redact(JSON.parse(line)))}\n`;
  };
  await pipeline(Readable.from(redacted()), createWriteStream(next, { mode: 0o600 }));
  await rename(next, file);
}
