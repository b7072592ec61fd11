import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { BACKOFF, doublingMs } from '../../../clients/retry.ts';
import { fieldOf } from '../../../contract/json-safety.ts';
import { noDebuggerFlags } from '../../../os/debugger.ts';
import { isWithin } from '../../../os/paths.ts';
import { runProgram, windowsVariables } from '../../../os/programs.ts';
import { PROGRAMS } from '../../ports/installation.ts';
import type { WorkerSpec } from '../../ports/worker.ts';
import { toPlainRecord } from './plain-json.ts';
import type { GraphTypes, ParserRequest } from './type-parser.ts';

/** Time limit for describing all graphs of a revision, in milliseconds. */
const PARSER_TIMEOUT_MS = 30_000;
/** Maximum heap of the parser, in MB; the types of a large agent need about 300 MB. */
const PARSER_HEAP_MB = 512;
/** Minimum free memory in bytes for starting the parser, which must leave enough memory for the worker. */
const MIN_FREE_BYTES = 768 * 1024 * 1024;
const toMegabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024));
const MISSING_TYPES = 'JSON schemas lack the types that only the TypeScript source contains.';
/** Maximum output of the parser, in bytes. */
const MAX_PRINTED = 1024 * 1024;
/**
 * Flag for Node's permission model. With this flag, the parser can read only some folders, and can neither write files
 * nor start programs or threads. The permission model follows existing links, and does not restrict the network before
 * Node 25. These limits of the permission model are acceptable, because the agent's code from the same checkout has
 * more permissions in the worker.
 */
const PERMISSION = '--permission';

/** Describes the types of a graph, or resolves to `undefined` if the types are unknown. Never rejects. */
export type DescribeTypes = (graphId: string) => Promise<GraphTypes | undefined>;

/**
 * Describes the TypeScript types of a revision's graphs. The first call starts the parser for all graphs, in a process
 * without environment and with limits. Later calls return the result of the first call. After a temporary failure, the
 * types are unknown for a minute, and twice as long after each further failure, up to an hour. The next call after this
 * time starts the parser again. The parser's process is killed with the worker, because it belongs to the worker's
 * process group.
 *
 * @param graphs Graphs of the revision. Only graphs with a `source` are described.
 * @param options.freeMemory Returns the number of bytes that a new process may use.
 * @param options.timeoutMs Milliseconds after which the parser is killed.
 * @param options.now Returns the milliseconds of any clock.
 * @param options.warn Writes a line to the agent's log.
 */
export function createTypeSchemas(
  graphs: WorkerSpec['graphs'],
  {
    freeMemory = () => process.availableMemory(),
    timeoutMs = PARSER_TIMEOUT_MS,
    now = () => performance.now(),
    warn = (line: string): void => void process.stderr.write(`${line}\n`),
  } = {},
): DescribeTypes {
  let parsed: Promise<Record<string, unknown>> | undefined;
  let failures = 0;
  let retryAt = -Infinity;
  let isShortageLogged = false;
  /** Returns whether enough memory is free, and logs the first shortage. */
  const hasMemory = (): boolean => {
    const free = freeMemory();
    if (free >= MIN_FREE_BYTES) return true;
    if (!isShortageLogged) {
      warn(
        `The TypeScript compiler of the agent was not started, because ${toMegabytes(free)} MB of memory are free and ${toMegabytes(MIN_FREE_BYTES)} MB are needed. ${MISSING_TYPES} Free some memory: the next request for schemas starts the compiler.`,
      );
    }
    isShortageLogged = true;
    return false;
  };
  const attempt = async (): Promise<Record<string, unknown>> => {
    const result = await parse(graphs, timeoutMs);
    if (result.kind === 'parsed') return result.types;
    const failure = `The TypeScript compiler of the agent ${result.reason}. ${MISSING_TYPES}`;
    if (result.kind === 'failed') {
      warn(failure);
      return {};
    }
    failures += 1;
    const pauseMs = doublingMs(failures, BACKOFF.typeParser);
    retryAt = now() + pauseMs;
    parsed = undefined;
    warn(
      `${failure} The compiler will be started again at the first request for schemas after ${pauseMs / 1000} s.`,
    );
    return {};
  };
  return async (graphId) => {
    if (graphs[graphId]?.source === undefined) return undefined;
    // The memory is checked at each call, because the amount of free memory changes.
    if (parsed === undefined && (now() < retryAt || !hasMemory())) return undefined;
    parsed ??= attempt();
    const types = toPlainRecord((await parsed)[graphId]);
    return Object.fromEntries(
      ['state', 'input', 'output', 'context'].flatMap((part) => {
        const schema = types[part];
        return typeof schema === 'object' && schema !== null ? [[part, toPlainRecord(schema)]] : [];
      }),
    );
  };
}

/** Result of the parser. `reason` is the rest of a sentence that begins with "the parser". */
type ParserResult =
  | { kind: 'parsed'; types: Record<string, unknown> }
  /** The parser failed, and another attempt would fail too. */
  | { kind: 'failed'; reason: string }
  /** The parser failed, but another attempt may succeed. */
  | { kind: 'passing'; reason: string };

/** Error codes of a process start that fails because the machine lacks resources. */
const NO_RESOURCES = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'];

/** Runs the parser once. Never rejects. */
async function parse(graphs: WorkerSpec['graphs'], timeoutMs: number): Promise<ParserResult> {
  if (!process.allowedNodeEnvironmentFlags.has(PERMISSION)) return { kind: 'parsed', types: {} };
  try {
    const request = await toRequest(graphs);
    const readable = [PROGRAMS.typeParser.folder, ...request.folders];
    const flags = [
      PERMISSION,
      ...readable.map((folder) => `--allow-fs-read=${folder}`),
      `--max-old-space-size=${PARSER_HEAP_MB}`,
      '--no-warnings',
      ...noDebuggerFlags(),
    ];
    const [cwd] = request.folders;
    const end = await runProgram(
      process.execPath,
      [...flags, PROGRAMS.typeParser.entry, JSON.stringify(request)],
      {
        ...(cwd !== undefined && { cwd }),
        env: windowsVariables(),
        timeoutMs,
        maxOutputBytes: MAX_PRINTED,
      },
    );
    if (end.kind === 'too-long') {
      return { kind: 'passing', reason: `did not finish within ${timeoutMs / 1000} s` };
    }
    if (end.kind !== 'ended') return { kind: 'failed', reason: 'printed too much' };
    // The kernel kills a process with SIGKILL when the machine runs out of memory.
    if (end.signal === 'SIGKILL') return { kind: 'passing', reason: 'was killed' };
    if (end.code !== 0) return { kind: 'failed', reason: 'failed' };
    // `JSON.parse` throws an error if the JSON is nested too deeply.
    return { kind: 'parsed', types: toPlainRecord(JSON.parse(end.stdout.toString())) };
  } catch (error) {
    const code = fieldOf(error, 'code');
    return typeof code === 'string' && NO_RESOURCES.includes(code)
      ? { kind: 'passing', reason: `could not be started (${code})` }
      : { kind: 'failed', reason: 'failed' };
  }
}

/**
 * Creates the request to the parser, with real paths. Omits a source file that is a link to a path outside its
 * checkout.
 */
async function toRequest(graphs: WorkerSpec['graphs']): Promise<ParserRequest> {
  const folders = new Set<string>();
  const sources: { id: string; file: string; exportName: string }[] = [];
  for (const [id, { exportName, source }] of Object.entries(graphs)) {
    if (source === undefined) continue;
    const [checkout, file] = await Promise.all([realpath(source.checkout), realpath(source.file)]);
    if (!isWithin(checkout, file)) continue;
    sources.push({ id, file, exportName });
    folders.add(checkout);
    for (const folder of await sharedPackages(checkout, file)) folders.add(folder);
  }
  return { folders: [...folders], graphs: sources };
}

/**
 * Returns folders of packages outside the checkout that revisions share. Ignores other links to paths outside the
 * checkout.
 */
async function sharedPackages(checkout: string, file: string): Promise<string[]> {
  const found: string[] = [];
  for (let folder = dirname(file); isWithin(checkout, folder); folder = dirname(folder)) {
    const packages = await realpath(join(folder, 'node_modules')).catch(() => undefined);
    if (packages !== undefined && basename(packages) === 'node_modules' && !isWithin(checkout, packages)) {
      found.push(packages);
    }
    if (folder === dirname(folder)) break;
  }
  return found;
}
