import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a search of every environment that can be read came to: how many were read, and whose held one of the texts. */
export interface EnvironSearch {
  searched: number;
  found: string[];
}

/** A program that searches `/proc/<pid>/environ` of every process for texts, and appends what it found to `report`. */
const PROGRAM = `import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
const [, , report, ...texts] = process.argv;
const read = (file) => { try { return readFileSync(file, 'latin1'); } catch { return ''; } };
const environs = readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
  .map((pid) => ({ pid, text: read('/proc/' + pid + '/environ') })).filter(({ text }) => text !== '');
const wanted = texts.map((text) => Buffer.from(text, 'base64').toString('latin1'));
const found = environs.filter(({ text }) => wanted.some((one) => text.includes(one)))
  .map(({ pid }) => read('/proc/' + pid + '/cmdline').replaceAll('\\0', ' ').trim());
appendFileSync(report, JSON.stringify({ searched: environs.length, found }) + '\\n');
`;

/**
 * Makes a program in the folder that searches every readable environment for the texts. Its line has them encoded, so
 * that whoever runs it does not hold them by that.
 */
export function environSearch(
  folder: string,
  texts: readonly string[],
): { command: string; results(): EnvironSearch[] } {
  const program = path.join(folder, 'search-environ.mjs');
  const report = path.join(folder, 'environ-report.jsonl');
  writeFileSync(program, PROGRAM);
  writeFileSync(report, '', { mode: 0o666 });
  const words = [process.execPath, program, report, ...texts.map((text) => btoa(text))];
  return {
    command: words.map((word) => `'${word}'`).join(' '),
    results: () =>
      readFileSync(report, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as EnvironSearch),
  };
}
