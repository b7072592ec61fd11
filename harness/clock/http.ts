import net from 'node:net';

// HTTP requests to the emulator's clock over bare sockets. Loading `node:http` would slow each run of the action in a
// test twice.

/** Base URL of requests, and headers that each request contains. */
export interface Target {
  /** An http URL, to which the path of a request is appended. */
  base: string;
  headers: Record<string, string>;
}
export interface Answer {
  status: number;
  text: string;
}

/** Blank line that ends the head of a response. */
const HEAD_END = '\r\n\r\n';

function connect({ base }: Target): net.Socket {
  const { hostname, port } = new URL(base);
  const socket = net.connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    noDelay: true,
  });
  socket.setEncoding('utf8');
  // A connection does not keep the process alive; only a sleeping participant does.
  return socket.unref();
}

function textOf(
  target: Target,
  request: [version: '1.0' | '1.1', method: string, path: string, body: unknown],
): string {
  const [version, method, path, body] = request;
  const { host, pathname } = new URL(target.base);
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    host,
    'content-type': 'application/json',
    'content-length': String(new TextEncoder().encode(text).length),
    ...target.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${path} HTTP/${version}\r\n${lines.join('')}\r\n${text}`;
}

/** Parses the status and headers of a response's head. */
function readHead(head: string): { status: number; length: number } {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  return { status, length: Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0) };
}

/** Request whose response is a sequence of lines until the connection ends. */
export interface LineStream {
  close(): void;
}

/**
 * Posts `body` and passes each line of the response to `line`. Calls `refused` instead if the status is not 200. Calls
 * `ended` once when the connection has ended, unless `close` was called.
 */
export function postForLines(
  target: Target,
  path: string,
  body: unknown,
  on: { line(text: string): void; refused(answer: Answer): void; ended(cause?: Error): void },
): LineStream {
  const socket = connect(target);
  let text = '';
  let head: { status: number } | undefined;
  let cause: Error | undefined;
  let closed = false;
  // The request uses HTTP/1.0, so that the response is not chunked.
  socket.write(textOf(target, ['1.0', 'POST', path, body]));
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (!head) {
      const end = text.indexOf(HEAD_END);
      if (end === -1) return;
      head = readHead(text.slice(0, end));
      text = text.slice(end + HEAD_END.length);
    }
    if (head.status !== 200) return;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (!closed) on.line(line);
  });
  socket.on('error', (error) => {
    cause = error;
  });
  socket.on('close', () => {
    if (closed) return;
    if (head && head.status !== 200) on.refused({ status: head.status, text });
    else on.ended(cause);
  });
  return {
    close() {
      closed = true;
      socket.destroy();
    },
  };
}

/** Sends short requests one after another on one connection, so that they arrive in order. */
export interface ShortRequests {
  /** Sends one request, or rejects if the connection breaks, possibly after the request has arrived. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): void;
}

export function createShortRequests(target: Target): ShortRequests {
  let socket: net.Socket | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let over = false;

  const exchange = (request: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (over) return reject(new Error('The participant left the clock.'));
      const open = socket && !socket.destroyed && socket.writable ? socket : connect(target);
      socket = open;
      let text = '';
      const done = () => {
        open.off('data', onData);
        open.off('error', onGone);
        open.off('close', onGone);
      };
      const onGone = (cause?: unknown) => {
        done();
        open.on('error', () => undefined).destroy();
        reject(new Error('The connection to the clock was lost.', { cause }));
      };
      const onData = (chunk: string) => {
        text += chunk;
        const end = text.indexOf(HEAD_END);
        if (end === -1) return;
        const { status, length } = readHead(text.slice(0, end));
        const body = text.slice(end + HEAD_END.length);
        if (new TextEncoder().encode(body).length < length) return;
        done();
        open.on('error', () => undefined);
        resolve({ status, text: body });
      };
      open.on('data', onData);
      open.on('error', onGone);
      open.on('close', onGone);
      open.write(request);
    });

  return {
    ask(method, path, body) {
      const request = textOf(target, ['1.1', method, path, body]);
      const answer = last.then(() => exchange(request));
      last = answer.catch(() => undefined);
      return answer;
    },
    close() {
      over = true;
      socket?.destroy();
    },
  };
}
