import { z } from 'zod';

/**
 * Lengths of functions in lines without comments, by `file: name`. Only functions that are longer than oxlint.json
 * allows are included.
 */
type FunctionLengths = Record<string, number>;

export const functionLengthsSchema: z.ZodType<FunctionLengths> = z.record(z.string(), z.int().positive());

/** The fields of oxlint's JSON report that this check reads. */
const reportSchema = z.object({
  diagnostics: z.array(z.object({ message: z.string(), filename: z.string() })),
  number_of_files: z.int().positive(),
});
const MESSAGE = /^The (?<title>.+) has too many lines \((?<lines>\d+)\)/;

/**
 * Parses oxlint's JSON report on the rule `max-lines-per-function`. Functions with equal names in one file are numbered
 * in the order of the report. Throws an `Error` if the report contains another message, such as a syntax error.
 */
export function parseReport(text: string): FunctionLengths {
  const lengths: FunctionLengths = {};
  for (const { message, filename } of reportSchema.parse(JSON.parse(text)).diagnostics) {
    const found = MESSAGE.exec(message)?.groups;
    if (!found) throw new Error(`oxlint reports another problem in ${filename}: ${message}`);
    const { title = '', lines } = found;
    const key = `${filename.replaceAll('\\', '/')}: ${/`(.+)`/.exec(title)?.[1] ?? title}`;
    let unique = key;
    for (let count = 2; unique in lengths; count += 1) unique = `${key} (${count})`;
    lengths[unique] = Number(lines);
  }
  return lengths;
}

/** Compares long functions with their exceptions, and returns one line for each problem. */
export function compareWithExceptions(lengths: FunctionLengths, exceptions: FunctionLengths): string[] {
  const problems: string[] = [];
  for (const [key, lines] of Object.entries(lengths)) {
    const allowed = exceptions[key];
    if (allowed === undefined) {
      problems.push(`${key} has ${lines} lines, and at most 100 are allowed: split it by the state it owns`);
    } else if (lines > allowed) {
      problems.push(`${key} has grown from ${allowed} to ${lines} lines: split it by the state it owns`);
    }
  }
  for (const key of Object.keys(exceptions)) {
    if (key in lengths) continue;
    problems.push(
      `${key} is no longer too long: remove its exception with \`npm run -s function-lengths -- --lower\``,
    );
  }
  return problems;
}

/** Returns the exceptions lowered to the current lengths and sorted by key. Never adds or raises an exception. */
export function lowerExceptions(lengths: FunctionLengths, exceptions: FunctionLengths): FunctionLengths {
  return Object.fromEntries(
    Object.entries(exceptions)
      .flatMap(([key, allowed]): [string, number][] => {
        const lines = lengths[key];
        return lines === undefined ? [] : [[key, Math.min(lines, allowed)]];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
