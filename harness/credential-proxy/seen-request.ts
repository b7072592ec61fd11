/** A request as its bytes came: names and values untouched, in order, repeated when they were. */
export interface SeenRequest {
  method: string;
  target: string;
  headers: [string, string][];
  body: Buffer;
  /** The head as it came, blank line left out. */
  head: string;
}

/** The values of a header, names compared without case. */
export const valuesOf = (request: SeenRequest, name: string): string[] =>
  request.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

const BLANK = Buffer.from('\r\n\r\n');

/** Takes chunked framing off a body; null while its end has not come. Trailers count to it. */
function dechunk(data: Buffer): { body: Buffer; bytes: number } | null {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = data.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = Number.parseInt(data.toString('latin1', at, end), 16);
    at = end + 2;
    if (size === 0 || Number.isNaN(size)) {
      const over = data.indexOf(BLANK, at - 2);
      return over < 0 ? null : { body: Buffer.concat(parts), bytes: over + 4 };
    }
    if (data.length < at + size + 2) return null;
    parts.push(data.subarray(at, at + size));
    at += size + 2;
  }
}

/** The first request of a buffer and how many bytes it took; null while it is not whole. */
export function readRequest(buffer: Buffer): { request: SeenRequest; bytes: number } | null {
  const end = buffer.indexOf(BLANK);
  if (end < 0) return null;
  const head = buffer.toString('latin1', 0, end);
  const [line = '', ...rest] = head.split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const headers = rest.map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).trim()];
  });
  const request: SeenRequest = { method, target, headers, body: Buffer.alloc(0), head };
  const after = buffer.subarray(end + 4);
  if (valuesOf(request, 'transfer-encoding').length > 0) {
    const chunked = dechunk(after);
    if (chunked === null) return null;
    return { request: { ...request, body: chunked.body }, bytes: end + 4 + chunked.bytes };
  }
  const length = Number(valuesOf(request, 'content-length')[0] ?? '0');
  if (after.length < length) return null;
  return { request: { ...request, body: after.subarray(0, length) }, bytes: end + 4 + length };
}
