/** JSON schema of one type. */
export type TypeSchema = Record<string, unknown>;

/**
 * Fields of the compiler's type objects that the converter uses. `flags` contains the kinds of a type as bits, like
 * the compiler's `TypeFlags`.
 */
export interface CompilerType {
  flags: number;
  value?: unknown;
  types?: readonly CompilerType[];
  target?: { minLength?: number; fixedLength?: number; hasRestElement?: boolean };
  getSymbol(): { name: string } | undefined;
  getCallSignatures(): readonly unknown[];
  getStringIndexType(): CompilerType | undefined;
}
interface CompilerSymbol {
  name: string;
  flags: number;
}

/** Methods of the compiler's type checker that the converter uses. */
export interface TypeChecker {
  getPropertiesOfType(type: CompilerType): readonly CompilerSymbol[];
  getPropertyOfType(type: CompilerType, name: string): CompilerSymbol | undefined;
  getTypeOfSymbol(symbol: CompilerSymbol): CompilerType;
  getTypeArguments(type: CompilerType): readonly CompilerType[];
  isArrayType(type: CompilerType): boolean;
  isTupleType(type: CompilerType): boolean;
  typeToString(type: CompilerType): string;
}

/** Values of the compiler's enumerations, which differ between its versions. */
export interface CompilerFlags {
  TypeFlags: Readonly<Record<TypeFlagName, number>>;
  SymbolFlags: Readonly<Record<'Optional', number>>;
}
type TypeFlagName =
  | 'Undefined'
  | 'Void'
  | 'Null'
  | 'StringLike'
  | 'StringLiteral'
  | 'NumberLike'
  | 'NumberLiteral'
  | 'BooleanLike'
  | 'BooleanLiteral'
  | 'Union'
  | 'Object'
  | 'Intersection';

/** Maximum number of nested levels in a schema; a deeper type becomes `{}`. */
const MAX_DEPTH = 6;
/** Maximum number of types inside one described type; further types become `{}`. */
const MAX_TYPES = 2_000;
/** Maximum number of members of a union; a larger union becomes `{}`. */
const MAX_MEMBERS = 200;

/** Schema of a message with only the fields that a client sends. */
const MESSAGE: TypeSchema = {
  type: 'object',
  properties: { type: { type: 'string' }, role: { type: 'string' }, content: {} },
};
export const MESSAGES_SCHEMA: TypeSchema = { type: 'array', items: MESSAGE };

/**
 * Converts a type to a JSON schema of its JSON values. In JSON, a date is a string, and functions are omitted. A type
 * that JSON schema cannot express becomes `{}`.
 */
export function toTypeSchema(
  type: CompilerType,
  checker: TypeChecker,
  { TypeFlags, SymbolFlags }: CompilerFlags,
): TypeSchema {
  let described = 0;
  /**
   * Types whose conversion has begun but not ended. A type that contains itself is not converted again inside itself.
   */
  const outer = new Set<CompilerType>();
  const has = ({ flags }: CompilerType, ...names: TypeFlagName[]) =>
    names.some((name) => (flags & TypeFlags[name]) !== 0);
  const isMessage = (one: CompilerType) =>
    has(one, 'Object', 'Intersection') &&
    ['lc_namespace', '_getType', 'content'].every((name) => checker.getPropertyOfType(one, name));
  const isMessageList = (one: CompilerType) =>
    checker.isArrayType(one) &&
    checker.getTypeArguments(one).some((item) => isMessage(item) || (item.types ?? []).some(isMessage));
  // Returns whether a type belongs to values that replace the state, which forms never send.
  const isOverwrite = (one: CompilerType) =>
    has(one, 'Object') && checker.getPropertyOfType(one, '__overwrite__') !== undefined;

  const convert = (one: CompilerType, depth: number): TypeSchema => {
    described += 1;
    if (depth > MAX_DEPTH || described > MAX_TYPES) return {};
    if (has(one, 'Null')) return { type: 'null' };
    // `boolean` is a union of its two literals, and an enumeration is a union of its members.
    if (has(one, 'Union') && one.types) return convertUnion(one.types, depth);
    if (has(one, 'StringLiteral', 'NumberLiteral')) return { enum: [one.value], type: typeof one.value };
    if (has(one, 'BooleanLiteral')) return { enum: [checker.typeToString(one) === 'true'], type: 'boolean' };
    if (has(one, 'StringLike')) return { type: 'string' };
    if (has(one, 'NumberLike')) return { type: 'number' };
    return has(one, 'Object', 'Intersection') ? convertObject(one, depth) : {};
  };

  const convertUnion = (all: readonly CompilerType[], depth: number): TypeSchema => {
    if (all.some(isMessageList)) return MESSAGES_SCHEMA;
    const members = all.filter((one) => !has(one, 'Undefined', 'Void') && !isOverwrite(one));
    if (members.length > MAX_MEMBERS) return {};
    const schemas = mergeLiterals(members.map((one) => convert(one, depth)));
    // If one member of the union accepts any value, the union accepts any value.
    if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
    return schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };
  };

  const convertObject = (one: CompilerType, depth: number): TypeSchema => {
    if (isMessage(one)) return MESSAGE;
    if (isMessageList(one)) return MESSAGES_SCHEMA;
    const inner = (type: CompilerType) => convert(type, depth + 1);
    if (checker.isTupleType(one)) return convertTuple(one, inner);
    if (checker.isArrayType(one)) {
      const [item] = checker.getTypeArguments(one);
      return { type: 'array', ...(item && { items: inner(item) }) };
    }
    if (one.getCallSignatures().length > 0) return {};
    const name = one.getSymbol()?.name ?? '';
    if (name === 'Date') return { type: 'string', format: 'date-time' };
    if (NOT_JSON.has(name)) return {};
    if (outer.has(one)) return { type: 'object' };
    outer.add(one);
    const schema = convertProperties(one, inner);
    outer.delete(one);
    return schema;
  };

  const convertProperties = (one: CompilerType, inner: (type: CompilerType) => TypeSchema): TypeSchema => {
    const properties: [string, TypeSchema][] = [];
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(one)) {
      const type = checker.getTypeOfSymbol(property);
      // The name of a property with a symbol as its key begins with `__@`.
      if (property.name.startsWith('__@') || type.getCallSignatures().length > 0) continue;
      if (described >= MAX_TYPES) break;
      properties.push([property.name, inner(type)]);
      if ((property.flags & SymbolFlags.Optional) === 0) required.push(property.name);
    }
    const others = one.getStringIndexType();
    return {
      type: 'object',
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(required.length > 0 && { required }),
      ...(others && { additionalProperties: inner(others) }),
    };
  };

  const convertTuple = (one: CompilerType, inner: (type: CompilerType) => TypeSchema): TypeSchema => {
    const items = checker.getTypeArguments(one);
    const { minLength = 0, fixedLength = items.length, hasRestElement = false } = one.target ?? {};
    return {
      type: 'array',
      prefixItems: items.slice(0, fixedLength).map(inner),
      minItems: minLength,
      ...(!hasRestElement && { maxItems: fixedLength }),
    };
  };

  return convert(type, 0);
}

/** Built-in types whose values are not plain objects in JSON. */
const NOT_JSON: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Promise',
  'RegExp',
  'Symbol',
  'Uint8Array',
  'ArrayBuffer',
  'Buffer',
]);

/** Merges literals of the same type into one list, and both booleans into `boolean`. */
function mergeLiterals(schemas: readonly TypeSchema[]): TypeSchema[] {
  const literals = new Map<unknown, unknown[]>();
  const merged: TypeSchema[] = [];
  for (const schema of schemas) {
    const values = schema['enum'];
    const known = literals.get(schema['type']);
    if (!Array.isArray(values)) merged.push(schema);
    else if (known) known.push(...(values as unknown[]));
    else {
      const list = [...(values as unknown[])];
      literals.set(schema['type'], list);
      merged.push({ type: schema['type'], enum: list });
    }
  }
  return merged.map((schema) =>
    schema['type'] === 'boolean' && literals.get('boolean')?.length === 2 ? { type: 'boolean' } : schema,
  );
}
