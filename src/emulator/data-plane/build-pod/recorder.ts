import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { EmulatorContext } from '../../ports/context.ts';
import { HttpError } from '../../server/http-error.ts';
import { archivePathOf } from '../artifacts/artifact-store.ts';
import { MAX_ARCHIVE_BYTES } from '../artifacts/artifact-writer.ts';
import type { Build, BuildAccess } from './access.ts';
import {
  BUILD_BYTES,
  type BuildLines,
  type BuildResult,
  LINES_MAX,
  LOG_BYTE_WEIGHT,
  MIN_ARCHIVE_BYTES,
  type ArchiveUploadQuery,
} from './protocol.ts';

/** Stores the log, the packed archives and the result of builds. */
export interface BuildRecorder {
  /**
   * Stores log lines, and returns the number of stored lines. Returns `undefined` if another request stored lines at
   * the same time, for example because the pod sent the same lines to two replicas.
   */
  storeLines(build: Build, sent: BuildLines): Promise<number | undefined>;
  /**
   * Stores an archive.
   * @throws HttpError if the archive's size or digest differs from the announced value, or if the
   * build has ended.
   */
  storeArchive(
    build: Build,
    digest: string,
    announced: z.infer<typeof ArchiveUploadQuery>,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /**
   * Stores the result of a build and ends the build. @throws HttpError if an archive is missing, or if the
   * build has already ended.
   */
  settle(build: Build, result: BuildResult): Promise<void>;
}

export function createBuildRecorder(
  {
    store,
    objects,
    clock,
    onRevisionLine,
  }: Pick<EmulatorContext, 'store' | 'objects' | 'clock' | 'onRevisionLine'>,
  access: BuildAccess,
): BuildRecorder {
  return {
    async storeLines(build: Build, { from, lines }: BuildLines): Promise<number | undefined> {
      const { row, revision, deployment } = build;
      if (from > row.lines)
        throw new HttpError(
          409,
          `The sent lines begin at line ${from}, but only ${row.lines} lines are stored.`,
        );
      // Lines that are already stored are skipped, because a pod repeats a request without a response.
      const fresh = lines.slice(row.lines - from);
      if (row.lines + fresh.length > LINES_MAX) {
        throw new HttpError(413, `The log of a build can have at most ${LINES_MAX} lines.`);
      }
      if (fresh.length === 0) return row.lines;
      const redact = await access.redactorOf(build);
      const rows = fresh.map(({ message, level }) => ({
        revisionId: revision.id,
        kind: 'build' as const,
        level,
        at: clock.now(),
        message: redact(message).replaceAll(LINE_END, ' '),
      }));
      const weight = rows.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0) * LOG_BYTE_WEIGHT;
      const isStored = await store.transaction(async (tx) => {
        if (!(await tx.builds.countLines(row, row.lines, rows.length))) return false;
        if (!(await tx.builds.countBytes(row, weight, BUILD_BYTES))) throw tooMuch();
        await tx.logs.append(rows);
        return true;
      });
      if (!isStored) return undefined;
      for (const { level, message } of rows) {
        onRevisionLine({
          deployment: deployment.name,
          revisionId: revision.id,
          level,
          message,
          fromAgent: false,
        });
      }
      return row.lines + rows.length;
    },
    storeArchive: (...sent) => storeArchive({ store, objects }, access, ...sent),
    async settle(build: Build, result: BuildResult): Promise<void> {
      const { row, revision } = build;
      if (result.kind === 'failed') {
        const redact = await access.redactorOf(build);
        const end = { status: 'failed', message: redact(result.message) } as const;
        if (!(await store.builds.end(row, end))) throw hasEnded();
        return;
      }
      await access.requirePod(build);
      const own = archivePathOf(revision.id.toLowerCase());
      if (!result.pieces.some(({ place: archivePath }) => archivePath === own)) {
        throw new HttpError(400, `The result must contain the folder of the revision, ${own}.`);
      }
      const origin = await access.originOf(build);
      for (const { place: archivePath } of result.pieces) {
        if (await access.declare(build, archivePath)) continue;
        throw new HttpError(
          409,
          `The result contains ${archivePath}, which this build has not requested before.`,
        );
      }
      await store.transaction(async (tx) => {
        const contentIds: string[] = [];
        for (const { place: archivePath, digest } of result.pieces) {
          const archive = await tx.artifacts.findArchive(origin, archivePath, digest);
          if (archive === undefined)
            throw new HttpError(
              409,
              `The archive ${archivePath} is not stored, or was removed in the meantime. Store it again.`,
            );
          if (archivePath === own) await tx.artifacts.setAttributes(archive.contentId, result.attributes);
          contentIds.push(archive.contentId);
        }
        await tx.artifacts.put(revision.id, contentIds, Date.now());
        const end = { status: 'built', message: null } as const;
        if (!(await tx.builds.end(row, end))) throw hasEnded();
      });
    },
  };
}

async function storeArchive(
  { store, objects }: Pick<EmulatorContext, 'store' | 'objects'>,
  access: BuildAccess,
  build: Build,
  digest: string,
  { place: archivePath, size, unpacked_size: unpackedSize }: z.infer<typeof ArchiveUploadQuery>,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { row, revision } = build;
  if (archivePath.startsWith('revisions/') && archivePath !== archivePathOf(revision.id.toLowerCase())) {
    throw new HttpError(
      400,
      `This build cannot store ${archivePath}, because that is the folder of another revision.`,
    );
  }
  if (size > MAX_ARCHIVE_BYTES) {
    throw new HttpError(
      413,
      `The archive has ${size} bytes, but at most ${MAX_ARCHIVE_BYTES} bytes are allowed.`,
    );
  }
  const origin = await access.originOf(build);
  if (!(await access.declare(build, archivePath))) {
    throw new HttpError(
      409,
      `This build cannot store ${archivePath}, because it has requested other packages of this kind before, or has ended.`,
    );
  }
  // An archive that is already stored is skipped, because a pod repeats a request without a response.
  if ((await store.artifacts.findArchive(origin, archivePath, digest)) !== undefined) return;
  const counted = Math.max(size, MIN_ARCHIVE_BYTES);
  // The announced bytes are counted before they arrive, because a build may send many archives at the same time.
  if (!(await store.builds.countBytes(row, counted, BUILD_BYTES))) throw tooMuch();
  const contentId = randomUUID();
  try {
    await objects.write(contentId, noLonger(body, size), async (written) => {
      if (written.size !== size || written.sha256 !== digest) {
        throw new HttpError(
          400,
          `The received archive has ${written.size} bytes and the SHA-256 ${written.sha256}, but ${size} bytes and the SHA-256 ${digest} were announced.`,
        );
      }
      await store.transaction(async (tx) => {
        // Counting fails if the build ended while the archive arrived.
        if (!(await tx.builds.countBytes(row, 0, BUILD_BYTES))) throw hasEnded();
        const archive = { contentId, ...origin, place: archivePath, digest, size, unpackedSize };
        await tx.artifacts.insertArchive({
          ...archive,
          isBuilt: false,
          attributes: null,
          usedAt: Date.now(),
        });
      });
    });
  } catch (error) {
    // If this statement fails too, the bytes stay counted until the end of the attempt.
    await store.builds.countBytes(row, -counted, BUILD_BYTES).catch(() => undefined);
    throw error;
  }
}

/**
 * Matches line breaks. Line breaks are removed from messages, because output of the agent's code could otherwise look
 * like additional log lines.
 */
const LINE_END = /(?<!\s)\s*[\r\n\u2028\u2029]\s*/g;

const hasEnded = () => new HttpError(409, 'The build has ended.');
const tooMuch = () =>
  new HttpError(
    413,
    `The request was refused, because a build can store at most ${BUILD_BYTES} bytes in total.`,
  );

/** Yields the chunks of a body. @throws HttpError as soon as the body exceeds the announced size. */
async function* noLonger(body: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > size) throw new HttpError(400, `The archive is larger than the announced ${size} bytes.`);
    yield chunk;
  }
}
