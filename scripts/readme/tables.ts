import { parse } from 'yaml';
import type { Area } from '../import-rules/rules.ts';
import type { PermissionNeed } from './permissions.ts';

interface ActionFile {
  inputs?: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs?: Record<string, { description: string }>;
}

/** Returns a string for a table cell. Descriptions may contain line breaks and bars, which would end the cell. */
export const cell = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');
/** Returns a string for a table cell as code, or an empty cell. */
export const code = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : `\`${cell(text)}\``;
/** Renders a table from its head and rows. */
export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Renders the tables of an action.yml and of its permissions, by the name of the markers. */
export function tablesOf(actionYml: string, permissions: readonly PermissionNeed[]): Record<string, string> {
  // GitHub's validator has checked the file's shape (`npm run workflows`).
  const { inputs = {}, outputs = {} } = parse(actionYml) as ActionFile;
  return {
    inputs: table(
      ['Input', 'Default', 'Description'],
      Object.entries(inputs).map(([name, input]) => [
        code(name),
        code(input.default),
        cell(input.description),
      ]),
    ),
    outputs: table(
      ['Output', 'Description'],
      Object.entries(outputs).map(([name, output]) => [code(name), cell(output.description)]),
    ),
    ...(permissions.length === 0
      ? {}
      : {
          permissions: table(
            ['Permission', 'Needed for', 'Without it'],
            permissions.map(({ permission, neededFor, without }) => [
              code(permission),
              cell(neededFor),
              cell(without),
            ]),
          ),
        }),
  };
}

/** Renders the table of folders with their content and allowed imports, by the name of the markers. */
export function layersTable(areas: readonly Area[]): Record<string, string> {
  const isInSource = ({ path }: Area) => path.source.startsWith(String.raw`^src\/`);
  const folderOf = (area: Area) => (isInSource(area) ? `src/${area.name}` : area.name);
  const rows = areas.map((area) => [
    code(folderOf(area)),
    cell(area.holds),
    [...area.may, ...(area.packages === '*' ? [] : area.packages)].map((name) => code(name)).join(', ') ||
      '–',
  ]);
  return { layers: table(['folder', 'holds', 'may import'], rows) };
}

/**
 * Puts each table between its markers, `<!-- name:start -->` and `<!-- name:end -->`, and leaves everything else
 * unchanged. Throws if a marker is missing.
 */
export function withTables(markdown: string, tables: Record<string, string>, file: string): string {
  let text = markdown;
  for (const [name, body] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${file} needs both "${start}" and "${end}"`);
    text = `${text.slice(0, from + start.length)}\n\n${body}\n\n${text.slice(to)}`;
  }
  return text;
}
