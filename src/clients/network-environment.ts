type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables that configure the proxies and certificates of a network, in upper or lower case. */
const NETWORK_VARIABLES = new Set([
  // Proxy variables: first the common names, then the names for Node, npm and Yarn.
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
  // Certificate variables for OpenSSL, Node, curl, git, npm, Yarn, pip, requests, uv, cargo and the AWS tools.
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
 * Returns the variables in `env` that configure the proxy and the certificates of programs such as git, npm and pip.
 * All code that installs packages passes these variables to its programs. Agents never receive the variables, because
 * the URL of a proxy can contain credentials.
 */
export function networkEnvironment(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && NETWORK_VARIABLES.has(entry[0].toUpperCase()),
    ),
  );
}

/**
 * URLs of the proxies for requests, each absent if no proxy applies. The URLs are secret, because the URLs can contain
 * credentials.
 */
export interface ProxySettings {
  httpProxy?: string;
  httpsProxy?: string;
  noProxy: string;
}

/** Addresses of this machine. Requests to these addresses never use a proxy. */
const ALWAYS_DIRECT = 'localhost,127.0.0.1,::1';

/**
 * Returns the proxies of an environment from `https_proxy`, `http_proxy` and `no_proxy`. Like curl, prefers names in
 * lower case. Without an https proxy, the http proxy also applies to https. No other code reads the proxy variables.
 */
export function proxySettings(env: Environment): ProxySettings {
  const read = (name: string) => env[name]?.trim() || env[name.toUpperCase()]?.trim() || undefined;
  const [httpProxy, httpsProxy, noProxy] = [read('http_proxy'), read('https_proxy'), read('no_proxy')];
  return {
    ...(httpProxy && { httpProxy: withScheme(httpProxy) }),
    ...(httpsProxy && { httpsProxy: withScheme(httpsProxy) }),
    noProxy: noProxy ? `${noProxy},${ALWAYS_DIRECT}` : ALWAYS_DIRECT,
  };
}

/** Returns the names of the variables that contain an invalid proxy URL. */
export function invalidProxies({ httpProxy, httpsProxy }: ProxySettings): string[] {
  const named = { http_proxy: httpProxy, https_proxy: httpsProxy };
  return Object.entries(named).flatMap(([name, text]) => (text === undefined || isProxy(text) ? [] : [name]));
}

function isProxy(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^(https?|socks5?):$/.test(url.protocol)) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

/** Returns the credentials in proxy URLs, for the redactor. */
export function proxySecrets(settings: ProxySettings): string[] {
  return [settings.httpProxy, settings.httpsProxy].flatMap((text) => passwordsOf(text));
}

/** Returns the credentials in all variables of `networkEnvironment`, including the proxies of npm and Yarn. */
export function networkSecrets(env: Environment): string[] {
  return Object.values(networkEnvironment(env)).flatMap((text) => passwordsOf(withScheme(text.trim())));
}

function passwordsOf(text: string | undefined): string[] {
  const password = text && URL.parse(text)?.password;
  return password ? [password, decoded(password)] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Adds the scheme `http` to a proxy such as `proxy:3128`, which has no scheme. */
function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}
