import type { BoxOptions } from './port.ts';

/** Where a box's programs find things, as they see them. */
export interface Surroundings {
  home: string;
  temporary: string;
  path: string;
  caFile: string;
  bundleFile: string;
  /** Where they reach the proxy; null = nowhere. */
  proxy: { host: string; port: number } | null;
}

/** What commands find when they are given nothing, and what they find whatever they are given. None of it is the host's. */
export function commandEnvironment(
  options: BoxOptions,
  place: Surroundings,
): { env: Record<string, string>; fixedEnv: Record<string, string> } {
  return {
    env: {
      PATH: place.path,
      HOME: place.home,
      USER: 'user',
      LOGNAME: 'user',
      SHELL: '/bin/sh',
      TMPDIR: place.temporary,
      LANG: 'C.UTF-8',
      ...options.env,
    },
    fixedEnv: proxyVariables(options, place),
  };
}

/** Proxy and certificate variables (facts D.7). */
function proxyVariables(options: BoxOptions, place: Surroundings): Record<string, string> {
  const { proxy, caFile, bundleFile } = place;
  if (proxy === null) return {};
  const { proxyUser } = options;
  const credentials = proxyUser === null ? '' : `${proxyUser.name}:${proxyUser.token}@`;
  const url = `http://${credentials}${proxy.host}:${proxy.port}`;
  const noProxy = ['localhost', '127.0.0.1', '::1', ...options.noProxy].join(',');
  const replacing = ['SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'PIP_CERT', 'GIT_SSL_CAINFO'];
  return {
    ...Object.fromEntries(
      [
        ['HTTP_PROXY', url],
        ['HTTPS_PROXY', url],
        ['NO_PROXY', noProxy],
      ].flatMap(([name = '', value = '']) => [
        [name, value],
        [name.toLowerCase(), value],
      ]),
    ),
    NODE_USE_ENV_PROXY: '1',
    ...(options.caPem === null
      ? {}
      : {
          NODE_EXTRA_CA_CERTS: caFile,
          DENO_CERT: caFile,
          ...Object.fromEntries(replacing.map((name) => [name, bundleFile])),
        }),
  };
}
