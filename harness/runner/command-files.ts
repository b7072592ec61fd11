import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { splitLines } from './process.ts';
import type { RawFiles } from './types.ts';
import { readPairs } from './workflow-commands.ts';

/** Paths of the files through which a step sends commands to the runner, by the runner's names. */
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

const SUMMARY_LIMIT_BYTES = 1024 * 1024;

/** Creates the five empty files with a new ID, as the runner does before each phase. */
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

/** Commands of a phase, and the runner's errors. Commands before an invalid line take effect. */
interface FileCommandResult {
  env: Record<string, string>;
  state: Record<string, string>;
  outputs: Record<string, string>;
  paths: string[];
  summary: string;
  summaryRefused: boolean;
  /** Error messages of the runner in order. */
  errors: string[];
  /** True if a file could not be processed, so that the step failed regardless of its exit code. */
  failed: boolean;
  raw: RawFiles;
}

/** Reads the five files after a phase. A removed file counts as empty. */
export async function readCommandFiles(files: CommandFiles): Promise<FileCommandResult> {
  const raw: RawFiles = { env: '', state: '', output: '', path: '', step_summary: '' };
  const unreadable: string[] = [];
  let summaryBytes = 0;
  for (const name of ['env', 'state', 'output', 'path', 'step_summary'] as const) {
    try {
      const bytes = await readIfThere(files[name]);
      raw[name] = bytes.toString('utf8');
      if (name === 'step_summary') summaryBytes = bytes.length;
    } catch (error) {
      unreadable.push(`Unable to process file command '${name}' successfully.`, message(error));
    }
  }
  const result = interpret(raw, summaryBytes);
  result.errors.push(...unreadable);
  result.failed ||= unreadable.length > 0;
  return result;
}

/** Parses the contents of the five files. `summaryBytes` is the size of the summary file. */
export function interpret(raw: RawFiles, summaryBytes: number): FileCommandResult {
  const result: FileCommandResult = {
    env: {},
    state: {},
    outputs: {},
    paths: splitLines(raw.path).filter((line) => line !== ''),
    summary: '',
    summaryRefused: false,
    errors: [],
    failed: false,
    raw,
  };
  const pairsOf = (name: 'env' | 'state' | 'output', take: (key: string, value: string) => void) => {
    try {
      for (const [key, value] of readPairs(raw[name], process.platform === 'win32')) take(key, value);
    } catch (error) {
      result.failed = true;
      result.errors.push(`Unable to process file command '${name}' successfully.`, message(error));
    }
  };
  pairsOf('env', (key, value) => {
    if (key === '') throw new Error("Value cannot be null or empty. (Parameter 'name')");
    result.env[key] = value;
  });
  pairsOf('state', (key, value) => {
    setAnyCase(result.state, key, value);
  });
  pairsOf('output', (key, value) => {
    if (key === '') throw new Error("Value cannot be null or empty. (Parameter 'name')");
    setAnyCase(result.outputs, key, value);
  });
  if (summaryBytes > SUMMARY_LIMIT_BYTES) {
    result.summaryRefused = true;
    result.errors.push(
      `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of ${SUMMARY_LIMIT_BYTES / 1024}k, got ${Math.floor(summaryBytes / 1024)}k.`,
    );
  } else result.summary = raw.step_summary;
  return result;
}

/** Sets the value of a case-insensitive name, whose first spelling is kept. */
function setAnyCase(record: Record<string, string>, name: string, value: string): void {
  const known = Object.keys(record).find((key) => key.toLowerCase() === name.toLowerCase());
  record[known ?? name] = value;
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readIfThere(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
