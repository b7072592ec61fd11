import { link, mkdir, open, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StepAborted, StepFailure } from '../build/step.ts';
import { errorCode } from '../../../os/errors.ts';
import {
  ArchiveTree,
  type ExtractSteps,
  type NameRules,
  type NewEntry,
  parseArchivePath,
} from './archive-tree.ts';
import { ArchiveError, inflate, readTar, type TarEntry } from './read-tar.ts';

export interface UnpackOptions {
  /** Name of the archive, for messages. */
  shown: string;
  /** Empty or missing folder that receives the files, and to which no other program writes. */
  into: string;
  signal: AbortSignal;
  limits?: Partial<UnpackLimits>;
  /** Rules for file names (default: the rules of this machine). */
  rules?: NameRules;
  foldsCase?: boolean;
}
interface UnpackLimits {
  /** Maximum total size of the unpacked content, in bytes. */
  bytes: number;
  /** Maximum number of entries, including folders that exist only in paths of other entries. */
  entries: number;
}
const DEFAULT_LIMITS: UnpackLimits = { bytes: 1024 * 1024 * 1024, entries: 100_000 };

/**
 * Unpacks a possibly malicious gzipped tar archive. Writes only inside the folder, and creates no link to a path
 * outside the folder. Executable files get the mode 0755, and other files get 0644. Owners, times and set-user bits in
 * the archive are ignored. Returns the number of files.
 * @throws StepFailure with the entry's name, after all unpacked files were removed
 * @throws StepAborted if the step was cancelled
 */
export async function unpack(content: AsyncIterable<Uint8Array>, options: UnpackOptions): Promise<number> {
  try {
    return await unpackAll(content, options);
  } catch (error) {
    await rm(options.into, { recursive: true, force: true });
    if (!(error instanceof ArchiveError)) throw error;
    throw new StepFailure(
      `${options.shown} cannot be unpacked: it ${error.message}. Pack the source again with tar and gzip (tar czf), and upload it again.`,
      { cause: error },
    );
  }
}

async function unpackAll(content: AsyncIterable<Uint8Array>, options: UnpackOptions): Promise<number> {
  const { into, signal, shown } = options;
  const rules = options.rules ?? (process.platform === 'win32' ? 'windows' : 'posix');
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const tree = new ArchiveTree(rules, options.foldsCase ?? ['win32', 'darwin'].includes(process.platform));
  await mkdir(into, { recursive: true });
  let made = 0;
  let files = 0;
  const refuse = (name: string, reason: string, cause?: unknown): StepFailure =>
    new StepFailure(
      `${shown} cannot be unpacked: its entry ${JSON.stringify(name)} ${reason}. Pack the source without this entry, and upload it again.`,
      { cause },
    );
  const count = (more: number) => {
    made += more;
    if (made > limits.entries) {
      throw new StepFailure(
        `${shown} cannot be unpacked: it has more than ${limits.entries} entries. Pack fewer files, and upload it again.`,
      );
    }
  };

  for await (const entry of readTar(inflate(content, limits.bytes))) {
    if (signal.aborted) throw new StepAborted('unpacking was cancelled');
    const steps = decide(tree, entry, rules);
    if (!steps.ok) throw refuse(entry.name, steps.reason);
    // Folders without their own entry also count as entries.
    count(1 + steps.folders.length);
    await carryOut(into, steps, entry).catch((cause: unknown) => {
      throw refusalReason(cause, entry.name, refuse);
    });
    if (steps.put !== 'nothing') files += 1;
  }
  for (const found of tree.links()) {
    if ('reason' in found) throw refuse(found.path, found.reason);
    await symlink(found.target, join(into, found.path)).catch((cause: unknown) => {
      throw refusalReason(cause, found.path, refuse);
    });
  }
  return files;
}

interface Decided extends ExtractSteps {
  path: string;
}

function decide(
  tree: ArchiveTree,
  entry: TarEntry,
  rules: NameRules,
): Decided | { ok: false; reason: string } {
  const { kind } = entry;
  if (!kind.ok) return kind;
  const at = parseArchivePath(entry.name, rules);
  if (!at.ok) return at;
  const what = kindAt(kind, rules);
  if (!what.ok) return what;
  const steps = tree.add(at.path, what.kind);
  return steps.ok ? { ...steps, path: at.path } : steps;
}

function kindAt(
  given: Extract<TarEntry['kind'], { ok: true }>,
  rules: NameRules,
): { ok: true; kind: NewEntry } | { ok: false; reason: string } {
  switch (given.kind) {
    case 'folder':
    case 'file':
      return { ok: true, kind: { kind: given.kind } };
    case 'symbolic link':
      return { ok: true, kind: { kind: given.kind, target: given.target } };
    case 'hard link': {
      const to = parseArchivePath(given.target, rules);
      return to.ok
        ? { ok: true, kind: { kind: given.kind, to: to.path } }
        : { ok: false, reason: `is a hard link whose target ${to.reason}` };
    }
  }
}

/** Writes one entry, whose path never leads through a symbolic link, because symbolic links are created last. */
async function carryOut(into: string, steps: Decided, entry: TarEntry): Promise<void> {
  const path = join(into, steps.path);
  for (const folder of steps.folders) await mkdir(join(into, folder), { mode: 0o755 });
  if (steps.replaces) await rm(path);
  if (steps.put === 'nothing') return;
  if (steps.put !== 'file') {
    await link(join(into, steps.put.hardLinkTo), path);
    return;
  }
  // The flag `wx` prevents overwriting a file.
  const file = await open(path, 'wx', entry.isExecutable ? 0o755 : 0o644);
  try {
    for await (const chunk of entry.content) {
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    }
  } finally {
    await file.close();
  }
}

/** Returns why the disk refused an entry, or `undefined` if the entry is not the cause of the error. */
function refusalReason(
  cause: unknown,
  name: string,
  refuse: (name: string, reason: string, cause: unknown) => StepFailure,
): unknown {
  switch (errorCode(cause)) {
    case 'EEXIST':
    case 'ENOTDIR':
    case 'EISDIR':
      return refuse(
        name,
        'has a name that this disk does not distinguish from the name of another entry',
        cause,
      );
    case 'ENAMETOOLONG':
      return refuse(name, 'has a name that is too long for this disk', cause);
    case 'EINVAL':
    case 'EILSEQ':
      return refuse(name, 'has a name that this disk does not allow', cause);
    case 'EMLINK':
      return refuse(name, 'is a hard link to a file that has too many hard links', cause);
    case 'EPERM':
      return refuse(name, 'is a link, but this disk or the user of the emulator does not allow links', cause);
    default:
      return cause;
  }
}
