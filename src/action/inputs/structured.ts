import * as z from 'zod';
import { findProtoKey, PROTO_KEY_MESSAGE } from '../../contract/json-safety.ts';
import { ResourceSpec } from '../../contract/resource-spec.ts';
import { isReservedName } from '../../contract/deployment-rules.ts';
import { SecretReference } from '../../contract/source.ts';
import { findMissingValue, PREVIEW_MARKER } from './secrets.ts';
import { invalid, valid, type Parsed, type Unlocated } from './problem.ts';
import { hintForKey, isMapping, parseYaml, type YamlPath, type YamlText } from './yaml.ts';

const SPEC_KEYS = Object.keys(ResourceSpec.shape);

/** Reads `resource-spec`: a mapping in YAML or JSON, checked against the contract's schema. */
export function parseResourceSpec(text: string): Parsed<ResourceSpec> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const { value } = parsed.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid('it is no mapping', 'Write one `field: value` per line, such as `cpu: 1`.');
  }
  // The service ignores what it does not know; in a workflow it is a typing error.
  const unknown = Object.keys(value).filter((key) => !SPEC_KEYS.includes(key));
  const result = ResourceSpec.safeParse(value);
  const lost = result.success ? findProtoKey(value, result.data) : undefined;
  const problems = [
    ...unknown.map(unknownKey),
    ...emptyVariables(parsed.value),
    ...(result.success ? [] : complaintsOf(result.error)),
    ...(lost ? [{ message: `${lost.join('.')}: ${PROTO_KEY_MESSAGE}`, hint: 'Correct this field.' }] : []),
  ];
  return result.success && problems.length === 0 ? valid(result.data) : { ok: false, problems };
}

/** Reads `secret-references`: a list of name, secret_name and secret_key. */
export function parseSecretReferences(
  text: string,
  secrets: readonly { name: string }[],
): Parsed<SecretReference[]> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  if (!Array.isArray(parsed.value.value)) {
    return invalid('it is no list', 'Write `- name: …`, `secret_name: …` and `secret_key: …` for each.');
  }
  const empty = emptyReferences(parsed.value);
  if (empty.length > 0) return { ok: false, problems: empty };
  const result = z.array(SecretReference).safeParse(parsed.value.value);
  if (!result.success) return { ok: false, problems: complaintsOf(result.error) };
  const problems: Unlocated[] = [];
  const seen = new Set(secrets.map(({ name }) => name));
  for (const { name } of result.data) {
    if (seen.has(name))
      problems.push({ message: `${name} is set more than once`, hint: 'Keep one of them.' });
    if (isReservedName(name, { selfHosted: true })) {
      problems.push({ message: `${name} is reserved: the platform sets it itself`, hint: 'Remove it.' });
    }
    if (name === PREVIEW_MARKER) {
      problems.push({ message: `${name} is reserved: it marks previews`, hint: 'Remove it.' });
    }
    seen.add(name);
  }
  return problems.length > 0 ? { ok: false, problems } : valid(result.data);
}

/** Variables of containers whose value is there and empty: without one they are empty, too, and meant so. */
function emptyVariables(yaml: YamlText): Unlocated[] {
  return ['init_containers', 'sidecars'].flatMap((list) =>
    items(yaml.value, list).flatMap((container, at) =>
      items(container, 'env').flatMap((variable, index) => {
        if (!isMapping(variable) || !Object.hasOwn(variable, 'value') || variable['valueFrom']) return [];
        const missing = findMissingValue(variable['value'], 'For an empty value leave out `value`.');
        const path = [list, at, 'env', index, 'value'];
        return missing === undefined ? [] : [located(yaml, path, nameOf(variable, 'name'), missing)];
      }),
    ),
  );
}

function emptyReferences(yaml: YamlText): Unlocated[] {
  const references = Array.isArray(yaml.value) ? yaml.value : [];
  return references.flatMap((reference: unknown, index) =>
    ['name', 'secret_name', 'secret_key'].flatMap((field) => {
      if (!isMapping(reference) || !Object.hasOwn(reference, field)) return [];
      const missing = findMissingValue(reference[field], `Write the ${field} itself.`);
      const name = nameOf(reference, 'name');
      return missing === undefined ? [] : [located(yaml, [index, field], `${name}: ${field}`, missing)];
    }),
  );
}

function located(
  yaml: YamlText,
  path: YamlPath,
  name: string,
  { message: problem, hint: cure }: Unlocated,
): Unlocated {
  return { message: `line ${yaml.lineOf(path)}: ${name} ${problem}`, hint: cure };
}

function nameOf(holder: unknown, key: string): string {
  const name = isMapping(holder) ? holder[key] : undefined;
  return typeof name === 'string' && name !== '' ? name : '(unnamed)';
}

function items(holder: unknown, key: string): unknown[] {
  const found = isMapping(holder) ? holder[key] : undefined;
  return Array.isArray(found) ? found : [];
}

function complaintsOf(error: z.ZodError): Unlocated[] {
  return error.issues.map(({ path, message }) => ({
    message: `${path.length === 0 ? '(whole)' : path.join('.')}: ${message}`,
    hint: 'Correct this field.',
  }));
}

function unknownKey(key: string): Unlocated {
  return { message: `${key}: there is no such field`, hint: hintForKey(key, SPEC_KEYS) };
}
