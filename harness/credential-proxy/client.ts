import { once } from 'node:events';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';
import type { RigSandbox } from './rig.ts';

/** Returns the user name with which a sandbox authenticates. */
export const userName = (id: string): string => `sbx-${id}`;

/** Returns the header line with which a sandbox authenticates. */
export const credentialsLine = (user: string, token: string): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

/** Returns the proxy's URL in a sandbox's environment. */
export const proxyUrl = (port: number, { id, token }: RigSandbox): string =>
  `http://${userName(id)}:${token}@127.0.0.1:${port}`;

interface TunnelOptions extends tls.ConnectionOptions {
  /** Header lines that replace the line with the correct credentials. */
  credentials?: string[];
}

/** Requests a tunnel; after a 200 response, the connection is not encrypted yet. */
export async function requestTunnel(
  port: number,
  sandbox: RigSandbox,
  authority: string,
  credentials: string[] = [credentialsLine(userName(sandbox.id), sandbox.token)],
): Promise<{ connection: RawConnection; head: AnswerHead | null }> {
  const connection = await RawConnection.open(port);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...credentials, '', ''];
  connection.send(Buffer.from(lines.join('\r\n')));
  return { connection, head: await connection.head() };
}

/** Opens a tunnel with TLS. Throws if the proxy's response is not a 200, or if the handshake fails. */
export async function openTunnel(
  port: number,
  sandbox: RigSandbox,
  authority: string,
  { credentials, ...options }: TunnelOptions = {},
): Promise<RawConnection> {
  const { connection, head } = await requestTunnel(port, sandbox, authority, credentials);
  if (head?.status !== 200) throw new Error(`the tunnel was answered ${head?.status ?? 'by its end'}`);
  const host = authority.replace(/:\d+$/, '');
  return connection.secure({ ca: sandbox.caPem, servername: host, ...options });
}

/** Sends a request and reads its whole response. */
export async function sendRequest(
  connection: RawConnection,
  bytes: string | Buffer,
): Promise<{ head: AnswerHead; text: string; whole: boolean }> {
  connection.send(bytes);
  const head = await connection.head();
  if (head === null) throw new Error('the connection ended instead of an answer');
  const { data, whole } = await connection.body(head);
  return { head, text: data.toString('latin1'), whole };
}

/** Status and headers of a response. */
export interface AnswerHead {
  status: number;
  headers: [string, string][];
  text: string;
}

/** A connection that sends exactly the given bytes and records the response. */
export class RawConnection {
  readonly socket: Duplex;
  error: Error | null = null;
  private received = Buffer.alloc(0);
  private over = false;
  private wake: () => void = () => {};

  constructor(socket: Duplex) {
    this.socket = socket;
    const finish = (): void => {
      this.over = true;
      this.wake();
    };
    socket.on('data', (data: Buffer) => {
      this.received = Buffer.concat([this.received, data]);
      this.wake();
    });
    socket.on('error', (error) => {
      this.error = error;
      finish();
    });
    socket.on('end', finish);
    socket.on('close', finish);
  }

  /** Connects to a port of the loopback interface, or to a Unix socket. */
  static async open(to: number | string): Promise<RawConnection> {
    const socket = net.connect(
      typeof to === 'number' ? { port: to, host: '127.0.0.1', noDelay: true } : { path: to },
    );
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  send(bytes: string | Buffer): void {
    if (!this.socket.destroyed)
      this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Received bytes that have not been read. */
  get pending(): Buffer {
    return this.received;
  }

  get ended(): boolean {
    return this.over;
  }

  /** Waits until `enough` returns a value, or returns null if the connection ends first. */
  async until<T>(enough: (data: Buffer) => T | null, ms = WAIT_LIMIT_MS): Promise<T | null> {
    const deadline = Date.now() + ms;
    for (;;) {
      const found = enough(this.received);
      if (found !== null || this.over) return found;
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(
          `nothing decided after ${ms} ms; so far: ${this.received.toString('latin1', 0, 200)}`,
        );
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }

  /** Reads the status and headers of the next response, or returns null if the connection has ended. */
  async head(): Promise<AnswerHead | null> {
    const end = await this.until((data) => {
      const at = data.indexOf('\r\n\r\n');
      return at < 0 ? null : at;
    });
    if (end === null) return null;
    const text = this.received.toString('latin1', 0, end);
    this.received = this.received.subarray(end + 4);
    const [line = '', ...rest] = text.split('\r\n');
    const headers = rest.map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    });
    return { status: Number(line.split(' ')[1]), headers, text };
  }

  /**
   * Reads a response body, whose end is marked by its length, its chunks, or the end of the connection. `whole` is
   * false if the body is incomplete.
   */
  async body(head: AnswerHead): Promise<{ data: Buffer; whole: boolean }> {
    const of = (name: string): string | undefined => head.headers.find(([key]) => key === name)?.[1];
    const length = of('content-length');
    if (length !== undefined) {
      const size = Number(length);
      const whole = (await this.until((data) => (data.length >= size ? true : null))) !== null;
      const data = this.received.subarray(0, size);
      this.received = this.received.subarray(data.length);
      return { data, whole };
    }
    if (of('transfer-encoding') === undefined) {
      await this.closed();
      return { data: this.take(), whole: true };
    }
    const parts: Buffer[] = [];
    for (;;) {
      const end = await this.until((data) => {
        const at = data.indexOf('\r\n');
        return at < 0 ? null : at;
      });
      if (end === null) return { data: Buffer.concat(parts), whole: false };
      const size = Number.parseInt(this.received.toString('latin1', 0, end), 16);
      const until = end + 2 + size + 2;
      if ((await this.until((data) => (data.length >= until ? true : null))) === null) {
        return { data: Buffer.concat(parts), whole: false };
      }
      parts.push(this.received.subarray(end + 2, end + 2 + size));
      this.received = this.received.subarray(until);
      if (size === 0) return { data: Buffer.concat(parts), whole: true };
    }
  }

  /** Waits until the other side closes the connection. */
  async closed(): Promise<void> {
    await this.until(() => null);
  }

  take(): Buffer {
    const data = this.received;
    this.received = Buffer.alloc(0);
    return data;
  }

  /** Starts TLS on the connection, or rejects with the error of the handshake. */
  async secure(options: tls.ConnectionOptions): Promise<RawConnection> {
    this.socket.removeAllListeners();
    const socket = tls.connect({ socket: this.socket, ...options });
    await once(socket, 'secureConnect');
    return new RawConnection(socket);
  }

  /** Closes the connection immediately and discards pending data. */
  destroy(): void {
    this.socket.on('error', () => {});
    this.socket.destroy();
  }
}
