import { closeSync, createWriteStream, fchmodSync, ftruncateSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts';
import { appendPlainFile, openForWriting, PlainFileError, readPlainLines } from '../../os/plain-file.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { Redactor } from '../server/journal-redactor.ts';
import type { Journal } from './journal.ts';

/** Copy of the journal on disk, one entry per line, also readable after the emulator has stopped. */
export interface JournalFile {
  /** Schedules a write of the entries that were recorded since the last write. */
  notify(): void;
  /** Writes all recorded entries. Call `flush` before the journal is cleared and before the emulator stops. */
  flush(): Promise<void>;
}

/** Delay before new entries are written, in milliseconds of real time even on a virtual clock. */
const DELAY_MS = 200;
/** Maximum size of the file in bytes, above which the file loses its older half. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Creates an empty file that only the current user can access, and appends the journal's entries to the file. When a
 * new secret becomes known, rewrites the file without the secret, because earlier lines might contain the secret.
 * Discards the older half when the file exceeds `maxBytes`. A failed write is logged once and does not affect the
 * emulator.
 * @throws UsageError if the file cannot be written.
 */
export function openJournalFile(
  file: string,
  {
    journal,
    redactor,
    log,
    maxBytes = MAX_BYTES,
  }: { journal: Journal; redactor: Redactor; log: (line: string) => void; maxBytes?: number | undefined },
): JournalFile {
  beginFile(file);
  let seq = journal.lastSeq();
  let known = redactor.secretCount();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let hasFailed = false;
  let isCut = false;

  const write = async () => {
    const { entries, next } = journal.after(seq);
    if (redactor.secretCount() !== known) {
      known = redactor.secretCount();
      await redactLines(file, redactor);
    }
    seq = Math.max(next, seq);
    if (entries.length === 0) return;
    await appendPlainFile(file, entries.map((entry) => `${stringifyExactJson(entry)}\n`).join(''));
    const { size } = await stat(file);
    if (size <= maxBytes) return;
    await dropFirst(file, size - Math.floor(maxBytes / 2));
    if (!isCut)
      log(`the journal in ${file} is larger than ${maxBytes} bytes: its oldest entries are removed`);
    isCut = true;
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

function beginFile(file: string): void {
  try {
    // Refuses a device or pipe, because a later `rename` would replace the device or pipe.
    const { descriptor } = openForWriting(file);
    try {
      // Restricts the permissions, because an existing file might be readable by other users.
      fchmodSync(descriptor, 0o600);
      ftruncateSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    if (cause instanceof PlainFileError) {
      throw new UsageError(`--journal-file ${file}: must be a regular file`, { cause });
    }
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new UsageError(
      `--journal-file ${file}: cannot be written (${code}); specify a file in an existing folder that you can write to`,
      { cause },
    );
  }
}

/** Rewrites the file without any secret that the redactor knows. */
async function redactLines(file: string, redactor: Redactor): Promise<void> {
  await rewrite(file, linesFrom(file, 0), (line) =>
    stringifyExactJson(redactor.redact(parseExactJson(line))),
  );
}

/** Rewrites the file without the lines that begin in its first `bytes` bytes. */
async function dropFirst(file: string, bytes: number): Promise<void> {
  const lines = linesFrom(file, bytes - 1);
  // Skips the rest of a line that began within the first `bytes` bytes.
  await lines.next();
  await rewrite(file, lines, (line) => line);
}

async function* linesFrom(file: string, start: number): AsyncGenerator<string> {
  yield* readPlainLines(file, start);
}

async function rewrite(
  file: string,
  lines: AsyncIterable<string>,
  change: (line: string) => string,
): Promise<void> {
  const next = `${file}.new`;
  const changed = async function* changed() {
    for await (const line of lines) yield `${change(line)}\n`;
  };
  // A file that exists at this path might be a link to another file, so the file is removed before the new file is
  // written.
  await rm(next, { force: true });
  await pipeline(Readable.from(changed()), createWriteStream(next, { flags: 'wx', mode: 0o600 }));
  await rename(next, file);
}
