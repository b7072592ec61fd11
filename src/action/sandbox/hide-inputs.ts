import { proxySecrets, proxySettings } from '../../clients/network-environment.ts';
import type { SecretMasker } from '../secret-masker.ts';
import type { Host } from '../host/host.ts';
import { namesInBraces, secretHeaderValues } from '../inputs/proxy-config.ts';
import { readRaw } from '../inputs/raw.ts';
import { SANDBOX_INPUTS } from '../inputs/sandbox-registry.ts';

/** The key, the proxies' passwords, and every value that the rules hold or name, whether they can be read or not. */
export function maskSandboxInputs(
  env: Host['env'],
  masker: Pick<SecretMasker, 'keepReadable' | 'maskSecret' | 'redactValues'>,
): void {
  const raw = readRaw(env, SANDBOX_INPUTS);
  const { 'api-key': apiKey, 'proxy-config': config = '' } = raw;
  masker.keepReadable(env, raw, [apiKey]);
  if (apiKey !== undefined) masker.maskSecret(apiKey);
  masker.redactValues(proxySecrets(proxySettings(env)));
  for (const value of [...secretHeaderValues(config), ...namedSecrets(env, config)]) {
    if (value) masker.maskSecret(value);
  }
}

/** The values of the step's variables that the text of the rules names; undefined for one that is not there. */
export function namedSecrets(env: Host['env'], config: string): (string | undefined)[] {
  return namesInBraces(config).map((name) => env[name] || undefined);
}
