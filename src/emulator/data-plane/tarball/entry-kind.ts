/** What the header of an entry says that decides about it. */
export interface EntryHeader {
  /** Its type, as one character. */
  flag: string;
  /** What the library made of it. */
  type: string | undefined;
  linkname: string | undefined;
  pax: Readonly<Record<string, string>> | undefined;
  /** Whether its own size field says anything but nothing. */
  hasSize: boolean;
}
export type EntryKind =
  | { ok: true; kind: 'folder' | 'file' }
  | { ok: true; kind: 'hard link' | 'symbolic link'; target: string }
  | { ok: false; reason: string };

/**
 * What an entry is, of those that a source may hold. The flag decides and not the library alone, which takes whatever it
 * does not know for a file, a sparse one too.
 */
export function classifyEntry({ flag, type, linkname = '', pax = {}, hasSize }: EntryHeader): EntryKind {
  if (flag === 'S' || Object.keys(pax).some((key) => key.startsWith('GNU.sparse.'))) {
    return { ok: false, reason: 'is a sparse file: pack it without holes' };
  }
  switch (flag) {
    case '0':
    case '7':
    case '\0':
      // An old way to write a folder: a file whose name ends in a slash.
      if (type !== 'directory') return { ok: true, kind: 'file' };
      return hasSize || 'size' in pax
        ? { ok: false, reason: 'is a folder with a content' }
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
      return { ok: false, reason: `is of a kind that no source holds (${JSON.stringify(flag)})` };
  }
}
