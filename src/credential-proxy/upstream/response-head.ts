/** Of one hop only; `Alt-Svc` would lead the client round the proxy (facts D.5.11). Lower case. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'alt-svc',
]);

/** The part of a response's head that the client gets. */
export interface ResponseHead {
  /** Name and value in turn. */
  headers: string[];
  /** Whether the body is said to be compressed or otherwise coded: in one that is, nothing can be found. */
  coded: boolean;
  /** The value of Content-Length; null = none. */
  length: string | null;
}

/**
 * An upstream's headers as they go back: without those of the hop, those that `Connection` names and any `Proxy-*`;
 * `mask` sees each name and value. Null = two lengths that differ, or a transfer coding that we did not ask for: where
 * the answer ends, or what it is, could be read in two ways.
 */
export function responseHead(
  raw: readonly (Buffer | string)[],
  mask: (value: string) => string,
): ResponseHead | null {
  const names: string[] = [];
  let nominated: Set<string> | undefined;
  for (let i = 0; i < raw.length; i += 2) {
    const name = text(raw[i]).toLowerCase();
    names.push(name);
    if (name !== 'connection') continue;
    nominated ??= new Set();
    for (const option of text(raw[i + 1]).split(',')) nominated.add(option.trim().toLowerCase());
  }
  const head: ResponseHead = { headers: [], coded: false, length: null };
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] ?? '';
    const value = text(raw[i * 2 + 1]);
    if (name === 'transfer-encoding' && !/^chunked$/i.test(value)) return null;
    if (DROPPED.has(name) || name.startsWith('proxy-')) continue;
    if (name === 'content-length') {
      if (head.length !== null && head.length !== value) return null;
      if (head.length !== null) continue;
      head.length = value;
    } else if (nominated?.has(name)) continue;
    if (name === 'content-encoding' && value.toLowerCase() !== 'identity') head.coded = true;
    // An asterisk is a character of names as well.
    head.headers.push(mask(text(raw[i * 2])), mask(value));
  }
  return head;
}

/** Header bytes are Latin-1, in and out. */
function text(part: Buffer | string | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}
