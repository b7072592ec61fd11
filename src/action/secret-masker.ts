import { proxySecrets, proxySettings } from '../clients/network-environment.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import { SHORTEST_SECRET } from '../redaction/classify.ts';
import { createRedactingHost, type Host } from './host/host.ts';
import { containerValues, type Identifier, identifiersOf, secretFragments } from './inputs/secrets.ts';
import type { RunEvent } from './event.ts';
import type { Problem } from './inputs/problem.ts';
import { type RawInputs, readRaw } from './inputs/reader.ts';
import type { Settings } from './inputs/settings.ts';

/** The runner behind a redactor, so that nothing secret leaves through `host`. */
export interface RedactedRunner {
  host: Host;
  redactor: Redactor;
  redact: (text: string) => string;
  masker: SecretMasker;
}

/** Puts a redactor, which knows no secret yet, between a phase and the runner. */
export function redactRunner(runner: Host): RedactedRunner {
  const redactor = createRedactor();
  const host = createRedactingHost(runner, redactor);
  const redact = (text: string) => redactor.redact(text);
  return { host, redactor, redact, masker: createSecretMasker(host, redactor) };
}

/** Adds secrets to the runner's mask and to our redactor before they can be logged. */
export interface SecretMasker {
  /**
   * Masks secrets of the environment: the key, the token, every part of `secrets`, valid or not, and proxy passwords.
   */
  maskInputs(env: Host['env'], event?: RunEvent): void;
  /**
   * Keeps identifiers readable: the names and IDs of the run. `never` contains secrets, even if they are also given
   * as names.
   */
  keepReadable(
    env: Host['env'],
    raw: RawInputs,
    never: readonly (string | undefined)[],
    event?: RunEvent,
  ): void;
  /** Masks secrets that only the parsed inputs contain: the values in containers. */
  maskSettings(settings: Settings): void;
  /** Masks a secret found later, also on the runner. `name` is its variable. */
  maskSecret(value: string, name?: string): void;
  /** Masks a URL that is secret as a whole, also on the runner; within it only these values are secrets. */
  maskSignedUrl(address: string, signing: readonly string[]): void;
  /** Redacts values found later, such as those that the service returned. */
  redactValues(values: readonly string[]): void;
  /** Keeps IDs from the service readable, except if they contain a known secret. */
  keepIds(ids: readonly (string | null | undefined)[]): void;
  warnings(): Problem[];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Masks secrets on this runner, and in everything that passes this redactor. */
export function createSecretMasker(host: Pick<Host, 'mask'>, redactor: Redactor): SecretMasker {
  const masked = new Set<string>();
  const identifiers = new Map<string, Identifier>();
  const readable = new Map<string, string>();

  /**
   * Returns the origin of a text that is an identifier, or a word of a name. The runner would mask these too, and
   * drop outputs.
   */
  const placeOf = (text: string): string | undefined => {
    const same = identifiers.get(text);
    if (same !== undefined) return same.where;
    for (const [identifier, { where, isName }] of identifiers) {
      if (isName && text.length >= SHORTEST_SECRET && identifier.includes(text)) return where;
    }
    return undefined;
  };

  const secret = (value: string, name?: string) => {
    const texts = redactor.addSecretTexts(value, name);
    const place = placeOf(value.trim());
    if (place !== undefined && name !== undefined) readable.set(name, place);
    for (const text of texts) {
      // The runner masks line by line.
      if (/[\r\n]/.test(text) || text !== text.trim() || masked.has(text)) continue;
      if (placeOf(text) !== undefined) continue;
      masked.add(text);
      host.mask(text);
    }
  };
  const values = (list: readonly string[]) => {
    for (const value of list) redactor.addSecret(value);
  };
  const keep: SecretMasker['keepReadable'] = (env, raw, never, event) => {
    for (const [text, found] of identifiersOf(env, raw, event)) {
      if (!never.some((one) => one !== undefined && text.includes(one))) identifiers.set(text, found);
    }
    redactor.keepReadable(identifiers.keys());
  };
  return {
    maskInputs: (env, event) => {
      const raw = readRaw(env);
      const { 'api-key': apiKey, 'github-token': token, secrets } = raw;
      keep(env, raw, [apiKey, token], event);
      for (const value of [apiKey, token]) if (value !== undefined) secret(value);
      for (const { name, text } of secretFragments(secrets ?? '')) secret(text, name);
      values(proxySecrets(proxySettings(env)));
    },
    keepReadable: keep,
    maskSettings: (settings) => {
      if (!('desired' in settings)) return;
      values(containerValues(settings.desired.resourceSpec));
    },
    maskSecret: secret,
    maskSignedUrl: (address, signing) => {
      host.mask(address);
      redactor.addExact(address);
      const url = URL.parse(address);
      // Logs and errors also mention URLs without their origin.
      if (url !== null) redactor.addExact(`${url.pathname}${url.search}`);
      values(signing);
    },
    redactValues: values,
    keepIds: (ids) => {
      for (const id of ids) {
        // A service must not make a secret readable by returning it as an ID.
        if (!id || !UUID.test(id) || redactor.redact(id) !== id) continue;
        identifiers.set(id, { where: 'an ID from the service', isName: false });
        redactor.keepReadable([id]);
      }
    },
    warnings: () => {
      if (readable.size === 0) return [];
      const names = [...readable].map(([name, where]) => `${name} (in ${where})`).join(', ');
      return [
        {
          path: 'secrets',
          message: `not masked, because a name in outputs and comments contains it: ${names}`,
          hint: 'If the value is a secret, choose another one; names are not secret.',
        },
      ];
    },
  };
}
