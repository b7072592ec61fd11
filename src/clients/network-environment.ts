type Environment = Readonly<Record<string, string | undefined>>;

/** By which programs find the proxy and the certificates of the network they are on; each in either case of letters. */
const NETWORK_VARIABLES = new Set([
  // Proxies: what most programs read, then those of Node, npm and Yarn.
  'ALL_PROXY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NODE_USE_ENV_PROXY',
  'NPM_CONFIG_HTTPS_PROXY',
  'NPM_CONFIG_NOPROXY',
  'NPM_CONFIG_PROXY',
  'YARN_HTTP_PROXY',
  'YARN_HTTPS_PROXY',
  // Certificates: OpenSSL, Node, curl, git, npm, Yarn, pip, requests, uv, cargo, the AWS tools.
  'AWS_CA_BUNDLE',
  'CARGO_HTTP_CAINFO',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NPM_CONFIG_CAFILE',
  'PIP_CERT',
  'REQUESTS_CA_BUNDLE',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'UV_NATIVE_TLS',
  'UV_SYSTEM_CERTS',
  'YARN_HTTPS_CA_FILE_PATH',
]);

/**
 * Picks the variables by which a program that fetches (git, npm, pip, …) finds the proxy and trusts the certificates of
 * this machine's network, spelled as they are in `env`. The only list of them: every place where packages can be
 * installed passes these on. A proxy's URL may hold credentials, so the result is for programs that fetch, never for an
 * agent.
 */
export function networkEnvironment(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && NETWORK_VARIABLES.has(entry[0].toUpperCase()),
    ),
  );
}
