import { getPublicSuffix } from 'tldts';

/**
 * Whether anyone can get a name right below this domain (Public Suffix List, hosting domains included): a wildcard
 * over it would hand a secret to strangers.
 */
export function isPublicSuffix(domain: string): boolean {
  return publicSuffix(domain) === domain;
}

/**
 * Whether a public suffix lies between a domain and a name below it, as `s3.amazonaws.com` does for
 * `amazonaws.com` and `anyone.s3.amazonaws.com`: the name is then a stranger's, though it ends alike.
 */
export function crossesPublicSuffix(domain: string, name: string): boolean {
  return (publicSuffix(name)?.length ?? 0) > domain.length;
}

function publicSuffix(domain: string): string | null {
  return getPublicSuffix(domain, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
}
