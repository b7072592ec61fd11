import { checkProxyConfig, resolveProxyConfig } from '../../credential-proxy/resolve.ts';
import type { CheckProxyConfig } from './proxy-config.ts';

/**
 * Checks a configuration with the credential proxy's rules. For the hosted service, checks only the form of the
 * configuration.
 */
export const checkConfig: CheckProxyConfig = (config, mode) => {
  if (mode === 'hosted') return checkProxyConfig(config).problems;
  // Missing secrets are reported elsewhere with a better hint, so this check gives every secret a value.
  const resolved = resolveProxyConfig(config, { secret: () => 'x', opaque: () => undefined });
  return resolved.kind === 'refused' ? resolved.problems : [];
};
