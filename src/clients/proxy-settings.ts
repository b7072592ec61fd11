/** Where requests go through; absent means directly. Proxy URLs may carry credentials: they are secrets. */
export interface ProxySettings {
  httpProxy?: string;
  httpsProxy?: string;
  noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** This machine is never reached through a proxy. */
const ALWAYS_DIRECT = 'localhost,127.0.0.1,::1';

/**
 * The proxies that an environment asks for, in the one place that reads them (deploy-actions E5.15): `https_proxy`,
 * `http_proxy` and `no_proxy`, lower case first, as curl does. Without an https proxy, the http one serves both.
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

/** The variables that hold something else than the address of a proxy: no connection could be made through it. */
export function wrongProxies({ httpProxy, httpsProxy }: ProxySettings): string[] {
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

/** The credentials inside proxy URLs, for the redactor. */
export function proxySecrets(settings: ProxySettings): string[] {
  return [settings.httpProxy, settings.httpsProxy].flatMap((text) => {
    const password = text && URL.parse(text)?.password;
    return password ? [password, decoded(password)] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `proxy:3128` is how many write it. */
function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}
