import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, type SecureContext, type TLSSocket } from 'node:tls';
import type { Host } from '../canonical/host.ts';
import { RefusalError } from '../ingress/refusal.ts';

/**
 * TLS over a connection to an upstream: its name in the certificate is the host that the credential was chosen for.
 * Verification cannot be switched off (facts D.5.8). Throws `RelayRefusal`; the connection is destroyed then.
 */
export function connectTls(
  socket: Socket,
  host: Host,
  secureContext: SecureContext,
  withinMs: number,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // With TLS, half a connection is of no use to anyone.
    socket.allowHalfOpen = false;
    const options: ConnectionOptions = {
      socket,
      host: host.text,
      // SNI carries names only; an address is verified as one.
      servername: host.kind === 'name' ? host.text : '',
      secureContext,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    };
    const secure = connect(options);
    // Until its taker listens, and after it went: an error that nobody hears would end the process.
    secure.on('error', () => undefined);
    const fail = (refusal: RefusalError) => {
      settle();
      secure.destroy();
      socket.destroy();
      reject(refusal);
    };
    const timer = setTimeout(() => fail(new RefusalError('upstream-connect-timeout')), withinMs);
    const onSecure = () => {
      settle();
      resolve(secure);
    };
    const onError = (cause: Error) =>
      fail(new RefusalError(isUntrusted(secure) ? 'upstream-certificate' : 'upstream-tls', { cause }));
    const onClose = () => fail(new RefusalError('upstream-tls'));
    const settle = () => {
      clearTimeout(timer);
      secure.off('secureConnect', onSecure).off('error', onError).off('close', onClose);
    };
    secure.on('secureConnect', onSecure).on('error', onError).on('close', onClose);
  });
}

/** The handshake was made and the certificate not believed: only then is there a reason that says so. */
function isUntrusted(secure: TLSSocket): boolean {
  // It is null until a certificate was looked at, whatever its type says.
  const said: unknown = secure.authorizationError;
  return said !== null && said !== undefined;
}
