import { createHash } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Contexts are dear (some 150 certificates are read for one) and few: sandboxes share them by their extra roots. */
const MOST = 64;
const contexts = new Map<string, SecureContext>();

/** What upstream certificates are verified with: the roots of the machine and the operator's own (PEM). Throws for no PEM. */
export function upstreamTlsContext(extraRoots: readonly string[]): SecureContext {
  const key = createHash('sha256').update(extraRoots.join('\0')).digest('base64');
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const made = createSecureContext({
    minVersion: 'TLSv1.2',
    ca: [...getCACertificates('default'), ...extraRoots],
  });
  const [oldest] = contexts.keys();
  if (contexts.size >= MOST && oldest !== undefined) contexts.delete(oldest);
  contexts.set(key, made);
  return made;
}
