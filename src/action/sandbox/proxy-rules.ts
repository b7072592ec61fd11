import type { ProxyConfig } from '../../contract/sandbox.ts';
import { proxyEnvironment, PROXY_VARIABLES } from '../../credential-proxy/environment.ts';
import { checkProxyConfig, resolveProxyConfig } from '../../credential-proxy/resolve.ts';
import type { ProxyLocation, ResolvedConfig, Variables } from './context.ts';

/** Returns warnings about settings that the service allows but that are probably unintended. */
export const warningsOf = (config: ProxyConfig): string[] => checkProxyConfig(config).warnings;

/** Replaces references to secrets in the configuration with the secrets' values. */
export function resolveConfig(
  config: ProxyConfig,
  secrets: Readonly<Record<string, string>>,
): ResolvedConfig {
  const resolved = resolveProxyConfig(config, {
    secret: (key) => (Object.hasOwn(secrets, key) ? secrets[key] : undefined),
    opaque: () => undefined,
  });
  if (resolved.kind === 'refused') return resolved;
  const { envVars, ...part } = resolved.config;
  return { kind: 'resolved', part, envVars, warnings: resolved.warnings };
}

/** Returns the variables that direct programs outside a sandbox to the proxy. */
export function variablesOf(place: ProxyLocation): Variables {
  return { set: proxyEnvironment({ ...place, hasDirectWay: true }), names: PROXY_VARIABLES };
}
