import { isMapping, parseYaml, type Mapping, type YamlText } from './yaml.ts';
import { invalid, type Parsed, quote, valid, type UnlocatedProblem } from './problem.ts';

// Parsers for files with one case per line. The parsers return the same form as the YAML parser, so one schema
// validates the cases of all formats.

const PROBLEMS_MAX = 20;

/** One case of a file, and the number of the line where the case begins, counted from 1. */
interface CaseLine {
  line: number;
  fields: Mapping;
}

/** Parses JSON Lines: each line that is not blank contains one case as a JSON object. */
export function parseJsonLines(text: string): Parsed<YamlText> {
  const cases: CaseLine[] = [];
  const problems: UnlocatedProblem[] = [];
  for (const [index, content] of withoutMark(text).split(/\r?\n/).entries()) {
    if (content.trim() === '' || problems.length >= PROBLEMS_MAX) continue;
    const line = index + 1;
    // The YAML parser also accepts JSON, and refuses duplicate keys.
    const read = isJson(content) ? parseYaml(content) : undefined;
    if (read === undefined) problems.push(at(line, NOT_JSON));
    else if (!read.ok) problems.push(at(line, NOT_READ));
    else if (isMapping(read.value.value)) cases.push({ line, fields: read.value.value });
    else problems.push(at(line, NOT_OBJECT));
  }
  return problems.length > 0 ? { ok: false, problems } : valid(toList(cases));
}

const NOT_JSON: UnlocatedProblem = {
  message: 'the text is not JSON',
  hint: 'Write one JSON object on each line, such as `{"name": "greets", "message": "Say hello"}`.',
};
const NOT_READ: UnlocatedProblem = {
  message: 'an object has the same key twice, or is nested too deep',
  hint: 'Write each key once.',
};
const NOT_OBJECT: UnlocatedProblem = {
  message: 'the value is not a JSON object',
  hint: 'Write the fields of the case in braces.',
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Columns of a CSV file. A cell of a text column is used verbatim, and a cell of a data column is YAML or JSON. */
const COLUMNS: Readonly<Record<string, 'text' | 'data'>> = {
  name: 'text',
  message: 'text',
  input: 'data',
  command: 'data',
  assistant: 'text',
  'time-limit': 'text',
  'thread-id': 'text',
  'multitask-strategy': 'text',
  config: 'data',
  context: 'data',
  metadata: 'data',
  reference: 'data',
  'expect.status': 'text',
  'expect.interrupted': 'data',
  'expect.state': 'data',
  'expect.last-message': 'text',
  'expect.number': 'data',
  'expect.tool-calls': 'data',
  'expect.tool-call-order': 'text',
  'expect.max-tokens': 'data',
};
const QUESTIONS = ['message', 'input', 'command'];
/** Maximum number of characters in a row of a CSV file. */
const ROW_MAX = 10_000_000;

/**
 * Parses CSV with a header row. Each column is a field of a case, such as `message` or `expect.last-message`. An empty
 * cell leaves the field unset, and a row of empty cells is ignored. The first separator in the header (comma, semicolon
 * or tab) is the separator of all rows.
 */
export async function parseCsv(text: string): Promise<Parsed<YamlText>> {
  const rows = await readRows(withoutMark(text));
  if (!rows.ok) return rows;
  const [header, ...rest] = rows.value;
  if (header === undefined) return invalid('the file is empty', `Write a header row. ${COLUMNS_HINT}`);
  const columns = header.cells.map((name) => name.trim());
  const wrong = findWrongColumns(columns).map((one) => at(header.line, one));
  if (wrong.length > 0) return { ok: false, problems: wrong };
  const cases: CaseLine[] = [];
  const problems: UnlocatedProblem[] = [];
  for (const { line, cells } of rest) {
    if (problems.length >= PROBLEMS_MAX) break;
    const fields = toFields(columns, cells);
    if (fields.ok) cases.push({ line, fields: fields.value });
    else problems.push(...fields.problems.map((one) => at(line, one)));
  }
  return problems.length > 0 ? { ok: false, problems } : valid(toList(cases));
}

const COLUMNS_HINT = `The columns are ${Object.keys(COLUMNS).join(', ')}.`;

interface Row {
  /** Number of the line where the row begins, counted from 1. */
  line: number;
  cells: readonly string[];
}

/**
 * Messages for errors of the CSV parser, keyed by error code. The parser's own messages are not used, because they
 * quote the file.
 */
const CSV_ERRORS: Readonly<Record<string, UnlocatedProblem>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: {
    message: 'the row has more or fewer cells than the header',
    hint: 'Write as many cells as the header has, and quote a cell that contains a separator.',
  },
  CSV_QUOTE_NOT_CLOSED: {
    message: 'a quoted cell does not end',
    hint: 'Write `"` after the cell, and `""` for a quote within it.',
  },
};
const CSV_QUOTES: UnlocatedProblem = {
  message: 'a quote is not at the beginning or end of a cell',
  hint: 'Quote the whole cell, and write `""` for a quote within it.',
};

async function readRows(text: string): Promise<Parsed<Row[]>> {
  const { CsvError, parse } = await import('csv-parse/sync');
  const delimiter = /[,;\t]/.exec(text.slice(0, Math.max(text.search(LINE_END), 0)))?.[0] ?? ',';
  const rows: Row[] = [];
  const position = createPosition(text);
  try {
    parse(text, {
      delimiter,
      // A file can contain several kinds of line ends, for example after an edit on another system.
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      max_record_size: ROW_MAX,
      on_record: (cells: string[], { bytes }) => {
        const line = position.nextRowLine();
        position.skipTo(bytes);
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
        return null;
      },
    });
    return valid(rows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, problems: [at(position.nextRowLine(), CSV_ERRORS[error.code] ?? CSV_QUOTES)] };
  }
}

const LINE_END = /\r\n|\n|\r/g;

const countLineEnds = (text: string): number => text.match(LINE_END)?.length ?? 0;

/**
 * Counts the lines of a CSV file up to the end of a row. The CSV parser's own count includes both characters of a line
 * end in a quoted cell, and does not contain the line where a row begins.
 */
function createPosition(text: string) {
  const bytes = Buffer.from(text);
  let end = 0;
  let line = 1;
  return {
    /** Returns the line where the row after the position begins. */
    nextRowLine(): number {
      let start = end;
      while (bytes[start] === 0x0a || bytes[start] === 0x0d) start += 1;
      return line + countLineEnds(bytes.toString('utf8', end, start));
    },
    /** Moves the position to the end of a row. `rowEnd` is the number of bytes before this end. */
    skipTo(rowEnd: number): void {
      line += countLineEnds(bytes.toString('utf8', end, rowEnd));
      end = rowEnd;
    },
  };
}

function findWrongColumns(columns: readonly string[]): UnlocatedProblem[] {
  const unknown = columns.filter((name) => !Object.hasOwn(COLUMNS, name));
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (unknown.length > 0) {
    return unknown
      .slice(0, PROBLEMS_MAX)
      .map((name) => ({ message: `no field has the name of the column ${quote(name)}`, hint: COLUMNS_HINT }));
  }
  if (twice !== undefined) {
    return [{ message: `two columns have the name ${quote(twice)}`, hint: 'Remove one of them.' }];
  }
  if (QUESTIONS.some((name) => columns.includes(name))) return [];
  return [
    { message: 'the columns message, input and command are all missing', hint: `Add one. ${COLUMNS_HINT}` },
  ];
}

/**
 * Returns a case's fields from the cells of its row. The column `expect.status` becomes the field `status` of `expect`.
 */
function toFields(columns: readonly string[], cells: readonly string[]): Parsed<Mapping> {
  const fields: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    const read = COLUMNS[column] === 'text' ? valid(cell) : parseCell(column, cell);
    if (!read.ok) return read;
    const [, part] = /^expect\.(.*)$/.exec(column) ?? [];
    if (part === undefined) fields[column] = read.value;
    else expected[part] = read.value;
  }
  return valid(Object.keys(expected).length === 0 ? fields : { ...fields, expect: expected });
}

function parseCell(column: string, cell: string): Parsed<unknown> {
  const read = parseYaml(cell);
  return read.ok
    ? valid(read.value.value)
    : invalid(`${column}: the cell is neither YAML nor JSON`, 'Check quotes and braces.');
}

function toList(cases: readonly CaseLine[]): YamlText {
  return {
    value: cases.map(({ fields }) => fields),
    lineOf: ([index]) => (typeof index === 'number' ? (cases[index]?.line ?? 1) : 1),
  };
}

const at = (line: number, { message, hint }: UnlocatedProblem): UnlocatedProblem => ({
  message: `line ${line}: ${message}`,
  hint,
});

/** Removes the byte order mark that spreadsheet programs write at the beginning of a file. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
