import { checkProxyConfig, resolveProxyConfig } from '../../credential-proxy/resolve.ts';
import type { CheckProxyConfig } from './proxy-config.ts';

/** Secret that is valid with every `secret_encoding`. */
const ANY_SECRET = 'a'.repeat(16);

/**
 * Validates a configuration with the credential proxy's own validator. For the hosted service, checks only the form of
 * the configuration.
 */
export const checkConfig: CheckProxyConfig = (config, mode) => {
  if (mode === 'hosted') return checkProxyConfig(config).problems;
  // Missing secrets are reported elsewhere with a better hint, so every secret has a value in this check.
  const resolved = resolveProxyConfig(config, { secret: () => ANY_SECRET, opaque: () => undefined });
  return resolved.kind === 'refused' ? resolved.problems : [];
};
