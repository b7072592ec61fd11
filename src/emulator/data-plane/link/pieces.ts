// This module divides a large value for its transfer between threads. The receiving thread builds a value at once, and
// a value with a million parts would block its event loop for a second.

/** Maximum number of values in one piece, except for the value of a single key or index. */
const PIECE_VALUES = 10_000;

/** Part of a divided value, in the order of the value's text. */
export type Piece =
  /** A complete value. */
  | { kind: 'value'; value: unknown }
  /** Begins a list or object, whose content follows until `close`. */
  | { kind: 'open'; isList: boolean }
  /** Appends complete values to the open list. */
  | { kind: 'items'; items: unknown[] }
  /** Adds complete values to the open object. */
  | { kind: 'fields'; keys: string[]; values: unknown[] }
  /** Key of the open object for which the next `open` begins the value. */
  | { kind: 'key'; key: string }
  | { kind: 'close' };

/**
 * Divides a value of JSON types, bigints and byte strings. Each yielded list contains at most `max` values, or one
 * value.
 */
export function* divide(value: unknown, max = PIECE_VALUES): Generator<Piece[]> {
  let pieces: Piece[] = [];
  let weight = 0;
  for (const { piece, added } of piecesOf(value, max)) {
    if (pieces.length > 0 && weight + added > max) {
      yield pieces;
      pieces = [];
      weight = 0;
    }
    pieces.push(piece);
    weight += added;
  }
  yield pieces;
}

/** Yields the pieces of a value, each with the number of its values. */
function* piecesOf(value: unknown, max: number): Generator<{ piece: Piece; added: number }> {
  const all = countValues(value, max);
  if (!isContainer(value) || all <= max) {
    yield { piece: { kind: 'value', value }, added: all };
    return;
  }
  const isList = Array.isArray(value);
  yield { piece: { kind: 'open', isList }, added: 1 };
  let keys: string[] = [];
  let values: unknown[] = [];
  let count = 0;
  const group = (): { piece: Piece; added: number } => ({
    piece: isList ? { kind: 'items', items: values } : { kind: 'fields', keys, values },
    added: count,
  });
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const child: unknown = Reflect.get(value, key);
    const size = countValues(child, max);
    if (values.length > 0 && count + size > max) {
      yield group();
      [keys, values, count] = [[], [], 0];
    }
    if (size > max && isContainer(child)) {
      if (!isList) yield { piece: { kind: 'key', key: String(key) }, added: 1 };
      yield* piecesOf(child, max);
    } else {
      keys.push(String(key));
      values.push(child);
      count += size;
    }
  }
  if (values.length > 0) yield group();
  yield { piece: { kind: 'close' }, added: 1 };
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/** Counts the values inside a value and the value itself. The count ends once it exceeds `max`. */
function countValues(value: unknown, max: number): number {
  let count = 1;
  const left: unknown[] = [value];
  while (left.length > 0 && count <= max) {
    const one = left.pop();
    if (!isContainer(one)) continue;
    const inside: unknown[] = Array.isArray(one) ? one : Object.values(one);
    count += inside.length;
    for (const child of inside) if (isContainer(child)) left.push(child);
  }
  return count;
}

/** Builds a divided value from its pieces. */
export interface Assembler {
  add(pieces: readonly Piece[]): void;
  /** Returns the value. Call this function after the last piece. */
  value(): unknown;
}

export function createAssembler(): Assembler {
  /** Open lists and objects, from the outermost to the innermost. */
  const open: object[] = [];
  let key: string | undefined;
  let result: unknown;
  const place = (value: unknown): void => {
    const parent = open.at(-1);
    if (parent === undefined) result = value;
    else if (Array.isArray(parent)) parent.push(value);
    else if (key !== undefined) define(parent, key, value);
    key = undefined;
  };
  const add = (piece: Piece): void => {
    const parent = open.at(-1);
    switch (piece.kind) {
      case 'value':
        return place(piece.value);
      case 'open': {
        const container = piece.isList ? [] : {};
        place(container);
        open.push(container);
        return;
      }
      case 'items':
        if (Array.isArray(parent)) for (const item of piece.items) parent.push(item);
        return;
      case 'fields':
        for (const [at, name] of piece.keys.entries()) {
          if (parent !== undefined) define(parent, name, piece.values[at]);
        }
        return;
      case 'key':
        key = piece.key;
        return;
      case 'close':
        open.pop();
    }
  };
  return {
    add(pieces) {
      for (const piece of pieces) add(piece);
    },
    value: () => result,
  };
}

/** Sets a field. Defines the field `__proto__`, because an assignment would set the prototype. */
function define(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  } else Reflect.set(target, key, value);
}
