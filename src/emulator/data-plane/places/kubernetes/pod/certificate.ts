import { createSecureContext, type SecureContext } from 'node:tls';
import type { Clock } from '../../../../../clients/clock.ts';
import { PodCertificate } from '../../../../../contract/pod-certificates.ts';
import { errorMessage } from '../../../../../os/errors.ts';
import { ControlPlaneRefusedError } from '../../../artifacts/plane-client.ts';

export interface CertificateRenewalOptions {
  /** Sends the signing request to the control plane once, and returns the body of its response. */
  request: (signingRequest: string) => Promise<unknown>;
  /** Uses the certificate for new connections. Existing connections continue. */
  use: (context: SecureContext) => void;
  log: (line: string) => void;
  clock: Clock;
  random?: () => number;
  signal: AbortSignal;
}

/** Milliseconds between two attempts to get a certificate. */
const RETRY_MS = 1_000;
/** Maximum delay in milliseconds between two attempts to renew a certificate that is still valid. */
const MAX_RETRY_MS = 60_000;
/**
 * Milliseconds after which a pod starts without a certificate if only replicas of an earlier version respond, which
 * cannot sign certificates and which link to the pod without TLS.
 */
const EARLIER_VERSION_MS = 15_000;

/**
 * Gets a certificate for the pod's server, and renews the certificate after half of its validity until the signal
 * aborts. The private key never leaves this process, and each certificate has a new key. Resolves once the server has a
 * certificate, or once it is known that the control plane has an earlier version.
 * @throws ControlPlaneRefusedError if the control plane refuses the request.
 */
export async function startCertificateRenewal(options: CertificateRenewalOptions): Promise<void> {
  const { clock, log, signal } = options;
  const begunAt = clock.now();
  let first: Issued | undefined;
  while (first === undefined) {
    try {
      first = await issue(options);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfEarlierVersion(error)) throw error;
      if (clock.now() - begunAt >= EARLIER_VERSION_MS) {
        log('The control plane cannot sign certificates, because it has an earlier version.');
        break;
      }
      await clock.sleep(RETRY_MS, signal);
    }
  }
  void renew(options, first).catch((error: unknown) => {
    if (!signal.aborted) log(`The certificate is not renewed any more: ${errorMessage(error)}`);
  });
}

/** Times of a certificate, in milliseconds of the clock. */
interface Issued {
  at: number;
  expiresAt: number;
}

/** Gets a certificate for a new key and uses it. @throws the error of the request. */
async function issue({ request, use, clock }: CertificateRenewalOptions): Promise<Issued> {
  const { createSigningRequest } = await import('../../../certificates/certificates.ts');
  const { request: signingRequest, key } = await createSigningRequest();
  const at = clock.now();
  const answer = PodCertificate.safeParse(await request(signingRequest));
  if (!answer.success) {
    throw new ControlPlaneRefusedError(200, 'the control plane sent a certificate in an unknown format');
  }
  const { certificate, expires_at: expiresAt } = answer.data;
  use(createSecureContext({ cert: certificate, key, minVersion: 'TLSv1.3' }));
  return { at, expiresAt };
}

/** Renews a certificate again and again. Never resolves. Rejects when the signal aborts. */
async function renew(options: CertificateRenewalOptions, first: Issued | undefined): Promise<never> {
  const { clock, log, signal, random = Math.random } = options;
  let current = first;
  let failures = 0;
  for (;;) {
    await clock.sleep(delayOf(current, failures, clock.now(), random), signal);
    try {
      current = await issue(options);
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      // While no replica can sign certificates, a line for each attempt would fill the log.
      if (failures === 1 && !isOfEarlierVersion(error))
        log(`The certificate of the pod cannot be renewed yet: ${errorMessage(error)}`);
    }
  }
}

/** Returns the delay before the next renewal. A random part keeps the pods of a deployment from renewing together. */
function delayOf(current: Issued | undefined, failures: number, now: number, random: () => number): number {
  if (current === undefined || failures > 0) {
    return Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2);
  }
  const life = current.expiresAt - current.at;
  return Math.max(RETRY_MS, current.at + life * (0.45 + random() * 0.1) - now);
}

/** Returns whether a replica of an earlier version responded, which does not have the route. */
function isOfEarlierVersion(error: unknown): boolean {
  return error instanceof ControlPlaneRefusedError && [404, 405].includes(error.status);
}
