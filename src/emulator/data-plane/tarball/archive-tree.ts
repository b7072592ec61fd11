/** Kind of an archive entry, with the target of a link. A hard link has the path of another entry as its target. */
export type NewEntry =
  | { kind: 'folder' }
  | { kind: 'file' }
  | { kind: 'hard link'; to: string }
  | { kind: 'symbolic link'; target: string };
/** File system operations that extract one entry, in the order of the fields. */
export interface ExtractSteps {
  ok: true;
  /** Folders to create, outermost first. */
  folders: string[];
  /** True if an existing file must be removed before the entry is extracted. */
  replaces: boolean;
  put: 'nothing' | 'file' | { hardLinkTo: string };
}
type Refusal = { ok: false; reason: string };
interface SymbolicLink {
  path: string;
  target: string;
}

type Node = { path: string } & (
  | { kind: 'folder' }
  | { kind: 'file' }
  | { kind: 'link'; target: string; parts: string[] }
);

/** Maximum number of links that are followed, as in the kernel. */
const MAX_FOLLOWED = 40;
const MAX_STEPS = 1_024;

/**
 * Entries of an archive that were read so far, by path. Decides without reading the disk which entries may be written,
 * because entries are written only below folders that this tree created, and symbolic links are created last.
 */
export class ArchiveTree {
  readonly #nodes = new Map<string, Node>();
  readonly #rules: NameRules;
  readonly #foldsCase: boolean;

  /** `foldsCase` is true if the disk is case-insensitive. */
  constructor(rules: NameRules, foldsCase: boolean) {
    this.#rules = rules;
    this.#foldsCase = foldsCase;
  }

  /**
   * Adds an entry at a path from `parseArchivePath`. Returns the file system operations that extract the entry, or the
   * reason of a refusal.
   */
  add(path: string, what: NewEntry): ExtractSteps | Refusal {
    if (path === '') {
      return what.kind === 'folder'
        ? { ok: true, folders: [], replaces: false, put: 'nothing' }
        : refused('is the root of the archive, but is not a folder');
    }
    const made = this.#makeParents(path);
    if (!made.ok) return made;
    const before = this.#at(path);
    if (before !== undefined && before.path !== path) return refused(sameName(before.path));
    if (what.kind === 'folder') return this.#putFolder(path, made.folders, before);
    if (before?.kind === 'folder') return refused('has the same path as a folder');
    return this.#putOther(path, what, made.folders, before);
  }

  /**
   * Returns the symbolic links, which are created last. A link that leads outside the archive or in circles, directly
   * or through other links, is returned as a refusal with the link's path.
   */
  *links(): Iterable<SymbolicLink | (Refusal & { path: string })> {
    for (const node of this.#nodes.values()) {
      if (node.kind !== 'link') continue;
      const reason = this.#leadsOut(node.path, node.parts);
      yield reason === undefined
        ? { path: node.path, target: node.target }
        : { ok: false, reason, path: node.path };
    }
  }

  #makeParents(path: string): { ok: true; folders: string[] } | Refusal {
    const missing: string[] = [];
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const parent = path.slice(0, end);
      const node = this.#at(parent);
      if (node === undefined) missing.push(parent);
      else if (node.path !== parent) return refused(sameName(node.path));
      else if (node.kind !== 'folder') return refused(`is inside ${shown(parent)}, which is not a folder`);
    }
    for (const folder of missing) this.#set({ kind: 'folder', path: folder });
    return { ok: true, folders: missing };
  }

  #putFolder(path: string, folders: string[], before: Node | undefined): ExtractSteps | Refusal {
    if (before?.kind === 'folder') return { ok: true, folders, replaces: false, put: 'nothing' };
    if (before !== undefined) return refused('is a folder with the same path as another entry');
    this.#set({ kind: 'folder', path });
    return { ok: true, folders: [...folders, path], replaces: false, put: 'nothing' };
  }

  #putOther(
    path: string,
    what: Exclude<NewEntry, { kind: 'folder' }>,
    folders: string[],
    before: Node | undefined,
  ): ExtractSteps | Refusal {
    const replaces = before?.kind === 'file';
    if (what.kind === 'file') {
      this.#set({ kind: 'file', path });
      return { ok: true, folders, replaces, put: 'file' };
    }
    if (what.kind === 'symbolic link') return this.#putLink(path, what.target, folders, replaces);
    const to = this.#at(what.to);
    if (to === undefined || to.path !== what.to || to.kind === 'folder') {
      return refused(
        `is a hard link to ${shown(what.to)}, but no file with this path precedes it in the archive`,
      );
    }
    // A hard link to a symbolic link becomes a second symbolic link with the same target.
    if (to.kind === 'link') return this.#putLink(path, to.target, folders, replaces);
    // A hard link to its own path needs no operation, because the file already exists.
    if (to.path === path) return { ok: true, folders, replaces: false, put: 'nothing' };
    this.#set({ kind: 'file', path });
    return { ok: true, folders, replaces, put: { hardLinkTo: to.path } };
  }

  #putLink(path: string, target: string, folders: string[], replaces: boolean): ExtractSteps | Refusal {
    const read = parseLinkTarget(target, this.#rules);
    if (!read.ok) return read;
    this.#set({ kind: 'link', path, target, parts: read.parts });
    return { ok: true, folders, replaces, put: 'nothing' };
  }

  /**
   * Follows a link like the kernel, and returns why the link is refused, or `undefined` for a permitted link. A missing
   * target is permitted, because a build may create the target.
   */
  #leadsOut(path: string, parts: readonly string[]): string | undefined {
    const current = path.split('/').slice(0, -1);
    const pending = parts.toReversed();
    let followed = 0;
    for (let steps = 0; pending.length > 0; steps += 1) {
      if (steps > MAX_STEPS) return 'is a link that is part of a loop, or leads through too many links';
      const part = pending.pop() ?? '';
      if (part !== '..') {
        current.push(part);
        const node = this.#at(current.join('/'));
        if (node?.kind !== 'link') continue;
        followed += 1;
        if (followed > MAX_FOLLOWED)
          return 'is a link that is part of a loop, or leads through too many links';
        current.pop();
        pending.push(...node.parts.toReversed());
      } else if (current.pop() === undefined) return 'is a link to a path outside the archive';
    }
    return undefined;
  }

  #key(path: string): string {
    return this.#foldsCase ? path.normalize('NFC').toLowerCase() : path;
  }

  #at(path: string): Node | undefined {
    return this.#nodes.get(this.#key(path));
  }

  #set(node: Node): void {
    this.#nodes.set(this.#key(node.path), node);
  }
}

function sameName(other: string): string {
  return `has a name that this disk does not distinguish from ${shown(other)}`;
}

function shown(path: string): string {
  return JSON.stringify(path);
}

function refused(reason: string): Refusal {
  return { ok: false, reason };
}

/** Naming rules of the file system. */
export type NameRules = 'posix' | 'windows';
/** Path in the archive, with `/` between names, and empty for the root. */
type ArchivePath = { ok: true; path: string } | { ok: false; reason: string };

const MAX_PATH_BYTES = 1024;
const MAX_NAME_BYTES = 255;
const MAX_DEPTH = 100;

/** Parses the name of an entry, which must be a path without `..`, relative to the archive's root. */
export function parseArchivePath(name: string, rules: NameRules): ArchivePath {
  if (name === '') return refusedPath('has no name');
  const odd = oddity(name);
  if (odd !== undefined) return refusedPath(odd);
  if (name.startsWith('/'))
    return refusedPath('is absolute, but must be relative to the root of the archive');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return refusedPath('contains "..", which is not allowed in a path of an archive');
  if (parts.length > MAX_DEPTH) return refusedPath(`is nested deeper than ${MAX_DEPTH} folders`);
  const bad = parts.map((part) => badName(part, rules)).find((reason) => reason !== undefined);
  if (bad !== undefined) return refusedPath(bad);
  const path = parts.join('/');
  return bytesOf(path) > MAX_PATH_BYTES
    ? refusedPath(`has a path longer than ${MAX_PATH_BYTES} bytes`)
    : { ok: true, path };
}

/**
 * Splits a symbolic link's target into its parts. The target can contain `..`, because all links of the archive are
 * checked later.
 */
function parseLinkTarget(
  target: string,
  rules: NameRules,
): { ok: true; parts: string[] } | { ok: false; reason: string } {
  if (target === '') return refusedPath('is a link with an empty target');
  const odd = oddity(target);
  if (odd !== undefined) return refusedPath(`is a link whose target ${odd}`);
  if (target.startsWith('/')) return refusedPath('is a link to an absolute path');
  if (bytesOf(target) > MAX_PATH_BYTES)
    return refusedPath(`is a link whose target is longer than ${MAX_PATH_BYTES} bytes`);
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const bad = parts.filter((part) => part !== '..').map((part) => badName(part, rules));
  const first = bad.find((reason) => reason !== undefined);
  return first === undefined ? { ok: true, parts } : refusedPath(`is a link whose target ${first}`);
}

/** Returns why another system would interpret a part of a path differently, or `undefined` for a portable part. */
function oddity(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  if (text.includes('\uFFFD')) return 'is not UTF-8';
  if (text.includes('\\')) return 'contains a backslash';
  return /^[A-Za-z]:/.test(text) ? 'starts with a drive letter' : undefined;
}

function badName(part: string, rules: NameRules): string | undefined {
  if (bytesOf(part) > MAX_NAME_BYTES) return `has a name longer than ${MAX_NAME_BYTES} bytes`;
  if (rules === 'posix') return undefined;
  const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part);
  // oxlint-disable-next-line no-control-regex -- Windows has no names with them
  const isBad = /[<>:"|?*\x00-\x1F]|[. ]$/.test(part);
  return isDevice || isBad ? 'has a name that Windows does not allow' : undefined;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function refusedPath(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** Fields of an entry's header that determine the entry's kind. */
interface EntryHeader {
  /** Type flag in the header, one character. */
  flag: string;
  type: string | undefined;
  linkname: string | undefined;
  pax: Readonly<Record<string, string>> | undefined;
  hasSize: boolean;
}
export type EntryKind =
  | { ok: true; kind: 'folder' | 'file' }
  | { ok: true; kind: 'hard link' | 'symbolic link'; target: string }
  | { ok: false; reason: string };

/**
 * Returns the kind of an entry by the flag in its header. The entry's type from the library is not sufficient, because
 * the library treats entries of unknown types, such as sparse files, as regular files.
 */
export function classifyEntry({ flag, type, linkname = '', pax = {}, hasSize }: EntryHeader): EntryKind {
  if (flag === 'S' || Object.keys(pax).some((key) => key.startsWith('GNU.sparse.'))) {
    return { ok: false, reason: 'is a sparse file; pack the file without holes' };
  }
  switch (flag) {
    case '0':
    case '7':
    case '\0':
      // In old archives, a folder is an entry for a file whose name ends with a slash.
      if (type !== 'directory') return { ok: true, kind: 'file' };
      return hasSize || 'size' in pax
        ? { ok: false, reason: 'is a folder that has content' }
        : { ok: true, kind: 'folder' };
    case '5':
      return { ok: true, kind: 'folder' };
    case '1':
      return { ok: true, kind: 'hard link', target: linkname };
    case '2':
      return { ok: true, kind: 'symbolic link', target: linkname };
    case '3':
    case '4':
      return { ok: false, reason: 'is a device' };
    case '6':
      return { ok: false, reason: 'is a FIFO' };
    default:
      return { ok: false, reason: `has an unsupported entry type (${JSON.stringify(flag)})` };
  }
}
