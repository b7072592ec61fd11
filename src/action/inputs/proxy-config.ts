import {
  AccessControl,
  ProxyConfig,
  ProxyHeader,
  ProxyRule,
  secretReferencesIn,
} from '../../contract/sandbox.ts';
import { findMissingValue } from './secrets.ts';
import { invalid, valid, type Parsed, type Unlocated } from './problem.ts';
import {
  hintForKey,
  isMapping,
  isTypo,
  type Mapping,
  parseYaml,
  type YamlPath,
  type YamlText,
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
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const yaml = parsed.value;
  if (!isMapping(yaml.value))
    return invalid('it is no mapping', 'Write `rules:` and a list of rules below it.');
  const problems = [...unknownKeys(yaml), ...emptyHeaders(yaml)];
  const read = ProxyConfig.safeParse(yaml.value);
  if (!read.success) {
    problems.push(...read.error.issues.map(({ path, message }) => at(yaml, path as YamlPath, message)));
  }
  if (!read.success || problems.length > 0) return { ok: false, problems };
  const judged = judge(read.data, mode).map(({ loc, msg }) => at(yaml, loc, msg));
  return judged.length > 0 ? { ok: false, problems: judged } : valid(read.data);
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

/** The service ignores what it does not know; in a workflow it is a typing error. */
function unknownKeys(yaml: YamlText): Unlocated[] {
  const problems: Unlocated[] = [];
  const look = (value: unknown, path: YamlPath, known: readonly string[]) => {
    if (!isMapping(value)) return;
    for (const key of Object.keys(value).filter((one) => !known.includes(one))) {
      const where = `line ${yaml.lineOf([...path, key])}`;
      // What is no typing error may be a piece of a value: of `value: a, b` in braces, b is a field.
      const shown = isTypo(key, known) ? `${key}: ` : '';
      problems.push({ message: `${where}: ${shown}there is no such field`, hint: hintForKey(key, known) });
    }
  };
  look(yaml.value, [], Object.keys(ProxyConfig.shape));
  // Above all here: with a list that is ignored every host would be open.
  const lists = isMapping(yaml.value) ? yaml.value['access_control'] : undefined;
  look(lists, ['access_control'], Object.keys(AccessControl.shape));
  for (const [index, rule] of list(yaml.value, 'rules').entries()) {
    look(rule, ['rules', index], Object.keys(ProxyRule.shape));
    for (const [place, header] of list(rule, 'headers').entries()) {
      look(header, ['rules', index, 'headers', place], Object.keys(ProxyHeader.shape));
    }
  }
  return problems;
}

/** Headers that would be sent without the credential that they are for. */
function emptyHeaders(yaml: YamlText): Unlocated[] {
  return list(yaml.value, 'rules').flatMap((rule, index) =>
    list(rule, 'headers').flatMap((header, place) => {
      if (!isMapping(header) || !Object.hasOwn(header, 'value')) return [];
      const isCredential = header['type'] !== 'plaintext';
      const missing = findMissingValue(header['value'], 'Remove the header if none is wanted.', isCredential);
      if (missing === undefined) return [];
      const path = ['rules', index, 'headers', place, 'value'];
      const message = `line ${yaml.lineOf(path)}: ${path.join('.')} ${missing.message}`;
      return [{ message, hint: missing.hint }];
    }),
  );
}

function list(value: unknown, key: string): unknown[] {
  const found = isMapping(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

function at(yaml: YamlText, path: YamlPath, message: string): Unlocated {
  return {
    message: `line ${yaml.lineOf(path)}: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`,
    hint: 'Correct this field.',
  };
}

function everyNode(value: unknown, seen = new Set<unknown>()): Mapping[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const below = Object.values(value).flatMap((part) => everyNode(part, seen));
  return isMapping(value) ? [value, ...below] : below;
}
