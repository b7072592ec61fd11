import { parseNoProxy, formatNoProxy } from './policy/no-proxy.ts';

/** What a program inside a sandbox is told of its proxy. Paths are those that the program sees. */
export interface ProxyEnvironment {
  /** With user name and token, as in `http://sbx-1:token@127.0.0.1:3128`. */
  proxyUrl: string;
  /** PEM file with the sandbox's CA alone: for programs that add it to the roots they have. */
  caFile: string;
  /** PEM file with the machine's roots and the CA: for programs that read nothing else then. */
  bundleFile: string;
  /** The `no_proxy` entries of the configuration. */
  noProxy: readonly string[];
  /** Whether the program could reach a host without the proxy. If not, `noProxy` is left to the proxy, which passes
   * those hosts on as they are; in NO_PROXY they would lead nowhere. */
  hasDirectWay: boolean;
}

/** The sandbox's own loopback, which no proxy can reach for it. */
const OWN = ['localhost', '127.0.0.1', '::1'];

const PROXY = ['HTTP_PROXY', 'HTTPS_PROXY'];
/** Those that add the CA to what they trust. */
const ADDED = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];
/** Those that trust what is in the file and nothing else. */
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
/** Switches without which a program would look at neither. */
const SWITCHES = { NODE_USE_ENV_PROXY: '1', UV_NATIVE_TLS: '1' };
/** Would win over the others in some programs, and name another way out. */
const ABSENT = ['ALL_PROXY'];

/** Every variable that is set, or must not be: what to put back afterwards. */
export const PROXY_VARIABLES: readonly string[] = [
  ...[...PROXY, 'NO_PROXY', ...ABSENT].flatMap(bothCases),
  ...ADDED,
  ...REPLACED,
  ...Object.keys(SWITCHES),
];

/**
 * The variables by which curl, git, Node, Python, pip, uv, npm, cargo, Deno, Ruby and the AWS tools find the proxy and
 * trust its CA (facts D.7). `ALL_PROXY` is not among them and must be unset where it was. A convenience: what holds
 * is that nothing but the proxy can be reached.
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

/** In the one way that all readers agree on: `name`, `.name`, no blanks. */
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
