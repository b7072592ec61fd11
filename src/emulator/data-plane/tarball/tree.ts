import { type NameRules, parseLinkTarget } from './archive-path.ts';

/** What an entry is put as. Hard links lead to another entry's path. */
export type NewEntry =
  | { kind: 'folder' }
  | { kind: 'file' }
  | { kind: 'hard link'; to: string }
  | { kind: 'symbolic link'; target: string };
/** What to do on the disk, in this order. */
export interface ExtractSteps {
  ok: true;
  /** Folders that are not there yet, outer ones first. */
  folders: string[];
  /** A file that was put there before goes. */
  replaces: boolean;
  put: 'nothing' | 'file' | { hardLinkTo: string };
}
export type Refusal = { ok: false; reason: string };
export interface SymbolicLink {
  path: string;
  target: string;
}

type Node = { path: string } & (
  | { kind: 'folder' }
  | { kind: 'file' }
  | { kind: 'link'; target: string; parts: string[] }
);

/** As many as a kernel follows. */
const MAX_FOLLOWED = 40;
const MAX_STEPS = 1_024;

/**
 * What an archive has put so far, by path. It decides what may be put where, without looking at the disk: nothing is ever
 * put below anything but a folder of its own making, and symbolic links are put last, when nothing more is written.
 */
export class ArchiveTree {
  readonly #nodes = new Map<string, Node>();
  readonly #rules: NameRules;
  readonly #foldsCase: boolean;

  /** `foldsCase`: the disk takes names that differ in case alone for one. */
  constructor(rules: NameRules, foldsCase: boolean) {
    this.#rules = rules;
    this.#foldsCase = foldsCase;
  }

  /** Puts an entry at a path of `readArchivePath`. */
  add(path: string, what: NewEntry): ExtractSteps | Refusal {
    if (path === '') {
      return what.kind === 'folder'
        ? { ok: true, folders: [], replaces: false, put: 'nothing' }
        : refused('is the root of the archive, and no folder');
    }
    const made = this.#makeParents(path);
    if (!made.ok) return made;
    const before = this.#at(path);
    if (before !== undefined && before.path !== path) return refused(sameName(before.path));
    if (what.kind === 'folder') return this.#putFolder(path, made.folders, before);
    if (before?.kind === 'folder') return refused('takes the place of a folder');
    return this.#putOther(path, what, made.folders, before);
  }

  /**
   * The symbolic links that are to be put in the end. @returns the first one that leads out of the archive, or round in
   * circles, whatever links it leads through: a refusal with its path.
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
      else if (node.kind !== 'folder') return refused(`lies below ${shown(parent)}, which is not a folder`);
    }
    for (const folder of missing) this.#set({ kind: 'folder', path: folder });
    return { ok: true, folders: missing };
  }

  #putFolder(path: string, folders: string[], before: Node | undefined): ExtractSteps | Refusal {
    if (before?.kind === 'folder') return { ok: true, folders, replaces: false, put: 'nothing' };
    if (before !== undefined) return refused('is a folder in the place of something else');
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
      return refused(`is a hard link to ${shown(what.to)}, which is no file that came before it`);
    }
    // Another name for a link is a link that says the same.
    if (to.kind === 'link') return this.#putLink(path, to.target, folders, replaces);
    // Its own other name: it is there already.
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

  /** Follows a link as a kernel would. What it leads to need not be there: a build may make it. */
  #leadsOut(path: string, parts: readonly string[]): string | undefined {
    const current = path.split('/').slice(0, -1);
    const pending = parts.toReversed();
    let followed = 0;
    for (let steps = 0; pending.length > 0; steps += 1) {
      if (steps > MAX_STEPS) return 'is a link that leads round in circles, or too far';
      const part = pending.pop() ?? '';
      if (part !== '..') {
        current.push(part);
        const node = this.#at(current.join('/'));
        if (node?.kind !== 'link') continue;
        followed += 1;
        if (followed > MAX_FOLLOWED) return 'is a link that leads round in circles, or too far';
        current.pop();
        pending.push(...node.parts.toReversed());
      } else if (current.pop() === undefined) return 'is a link that leads out of the archive';
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
  return `has a name that this disk takes for that of ${shown(other)}`;
}

function shown(path: string): string {
  return JSON.stringify(path);
}

function refused(reason: string): Refusal {
  return { ok: false, reason };
}
