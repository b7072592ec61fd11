import { diffArrays } from 'diff';
import { isJsonObject, pathStep } from '../contract/json-safety.ts';

/** Functions that find differences between two responses. A response can have 10 MB, so the comparisons have limits. */

/** A part of two compared texts, in reading order. */
interface TextPart {
  kind: 'kept' | 'removed' | 'added';
  text: string;
}

/**
 * Difference between two texts. `words` contains the parts from the first to the last difference, with some unchanged
 * text before and after. `replaced` means that too many words differ.
 */
export type TextDifference =
  | { kind: 'same' }
  | ({ kind: 'words'; parts: readonly TextPart[] } & Window)
  | ({ kind: 'replaced'; before: string; after: string } & Window);

/** The displayed part of both texts. */
interface Window {
  /** True if equal text before the displayed parts is omitted. */
  isCutBefore: boolean;
  /** True if text after the displayed parts is omitted in at least one of the responses. */
  isCutAfter: boolean;
}

interface TextLimits {
  /** Number of equal characters that are shown before the first difference and after the last difference. */
  context?: number;
  /** Maximum number of characters of each text that are compared. */
  maxCharacters?: number;
  /** Maximum number of removed and added words, above which the result is `replaced`. */
  maxEdits?: number;
}

/** Compares two texts word by word, in any language. */
export function compareTexts(
  before: string,
  after: string,
  { context = 120, maxCharacters = 8_000, maxEdits = 400 }: TextLimits = {},
): TextDifference {
  if (before === after) return { kind: 'same' };
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shorter && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix += 1;
  let suffix = 0;
  while (suffix < shorter - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  const from = startOfCharacter(before, Math.max(0, prefix - context));
  const left = Math.max(0, suffix - context);
  const cut = (text: string): string => {
    const end = Math.min(text.length - left, from + maxCharacters);
    return text.slice(from, startOfCharacter(text, end));
  };
  const [older, newer] = [cut(before), cut(after)];
  const window = {
    isCutBefore: from > 0,
    isCutAfter: from + older.length < before.length || from + newer.length < after.length,
  };
  const changes = diffArrays(wordsOf(older), wordsOf(newer), { maxEditLength: maxEdits });
  if (changes === undefined) return { kind: 'replaced', before: older, after: newer, ...window };
  const parts = changes.map(
    ({ added, removed, value }): TextPart => ({
      kind: added ? 'added' : removed ? 'removed' : 'kept',
      text: value.join(''),
    }),
  );
  return { kind: 'words', parts, ...window };
}

/** Returns `index`, or the previous index if `index` is inside a surrogate pair. */
function startOfCharacter(text: string, index: number): number {
  const isInside =
    /^[\udc00-\udfff]/.test(text.charAt(index)) && /[\ud800-\udbff]$/.test(text.charAt(index - 1));
  return isInside ? index - 1 : index;
}

/** Splits a text into words, spaces and punctuation, even in languages without spaces between words. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A position where two JSON values differ. */
type JsonChange =
  | { kind: 'added'; path: string; after: unknown }
  | { kind: 'removed'; path: string; before: unknown }
  | { kind: 'changed'; path: string; before: unknown; after: unknown };

export interface JsonDifference {
  changes: readonly JsonChange[];
  /** True if the values were compared completely, or false if the values might have more differences. */
  isComplete: boolean;
}

interface JsonLimits {
  maxChanges?: number;
  /** Maximum number of compared values. */
  maxValues?: number;
  /** Maximum depth of the comparison. Values at a greater depth count as different unless they are identical. */
  maxDepth?: number;
}

/**
 * Returns the paths where two JSON values differ. All generated IDs count as equal, and all points in time count as
 * equal. The elements of lists with different lengths are matched from both ends.
 */
export function compareJson(before: unknown, after: unknown, limits: JsonLimits = {}): JsonDifference {
  const { maxChanges = 50, maxValues = 2_000_000, maxDepth = 500 } = limits;
  const walk: Walk = { changes: [], maxChanges, valuesLeft: maxValues, maxDepth, isComplete: true };
  compareAt(walk, { path: '$', key: '', depth: 0 }, before, after);
  return { changes: walk.changes, isComplete: walk.isComplete };
}

/** Returns whether two JSON values are equal except for generated IDs and points in time. */
export function areEqual(before: unknown, after: unknown): boolean {
  const { changes, isComplete } = compareJson(before, after, { maxChanges: 1 });
  return changes.length === 0 && isComplete;
}

interface Walk {
  changes: JsonChange[];
  maxChanges: number;
  valuesLeft: number;
  maxDepth: number;
  isComplete: boolean;
}

interface Position {
  path: string;
  /** Last key of the path, or an empty string for the whole value. An element of a list has the key of the list. */
  key: string;
  depth: number;
}

/** Compares two values, and records their differences. */
function compareAt(walk: Walk, position: Position, before: unknown, after: unknown): void {
  if (!canContinue(walk)) return;
  if (before === after || isSameKindOfGenerated(position.key, before, after)) return;
  const isDeep = position.depth >= walk.maxDepth;
  if (!isDeep && Array.isArray(before) && Array.isArray(after)) {
    compareLists(walk, position, before, after);
  } else if (!isDeep && isJsonObject(before) && isJsonObject(after)) {
    compareObjects(walk, position, before, after);
  } else {
    walk.changes.push({ kind: 'changed', path: position.path, before, after });
  }
}

function canContinue(walk: Walk): boolean {
  walk.valuesLeft -= 1;
  if (walk.valuesLeft >= 0 && walk.changes.length < walk.maxChanges) return true;
  walk.isComplete = false;
  return false;
}

function compareObjects(
  walk: Walk,
  { path, depth }: Position,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): void {
  // Inherited properties such as `constructor` are ignored.
  const keys = [...Object.keys(before), ...Object.keys(after).filter((key) => !Object.hasOwn(before, key))];
  for (const key of keys) {
    if (!walk.isComplete) return;
    const at = { path: `${path}${pathStep(key)}`, key, depth: depth + 1 };
    const [isBefore, isAfter] = [Object.hasOwn(before, key), Object.hasOwn(after, key)];
    if (isBefore && isAfter) compareAt(walk, at, before[key], after[key]);
    else if (isBefore) pushSingle(walk, at, { kind: 'removed', path: at.path, before: before[key] });
    else pushSingle(walk, at, { kind: 'added', path: at.path, after: after[key] });
  }
}

function compareLists(
  walk: Walk,
  { path, key, depth }: Position,
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  const at = (index: number): Position => ({ path: `${path}[${index}]`, key, depth: depth + 1 });
  const shorter = Math.min(before.length, after.length);
  let [prefix, suffix] = [0, 0];
  // The elements of lists with the same length are matched by index.
  if (before.length !== after.length) {
    const isEqual = (one: unknown, other: unknown) => areEqualWithin(walk, key, depth + 1, one, other);
    while (prefix < shorter && isEqual(before[prefix], after[prefix])) prefix += 1;
    while (suffix < shorter - prefix && isEqual(before.at(-1 - suffix), after.at(-1 - suffix))) suffix += 1;
  }
  const [endBefore, endAfter] = [before.length - suffix, after.length - suffix];
  for (let index = prefix; index < Math.max(endBefore, endAfter) && walk.isComplete; index += 1) {
    const position = at(index);
    if (index < endBefore && index < endAfter) compareAt(walk, position, before[index], after[index]);
    else if (index < endBefore) {
      pushSingle(walk, position, { kind: 'removed', path: position.path, before: before[index] });
    } else pushSingle(walk, position, { kind: 'added', path: position.path, after: after[index] });
  }
}

function pushSingle(walk: Walk, { key }: Position, change: Exclude<JsonChange, { kind: 'changed' }>): void {
  if (!canContinue(walk)) return;
  const value = change.kind === 'added' ? change.after : change.before;
  if (kindOfGenerated(key, value) === undefined) walk.changes.push(change);
}

/** Returns whether two values are equal, up to the maximum number of compared values. Records no differences. */
function areEqualWithin(walk: Walk, key: string, depth: number, before: unknown, after: unknown): boolean {
  const inner: Walk = { ...walk, changes: [], maxChanges: 1, isComplete: true };
  compareAt(inner, { path: '$', key, depth }, before, after);
  walk.valuesLeft = inner.valuesLeft;
  return inner.isComplete && inner.changes.length === 0;
}

function isSameKindOfGenerated(key: string, before: unknown, after: unknown): boolean {
  const kind = kindOfGenerated(key, before);
  return kind !== undefined && kind === kindOfGenerated(key, after);
}

/**
 * Matches keys whose values are IDs. A string with at least `ID_MIN` characters at a matching key counts as a generated
 * ID.
 */
const ID_KEY = /^(?:id|ids|uuid|(?:run|thread|checkpoint|message|tool_call|trace|request|assistant)_?ids?)$/i;
const TIME_KEY =
  /^(?:created|updated|modified|started|ended|finished)(?:_?at)?$|^(?:timestamp|start_time|end_time)$/i;

const UUID = /^\S{0,24}[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Matches long IDs of letters and digits, such as `call_8vRZ…` and `chatcmpl-9x…`, ULIDs and hashes. */
const TOKEN = /^(?:[a-z]{2,12}[-_])?(?=[^\W_]*\d)(?=[^\W_]*[a-z])[a-z0-9]{20,64}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
/** Maximum length in characters of a generated ID or a time. */
const GENERATED_MAX = 100;
/**
 * Minimum length in characters of a string that counts as a generated ID because of its key. A shorter string such as
 * `SO-1042` is an ID in the user's data.
 */
const ID_MIN = 16;

function kindOfGenerated(key: string, value: unknown): 'id' | 'time' | undefined {
  if (typeof value === 'number') return TIME_KEY.test(key) ? 'time' : undefined;
  if (typeof value !== 'string' || value.length > GENERATED_MAX) return undefined;
  if (TIME.test(value)) return 'time';
  if (UUID.test(value) || TOKEN.test(value)) return 'id';
  return value.length >= ID_MIN && ID_KEY.test(key) && !/\s/.test(value) ? 'id' : undefined;
}
