import { parseNoProxy, formatNoProxy } from './policy/no-proxy.ts';

/**
 * Addresses and files that let a program in a sandbox find and trust the proxy. The paths of the files are valid inside
 * the sandbox.
 */
export interface ProxyEnvironment {
  /** URL with user name and token, such as `http://sbx-1:token@127.0.0.1:3128`. */
  proxyUrl: string;
  /** PEM file with only the sandbox's CA, for programs that add it to their trusted roots. */
  caFile: string;
  /** PEM file with the machine's roots and the CA, for programs that trust only the roots in one file. */
  bundleFile: string;
  /** The `no_proxy` entries of the configuration. */
  noProxy: readonly string[];
  /**
   * True if programs can reach hosts without the proxy. If `hasDirectWay` is false, the proxy tunnels to the hosts of
   * `noProxy`, because NO_PROXY would make these hosts unreachable.
   */
  hasDirectWay: boolean;
}

/** Names of the sandbox's own loopback interface, which the proxy cannot reach. */
const OWN = ['localhost', '127.0.0.1', '::1'];

const PROXY = ['HTTP_PROXY', 'HTTPS_PROXY'];
/** Variables for a PEM file whose certificates are added to the trusted roots. */
const ADDED = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];
/** Variables for a PEM file whose certificates replace the trusted roots. */
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
/** Variables that make some programs read the proxy variables or the system's roots. */
const SWITCHES = { NODE_USE_ENV_PROXY: '1', UV_NATIVE_TLS: '1' };
/**
 * Variables that must be unset, because some programs prefer these variables to the proxy variables, and might then use
 * another proxy.
 */
const ABSENT = ['ALL_PROXY'];

/** Names of all variables that are set or unset, for callers that restore the variables later. */
export const PROXY_VARIABLES: readonly string[] = [
  ...[...PROXY, 'NO_PROXY', ...ABSENT].flatMap(bothCases),
  ...ADDED,
  ...REPLACED,
  ...Object.keys(SWITCHES),
];

/**
 * Returns the variables that let curl, git, Node, Python, pip, uv, npm, cargo, Deno, Ruby and the AWS tools find the
 * proxy and trust its CA. The caller must also unset `ALL_PROXY`. The sandbox's network policy is not enforced by these
 * variables, but by the isolation of the sandbox, whose programs can reach only the proxy.
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

/** Returns NO_PROXY in the form that all programs interpret in the same way: `name` or `.name`, without spaces. */
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
