import { parseNoProxy, formatNoProxy } from './policy/no-proxy.ts';

/** A sandbox's proxy, for a program inside it. Paths are those inside the sandbox. */
export interface ProxyEnvironment {
  /** With username and token, as in `http://sbx-1:token@127.0.0.1:3128`. */
  proxyUrl: string;
  /** PEM file with the sandbox's CA alone: for programs that add it to their roots. */
  caFile: string;
  /** PEM file with the machine's roots and the CA: for programs that then read nothing else. */
  bundleFile: string;
  /** The `no_proxy` entries of the configuration. */
  noProxy: readonly string[];
  /** Whether the program can reach a host without the proxy. If not, the proxy itself applies `noProxy` by tunneling to
   * those hosts: NO_PROXY would make them unreachable. */
  hasDirectWay: boolean;
}

/** The sandbox's own loopback, which the proxy cannot reach. */
const OWN = ['localhost', '127.0.0.1', '::1'];

const PROXY = ['HTTP_PROXY', 'HTTPS_PROXY'];
/** Variables whose file is added to the trusted roots. */
const ADDED = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];
/** Variables whose file replaces the trusted roots. */
const REPLACED = [
  'SSL_CERT_FILE',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'PIP_CERT',
  'GIT_SSL_CAINFO',
  'AWS_CA_BUNDLE',
  'CARGO_HTTP_CAINFO',
  'BUNDLE_SSL_CA_CERT',
  'NPM_CONFIG_CAFILE',
];
/** Switches that make programs read the variables at all. */
const SWITCHES = { NODE_USE_ENV_PROXY: '1', UV_NATIVE_TLS: '1' };
/** Takes precedence in some programs, and could name another proxy. */
const ABSENT = ['ALL_PROXY'];

/** Every variable that is set, or must be unset: the ones to restore afterwards. */
export const PROXY_VARIABLES: readonly string[] = [
  ...[...PROXY, 'NO_PROXY', ...ABSENT].flatMap(bothCases),
  ...ADDED,
  ...REPLACED,
  ...Object.keys(SWITCHES),
];

/**
 * The variables by which curl, git, Node, Python, pip, uv, npm, cargo, Deno, Ruby and the AWS tools find the proxy and
 * trust its CA. `ALL_PROXY` is not among them and must be unset. They are a convenience: what enforces the policy is
 * that only the proxy can be reached.
 */
export function proxyEnvironment(given: ProxyEnvironment): Record<string, string> {
  const entries: [string, string][] = [
    ...PROXY.flatMap(bothCases).map((name): [string, string] => [name, given.proxyUrl]),
    ...bothCases('NO_PROXY').map((name): [string, string] => [name, noProxyText(given)]),
    ...ADDED.map((name): [string, string] => [name, given.caFile]),
    ...REPLACED.map((name): [string, string] => [name, given.bundleFile]),
  ];
  return { ...Object.fromEntries(entries), ...SWITCHES };
}

/** In the form that all programs read alike: `name`, `.name`, no spaces. */
function noProxyText(given: ProxyEnvironment): string {
  const entries = (given.hasDirectWay ? given.noProxy : []).flatMap((text) => {
    const parsed = parseNoProxy(text);
    if (!parsed.ok) return [];
    const shown = formatNoProxy(parsed.value);
    return parsed.value.kind === 'domain' ? [shown.slice(1), shown] : [shown];
  });
  return [...new Set([...OWN, ...entries])].join(',');
}

function bothCases(name: string): string[] {
  return [name, name.toLowerCase()];
}
