import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The files a step talks to the runner through, by the runner's name for each. */
export interface CommandFiles {
  env: string;
  state: string;
  output: string;
  path: string;
  step_summary: string;
}

const PREFIXES: Record<keyof CommandFiles, string> = {
  env: 'set_env_',
  state: 'save_state_',
  output: 'set_output_',
  path: 'add_path_',
  step_summary: 'step_summary_',
};

export const SUMMARY_LIMIT_BYTES = 1024 * 1024;

/** Creates the five files, empty, with one fresh id (the runner does so before each phase). */
export async function createCommandFiles(runnerTemp: string, id: string): Promise<CommandFiles> {
  const folder = path.join(runnerTemp, '_runner_file_commands');
  await mkdir(folder, { recursive: true });
  const file = async (name: keyof CommandFiles) => {
    const full = path.join(folder, `${PREFIXES[name]}${id}`);
    await writeFile(full, '');
    return full;
  };
  return {
    env: await file('env'),
    state: await file('state'),
    output: await file('output'),
    path: await file('path'),
    step_summary: await file('step_summary'),
  };
}

/**
 * Reads `KEY=value` lines and `KEY<<MARK` blocks by the runner's strict grammar. Throws its messages: a line that is
 * neither, an empty name or mark, a mark that never comes, a last value line without its line break.
 */
export function parsePairs(text: string, crlf = process.platform === 'win32'): [string, string][] {
  const pairs: [string, string][] = [];
  const reader = lineReader(text, crlf);
  for (let line = reader.next(); line !== null; line = reader.next()) {
    if (line.text === '') continue;
    const equals = line.text.indexOf('=');
    const heredoc = line.text.indexOf('<<');
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      const key = line.text.slice(0, equals);
      if (key === '') throw new Error(`Invalid format '${line.text}'. Name must not be empty`);
      pairs.push([key, line.text.slice(equals + 1)]);
    } else if (heredoc >= 0) {
      const key = line.text.slice(0, heredoc);
      const mark = line.text.slice(heredoc + 2);
      if (key === '' || mark === '') {
        throw new Error(
          `Invalid format '${line.text}'. Name must not be empty and delimiter must not be empty`,
        );
      }
      pairs.push([key, readBlock(reader, text, mark)]);
    } else {
      throw new Error(`Invalid format '${line.text}'`);
    }
  }
  return pairs;
}

interface Line {
  text: string;
  /** Offset just behind the text, before its line break. */
  end: number;
  broken: boolean;
}
interface LineReader {
  next(): Line | null;
  offset(): number;
}

function lineReader(text: string, crlf: boolean): LineReader {
  let index = 0;
  return {
    offset: () => index,
    next() {
      if (index >= text.length) return null;
      const start = index;
      const feed = text.indexOf('\n', start);
      if (feed < 0) {
        index = text.length;
        return { text: text.slice(start), end: text.length, broken: false };
      }
      index = feed + 1;
      const end = crlf && feed > start && text[feed - 1] === '\r' ? feed - 1 : feed;
      return { text: text.slice(start, end), end, broken: true };
    },
  };
}

function readBlock(reader: LineReader, text: string, mark: string): string {
  const start = reader.offset();
  let end = start;
  for (;;) {
    const line = reader.next();
    if (line === null) throw new Error(`Invalid value. Matching delimiter not found '${mark}'`);
    if (line.text === mark) return text.slice(start, end);
    if (!line.broken) throw new Error('Invalid value. EOF marker missing new line.');
    end = line.end;
  }
}

/** What a phase wrote, with the runner's complaints: a broken file fails the step and gives nothing. */
export interface FileCommandResult {
  env: Record<string, string>;
  state: Record<string, string>;
  outputs: Record<string, string>;
  paths: string[];
  summary: string;
  summaryRefused: boolean;
  /** Error lines of the runner, in order. */
  errors: string[];
  /** True when a file could not be processed: the step is then failed, whatever its exit code. */
  failed: boolean;
}

/** Reads the five files after a phase. */
export async function readCommandFiles(files: CommandFiles): Promise<FileCommandResult> {
  const result: FileCommandResult = {
    env: {},
    state: {},
    outputs: {},
    paths: [],
    summary: '',
    summaryRefused: false,
    errors: [],
    failed: false,
  };
  const pairsOf = async (name: 'env' | 'state' | 'output', take: (key: string, value: string) => void) => {
    const text = await readIfThere(files[name]);
    try {
      for (const [key, value] of parsePairs(text)) take(key, value);
    } catch (error) {
      result.failed = true;
      result.errors.push(`Unable to process file command '${name}' successfully.`, message(error));
    }
  };
  await pairsOf('env', (key, value) => {
    if (key.toUpperCase() === 'NODE_OPTIONS') {
      result.errors.push("Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.");
    } else result.env[key] = value;
  });
  await pairsOf('state', (key, value) => {
    result.state[key] = value;
  });
  await pairsOf('output', (key, value) => {
    result.outputs[key] = value;
  });
  result.paths = (await readIfThere(files.path)).split(/\r?\n/).filter((line) => line !== '');
  const size = await sizeIfThere(files.step_summary);
  if (size > SUMMARY_LIMIT_BYTES) {
    result.summaryRefused = true;
    result.errors.push(
      `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of ${SUMMARY_LIMIT_BYTES / 1024}k, got ${Math.floor(size / 1024)}k.`,
    );
  } else result.summary = await readIfThere(files.step_summary);
  return result;
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

async function sizeIfThere(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
