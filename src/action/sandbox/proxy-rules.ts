import type { ProxyConfig } from '../../contract/sandbox.ts';
import { proxyEnvironment, PROXY_VARIABLES } from '../../credential-proxy/environment.ts';
import { checkProxyConfig, resolveProxyConfig } from '../../credential-proxy/resolve.ts';
import type { CheckProxyConfig } from '../inputs/proxy-config.ts';
import type { ProxyLocation, ResolvedConfig, Variables } from './context.ts';

/** Checks a configuration with the proxy's rules. For the hosted service, checks only its form. */
export const checkConfig: CheckProxyConfig = (config, mode) => {
  if (mode === 'hosted') return checkProxyConfig(config).problems;
  // Missing secrets are reported elsewhere with a better hint.
  const resolved = resolveProxyConfig(config, { secret: () => 'x', opaque: () => undefined });
  return resolved.kind === 'refused' ? resolved.problems : [];
};

/** Returns warnings about settings that the service allows but that are probably unintended. */
export const warningsOf = (config: ProxyConfig): string[] => checkProxyConfig(config).warnings;

/** Replaces references to secrets in the configuration with their values. */
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
