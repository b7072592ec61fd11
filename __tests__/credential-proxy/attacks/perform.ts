import { type Recorder, headerValues } from '../../../harness/credential-proxy/recorder.ts';
import {
  type AnswerHead,
  credentialsLine,
  RawConnection,
  requestTunnel,
  userName,
} from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, SECRETS } from '../../../harness/credential-proxy/rig.ts';
import type { Attack, Credentials, Outcome, Upstream } from './attack.ts';

/** Result of an attack, at the client and at the upstreams. */
export interface Result {
  outcome: Outcome;
  /** True if the connection was closed after the response. */
  closed: boolean;
  /** All decrypted text that the client has received. */
  shown: string;
}

function lines(sandbox: RigSandbox, other: RigSandbox, credentials: Credentials = 'right'): string[] {
  const right = credentialsLine(userName(sandbox.id), sandbox.token);
  switch (credentials) {
    case 'right':
      return [right];
    case 'none':
      return [];
    case 'wrong':
      return [credentialsLine(userName(sandbox.id), `${sandbox.token.slice(0, -1)}_`)];
    case 'of-another':
      return [credentialsLine(userName(other.id), sandbox.token)];
    case 'bearer':
      return [`Proxy-Authorization: Bearer ${sandbox.token}`];
    case 'twice':
      return [credentialsLine('sbx-unknown', 'x'), right];
  }
}

/** Sends the bytes of an attack unchanged, and waits for the proxy's response. */
export async function perform(
  rig: Rig,
  main: RigSandbox,
  other: RigSandbox,
  attack: Attack,
): Promise<Result> {
  const { port } = rig.proxy.address;
  const credentials = lines(main, other, attack.credentials);
  const shown: string[] = [];
  let connection: RawConnection;
  if (attack.connect === undefined) {
    connection = await RawConnection.open(port);
  } else {
    const tunnel = await requestTunnel(port, main, attack.connect, credentials);
    connection = tunnel.connection;
    shown.push(tunnel.head?.text ?? '');
    if (tunnel.head?.status !== 200) return end(connection, tunnel.head, shown, attack);
    if (attack.clear !== true) {
      const host = attack.connect.replace(/:\d+$/, '');
      const name = attack.sni === undefined ? host : attack.sni;
      try {
        connection = await connection.secure({
          // In a tunnel without interception, the upstream presents its own certificate.
          ca: [main.caPem, rig.ca.caPem],
          ...(name === null ? { servername: '' } : { servername: name }),
          ...(attack.alpn === undefined ? {} : { ALPNProtocols: attack.alpn }),
          checkServerIdentity: () => undefined,
        });
      } catch {
        connection.destroy();
        return { outcome: 'alert', closed: true, shown: shown.join('\n') };
      }
    }
  }
  connection.send(attack.send.replace('{auth}', credentials.join('\r\n')));
  const head = await connection.head();
  shown.push(head?.text ?? '');
  return end(connection, head, shown, attack);
}

async function end(
  connection: RawConnection,
  head: AnswerHead | null,
  shown: string[],
  attack: Attack,
): Promise<Result> {
  const body = head === null ? '' : (await connection.body(head)).data.toString('latin1');
  if (attack.closes === true) await connection.closed();
  const result = {
    outcome: head?.status ?? ('closed' as const),
    closed: connection.ended,
    shown: [...shown, body, connection.pending.toString('latin1')].join('\n'),
  };
  connection.destroy();
  return result;
}

const SECRET = [SECRETS.authorization, SECRETS.authorization.replace('Bearer ', ''), SECRETS.key];

/** Returns which requests reached the upstreams during an attack, or throws for an unexpected result. */
export function upstreamOf(rig: Rig): Upstream {
  const recorders = [rig.upstream, rig.plain];
  const elsewhere: Recorder[] = [rig.evil, ...Object.values(rig.bad)];
  if (elsewhere.some((recorder) => recorder.bytes().length > 0))
    throw new Error('bytes went to another upstream');
  const requests = recorders.flatMap((recorder) => recorder.requests);
  const bytes = recorders.map((recorder) => recorder.bytes().toString('latin1')).join('');
  const reported = SECRET.some((secret) => bytes.includes(secret));
  const [first, ...more] = requests;
  if (first === undefined) {
    // The head of a request may have been sent before its body was refused, and does not count as a complete request.
    return 'nothing';
  }
  if (more.length > 0)
    throw new Error(`${requests.length} requests: ${requests.map(({ head }) => head).join(' | ')}`);
  if (/\r\n(proxy-[^:]*|te|keep-alive|transfer_encoding|x[_-]api_key|x_api-key):/i.test(first.head)) {
    throw new Error(`a header that should be gone: ${first.head}`);
  }
  if (headerValues(first, 'host').length !== 1) throw new Error(`not one Host: ${first.head}`);
  if (!reported) return 'clean';
  const authorization = headerValues(first, 'authorization');
  const keys = headerValues(first, 'x-api-key');
  if (authorization.length === 1 && authorization[0] === SECRETS.authorization && keys[0] !== SECRETS.key)
    return 'ours';
  if (keys.length === 1 && keys[0] === SECRETS.key && authorization[0] !== SECRETS.authorization)
    return 'key';
  throw new Error(`not exactly one credential: ${authorization.length}, ${keys.length}`);
}
