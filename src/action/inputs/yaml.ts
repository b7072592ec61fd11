import { closest, distance } from 'fastest-levenshtein';
import { isMap, isNode, isPair, isScalar, type ParsedNode, parseDocument, type Scalar } from 'yaml';
import { invalid, valid, type Parsed } from './problem.ts';

/** A path into a document: keys of mappings, and indexes of lists. */
export type YamlPath = readonly (string | number)[];

/** What a text of YAML or JSON holds. */
export interface YamlText {
  value: unknown;
  /** The line, counted from 1, on which the key of this path stands, or the nearest one above that is there. */
  lineOf(path: YamlPath): number;
}

/** JSON is YAML too. Complaints give the line and what the parser missed, never the text itself. Pure. */
export function parseYaml(text: string): Parsed<YamlText> {
  try {
    // Its warnings would go to stderr, past the redactor, and quote the text.
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: sameKey, logLevel: 'error' });
    const [error] = document.errors;
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
    if (error !== undefined) {
      return invalid(
        `it is neither YAML nor JSON: line ${lineAt(error.pos[0])}: ${error.code}`,
        'Check quotes and indentation.',
      );
    }
    const lineOf = (path: YamlPath): number => {
      for (let length = path.length; length > 0; length -= 1) {
        const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
        const key = path[length - 1];
        const pair = isMap(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : undefined;
        const node = pair?.key ?? document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return 1;
    };
    return valid({ value: document.toJS() as unknown, lineOf });
  } catch {
    return invalid(
      'it expands to too much, or is nested too deep',
      'Write it flat, without so many aliases.',
    );
  }
}

/** In JavaScript `1` and `"1"` are one key, of which the second value would win unseen. */
function sameKey(one: ParsedNode, other: ParsedNode): boolean {
  return one === other || (isScalar(one) && isScalar(other) && nameOf(one) === nameOf(other));
}

function nameOf(key: Scalar): string {
  const value: unknown = key.toJSON();
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function keyOf(item: unknown): string | undefined {
  if (!isPair(item)) return undefined;
  const key: unknown = isNode(item.key) ? item.key.toJSON() : item.key;
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}

/** Whether a key is so near to one that is known that it says nothing else. Pure. */
export function isTypo(key: string, known: readonly string[]): boolean {
  return distance(key, closest(key, known)) <= 2;
}

/** What to write instead of a key that there is none of. Pure. */
export function hintForKey(key: string, known: readonly string[]): string {
  const nearest = closest(key, known);
  const near = distance(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
  return near ? `Did you mean ${nearest}?` : 'Remove it; the fields stand in the documentation.';
}

/** The fields of a YAML mapping or JSON object, not yet read. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value has fields: neither a list nor a plain value. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
