import { proxySecrets, proxySettings } from '../clients/proxy-settings.ts';
import type { Redactor } from '../clients/redact.ts';
import type { Host } from './host/port.ts';
import { containerValues } from './inputs/container-values.ts';
import { readRaw } from './inputs/raw.ts';
import { secretParts } from './inputs/secret-parts.ts';
import { secretPieces } from './inputs/secrets.ts';
import type { Settings } from './inputs/settings.ts';

/** Makes secrets known to the runner's mask and to our redactor, each before it can be said (DESIGN §5). */
export interface Hiding {
  /** What the environment holds: the key, the token, every piece of `secrets` whether it can be read or not, proxy passwords. */
  inputs(env: Host['env']): void;
  /** What the inputs came to: values of several lines as a whole, values in containers. */
  settings(settings: Settings): void;
  /** A secret met on the way that the runner is to hide as well. */
  secret(value: string): void;
  /** Values met on the way, such as those the service returned. */
  values(values: readonly string[]): void;
}

export function createHiding(host: Pick<Host, 'mask'>, redactor: Redactor): Hiding {
  const masked = new Set<string>();
  const secret = (value: string) => {
    redactor.learn(value);
    for (const part of secretParts(value)) redactor.learn(part);
    for (const line of value.split(/\r\n|\r|\n/).map((text) => text.trim())) {
      // Too short or too common a line would star out half the log and tell the secret's place.
      if (masked.has(line) || !redactor.learn(line)) continue;
      masked.add(line);
      host.mask(line);
    }
  };
  const values = (list: readonly string[]) => {
    for (const value of list) {
      redactor.learn(value);
      for (const part of secretParts(value)) redactor.learn(part);
    }
  };
  return {
    inputs: (env) => {
      const { 'api-key': apiKey, 'github-token': token, secrets } = readRaw(env);
      for (const value of [apiKey, token]) if (value !== undefined) secret(value);
      for (const piece of secretPieces(secrets ?? '')) secret(piece);
      values(proxySecrets(proxySettings(env)));
    },
    settings: (settings) => {
      secret(settings.apiKey);
      if (!('wanted' in settings)) return;
      for (const { value } of settings.wanted.secrets ?? []) secret(value);
      values(containerValues(settings.wanted.resourceSpec));
    },
    secret,
    values,
  };
}
