import {
  createCertificateAuthority,
  type PermittedNames,
  permittedNamesOf,
} from '../../../src/credential-proxy/certificates/authority.ts';
import { parseHostPattern } from '../../../src/credential-proxy/policy/host-pattern.ts';

/** The names that a CA may sign for when these are the hosts of its rules. */
export function names(...patterns: string[]): PermittedNames {
  const hosts = patterns.map((pattern) => {
    const parsed = parseHostPattern(pattern);
    if (!parsed.ok) throw new Error(parsed.reason);
    return parsed.value;
  });
  return permittedNamesOf([{ hosts }]);
}

/** A leaf that the CA's key signs although its constraints forbid it: what a thief of the key would make. */
export async function stolen(permitted: ReturnType<typeof names>, host: string) {
  const authority = await createCertificateAuthority(permitted, Date.now());
  // `sign` refuses by the names it was given; the certificate says what it said when it was made.
  const mutable: { suffixes: string[]; addresses: string[] } = permitted as never;
  (/^[\d.]+$|:/.test(host) ? mutable.addresses : mutable.suffixes).push(host);
  const leaf = await authority.sign(host, Date.now());
  return { caPem: authority.certPem, cert: leaf.certPem, key: leaf.keyPem };
}
