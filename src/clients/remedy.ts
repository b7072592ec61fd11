import type { Forbidden } from './error-body.ts';

/** What to do about an HTTP status that ended a call (deploy-actions E4). One sentence, for people. */
export function hintForStatus(status: number, forbidden: Forbidden | null): string {
  if (status >= 300 && status < 400) {
    return 'Redirects are not followed, so that the key goes nowhere else: give the final address as the URL.';
  }
  if (status >= 500 && status !== 501) {
    return 'The service is in trouble: try again later, and look at its status page.';
  }
  switch (status) {
    case 400:
      return 'Correct what the service refused and run again.';
    case 401:
      return 'Check the API key: it is missing, wrong, or has been revoked.';
    case 403:
      return remedyForForbidden(forbidden);
    case 404:
      return 'Check the id, the workspace the key belongs to, and that the URL is the control plane (self-hosted: ending in /api-host).';
    case 405:
    case 501:
      return 'This control plane does not serve the call: check its URL and its version.';
    case 408:
    case 425:
    case 429:
      return 'The service asks for fewer requests: run again later, or poll less often.';
    case 409:
      return 'It conflicts with what is there: the name is taken, or the deployment is being deleted. Choose another name, delete the left-over, or wait.';
    case 413:
      return 'The request is too large for the service: send less.';
    case 422:
      return 'Correct the fields named and run again.';
    default:
      return 'Check the URL and the request.';
  }
}

function remedyForForbidden(forbidden: Forbidden | null): string {
  switch (forbidden) {
    case 'needs-workspace':
      return 'The key belongs to an organization: give the workspace id as well.';
    case 'not-enabled':
      return 'Deployments are not enabled for this organization: ask its owner to enable them.';
    case 'no-access':
    case null:
      return 'The key has no access here: check that it belongs to this workspace and region.';
  }
}

/** What to do about a connection that failed, by the fault's code. */
export function hintForFault(code: string): string {
  if (isCertificateFault(code)) {
    return 'The certificate is not trusted: check the host name, or make its CA known with NODE_EXTRA_CA_CERTS.';
  }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name was not found: check the URL, DNS, and the proxy settings.';
    case 'ECONNREFUSED':
      return 'Nothing listens at this address: check the URL and its port.';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'The host cannot be reached: check the URL, the firewall, and HTTPS_PROXY and NO_PROXY.';
    case 'UND_ERR_PRX_TLS':
    case 'UND_ERR_PRX_CONN':
    case 'UND_ERR_ABORTED':
      return 'The proxy refused the connection: check HTTPS_PROXY, its credentials, and NO_PROXY.';
    default:
      return 'Check the network between here and the service, and try again.';
  }
}

/** Faults of the certificate: trying again cannot cure them. */
export function isCertificateFault(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS/.test(code);
}
