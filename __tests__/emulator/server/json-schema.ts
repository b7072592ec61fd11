type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema = (value: unknown) => isObject(value) || typeof value === 'boolean';
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown) => typeof value === 'string';
const isTextList = (value: unknown) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isPattern = (value: unknown) => {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};
const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const isType = (value: unknown) => TYPES.includes(String(value));

/** What each keyword of JSON Schema 2020-12 may hold, as its own meta-schema says. Others are not known. */
const KEYWORDS: Record<string, (value: unknown) => boolean> = {
  $ref: isText,
  type: (value) => (Array.isArray(value) ? isTextList(value) && value.every(isType) : isType(value)),
  enum: Array.isArray,
  const: () => true,
  default: () => true,
  title: isText,
  deprecated: (value) => typeof value === 'boolean',
  description: isText,
  examples: Array.isArray,
  format: isText,
  contentEncoding: isText,
  pattern: isPattern,
  minLength: isCount,
  maxLength: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
  minProperties: isCount,
  maxProperties: isCount,
  required: isTextList,
  properties: isObject,
  patternProperties: isObject,
  additionalProperties: isSchema,
  propertyNames: isSchema,
  items: isSchema,
  prefixItems: (value) => Array.isArray(value) && value.length > 0,
  anyOf: (value) => Array.isArray(value) && value.length > 0,
  oneOf: (value) => Array.isArray(value) && value.length > 0,
  allOf: (value) => Array.isArray(value) && value.length > 0,
  not: isSchema,
};
const NAMED = new Set(['properties', 'patternProperties']);
const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NESTED = new Set(['additionalProperties', 'propertyNames', 'items', 'not']);

/** What makes this no valid JSON Schema, each with its place; `names` are the schemas it may refer to. */
export function schemaProblems(schema: unknown, place: string, names: ReadonlySet<string>): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return [`${place} is no schema`];
  const problems: string[] = [];
  const inner = (value: unknown, at: string) => problems.push(...schemaProblems(value, at, names));
  for (const [keyword, value] of Object.entries(schema)) {
    // Extensions are free.
    if (keyword.startsWith('x-')) continue;
    const at = `${place}/${keyword}`;
    const allows = KEYWORDS[keyword];
    if (allows === undefined) problems.push(`${at} is not a known keyword`);
    else if (!allows(value)) problems.push(`${at} cannot be ${JSON.stringify(value)}`);
    else if (NESTED.has(keyword)) inner(value, at);
    else if (LISTED.has(keyword) && Array.isArray(value)) {
      for (const [index, one] of value.entries()) inner(one, `${at}/${index}`);
    } else if (NAMED.has(keyword) && isObject(value)) {
      for (const [name, one] of Object.entries(value)) inner(one, `${at}/${name}`);
    }
  }
  const { $ref: ref, required, properties } = schema;
  const name = /^#\/components\/schemas\/(.+)$/.exec(typeof ref === 'string' ? ref : '')?.[1];
  if (ref !== undefined && (name === undefined || !names.has(name)))
    problems.push(`${place}/$ref leads nowhere: ${String(ref)}`);
  for (const key of Array.isArray(required) ? required : []) {
    if (!isObject(properties) || !(String(key) in properties))
      problems.push(`${place} requires ${String(key)}, which it does not describe`);
  }
  return problems;
}
