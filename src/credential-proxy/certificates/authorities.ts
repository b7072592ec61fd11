import { type CertificateAuthority, CA_LIFE_MS, createCertificateAuthority } from './authority.ts';
import type { PermittedNames } from './constraints.ts';

/** The CAs that a sandbox is to trust at one revision: the one for its hosts of now first, at most one earlier. */
export type CertificateAuthorities = readonly [CertificateAuthority, ...CertificateAuthority[]];

/**
 * The CAs of the next revision. The same hosts keep the CA they have. Other hosts get a new one, and the earlier one
 * stays for the hosts that both know, so that programs that are running with it go on; one that has lived half of its
 * days is replaced as well.
 */
export async function nextCertificateAuthorities(
  earlier: CertificateAuthorities | null,
  names: PermittedNames,
  now: number,
): Promise<CertificateAuthorities> {
  const current = earlier?.[0];
  const young = current !== undefined && current.notAfter - now > CA_LIFE_MS / 2;
  if (earlier && young && sameNames(current.names, names)) return earlier;
  const made = await createCertificateAuthority(names, now);
  const stays = current !== undefined && current.notAfter > now && current.names.suffixes.length > 0;
  return stays ? [made, current] : [made];
}

/** The order in which CAs sign: what the running programs know already comes first. */
export function signingOrder(authorities: CertificateAuthorities): CertificateAuthority[] {
  return [...authorities].reverse();
}

function sameNames(a: PermittedNames, b: PermittedNames): boolean {
  return a.suffixes.join() === b.suffixes.join() && a.addresses.join() === b.addresses.join();
}
