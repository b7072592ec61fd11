import type { Parsed } from './problem.ts';
import { hintForKey, isMapping, type Mapping, type YamlPath, type YamlText } from './yaml.ts';

/** From here on JavaScript writes an integer with an exponent, and nobody means each of its digits. */
const EXPONENT = 1e21;

/** Collects what is wrong, with the line it stands on. */
export class YamlReader {
  readonly problems: { problem: string; cure: string }[] = [];
  readonly #text: YamlText;
  #about = '';
  constructor(text: YamlText) {
    this.#text = text;
  }
  /** Which case the following is about. */
  about(name: string): void {
    this.#about = name === '' ? '' : `${name}: `;
  }
  addProblem(path: YamlPath, problem: string, cure: string): void {
    const field = path.filter((part) => typeof part === 'string' && part !== 'cases').join('.');
    const where = `line ${this.#text.lineOf(path)}: ${this.#about}${field === '' ? '' : `${field}: `}`;
    this.problems.push({ problem: `${where}${problem}`, cure });
  }
  /** The value of a parser for text; undefined when it is not said, or wrong. */
  parse<T>(value: unknown, path: YamlPath, parse: (text: string) => Parsed<T>): T | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number') {
      this.addProblem(path, 'it is no text', 'Write one word or one line.');
      return undefined;
    }
    const parsed = parse(String(value));
    if (parsed.ok) return parsed.value;
    for (const { problem, cure } of parsed.problems) this.addProblem(path, problem, cure);
    return undefined;
  }
  mapping(value: unknown, path: YamlPath, keys: readonly string[]): Mapping | undefined {
    if (!isMapping(value)) {
      this.addProblem(path, 'it is no mapping', 'Write one `field: value` per line.');
      return undefined;
    }
    for (const key of Object.keys(value)) {
      if (!keys.includes(key))
        this.addProblem([...path, key], 'there is no such field', hintForKey(key, keys));
    }
    return value;
  }
  object(value: unknown, path: YamlPath): Mapping | undefined {
    if (value === undefined || value === null) return undefined;
    if (isMapping(value)) {
      this.json(value, path);
      return value;
    }
    this.addProblem(path, 'it is no mapping', 'Write one `field: value` per line.');
    return undefined;
  }
  /**
   * YAML has values that JSON has not. They would be sent as something else, and a set or a date that is expected has no
   * fields, so that any object would hold it.
   */
  json(value: unknown, path: YamlPath, within: readonly unknown[] = []): unknown {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) {
        this.addProblem(path, 'JSON has no such number', 'Write another one, or text in quotes.');
      } else if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT) {
        this.addProblem(path, 'it has more digits than a JSON number keeps', 'Write it as text, in quotes.');
      }
    } else if (typeof value === 'object' && value !== null) {
      if (within.includes(value)) {
        this.addProblem(path, 'it holds itself', 'Write it out without an alias.');
        return value;
      }
      const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
      if (!isPlain) {
        this.addProblem(path, 'JSON has no such value', 'Leave out the tag, or write text in quotes.');
        return value;
      }
      for (const [key, part] of Object.entries(value)) {
        this.json(part, [...path, Array.isArray(value) ? Number(key) : key], [...within, value]);
      }
    }
    return value;
  }
}
