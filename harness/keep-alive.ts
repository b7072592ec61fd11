import { once } from 'node:events';
import net from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A response whose headers mark its end, with header names in lower case. */
export interface FramedResponse {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

/**
 * Sends GET requests for these paths over one connection without waiting for responses. Reads all responses until the
 * server closes the connection.
 * @param base URL of the server, to which the paths are appended.
 * @throws Error if the bytes are not exactly one complete response per path.
 */
export async function getOverOneConnection(
  base: string,
  paths: readonly string[],
): Promise<FramedResponse[]> {
  const { hostname, port, pathname, host } = new URL(base);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  const bytes = buffer(socket);
  const prefix = pathname.replace(/\/$/, '');
  socket.write(
    paths
      .map((path, at) => {
        const connection = at === paths.length - 1 ? 'close' : 'keep-alive';
        return `GET ${prefix}${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${connection}\r\n\r\n`;
      })
      .join(''),
  );
  let rest = (await bytes).toString('latin1');
  const responses = paths.map(() => {
    const { response, length } = parseResponse(rest);
    rest = rest.slice(length);
    return response;
  });
  if (rest !== '') throw new Error(`bytes follow the last response: ${JSON.stringify(rest)}`);
  return responses;
}

/**
 * Parses the first response in these bytes, and returns it with its length. @throws Error if the headers do not mark
 * the end of the response.
 */
function parseResponse(bytes: string): { response: FramedResponse; length: number } {
  const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(bytes);
  if (head === null) throw new Error(`no response begins here: ${JSON.stringify(bytes)}`);
  const [{ length: start }, status = '', lines = ''] = head;
  const headers = lines
    .split('\r\n')
    .slice(0, -1)
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  const valuesOf = (name: string) => headers.filter(([own]) => own === name).map(([, value]) => value);
  const lengths = valuesOf('content-length');
  const codings = valuesOf('transfer-encoding');
  if (lengths.length + codings.length !== 1) throw new Error(`not exactly one framing: ${lines}`);
  const { body, end } =
    codings[0] === 'chunked' ? parseChunks(bytes, start) : parseSized(bytes, start, lengths[0] ?? '');
  return { response: { status: Number(status), headers, body }, length: end };
}

function parseSized(bytes: string, start: number, length: string): { body: string; end: number } {
  const end = start + Number(length);
  if (!/^\d+$/.test(length) || end > bytes.length) throw new Error(`not the length of the body: ${length}`);
  return { body: bytes.slice(start, end), end };
}

function parseChunks(bytes: string, start: number): { body: string; end: number } {
  let body = '';
  let at = start;
  for (;;) {
    const line = /^([\da-f]+)\r\n/i.exec(bytes.slice(at));
    const from = at + (line?.[0].length ?? 0);
    const to = from + Number.parseInt(line?.[1] ?? '', 16);
    if (line === null || bytes.slice(to, to + 2) !== '\r\n') {
      throw new Error(`no whole chunk: ${JSON.stringify(bytes.slice(at))}`);
    }
    body += bytes.slice(from, to);
    at = to + 2;
    if (from === to) return { body, end: at };
  }
}
