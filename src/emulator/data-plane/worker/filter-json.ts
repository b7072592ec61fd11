import { types } from 'node:util';

const MAX_DEPTH = 100;

/** Says what a value is instead of JSON, without any of its content. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/**
 * Copies the filter that an author's handler returned. A filter that lost a condition would match everything,
 * so only plain objects, plain lists and JSON values are accepted.
 *
 * @returns The same filter, which holds no accessor and nothing that JSON lacks.
 * @throws FilterError that names the first part that is not JSON, and says what it is.
 */
export function copyFilter(filter: object): Record<string, unknown> {
  if (Array.isArray(filter) || !isPlain(filter, Object.prototype)) {
    throw new FilterError(`it is ${describe(filter)}; expected a plain object`);
  }
  return copyObject(filter, '', 1);
}

/**
 * Copies a list of texts, such as the namespace of an item.
 * @throws FilterError that says what it is instead.
 */
export function copyTexts(value: unknown): string[] {
  if (!Array.isArray(value)) throw new FilterError(`it is ${describe(value)}; expected a list of texts`);
  return copyList(value, '', 1).map((text, index) => {
    if (typeof text === 'string') return text;
    throw new FilterError(`[${index}] is ${describe(text)}; expected a text`);
  });
}

function copyJson(value: unknown, path: string, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // As JSON writes it: -0 is equal to 0 then.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
  if (depth > MAX_DEPTH) throw new FilterError(`${path} is nested too deeply, or contains itself`);
  if (Array.isArray(value)) return copyList(value, path, depth);
  if (typeof value === 'object' && isPlain(value, Object.prototype)) return copyObject(value, path, depth);
  throw new FilterError(`${path} is ${describe(value)}; expected a JSON value`);
}

function copyObject(value: object, path: string, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, item] of ownValues(value, path)) {
    const inside = copyJson(item, `${path}[${JSON.stringify(key).slice(0, 100)}]`, depth + 1);
    // `__proto__` as a key must stay a key.
    Object.defineProperty(copy, key, {
      value: inside,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

function copyList(value: readonly unknown[], path: string, depth: number): unknown[] {
  if (!isPlain(value, Array.prototype)) {
    throw new FilterError(`${path === '' ? 'it' : path} is ${describe(value)}; expected a plain list`);
  }
  // Without a property of the list itself, which is no element, and without a hole, which JSON makes null.
  const { length } = value;
  const items = ownValues(value, path).map(([, item]) => item);
  if (items.length !== length) {
    throw new FilterError(`${path === '' ? 'it' : path} has holes or properties; expected a plain list`);
  }
  return items.map((item, index) => copyJson(item, `${path}[${index}]`, depth + 1));
}

/** The own properties of an object or a list, read once. */
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

/** Not of a class of its own, and not a proxy, whose traps may say anything. */
function isPlain(value: object, prototype: object): boolean {
  if (types.isProxy(value)) return false;
  const own: unknown = Object.getPrototypeOf(value);
  return own === prototype || (own === null && !Array.isArray(value));
}

/** What a value is, without any of its content. */
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
