import net from 'node:net';

/** Outcome of a request, as a client sees it. */
export type Seen =
  | { kind: 'answer'; status: number; headers: Headers; text: string }
  /** The response began but did not end. */
  | { kind: 'partial'; status: number; text: string }
  /** The connection was closed (FIN) without a byte. */
  | { kind: 'closed' }
  /** The connection was reset (RST) without a byte. */
  | { kind: 'reset' };

export type Asked = ReturnType<typeof ask>;

/** Sends one request on a separate raw connection, without retries and without corrections by an HTTP client. */
export function ask(
  port: number,
  method: string,
  path: string,
  options: { key?: string; body?: unknown } = {},
) {
  const body = options.body === undefined ? '' : JSON.stringify(options.body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'connection: close',
    ...(options.key === undefined ? [] : [`x-api-key: ${options.key}`]),
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ];
  const socket = net.connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let code: string | undefined;
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  const seen = new Promise<Seen>((resolve) => {
    socket.once('close', () => {
      const text = Buffer.concat(chunks).toString();
      if (text !== '') resolve(read(text));
      else resolve({ kind: code === 'ECONNRESET' ? 'reset' : 'closed' });
    });
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  /** Returns the number of received bytes. */
  const bytes = () => Buffer.concat(chunks).length;
  return { seen, bytes, leave: () => void socket.destroy() };
}

function read(text: string): Seen {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return { kind: 'partial', status: 0, text };
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const rest = text.slice(end + 4);
  const chunked = headers.get('transfer-encoding') === 'chunked';
  const body = chunked ? unchunk(rest) : { text: rest, whole: fits(rest, headers) };
  return body.whole
    ? { kind: 'answer', status, headers, text: body.text }
    : { kind: 'partial', status, text: body.text };
}

function fits(text: string, headers: Headers): boolean {
  return Buffer.byteLength(text) === Number(headers.get('content-length') ?? 0);
}

function unchunk(given: string): { text: string; whole: boolean } {
  let rest = given;
  let text = '';
  for (;;) {
    const line = /^([0-9a-f]+)\r\n/.exec(rest);
    if (!line) return { text, whole: false };
    const size = Number.parseInt(line[1] ?? '', 16);
    const from = line[0].length;
    if (size === 0) return { text, whole: true };
    text += rest.slice(from, from + size);
    rest = rest.slice(from + size + 2);
  }
}
