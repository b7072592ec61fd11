import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import { describeProcessEnd, type Processes } from '../../ports/processes.ts';

/** Oldest supported version of Python, which is also the hosted service's oldest version. */
const OLDEST_PYTHON = '3.11';

/** Python interpreter that was started, and that has reported its path and version. */
export interface FoundPython {
  /** Path of the interpreter itself, and not of a version manager's script. */
  executable: string;
  /** Full version, such as `3.12.4`. */
  version: string;
}

/**
 * Result of a search: the interpreter, with `newer` if its version is newer than requested, or all candidates with the
 * reasons of their failures.
 */
type PythonSearch = { found: FoundPython; newer: boolean } | { found: undefined; tried: readonly string[] };

export interface PythonFinder {
  /**
   * Finds a Python of the requested minor version (`3.12`), or else of a newer version. If no version is requested,
   * prefers the oldest supported version, and `newer` is false. Never rejects.
   */
  find(asked: string | undefined, signal: AbortSignal): Promise<PythonSearch>;
  /** Runs one interpreter and returns its path and version, or a string that explains why it is not usable. */
  inspect(executable: string, signal: AbortSignal): Promise<FoundPython | string>;
}

export interface PythonFinderOptions {
  processes: Processes;
  /** Environment variables of the candidates, with the PATH that is searched for candidates. */
  env: Record<string, string>;
  /** Commands of interpreters to try first, each as a program and its first arguments. */
  pythons: readonly (readonly string[])[];
  /** Returns the working directory of the candidates, which exists and contains no files of the repository. */
  cwd: () => Promise<string>;
  /** Returns the path of a uv, or `undefined` if no uv exists. uv may know interpreters that PATH does not contain. */
  uv?: (signal: AbortSignal) => Promise<string | undefined>;
  /**
   * Time limits in milliseconds for the first and second attempt to run a candidate. The second attempt is made only if
   * no candidate responded to the first attempt.
   */
  answerMs?: readonly [number, number];
}

/** The second attempt has more time, because Python starts slowly on a loaded machine. */
const ANSWER_MS = [2_000, 10_000] as const;
const OUTPUT_BYTES = 16 * 1024;
const NOT_ON_PATH = 'not on PATH';
/** Number of newer minor versions whose programs are searched on PATH. */
const NEWER_NAMES = 4;

const QUESTION =
  "import json,sys;print(json.dumps({'version':list(sys.version_info[:3]),'executable':sys.executable,'implementation':sys.implementation.name}))";
const Answer = z.object({
  version: z.tuple([z.int(), z.int(), z.int()]),
  executable: z.string().refine((path) => isAbsolute(path)),
  implementation: z.string(),
});

type Probe =
  | { kind: 'python'; python: FoundPython; minor: number }
  | { kind: 'unusable'; reason: string }
  | { kind: 'slow'; reason: string };

/** Creates functions that run candidates and uv to find interpreters, and that cache the found interpreters. */
function createProbes({ processes, env, cwd, uv }: PythonFinderOptions, uvMs: number) {
  const known = new Map<string, Extract<Probe, { kind: 'python' }>>();

  const ask = async (command: string[], timeoutMs: number, signal: AbortSignal) => {
    const lines: string[] = [];
    const [program = '', ...args] = command;
    const end = await processes.start({
      command: program,
      args,
      cwd: await cwd(),
      env: { ...env, UV_PYTHON_DOWNLOADS: 'never', UV_NO_CONFIG: '1' },
      kind: 'python',
      timeoutMs,
      maxOutputBytes: OUTPUT_BYTES,
      signal,
      onLine: (line, stream) => {
        if (stream === 'stdout') lines.push(line);
      },
    }).ended;
    return { end, lines };
  };

  return {
    async probe(command: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<Probe> {
      const key = command.join('\0');
      const before = known.get(key);
      if (before !== undefined && (await isFile(before.python.executable))) return before;
      const [program = '', ...first] = command;
      const { end, lines } = await ask([program, ...first, '-I', '-c', QUESTION], timeoutMs, signal);
      if (end.kind === 'timeout')
        return { kind: 'slow', reason: `did not respond within ${Math.round(timeoutMs / 1000)} s` };
      if (end.kind === 'not-started' && end.reason.includes('not found on PATH'))
        return { kind: 'unusable', reason: isAbsolute(program) ? 'this file does not exist' : NOT_ON_PATH };
      if (end.kind !== 'exit' || end.code !== 0) return { kind: 'unusable', reason: describeProcessEnd(end) };
      const result = parseAnswer(lines);
      if (result.kind === 'python') known.set(key, result);
      return result;
    },
    /** Returns the interpreter that uv finds for a request such as `3.12` or `>=3.12`. */
    async askUv(request: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
      const program = await uv?.(signal);
      if (program === undefined) return undefined;
      const args = ['python', 'find', '--no-project', '--system', request];
      const { end, lines } = await ask([program, ...args], uvMs, signal);
      const path = end.kind === 'exit' && end.code === 0 ? lines.at(-1)?.trim() : undefined;
      return path !== undefined && isAbsolute(path) ? [path] : undefined;
    },
  };
}

/**
 * Creates a finder of interpreters. The finder caches its results, and runs each candidate, because a candidate may be
 * a script that fails.
 */
export function createPythonFinder(options: PythonFinderOptions): PythonFinder {
  const { pythons } = options;
  const answerMs = options.answerMs ?? ANSWER_MS;
  const probes = createProbes(options, answerMs[1]);

  const search = async (
    asked: string | undefined,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<PythonSearch & { slow: boolean }> => {
    const wanted = asked ?? OLDEST_PYTHON;
    const minor = minorOf(wanted);
    const tried = new Map<string, string>();
    const newer: FoundPython[] = [];
    let slow = false;
    /** Returns a command's interpreter if the interpreter has the requested version. */
    const isIt = async (command: readonly string[] | undefined): Promise<FoundPython | undefined> => {
      if (command === undefined || signal.aborted || tried.has(command.join(' '))) return undefined;
      const result = await probes.probe(command, timeoutMs, signal);
      if (result.kind === 'slow') slow = true;
      if (result.kind === 'python') {
        if (result.minor === minor) return result.python;
        if (result.minor > minor) newer.push(result.python);
      }
      const reason = result.kind === 'python' ? `${result.python.version}, too old` : result.reason;
      tried.set(command.join(' '), reason);
      return undefined;
    };
    const names = [[`python${wanted}`], ['python3'], ['python']];
    if (process.platform === 'win32') names.push(['py', `-${wanted}`]);
    const exact =
      (await firstOf([...pythons, ...names], isIt)) ??
      (asked === undefined && newer.length > 0 ? undefined : await isIt(await probes.askUv(wanted, signal)));
    if (exact !== undefined) return { found: exact, newer: false, slow };
    for (let more = 1; more <= NEWER_NAMES && newer.length === 0; more += 1) {
      const name = `python3.${minor + more}`;
      await isIt([name]);
      // Names that are not on PATH are omitted from the message, because newer versions are optional.
      if (tried.get(name) === NOT_ON_PATH) tried.delete(name);
    }
    if (newer.length === 0) await isIt(await probes.askUv(`>=${wanted}`, signal));
    const [first] = newer;
    if (first !== undefined) return { found: first, newer: asked !== undefined, slow };
    return { found: undefined, tried: [...tried].map(([name, reason]) => `${name} (${reason})`), slow };
  };

  return {
    async inspect(executable, signal) {
      const result = await probes.probe([executable], answerMs[1], signal);
      if (result.kind !== 'python') return result.reason;
      return result.minor < minorOf(OLDEST_PYTHON) ? `${result.python.version}, too old` : result.python;
    },
    async find(asked, signal) {
      const first = await search(asked, answerMs[0], signal);
      if (first.found !== undefined || !first.slow) return first;
      return search(asked, answerMs[1], signal);
    },
  };
}

/** Returns the end of a sentence that explains what was tried and what to do: "no Python 3.12 was found. Tried: …". */
export function notFoundMessage(asked: string | undefined, tried: readonly string[]): string {
  const wanted = asked ?? OLDEST_PYTHON;
  const what = asked === undefined ? `${wanted} or newer` : asked;
  return `no Python ${what} was found. Tried: ${tried.join(', ')}. Run \`uv python install ${wanted}\`, install Python ${wanted} or newer in another way, or set the path of an interpreter with --python`;
}

function parseAnswer(lines: readonly string[]): Probe {
  const answer = Answer.safeParse(parseJson(lines.at(-1) ?? ''));
  if (!answer.success)
    return { kind: 'unusable', reason: 'printed something other than the facts about a Python interpreter' };
  const { version, executable, implementation } = answer.data;
  const text = version.join('.');
  if (version[0] !== 3) return { kind: 'unusable', reason: `${text}, too old` };
  if (implementation !== 'cpython')
    return { kind: 'unusable', reason: `${text}, but implemented by ${implementation} instead of CPython` };
  return { kind: 'python', python: { executable, version: text }, minor: version[1] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function firstOf<T, R>(
  items: readonly T[],
  find: (item: T) => Promise<R | undefined>,
): Promise<R | undefined> {
  for (const item of items) {
    const found = await find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
