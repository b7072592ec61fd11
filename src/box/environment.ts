import { proxyEnvironment } from '../credential-proxy/environment.ts';
import type { BoxOptions } from './port.ts';

/** Where a box's programs find things, as they see them. */
export interface CommandSurroundings {
  home: string;
  tmp: string;
  path: string;
  caFile: string;
  bundleFile: string;
  /** Where they reach the proxy; null = nowhere. */
  proxy: { host: string; port: number } | null;
  /** Whether there is a network besides. */
  hasDirectWay: boolean;
}

/** What commands find when they are given nothing, and what they find whatever they are given. None of it is the host's. */
export function commandEnvironment(
  options: Pick<BoxOptions, 'env' | 'proxyUser' | 'noProxy'>,
  place: CommandSurroundings,
): { env: Record<string, string>; fixedEnv: Record<string, string> } {
  const { proxy, caFile, bundleFile, hasDirectWay } = place;
  const env = {
    PATH: place.path,
    HOME: place.home,
    USER: 'user',
    LOGNAME: 'user',
    SHELL: '/bin/sh',
    TMPDIR: place.tmp,
    LANG: 'C.UTF-8',
    ...options.env,
  };
  if (proxy === null) return { env, fixedEnv: {} };
  const { proxyUser, noProxy } = options;
  const credentials = proxyUser === null ? '' : `${proxyUser.name}:${proxyUser.token}@`;
  const proxyUrl = `http://${credentials}${proxy.host}:${proxy.port}`;
  return { env, fixedEnv: proxyEnvironment({ proxyUrl, caFile, bundleFile, noProxy, hasDirectWay }) };
}
