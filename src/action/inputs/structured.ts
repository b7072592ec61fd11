import * as z from 'zod';
import { ResourceSpec } from '../../contract/resource-spec.ts';
import { isReservedName } from '../../contract/reserved-names.ts';
import { SecretReference } from '../../contract/secret.ts';
import { PREVIEW_MARKER } from '../preview/marker.ts';
import { bad, good, type Parsed } from './problem.ts';
import { cureOfKey, readYaml } from './yaml.ts';

type Complaint = { problem: string; cure: string };

const SPEC_KEYS = Object.keys(ResourceSpec.shape);

/** Reads `resource-spec`: a mapping in YAML or JSON, checked against the contract's schema (spec §2.6). */
export function parseResourceSpec(text: string): Parsed<ResourceSpec> {
  const parsed = readYaml(text);
  if (!parsed.ok) return parsed;
  const { value } = parsed.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return bad('it is no mapping', 'Write one `field: value` per line, such as `cpu: 1`.');
  }
  // The service ignores what it does not know; in a workflow it is a typing error.
  const unknown = Object.keys(value).filter((key) => !SPEC_KEYS.includes(key));
  const result = ResourceSpec.safeParse(value);
  const problems = [...unknown.map(unknownKey), ...(result.success ? [] : complaintsOf(result.error))];
  return result.success && problems.length === 0 ? good(result.data) : { ok: false, problems };
}

/** Reads `secret-references`: a list of name, secret_name and secret_key (spec §2.5). */
export function parseSecretReferences(
  text: string,
  secrets: readonly { name: string }[],
): Parsed<SecretReference[]> {
  const parsed = readYaml(text);
  if (!parsed.ok) return parsed;
  if (!Array.isArray(parsed.value.value)) {
    return bad('it is no list', 'Write `- name: …`, `secret_name: …` and `secret_key: …` for each.');
  }
  const result = z.array(SecretReference).safeParse(parsed.value.value);
  if (!result.success) return { ok: false, problems: complaintsOf(result.error) };
  const problems: Complaint[] = [];
  const seen = new Set(secrets.map(({ name }) => name));
  for (const { name } of result.data) {
    if (seen.has(name))
      problems.push({ problem: `${name} is set more than once`, cure: 'Keep one of them.' });
    if (isReservedName(name, { selfHosted: true })) {
      problems.push({ problem: `${name} is reserved: the platform sets it itself`, cure: 'Remove it.' });
    }
    if (name === PREVIEW_MARKER) {
      problems.push({ problem: `${name} is reserved: it marks previews`, cure: 'Remove it.' });
    }
    seen.add(name);
  }
  return problems.length > 0 ? { ok: false, problems } : good(result.data);
}

function complaintsOf(error: z.ZodError): Complaint[] {
  return error.issues.map(({ path, message }) => ({
    problem: `${path.length === 0 ? '(whole)' : path.join('.')}: ${message}`,
    cure: 'Correct this field.',
  }));
}

function unknownKey(key: string): Complaint {
  return { problem: `${key}: there is no such field`, cure: cureOfKey(key, SPEC_KEYS) };
}
