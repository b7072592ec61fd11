import { isJsonObject, textOf } from '../../../src/contract/json-safety.ts';
import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';

/** One field of a form that is derived from a JSON schema. */
export interface FormField {
  name: string;
  label: string;
  /**
   * Kind of input element. The kind `any` accepts JSON or plain text, for a schema that does not restrict the type,
   * or that allows text and another type.
   */
  kind: 'text' | 'long-text' | 'number' | 'boolean' | 'choice' | 'messages' | 'any' | 'json';
  required: boolean;
  description: string;
  choices: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the form fields for a schema. A property without a suitable kind of field becomes a JSON field. Returns
 * `undefined` if the schema does not describe an object with named properties, so the user enters the whole value as
 * JSON.
 */
export function formOf(schema: unknown): FormField[] | undefined {
  const whole = resolved(schema, schema);
  const properties = whole?.['properties'];
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return undefined;
  const required = Array.isArray(whole?.['required']) ? (whole['required'] as unknown[]) : [];
  return Object.entries(properties).map(([name, property]) => {
    const own = resolved(property, schema) ?? {};
    const choices = (Array.isArray(own['enum']) ? (own['enum'] as unknown[]) : []).filter(
      (one) => typeof one === 'string',
    );
    return {
      name,
      label: textOf(own['title']) === '' ? name : textOf(own['title']),
      kind: kindOf(name, own, choices),
      required: required.includes(name),
      description: textOf(own['description']),
      choices,
    };
  });
}

/**
 * Returns an input for a text: the JSON object that the text contains, or else an object with the text in its first
 * field.
 */
export function inputOfText(fields: readonly FormField[], text: string): unknown {
  const parsed = parseJson(text);
  if ('value' in parsed && isJsonObject(parsed.value)) return parsed.value;
  const field =
    fields.find(({ kind }) => kind === 'text' || kind === 'long-text' || kind === 'any') ?? fields[0];
  return field === undefined ? {} : { [field.name]: text };
}

/** Schema keywords that do not restrict the type of a value. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

function kindOf(name: string, schema: Schema, choices: readonly string[]): FormField['kind'] {
  if (choices.length > 0) return 'choice';
  switch (schema['type']) {
    case 'string':
      return schema['format'] === 'textarea' ? 'long-text' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      if (name === 'messages') return 'messages';
      if (allowsText(schema)) return 'any';
      return Object.keys(schema).some((key) => !SAYS_NOTHING.has(key)) ? 'json' : 'any';
  }
}

/** Returns whether the schema allows text and other types. */
function allowsText({ type, anyOf }: Schema): boolean {
  const types = Array.isArray(type) ? (type as unknown[]) : [];
  const branches = Array.isArray(anyOf) ? (anyOf as unknown[]) : [];
  return (
    types.includes('string') || branches.some((branch) => isJsonObject(branch) && branch['type'] === 'string')
  );
}

/** Resolves `$ref`s within the document. A union of a schema and null is replaced with the schema. */
function resolved(schema: unknown, root: unknown, depth = 0): Schema | undefined {
  if (!isJsonObject(schema) || depth > 20) return undefined;
  const reference = schema['$ref'];
  if (typeof reference === 'string') return resolved(pointed(reference, root), root, depth + 1);
  const branches = schema['anyOf'];
  if (Array.isArray(branches)) {
    const real = (branches as unknown[]).filter(
      (branch) => !isJsonObject(branch) || branch['type'] !== 'null',
    );
    if (real.length === 1) return { ...schema, ...resolved(real[0], root, depth + 1) };
  }
  if (Array.isArray(schema['type'])) {
    const types = (schema['type'] as unknown[]).filter((type) => type !== 'null');
    if (types.length === 1) return { ...schema, type: types[0] };
  }
  return schema;
}

function pointed(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : undefined),
      root,
    );
}

export type FormResult = { value: Record<string, unknown> } | { problems: Readonly<Record<string, string>> };

/** Converts the texts of a form to the input of a run, or returns a problem for each invalid field. */
export function valueOfForm(
  fields: readonly FormField[],
  written: Readonly<Record<string, string>>,
): FormResult {
  const value: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = written[field.name] ?? '';
    if (text === '') {
      if (field.required && field.kind === 'boolean') value[field.name] = false;
      else if (field.required) problems[field.name] = 'is required';
      continue;
    }
    const one = valueOfField(field, text);
    if ('problem' in one) problems[field.name] = one.problem;
    else value[field.name] = one.value;
  }
  return Object.keys(problems).length > 0 ? { problems } : { value };
}

function valueOfField(field: FormField, text: string): { value: unknown } | { problem: string } {
  switch (field.kind) {
    case 'number': {
      const number = Number(text);
      if (!Number.isFinite(number)) return { problem: 'must be a number' };
      // A large integer is parsed separately, so that it keeps all its digits.
      return { value: /^-?[1-9]\d+$/.test(text) ? parseExactJson(text) : number };
    }
    case 'boolean':
      return { value: text === 'true' };
    case 'messages':
      // Plain text becomes a user message.
      return /^\s*[[{]/.test(text) ? parseJson(text) : { value: [{ role: 'user', content: text }] };
    case 'json':
      return parseJson(text);
    case 'any': {
      const parsed = parseJson(text);
      // Text that starts like a list, an object or a quoted string is treated as JSON.
      return 'problem' in parsed && !/^\s*[[{"]/.test(text) ? { value: text } : parsed;
    }
    default:
      return { value: text };
  }
}

/** Converts a value to the texts of a form. Properties without a field are omitted. */
export function toFormTexts(fields: readonly FormField[], value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const one = value[name];
      if (one === undefined) return [];
      return [[name, writtenOfField(kind, one)] as const];
    }),
  );
}

function writtenOfField(kind: FormField['kind'], value: unknown): string {
  if (typeof value !== 'string') return stringifyExactJson(value);
  // Text that would be parsed as JSON, such as "5", keeps its quotes.
  const isPlain =
    kind !== 'any' || (value !== '' && 'problem' in parseJson(value) && !/^\s*[[{"]/.test(value));
  return isPlain ? value : stringifyExactJson(value);
}

/** Parses JSON that a user typed, or describes the syntax problem. */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: parseExactJson(text) };
  } catch (error) {
    return { problem: `is not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
