import { types } from 'node:util';
import { bigintToJson } from '../../../contract/exact-json.ts';

/**
 * Maximum nesting of a copied value, which is also the limit for requests, so a handler can change any field of a
 * request.
 */
const MAX_DEPTH = 500;

/** Rules for a copy. If `bigints` is true, bigints are allowed, and become exact 64-bit integers. */
interface Rules {
  bigints: boolean;
}

/** Thrown if a value is not JSON, with a message that describes the value without its content. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/**
 * Copies a filter that the agent's code returned. Accepts only plain objects, plain lists and JSON values, because a
 * filter without one of its conditions would match too much.
 *
 * @returns The same filter without accessors and other values that JSON cannot represent.
 * @throws FilterError with the path and type of the first value that is not JSON.
 */
export function copyFilter(filter: object, rules: Rules = { bigints: false }): Record<string, unknown> {
  if (Array.isArray(filter) || !isPlain(filter, Object.prototype)) {
    throw new FilterError(`it is ${describe(filter)}; expected a plain object`);
  }
  return copyObject(filter, '', 1, rules);
}

/**
 * Copies a value that the agent's code wrote into a request, such as metadata or the filter of a search. Accepts only
 * JSON values and bigints, because dropping any other value could remove a condition from the request.
 * @throws FilterError with the path and type of the first value that is not JSON.
 */
export function copyWritten(value: unknown): unknown {
  return copyJson(value, '', 1, { bigints: true });
}

/**
 * Copies a list of strings, such as the namespace of an item.
 * @throws FilterError with a description of the value if it is not a list of strings.
 */
export function copyTexts(value: unknown): string[] {
  if (!Array.isArray(value)) throw new FilterError(`it is ${describe(value)}; expected a list of strings`);
  return copyList(value, '', 1, { bigints: false }).map((text, index) => {
    if (typeof text === 'string') return text;
    throw new FilterError(`[${index}] is ${describe(text)}; expected a string`);
  });
}

function copyJson(value: unknown, path: string, depth: number, rules: Rules): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // `JSON.stringify` writes -0 as 0.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
  if (typeof value === 'bigint' && rules.bigints) return bigintToJson(value);
  if (depth > MAX_DEPTH) throw new FilterError(`${path} is nested too deeply, or contains itself`);
  if (Array.isArray(value)) return copyList(value, path, depth, rules);
  if (typeof value === 'object' && isPlain(value, Object.prototype)) {
    return copyObject(value, path, depth, rules);
  }
  throw new FilterError(`${path === '' ? 'it' : path} is ${describe(value)}; expected a JSON value`);
}

function copyObject(value: object, path: string, depth: number, rules: Rules): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, item] of ownValues(value, path)) {
    const inside = copyJson(item, `${path}[${JSON.stringify(key).slice(0, 100)}]`, depth + 1, rules);
    // Prevents the key `__proto__` from setting the prototype.
    Object.defineProperty(copy, key, {
      value: inside,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

function copyList(value: readonly unknown[], path: string, depth: number, rules: Rules): unknown[] {
  if (!isPlain(value, Array.prototype)) {
    throw new FilterError(`${path === '' ? 'it' : path} is ${describe(value)}; expected a plain list`);
  }
  // The list must have no named properties, and no holes, which JSON would represent as null.
  const { length } = value;
  const items = ownValues(value, path).map(([, item]) => item);
  if (items.length !== length) {
    throw new FilterError(
      `${path === '' ? 'it' : path} is a list with missing elements or extra properties; expected a plain list`,
    );
  }
  return items.map((item, index) => copyJson(item, `${path}[${index}]`, depth + 1, rules));
}

/** Returns the own properties of an object or list. Each property is read only once. */
function ownValues(value: object, path: string): [string, unknown][] {
  return Reflect.ownKeys(value).flatMap((key): [string, unknown][] => {
    if (Array.isArray(value) && key === 'length') return [];
    const isHidden = !Object.prototype.propertyIsEnumerable.call(value, key);
    if (typeof key === 'string' && !isHidden) return [[key, Reflect.get(value, key)]];
    const name = String(key).slice(0, 100);
    throw new FilterError(
      `${path}[${name}] is ${isHidden ? 'not enumerable' : 'a symbol'}; expected a JSON key`,
    );
  });
}

/** Returns whether a value has this prototype and is not a proxy, whose traps could return anything. */
function isPlain(value: object, prototype: object): boolean {
  if (types.isProxy(value)) return false;
  const own: unknown = Object.getPrototypeOf(value);
  return own === prototype || (own === null && !Array.isArray(value));
}

/** Describes the type of a value without its content. */
function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (types.isProxy(value)) return 'a proxy';
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return 'an object';
  if (prototype === Array.prototype) return 'a list';
  const owner: unknown = Reflect.get(value, 'constructor');
  const name = typeof owner === 'function' && owner.name !== '' ? owner.name.slice(0, 100) : 'a class';
  return `an instance of ${name}`;
}
