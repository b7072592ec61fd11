import { randomUUID } from 'node:crypto';
import { type Clock, realClock } from '../../../clients/clock.ts';
import type { AuthorityRow, Store } from '../../ports/store.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { CertificateWithKey } from './certificates.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Validity of a CA in milliseconds. After half of this time, the control plane creates the next CA. */
export const AUTHORITY_LIFE_MS = 365 * DAY;
/** Validity of a pod's certificate in milliseconds. */
export const CERTIFICATE_LIFE_MS = DAY;
/**
 * Age in milliseconds from which a CA signs certificates. Until then, the previous CA signs, so that all replicas trust
 * a CA before they see its first certificate.
 */
export const SETTLE_MS = HOUR;
/** Milliseconds for which a replica uses the CAs that it has read from the store. */
const CACHE_MS = 10_000;

/** CA of this control plane, whose private key is encrypted in the store. */
export interface PlaneAuthority {
  /** Returns the certificates (PEM) of all valid CAs, newest first. Creates the first CA if no CA exists. */
  trusted(): Promise<string>;
  /**
   * Signs a certificate for a server with this DNS name.
   * @param request Certificate signing request (PEM).
   * @throws Error if the request is invalid.
   */
  sign(request: string, name: string): Promise<{ certificate: string; expiresAt: number }>;
}

/** Creates the access to the CA. All replicas use the same CAs, and replace a CA after half of its validity. */
export function createPlaneAuthority(
  store: Pick<Store, 'authorities' | 'workspaces'>,
  clock: Pick<Clock, 'now'> = realClock,
): PlaneAuthority {
  let cached: { rows: AuthorityRow[]; until: number } | undefined;

  /** Returns the valid CAs, newest first. */
  const list = async () =>
    (await store.authorities.list()).filter(({ expiresAt }) => expiresAt > clock.now());

  /** Creates the CA that follows these valid CAs. If another replica creates a CA first, that CA is used. */
  const add = async (rows: readonly AuthorityRow[]): Promise<AuthorityRow[]> => {
    const { createAuthorityCertificate } = await import('./certificates.ts');
    const now = clock.now();
    const [workspace] = await store.workspaces.list();
    if (workspace === undefined) throw new Error('the control plane has no workspace for its CA');
    const id = randomUUID();
    // The name of each CA is unique, so a client that trusts two CAs finds the right CA.
    const created = await createAuthorityCertificate(`agent-deploy ${id}`, now, AUTHORITY_LIFE_MS);
    const { certificate, key, expiresAt } = created;
    const generation = (rows[0]?.generation ?? 0) + 1;
    await store.authorities.removeExpired(now);
    await store.authorities.insert(
      { id, workspaceId: workspace.id, generation, certificate, createdAt: now, expiresAt },
      key,
    );
    return list();
  };

  /** Returns the valid CAs, newest first, and creates the next CA if it is due. */
  const ensure = async (): Promise<AuthorityRow[]> => {
    const rows = await list();
    const [newest] = rows;
    const isDue = newest === undefined || newest.expiresAt - clock.now() < AUTHORITY_LIFE_MS / 2;
    return isDue ? add(rows) : rows;
  };

  /** Returns the CA that signs, or `undefined` if no private key can be decrypted. */
  const findSigner = async (rows: readonly AuthorityRow[]): Promise<CertificateWithKey | undefined> => {
    const isSettled = ({ createdAt }: AuthorityRow) => createdAt + SETTLE_MS <= clock.now();
    // If no CA has settled, the oldest CA signs, because most replicas trust it.
    const order = [...rows.filter(isSettled), ...rows.filter((row) => !isSettled(row)).toReversed()];
    for (const { id, certificate, expiresAt } of order) {
      const key = await store.authorities.keyOf(id).catch((error: unknown) => {
        if (error instanceof StoreError && error.code === 'sealed') return undefined;
        throw error;
      });
      if (key !== undefined) return { certificate, key, expiresAt };
    }
    return undefined;
  };

  return {
    async trusted() {
      if (cached === undefined || cached.until <= clock.now()) {
        cached = { rows: await ensure(), until: clock.now() + CACHE_MS };
      }
      return cached.rows.map(({ certificate }) => certificate).join('');
    },
    async sign(request, name) {
      const rows = await ensure();
      const signer = (await findSigner(rows)) ?? (await findSigner(await add(rows)));
      if (signer === undefined) throw new Error('the control plane has no CA whose key can be decrypted');
      const { signServerCertificate } = await import('./certificates.ts');
      return signServerCertificate(signer, { request, name }, clock.now(), CERTIFICATE_LIFE_MS);
    },
  };
}

/** Returns the DNS name in the certificates of a revision's pods. */
export const podServerName = (deploymentId: string, revisionId: string): string =>
  `${revisionId}.${deploymentId}.agents.internal`.toLowerCase();
