import { createHash } from 'node:crypto';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { BodyStreamError } from '../../clients/errors.ts';
import { TARBALL_MAX_BYTES } from '../../contract/limits.ts';
import { errorMessage } from '../../os/errors.ts';
import { ActionError } from '../outcome.ts';
import { type CommitCheck, createCommitCheck, type ExactCommit, readCommitFiles } from './commit-files.ts';
import { readRules, reportOmitted, selectFiles } from './select.ts';
import { gitFiles, walk } from './git-files.ts';
import { gzip } from './gzip.ts';
import { type Archive, formatBytes, largestFiles, displayPath } from './sizes.ts';
import { type Entry, statEntries } from './survey.ts';
import { sourceChanged, tar } from './tar.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * A packed source, whose archive is not stored on disk, because `open` packs the files again and yields the same bytes.
 */
export interface PackedSource {
  archive: Archive;
  /** Returns whether the archive contains a file with this path, written with forward slashes. */
  includes(path: string): boolean;
  open(): AsyncIterable<Uint8Array>;
}

export interface PackOptions {
  /** Folder to pack, relative to the workspace and with forward slashes, or `.` for the workspace. */
  sourcePath: string;
  /**
   * Path of the graph configuration, relative to the packed folder. The env file to which the graph configuration
   * refers is packed.
   */
  configPath: string | undefined;
  /** Packs only files whose content equals this commit's. Absent if any file may be packed. */
  exactCommit?: ExactCommit | undefined;
  note: (line: string) => void;
  /** Reports a problem that the user of the action should fix. */
  warn: (line: string) => void;
}

/**
 * Packs a folder of the workspace once to determine its size and hash. Rejects with ActionError if the folder cannot be
 * packed or is too large, and with the signal's reason if the signal aborts.
 */
export type PackSource = (options: PackOptions, signal: AbortSignal) => Promise<PackedSource>;

/**
 * Limits of an archive's size in bytes. An archive above `max` is refused, an archive above `large` causes a warning,
 * and an archive up to `kept` stays in memory instead of being packed twice.
 */
export interface PackLimits {
  max: number;
  large: number;
  kept: number;
}

const LIMITS: PackLimits = { max: TARBALL_MAX_BYTES, large: 50_000_000, kept: 8 * 1024 * 1024 };
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** Creates the packer for folders in the workspace, which is the current folder by default. */
export function createPackSource(env: Env, limits: PackLimits = LIMITS): PackSource {
  return async ({ sourcePath, configPath, exactCommit, note, warn }, signal) => {
    const workspace = path.resolve(env['GITHUB_WORKSPACE'] || '.');
    const root = await findRoot(workspace, sourcePath);
    const commitCheck =
      exactCommit === undefined
        ? undefined
        : createCommitCheck(await readCommitFiles(root, workspace, exactCommit, env, signal), exactCommit);
    const rules = await readRules(root);
    const git = await gitFiles(root, workspace, rules.isUseless, env, signal);
    if (git === undefined)
      note(
        'This folder is not a Git checkout: all files are packed except those that a .gitignore excludes.',
      );
    const listed = git?.paths ?? (await walk(root, rules.isUseless));
    const chosen = await selectFiles(root, listed, rules, configPath);
    const { entries, omitted: left } = await statEntries(root, chosen.paths);
    reportOmitted({ ...left, ...chosen }, { note, warn });
    const files = entries.filter((entry) => entry.kind === 'file');
    if (chosen.secrets.includes('./')) {
      throw new ActionError(
        'source-unusable',
        `source-path: ${displayPath(sourcePath)} has the content of a Git directory (HEAD, config, objects, refs), which can contain credentials, so nothing was packed. Give the folder of the agent.`,
      );
    }
    if (files.length === 0) {
      throw new ActionError(
        'source-unusable',
        `source-path: ${displayPath(sourcePath)} contains no file to pack. Check out the repository before this step, and check the ignore files.`,
      );
    }
    const pointers: string[] = [];
    const first = await packOnce(root, entries, limits, { pointers, commitCheck }, signal);
    if (pointers.length > 0) {
      warn(
        `${displayPath(pointers[0] ?? '')}${pointers.length > 1 ? ` and ${pointers.length - 1} more files are Git LFS pointers` : ' is a Git LFS pointer'}, not the content: set \`lfs: true\` on actions/checkout if the agent needs the content.`,
      );
    }
    const contentBytes = files.reduce((sum, { size }) => sum + size, 0);
    const size = `${formatBytes(contentBytes)} in ${entries.length} files`;
    if (first.bytes > limits.max) {
      throw new ActionError(
        'source-too-large',
        `The compressed source exceeds the ${formatBytes(limits.max)} that the service accepts (${size}). Add files that the agent does not need to .dockerignore. The largest files:\n${largestFiles(files).join('\n')}`,
      );
    }
    // A source that exceeds the limit was not read completely.
    const exists = [...entries, ...left.links].map((entry) => entry.path);
    commitCheck?.finish(entries, chosen.paths, new Set([...exists, ...left.special]));
    if (first.bytes > limits.large) {
      warn(
        `The compressed source has ${formatBytes(first.bytes)} (${size}), and each deploy uploads it. Add files that the agent does not need to .dockerignore. The largest files:\n${largestFiles(files).join('\n')}`,
      );
    }
    const archive: Archive = {
      files: entries.length,
      contentBytes,
      bytes: first.bytes,
      sha256: first.sha256,
      commit: git?.commit,
    };
    const names = new Set(entries.map((entry) => entry.path));
    return {
      archive,
      includes: (name) => names.has(name),
      open: () => repack(root, entries, archive, first.kept),
    };
  };
}

async function findRoot(workspace: string, sourcePath: string): Promise<string> {
  const wrong = (problem: string, cause?: unknown) =>
    new ActionError('source-unusable', `source-path: ${problem}`, { cause });
  const places = [realpath(workspace), realpath(path.resolve(workspace, sourcePath))] as const;
  const [outer, root] = await Promise.all(places).catch((cause: unknown) => {
    throw wrong(
      `the folder ${displayPath(sourcePath)} does not exist in the workspace (${errorMessage(cause)}). Check out the repository before this step, or correct the path.`,
      cause,
    );
  });
  const within = path.relative(outer, root);
  if (within === '..' || within.startsWith(`..${path.sep}`) || path.isAbsolute(within)) {
    throw wrong(
      `${displayPath(sourcePath)} is outside the workspace, and only files of the workspace can be packed.`,
    );
  }
  const readable = await readdir(root).then(
    () => undefined,
    (cause: unknown) => ({ cause }),
  );
  if (readable === undefined) return root;
  throw wrong(
    `${displayPath(sourcePath)} is not a readable folder (${errorMessage(readable.cause)}). Give the folder that contains the graph configuration, or omit source-path to pack the whole workspace.`,
    readable.cause,
  );
}

/**
 * Packs the files once, counts and hashes the bytes, and keeps a small archive in memory. Stops packing at the maximum
 * size.
 */
async function packOnce(
  root: string,
  entries: readonly Entry[],
  limits: PackLimits,
  { pointers, commitCheck }: { pointers: string[]; commitCheck: CommitCheck | undefined },
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string; kept: readonly Uint8Array[] | undefined }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let kept: Uint8Array[] | undefined = [];
  const began = (name: string, chunk: Uint8Array) => {
    if (chunk.length < 300 && Buffer.from(chunk).toString('latin1').startsWith(LFS_POINTER))
      pointers.push(name);
  };
  const read = (entry: Extract<Entry, { kind: 'file' }>, chunk: Uint8Array) => commitCheck?.add(entry, chunk);
  for await (const chunk of gzip(hashed(tar(root, entries, { began, read }), hash))) {
    signal.throwIfAborted();
    bytes += chunk.length;
    if (bytes > limits.max) return { bytes, sha256: '', kept: undefined };
    kept?.push(chunk);
    if (bytes <= limits.kept) continue;
    kept = undefined;
    release(chunk);
  }
  return { bytes, sha256: hash.digest('hex'), kept };
}

/**
 * Releases the memory of a chunk that has a separate buffer, because megabytes would stay allocated until the next
 * garbage collection.
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 64 * 1024 && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * Packs the files again, and yields the bytes of the first pass, or throws before the last bytes if the files changed.
 */
async function* repack(
  root: string,
  entries: readonly Entry[],
  { bytes, sha256 }: Archive,
  kept: readonly Uint8Array[] | undefined,
): AsyncGenerator<Uint8Array> {
  if (kept !== undefined) {
    yield* kept;
    return;
  }
  const hash = createHash('sha256');
  let sent = 0;
  try {
    for await (const chunk of gzip(hashed(tar(root, entries), hash))) {
      sent += chunk.length;
      // Yields the last bytes of the archive only if the hash equals the hash of the first pass.
      if (sent > bytes || (sent === bytes && hash.digest('hex') !== sha256)) throw sourceChanged(undefined);
      yield chunk;
    }
    if (sent !== bytes) throw sourceChanged(undefined);
  } catch (cause) {
    throw new BodyStreamError(cause);
  }
}

async function* hashed(
  source: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}
