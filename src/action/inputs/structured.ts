import { closest, distance } from 'fastest-levenshtein';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { ResourceSpec } from '../../contract/resource-spec.ts';
import { isReservedName } from '../../contract/reserved-names.ts';
import { SecretReference } from '../../contract/secret.ts';
import { PREVIEW_MARKER } from '../preview/marker.ts';
import { bad, good, type Parsed } from './problem.ts';

type Complaint = { problem: string; cure: string };

const SPEC_KEYS = Object.keys(ResourceSpec.shape);

/** Reads `resource-spec`: a mapping in YAML or JSON, checked against the contract's schema (spec §2.6). */
export function parseResourceSpec(text: string): Parsed<ResourceSpec> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
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
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  if (!Array.isArray(parsed.value)) {
    return bad('it is no list', 'Write `- name: …`, `secret_name: …` and `secret_key: …` for each.');
  }
  const result = z.array(SecretReference).safeParse(parsed.value);
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

/** JSON is YAML too. Complaints give the line and what the parser missed, never the text itself. */
function parseYaml(text: string): Parsed<unknown> {
  try {
    // Its warnings would go to stderr, past the redactor, and quote the text.
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true, logLevel: 'error' });
    const [error] = document.errors;
    if (error !== undefined) {
      const line = text.slice(0, error.pos[0]).split('\n').length;
      return bad(`it is neither YAML nor JSON: line ${line}: ${error.code}`, 'Check quotes and indentation.');
    }
    return good(document.toJS() as unknown);
  } catch {
    return bad('it expands to too much, or is nested too deep', 'Write it flat, without so many aliases.');
  }
}

function complaintsOf(error: z.ZodError): Complaint[] {
  return error.issues.map(({ path, message }) => ({
    problem: `${path.length === 0 ? '(whole)' : path.join('.')}: ${message}`,
    cure: 'Correct this field.',
  }));
}

function unknownKey(key: string): Complaint {
  const nearest = closest(key, SPEC_KEYS);
  const near = distance(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
  return {
    problem: `${key}: there is no such field`,
    cure: near ? `Did you mean ${nearest}?` : 'Remove it; the fields stand in the documentation.',
  };
}
