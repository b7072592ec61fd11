/** What a packed source is, as far as a plan and a summary tell. */
export interface Archive {
  /** How many files and links it holds. */
  files: number;
  /** What they hold, before it is compressed. */
  contentBytes: number;
  /** What is uploaded. */
  bytes: number;
  /** SHA-256 of the archive before it is compressed: the same files give the same one on any machine. */
  sha256: string;
  /** The commit that is checked out; undefined without git. */
  commit: string | undefined;
}

/** A packed source: nothing is kept on disk, so that opening it packs the files again, to the same bytes. */
export interface PackedSource {
  archive: Archive;
  /** Whether a file of this path, forward slashes, is in it. */
  includes(path: string): boolean;
  /** The archive, tar.gz, exactly `archive.bytes` long. Throws BodyBroken when a file changed since. */
  open(): AsyncIterable<Uint8Array>;
}

export interface PackOptions {
  /** Folder to pack, relative to the workspace, forward slashes; `.` is the workspace itself. */
  sourcePath: string;
  /** The graph configuration, relative to that folder: what it names as `env` is packed. */
  configPath: string | undefined;
  /** Told what somebody may want to know, a line each. */
  note: (line: string) => void;
  /** Told what somebody should mend. */
  warn: (line: string) => void;
}

/**
 * Packs a folder of the workspace once, to learn its size and its hash. Throws Stop when it cannot be packed or is too
 * large, or the signal's reason.
 */
export type PackSource = (options: PackOptions, signal: AbortSignal) => Promise<PackedSource>;
