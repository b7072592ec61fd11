import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { cell, code, table } from './tables.ts';

/** Value of the chart, with the comment that explains it. */
interface ChartValue {
  /** Name with dots, such as `image.tag`. */
  name: string;
  /** Default value as it is written in the file, or '' for a group of values. */
  default: string;
  comment: string;
}

/**
 * Renders the table of a chart's values from the comments of its values.yaml, by the name of the markers. A comment
 * belongs to the key on the next line, and a value without a comment is explained by the comment of its group.
 * @throws Error with the name of a value that no comment explains.
 */
export function chartValuesTable(valuesYaml: string): Record<string, string> {
  const rows = chartValues(valuesYaml).map((value) => [
    code(value.name),
    code(value.default),
    cell(value.comment),
  ]);
  return { values: table(['value', 'default', 'meaning'], rows) };
}

function chartValues(text: string): ChartValue[] {
  const lines = text.split('\n');
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  if (document.errors[0] !== undefined || !isMap(document.contents)) {
    throw new Error('values.yaml must be a map of values', { cause: document.errors[0] });
  }
  const values: ChartValue[] = [];
  const add = (map: YAMLMap, prefix: string, isExplained: boolean) => {
    for (const { key, value } of map.items) {
      if (!isScalar(key) || !key.range) throw new Error(`${prefix}: every key must be a plain word`);
      const name = `${prefix}${String(key.value)}`;
      const comment = commentAbove(lines, counter.linePos(key.range[0]).line - 1);
      const isGroup = isMap(value) && value.flow !== true;
      const range = isGroup ? undefined : (value as { range?: [number, number, number] } | null)?.range;
      values.push({ name, default: range ? text.slice(range[0], range[1]) : '', comment });
      if (comment === '' && !isExplained && !isGroup) {
        throw new Error(`values.yaml: add a comment above ${name} that explains the value`);
      }
      if (isGroup) add(value, `${name}.`, isExplained || comment !== '');
    }
  };
  add(document.contents, '', false);
  return values;
}

/** Returns the comment on the lines directly above a line, which is counted from 0. */
function commentAbove(lines: readonly string[], line: number): string {
  let first = line;
  while (first > 0 && /^\s*#/.test(lines[first - 1] ?? '')) first -= 1;
  return lines
    .slice(first, line)
    .map((one) => one.replace(/^\s*# ?/, ''))
    .join(' ');
}
