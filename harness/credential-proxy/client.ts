import type tls from 'node:tls';
import type { RigSandbox } from './rig.ts';
import { type AnswerHead, RawConnection } from './raw-connection.ts';

/** The user name that belongs to a sandbox (facts D.2). */
export const userName = (id: string): string => `sbx-${id}`;

/** The header line with which a sandbox says who it is. */
export const credentialsLine = (user: string, token: string): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

/** The proxy's URL as a sandbox's environment has it. */
export const proxyUrl = (port: number, { id, token }: RigSandbox): string =>
  `http://${userName(id)}:${token}@127.0.0.1:${port}`;

export interface TunnelOptions extends tls.ConnectionOptions {
  /** In place of the right credentials' line. */
  credentials?: string[];
}

/** Asks for a tunnel; the connection is in clear still when the answer is 200. */
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

/** A tunnel with TLS in it; throws unless the proxy says 200 and the handshake ends well. */
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

/** Sends a request and takes its whole answer. */
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
