import { proxySecrets, proxySettings } from '../clients/network-environment.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import { SHORTEST_SECRET } from '../redaction/classify.ts';
import { createRedactingHost, type Host } from './host/host.ts';
import { containerValues, type Identifier, identifiersOf, secretFragments } from './inputs/secrets.ts';
import type { RunEvent } from './event.ts';
import type { Problem } from './inputs/problem.ts';
import { type RawInputs, readRaw } from './inputs/reader.ts';
import type { Settings } from './inputs/settings.ts';

/** A host that redacts everything that it outputs, with its redactor and its masker. */
export interface RedactedRunner {
  host: Host;
  redactor: Redactor;
  redact: (text: string) => string;
  masker: SecretMasker;
}

/** Wraps a host with a new redactor, which does not contain any secret yet. */
export function redactRunner(runner: Host): RedactedRunner {
  const redactor = createRedactor();
  const host = createRedactingHost(runner, redactor);
  const redact = (text: string) => redactor.redact(text);
  return { host, redactor, redact, masker: createSecretMasker(host, redactor) };
}

/** Adds secrets to the runner's masks and to our redactor before the secrets can be logged. */
export interface SecretMasker {
  /**
   * Masks secrets in the environment: the key, the token, proxy passwords, and every part of `secrets`, even if
   * `secrets` is invalid. `codeHostToken` is the token of a code host other than GitHub.
   */
  maskInputs(env: Host['env'], event?: RunEvent, codeHostToken?: string): void;
  /** Exempts the names and IDs of the run from redaction. A value in `never` stays secret even if it is a name. */
  keepReadable(
    env: Host['env'],
    raw: RawInputs,
    never: readonly (string | undefined)[],
    event?: RunEvent,
  ): void;
  /** Masks secrets that only the parsed inputs contain: the values of container variables. */
  maskSettings(settings: Settings): void;
  /** Masks a secret that became known during the run. `name` is the name of the secret's variable. */
  maskSecret(value: string, name?: string): void;
  /**
   * Masks a URL that is secret as a whole, and the parts in `signing`. The parts of the URL that are not in `signing`
   * are not secret by themselves.
   */
  maskSignedUrl(address: string, signing: readonly string[]): void;
  /**
   * Redacts a URL like `maskSignedUrl`, but does not add the URL to the runner's masks, because a run can have
   * thousands of URLs, and every mask slows down the runner. Suitable for URLs that only our own log lines and outputs
   * can contain.
   */
  redactSignedUrl(address: string, signing: readonly string[]): void;
  /**
   * Redacts values that became known during the run, such as values that the service returned, without adding the
   * values to the runner's masks.
   */
  redactValues(values: readonly string[]): void;
  /** Exempts IDs from the service from redaction, unless an ID contains a known secret. */
  keepIds(ids: readonly (string | null | undefined)[]): void;
  warnings(): Problem[];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Creates a masker that adds secrets to the runner's masks and to `redactor`. */
export function createSecretMasker(host: Pick<Host, 'mask'>, redactor: Redactor): SecretMasker {
  const masked = new Set<string>();
  const identifiers = new Map<string, Identifier>();
  const readable = new Map<string, string>();

  /**
   * Returns the origin of a string that is an identifier or a word of a name, which the runner must not mask. If the
   * runner masked an identifier or a word of a name, the runner would drop outputs that contain it.
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
      // The runner can mask only single lines.
      if (/[\r\n]/.test(text) || text !== text.trim() || masked.has(text)) continue;
      if (placeOf(text) !== undefined) continue;
      masked.add(text);
      host.mask(text);
    }
  };
  const redactUrl = (address: string) => {
    redactor.addExact(address);
    const url = URL.parse(address);
    // Logs and errors can also contain a URL without its origin.
    if (url !== null) redactor.addExact(`${url.pathname}${url.search}`);
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
    maskInputs: (env, event, codeHostToken) => {
      const raw = readRaw(env);
      const { 'api-key': apiKey, 'github-token': token, secrets } = raw;
      const tokens = [apiKey, token, codeHostToken];
      keep(env, raw, tokens, event);
      for (const value of tokens) if (value !== undefined) secret(value);
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
      redactUrl(address);
      values(signing);
    },
    redactSignedUrl: (address, signing) => {
      redactUrl(address);
      for (const text of signing) redactor.addExact(text);
    },
    redactValues: values,
    keepIds: (ids) => {
      for (const id of ids) {
        // An ID that contains a known secret stays redacted, because the service might have put the secret into the ID.
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
          hint: 'If the value is a secret, choose another value; names are not secret.',
        },
      ];
    },
  };
}
