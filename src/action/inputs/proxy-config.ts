import {
  AccessControl,
  ProxyConfig,
  ProxyHeader,
  ProxyRule,
  secretReferencesIn,
} from '../../contract/sandbox.ts';
import { findMissingValue } from './secrets.ts';
import type { Parsed } from './problem.ts';
import {
  isMapping,
  isTypo,
  type Mapping,
  parseYaml,
  readYaml,
  type YamlPath,
  type YamlReader,
} from './yaml.ts';

/** What rules of the proxy have to say of a configuration whose shape is right; never a value. */
export type CheckProxyConfig = (
  config: ProxyConfig,
  mode: 'hosted' | 'runner',
) => readonly { loc: YamlPath; msg: string }[];

/**
 * Reads `proxy-config`, YAML or JSON, by the contract's schema and by the proxy's own rules, so that what
 * it would refuse is refused before anything is sent or started. Complaints name the line, never a value.
 */
export function parseProxyConfig(
  text: string,
  mode: 'hosted' | 'runner',
  judge: CheckProxyConfig,
): Parsed<ProxyConfig> {
  return readYaml(text, (reader) => {
    if (!isMapping(reader.value)) {
      reader.addProblem([], 'it is no mapping', 'Write `rules:` and a list of rules below it.');
      return undefined;
    }
    checkFields(reader);
    checkHeaders(reader);
    const config = reader.schema(ProxyConfig);
    if (config === undefined || reader.problems.length > 0) return undefined;
    for (const { loc, msg } of judge(config, mode)) reader.addProblem(loc, msg, 'Correct this field.');
    return config;
  });
}

/** Every header value that is written in the text itself and must not be shown, even when the text has other problems. */
export function secretHeaderValues(text: string): string[] {
  const parsed = parseYaml(text);
  if (!parsed.ok) return [];
  return everyNode(parsed.value.value).flatMap((node) => {
    const value = node['value'];
    const shown = node['type'] === 'plaintext' || node['type'] === 'workspace_secret';
    return typeof value === 'string' && !shown ? [value] : [];
  });
}

/** Every workspace secret that a rule names which is on, once. */
export function secretNamesOf({ rules }: ProxyConfig): string[] {
  const values = (rules ?? []).flatMap(({ enabled, headers }) =>
    (headers ?? []).flatMap(({ type, value }) =>
      type === 'workspace_secret' && value && enabled !== false ? [value] : [],
    ),
  );
  return [...new Set(values.flatMap(secretReferencesIn))];
}

/** Every name in braces, also in a text that cannot be read. */
export function namesInBraces(text: string): string[] {
  const names = Array.from(text.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, name]) => name ?? '');
  return [...new Set(names)];
}

/** Above all the lists of hosts: with one that is ignored every host would be open. */
function checkFields(reader: YamlReader): void {
  const check = (value: unknown, path: YamlPath, known: readonly string[]) =>
    // What is no typing error may be a piece of a value: of `value: a, b` in braces, b is a field.
    reader.fields(value, path, known, (key) => isTypo(key, known));
  check(reader.value, [], Object.keys(ProxyConfig.shape));
  const lists = isMapping(reader.value) ? reader.value['access_control'] : undefined;
  check(lists, ['access_control'], Object.keys(AccessControl.shape));
  for (const [index, rule] of list(reader.value, 'rules').entries()) {
    check(rule, ['rules', index], Object.keys(ProxyRule.shape));
    for (const [place, header] of list(rule, 'headers').entries()) {
      check(header, ['rules', index, 'headers', place], Object.keys(ProxyHeader.shape));
    }
  }
}

/** Headers that would be sent without the credential that they are for. */
function checkHeaders(reader: YamlReader): void {
  for (const [index, rule] of list(reader.value, 'rules').entries()) {
    for (const [place, header] of list(rule, 'headers').entries()) {
      if (!isMapping(header) || !Object.hasOwn(header, 'value')) continue;
      const isCredential = header['type'] !== 'plaintext';
      const missing = findMissingValue(header['value'], 'Remove the header if none is wanted.', isCredential);
      if (missing === undefined) continue;
      const path = ['rules', index, 'headers', place, 'value'];
      reader.addProblem(path, `it ${missing.message}`, missing.hint);
    }
  }
}

function list(value: unknown, key: string): unknown[] {
  const found = isMapping(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

function everyNode(value: unknown, seen = new Set<unknown>()): Mapping[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const below = Object.values(value).flatMap((part) => everyNode(part, seen));
  return isMapping(value) ? [value, ...below] : below;
}
