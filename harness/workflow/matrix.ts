import { isDeepStrictEqual } from 'node:util';
import { evaluateTemplate, type Names, type Scope, toText, type Value } from '../runner/expressions.ts';
import type { StrategyModel } from './schema.ts';

/** One job of a matrix; a job without a matrix has a single cell. */
export interface Cell {
  /** The `matrix` context. */
  matrix: Names | null;
  /** The `strategy` context. */
  strategy: { 'fail-fast': boolean; 'job-index': number; 'job-total': number; 'max-parallel': number };
  /** Values in parentheses after the job's name, or `''` without a matrix. */
  label: string;
}

const MOST_CELLS = 256;

/** Returns the cells of a strategy. Throws if the evaluated matrix is invalid. */
export function cellsOf(model: StrategyModel | undefined, scope: Scope): Cell[] {
  const matrices = model === undefined ? [null] : combine(filled(model.matrix, scope));
  if (matrices.length > MOST_CELLS) {
    throw new Error(`strategy: the matrix gives ${matrices.length} jobs, more than ${MOST_CELLS}`);
  }
  const failFast = model?.['fail-fast'] === undefined ? true : filled(model['fail-fast'], scope);
  if (typeof asScalar(failFast) !== 'boolean') throw new Error('strategy: fail-fast is not a boolean');
  const asked =
    model?.['max-parallel'] === undefined ? matrices.length : filled(model['max-parallel'], scope);
  const parallel = Number(asked);
  if (!Number.isInteger(parallel) || parallel < 1) {
    throw new Error(`strategy: max-parallel is '${toText(asked)}', not a number from 1 on`);
  }
  return matrices.map((matrix, index) => ({
    matrix,
    strategy: {
      'fail-fast': asScalar(failFast) === true,
      'job-index': index,
      'job-total': matrices.length,
      'max-parallel': parallel,
    },
    label: matrix === null ? '' : leaves(matrix).join(', '),
  }));
}

/**
 * Returns the combinations of a matrix: the product of its vectors without the matches of `exclude`. An entry of
 * `include` extends every combination whose original values it does not change, or is a separate combination if it
 * extends none.
 */
function combine(matrix: Value): Names[] {
  if (!isNames(matrix)) throw new Error('strategy: the matrix is not a mapping');
  const { include, exclude, ...vectors } = matrix;
  let product: Names[] = Object.keys(vectors).length === 0 ? [] : [{}];
  for (const [name, vector] of Object.entries(vectors)) {
    if (!isList(vector)) throw new Error(`strategy: the vector '${name}' is not a sequence`);
    if (vector.length === 0) throw new Error(`strategy: Matrix vector '${name}' does not contain any values`);
    product = product.flatMap((before) => vector.map((value) => ({ ...before, [name]: value })));
  }
  const without = entries('exclude', exclude);
  const originals = product.filter(
    (cell) => !without.some((entry) => names(entry).every((key) => same(entry[key], cell[key]))),
  );
  const extended = originals.map((cell) => ({ ...cell }));
  const alone: Names[] = [];
  for (const entry of entries('include', include)) {
    const joined = originals.flatMap((cell, index) =>
      names(entry).every((key) => !Object.hasOwn(cell, key) || same(entry[key], cell[key])) ? [index] : [],
    );
    for (const index of joined) Object.assign(extended[index] ?? {}, entry);
    if (joined.length === 0) alone.push(entry);
  }
  const all = [...extended, ...alone];
  if (all.length === 0) throw new Error('strategy: the matrix gives no job');
  return all;
}

function entries(what: string, value: Value | undefined): Names[] {
  if (value === undefined) return [];
  if (!isList(value)) throw new Error(`strategy: ${what} is not a sequence`);
  return value.map((entry) => {
    if (!isNames(entry)) throw new Error(`strategy: an entry of ${what} is not a mapping`);
    return entry;
  });
}

/** Evaluates the expressions in a value of the file. */
function filled(value: unknown, scope: Scope): Value {
  if (typeof value === 'string') return evaluateTemplate(value, scope);
  if (Array.isArray(value)) return value.map((item) => filled(item, scope));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]): [string, Value] => [key, filled(item, scope)]),
    );
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The parser has converted YAML booleans to strings. */
function asScalar(value: Value): Value {
  return value === 'true' ? true : value === 'false' ? false : value;
}

function leaves(value: Value): string[] {
  if (isList(value)) return value.flatMap(leaves);
  if (isNames(value)) return Object.values(value).flatMap(leaves);
  return value === null ? [] : [String(value)];
}

const names = (value: Names): string[] => Object.keys(value);
const same = (one: Value | undefined, other: Value | undefined): boolean => isDeepStrictEqual(one, other);
const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
const isNames = (value: Value): value is Names =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
