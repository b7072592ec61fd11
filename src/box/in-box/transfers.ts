import type { FileHandle } from 'node:fs/promises';
import type { HostChannel } from './channel.ts';
import { openForReading, openForWriting, type FileScope, type Upload } from './files.ts';
import { DATA, CHUNK_BYTES, WINDOW_BYTES } from './frames.ts';
import type { FileErrorCode } from './messages.ts';
import { FileError } from './paths.ts';

/** Files on their way into and out of the box, by the number of their operation. */
export class FileTransfers {
  private readonly downloads = new Map<number, { credit: number; more(): void }>();
  private readonly uploads = new Map<number, { steps: Promise<void>; upload: Upload | undefined }>();
  private readonly place: FileScope;
  private readonly channel: HostChannel;

  constructor(place: FileScope, channel: HostChannel) {
    this.place = place;
    this.channel = channel;
  }

  stat(id: number, asked: string): void {
    void this.attempt(id, asked, async () => {
      const { file, stats } = await openForReading(asked, this.place);
      await file.close();
      this.channel.sendMessage({ say: 'file', id, size: stats.size, modifiedMs: stats.mtimeMs });
    });
  }

  /** Sends the bytes from `start` to before `end` (null = the end of the file), as the host makes room. */
  read(id: number, asked: string, start: number, end: number | null): void {
    const state = { credit: WINDOW_BYTES, more: () => undefined as void };
    this.downloads.set(id, state);
    void this.attempt(id, asked, async () => {
      const { file, stats } = await openForReading(asked, this.place);
      try {
        await this.pump(id, file, start, end ?? stats.size, state);
      } finally {
        await file.close();
      }
      this.channel.sendMessage({ say: 'end', id });
    }).finally(() => this.downloads.delete(id));
  }

  write(id: number, asked: string): void {
    const state: { steps: Promise<void>; upload: Upload | undefined } = {
      steps: Promise.resolve(),
      upload: undefined,
    };
    this.uploads.set(id, state);
    this.step(id, asked, async () => {
      state.upload = await openForWriting(asked, this.place);
    });
  }

  data(id: number, data: Buffer): boolean {
    const state = this.uploads.get(id);
    if (state === undefined) return false;
    this.step(id, '', async () => {
      await state.upload?.write(data);
      this.channel.sendMessage({ say: 'credit', id, bytes: data.length });
    });
    return true;
  }

  /** The upload is whole. */
  close(id: number): boolean {
    const state = this.uploads.get(id);
    if (state === undefined) return false;
    this.step(id, '', async () => {
      if (state.upload === undefined) return;
      const bytes = await state.upload.finish();
      this.uploads.delete(id);
      this.channel.sendMessage({ say: 'wrote', id, bytes });
    });
    return true;
  }

  /** The host wants no more of it: half a file is left nowhere. */
  cancel(id: number): void {
    const upload = this.uploads.get(id);
    this.uploads.delete(id);
    void upload?.steps.then(() => upload.upload?.abort());
    const download = this.downloads.get(id);
    this.downloads.delete(id);
    download?.more();
  }

  grant(id: number, bytes: number): void {
    const state = this.downloads.get(id);
    if (state === undefined) return;
    state.credit += bytes;
    state.more();
  }

  private async pump(
    id: number,
    file: FileHandle,
    start: number,
    end: number,
    state: { credit: number; more(): void },
  ): Promise<void> {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let at = start; at < end; ) {
      if (!this.downloads.has(id)) return;
      if (state.credit <= 0) {
        await new Promise<void>((resolve) => {
          state.more = resolve;
        });
        continue;
      }
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
      if (bytesRead === 0) throw new FileError('changed', 'the file became shorter while it was read');
      // The channel copies: the buffer is used again.
      this.channel.sendData(DATA, id, buffer.subarray(0, bytesRead));
      state.credit -= bytesRead;
      at += bytesRead;
    }
  }

  private step(id: number, asked: string, work: () => Promise<void>): void {
    const state = this.uploads.get(id);
    if (state === undefined) return;
    state.steps = state.steps.then(() => (this.uploads.has(id) ? this.attempt(id, asked, work) : undefined));
  }

  private async attempt(id: number, asked: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const upload = this.uploads.get(id);
      this.uploads.delete(id);
      await upload?.upload?.abort();
      this.channel.sendMessage({ say: 'failed', id, ...troubleOf(error, asked) });
    }
  }
}

const TROUBLES: Record<string, FileErrorCode> = {
  ENOENT: 'not-found',
  ENOTDIR: 'not-found',
  EISDIR: 'not-a-file',
  ENXIO: 'not-a-file',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  // A link where none may be, at a level where links are not followed.
  ELOOP: 'outside',
  ENAMETOOLONG: 'invalid-path',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
};

function troubleOf(error: unknown, asked: string): { trouble: FileErrorCode; message: string } {
  if (error instanceof FileError) return { trouble: error.code, message: error.message };
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { trouble: TROUBLES[code] ?? 'other', message: `${asked === '' ? 'the file' : asked}: ${code}` };
}
