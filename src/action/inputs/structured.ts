import * as z from 'zod';
import { findProtoKey, PROTO_KEY_MESSAGE } from '../../contract/json-safety.ts';
import { ResourceSpec } from '../../contract/resource-spec.ts';
import { isReservedName } from '../../contract/reserved-names.ts';
import { SecretReference } from '../../contract/source.ts';
import { findMissingValue, MARKERS } from './secrets.ts';
import type { Parsed } from './problem.ts';
import { isMapping, readYaml, refuse, type YamlProblem } from './yaml.ts';

const SpecInput = ResourceSpec.strict();

/** Parses `resource-spec`, a mapping in YAML or JSON, with the contract's schema. */
export function parseResourceSpec(text: string): Parsed<ResourceSpec> {
  return readYaml(text, SpecInput, {
    check(value) {
      const read = SpecInput.safeParse(value);
      const lost = read.success && findProtoKey(value, read.data);
      const hint = 'Correct this field.';
      return [...checkVariables(value), ...(lost ? [{ path: lost, message: PROTO_KEY_MESSAGE, hint }] : [])];
    },
  });
}

/** Parses `secret-references`, a list of mappings with name, secret_name and secret_key. */
export function parseSecretReferences(
  text: string,
  secrets: readonly { name: string }[],
): Parsed<SecretReference[]> {
  const schema = z.array(SecretReference).superRefine((references, context) => {
    const seen = new Set(secrets.map(({ name }) => name));
    for (const [index, { name }] of references.entries()) {
      const report = (message: string, hint: string) =>
        refuse(context, `${name} ${message}`, hint, [index, 'name']);
      if (seen.has(name)) report('is set more than once', 'Keep only one of them.');
      if (isReservedName(name, { selfHosted: true })) {
        report('is reserved, because the platform sets it', 'Remove it.');
      }
      const marked = MARKERS.get(name);
      if (marked !== undefined) report(`is reserved, because it marks ${marked}`, 'Remove it.');
      seen.add(name);
    }
  });
  return readYaml(text, schema, { check: checkReferences });
}

/**
 * Returns problems for container variables with an empty value, which is usually a missing secret. A variable without
 * `value` is intentionally empty, which is accepted.
 */
function checkVariables(value: unknown): YamlProblem[] {
  const problems: YamlProblem[] = [];
  for (const list of ['init_containers', 'sidecars']) {
    for (const [at, container] of items(value, list).entries()) {
      for (const [index, variable] of items(container, 'env').entries()) {
        if (!isMapping(variable) || !Object.hasOwn(variable, 'value') || variable['valueFrom']) continue;
        const missing = findMissingValue(variable['value'], 'To set an empty value, omit `value`.');
        if (missing === undefined) continue;
        const path = [list, at, 'env', index, 'value'];
        problems.push({ path, message: `${nameOf(variable)} ${missing.message}`, hint: missing.hint });
      }
    }
  }
  return problems;
}

function checkReferences(value: unknown): YamlProblem[] {
  const problems: YamlProblem[] = [];
  for (const [index, reference] of (Array.isArray(value) ? value : []).entries()) {
    for (const field of ['name', 'secret_name', 'secret_key']) {
      if (!isMapping(reference) || !Object.hasOwn(reference, field)) continue;
      const missing = findMissingValue(reference[field], `Write a value in ${field}.`);
      if (missing === undefined) continue;
      const message = `the value for ${nameOf(reference)} ${missing.message}`;
      problems.push({ path: [index, field], message, hint: missing.hint });
    }
  }
  return problems;
}

function nameOf(holder: unknown): string {
  const name = isMapping(holder) ? holder['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : '(unnamed)';
}

function items(holder: unknown, key: string): unknown[] {
  const found = isMapping(holder) ? holder[key] : undefined;
  return Array.isArray(found) ? found : [];
}
