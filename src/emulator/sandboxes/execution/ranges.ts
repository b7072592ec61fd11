/** Bytes of a file: both ends are included, as in RFC 9110. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is answered to a request for a file of this size and these validators. */
export type Selection =
  | { kind: 'whole' }
  | { kind: 'part'; range: ByteRange }
  | { kind: 'unchanged' }
  | { kind: 'unsatisfiable' };

export interface FileConditions {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * Chooses by the conditions of a request (RFC 9110 §13, §14). One range at a time: several, or one that cannot be read,
 * are answered by the whole file, as the standard allows. `modifiedAt`: to the second.
 */
export function selectBytes(
  { range, ifRange, ifNoneMatch }: FileConditions,
  { size, etag, modifiedAt }: { size: number; etag: string; modifiedAt: Date },
): Selection {
  if (ifNoneMatch !== undefined && matchesAny(ifNoneMatch, etag)) return { kind: 'unchanged' };
  if (range === undefined) return { kind: 'whole' };
  if (ifRange !== undefined && ifRange !== etag && ifRange !== modifiedAt.toUTCString()) {
    return { kind: 'whole' };
  }
  const found = /^bytes=(\d*)-(\d*)$/.exec(range.trim());
  if (found === null || (found[1] === '' && found[2] === '')) return { kind: 'whole' };
  const [, first = '', last = ''] = found;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? { kind: 'unsatisfiable' } : part(size - count, size - 1);
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= size ? { kind: 'unsatisfiable' } : part(start, end);
}

function part(start: number, end: number): Selection {
  return { kind: 'part', range: { start, end } };
}

function matchesAny(header: string, etag: string): boolean {
  return header.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
