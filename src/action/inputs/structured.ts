import * as z from 'zod';
import { findProtoKey, PROTO_KEY_MESSAGE } from '../../contract/json-safety.ts';
import { ResourceSpec } from '../../contract/resource-spec.ts';
import { isReservedName } from '../../contract/deployment-rules.ts';
import { SecretReference } from '../../contract/source.ts';
import { findMissingValue, PREVIEW_MARKER } from './secrets.ts';
import type { Parsed } from './problem.ts';
import { isMapping, readYaml, type YamlReader } from './yaml.ts';

const SPEC_KEYS = Object.keys(ResourceSpec.shape);

/** Reads `resource-spec`: a mapping in YAML or JSON, checked against the contract's schema. */
export function parseResourceSpec(text: string): Parsed<ResourceSpec> {
  return readYaml(text, (reader) => {
    if (reader.mapping(reader.value, [], SPEC_KEYS) === undefined) return undefined;
    checkVariables(reader);
    const spec = reader.schema(ResourceSpec);
    const lost = spec && findProtoKey(reader.value, spec);
    if (lost) reader.addProblem(lost, PROTO_KEY_MESSAGE, 'Correct this field.');
    return spec;
  });
}

/** Reads `secret-references`: a list of name, secret_name and secret_key. */
export function parseSecretReferences(
  text: string,
  secrets: readonly { name: string }[],
): Parsed<SecretReference[]> {
  return readYaml(text, (reader) => {
    if (!Array.isArray(reader.value)) {
      const hint = 'Write `- name: …`, `secret_name: …` and `secret_key: …` for each.';
      reader.addProblem([], 'it is no list', hint);
      return undefined;
    }
    checkReferences(reader, reader.value);
    const references = reader.problems.length > 0 ? undefined : reader.schema(z.array(SecretReference));
    const seen = new Set(secrets.map(({ name }) => name));
    for (const [index, { name }] of (references ?? []).entries()) {
      const add = (message: string, hint: string) =>
        reader.addProblem([index, 'name'], `${name} ${message}`, hint);
      if (seen.has(name)) add('is set more than once', 'Keep one of them.');
      if (isReservedName(name, { selfHosted: true })) {
        add('is reserved: the platform sets it itself', 'Remove it.');
      }
      if (name === PREVIEW_MARKER) add('is reserved: it marks previews', 'Remove it.');
      seen.add(name);
    }
    return references;
  });
}

/** Variables of containers whose value is there and empty: without one they are empty, too, and meant so. */
function checkVariables(reader: YamlReader): void {
  for (const list of ['init_containers', 'sidecars']) {
    for (const [at, container] of items(reader.value, list).entries()) {
      for (const [index, variable] of items(container, 'env').entries()) {
        if (!isMapping(variable) || !Object.hasOwn(variable, 'value') || variable['valueFrom']) continue;
        const missing = findMissingValue(variable['value'], 'For an empty value leave out `value`.');
        if (missing === undefined) continue;
        const path = [list, at, 'env', index, 'value'];
        reader.addProblem(path, `${nameOf(variable)} ${missing.message}`, missing.hint);
      }
    }
  }
}

function checkReferences(reader: YamlReader, references: readonly unknown[]): void {
  for (const [index, reference] of references.entries()) {
    for (const field of ['name', 'secret_name', 'secret_key']) {
      if (!isMapping(reference) || !Object.hasOwn(reference, field)) continue;
      const missing = findMissingValue(reference[field], `Write the ${field} itself.`);
      if (missing === undefined) continue;
      reader.addProblem([index, field], `of ${nameOf(reference)} ${missing.message}`, missing.hint);
    }
  }
}

function nameOf(holder: unknown): string {
  const name = isMapping(holder) ? holder['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : '(unnamed)';
}

function items(holder: unknown, key: string): unknown[] {
  const found = isMapping(holder) ? holder[key] : undefined;
  return Array.isArray(found) ? found : [];
}
