import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPlainTextSync, WRITTEN_MAX_BYTES } from '../../../os/plain-file.ts';
import { describeFailure } from './plain-json.ts';

/** Environment variable that makes tracebacks include the frames of installed packages. */
const FULL = 'AGENT_DEPLOY_FULL_TRACEBACKS';
/** Number of frames that are shown if no frame is in the agent's code. */
const INNERMOST = 3;
/** Maximum number of the agent's frames in a description. */
const MAX_FRAMES = 30;
/**
 * Number of innermost frames whose line of code is read. The number is low, because reading a file blocks the agent.
 */
const READ_FRAMES = 10;
const MAX_LINE = 1_000;

/** Returns why a graph could not be loaded, with the position of the innermost frame below `folder`. */
export function describeLoadFailure(failure: unknown, folder: string): string {
  const { message } = describeFailure(failure);
  const [innermost] = authorFrames(failure, folder);
  return innermost === undefined ? message : `${message} (${innermost.place})`;
}

/**
 * Describes a failure of the agent's code for the agent's log: its class and message, its frames in files below
 * `folder` outside installed packages, and the same for its causes. If no frame is in the agent's code, the innermost
 * frames are shown.
 * @param folder Folder of the graph configuration.
 * @param isFull True to show all frames.
 * @returns Lines without line breaks at the end.
 */
export function describeStack(failure: unknown, folder: string, isFull: boolean): string[] {
  const lines: string[] = [];
  let leftOut = 0;
  const seen = new Set<unknown>();
  for (let one = failure; one !== undefined && one !== null && !seen.has(one); one = causeOf(one)) {
    seen.add(one);
    const { error, message } = describeFailure(one);
    const frames = framesOf(one);
    const own = authorFrames(one, folder).map(({ name, place }) => `    at ${name}${place}`);
    const short = own.length > 0 ? own : frames.slice(0, INNERMOST);
    const shown = isFull ? frames : short;
    leftOut += frames.length - shown.length;
    lines.push(`${seen.size === 1 ? '' : 'Caused by '}${error}: ${message}`, ...shown);
  }
  if (leftOut > 0) {
    lines.push(
      `(${leftOut} frames of installed packages and of Node are omitted. To see them, set ${FULL}=true in the variables of the deployment.)`,
    );
  }
  return lines;
}

/**
 * Returns the frames of a failure in files below a folder, innermost first, and the number of all other frames. The
 * line of code in `code` is empty if the file cannot be read, for example because the build removed the file.
 * @param folder Folder of the graph configuration.
 */
export function describeFrames(
  failure: unknown,
  folder: string,
): { frames: { name: string; place: string; code: string }[]; folded: number } {
  const own = authorFrames(failure, folder).slice(0, MAX_FRAMES);
  const files = new Map<string, readonly string[]>();
  const frames = own.map(({ name, place, file, line }, index) => ({
    place,
    name: name.replace(/ in $/, ''),
    code: index < READ_FRAMES ? lineOf(files, file, line) : '',
  }));
  return { frames, folded: framesOf(failure).length - own.length };
}

/** Returns a line of a file without surrounding spaces. `files` caches the lines of files. */
function lineOf(files: Map<string, readonly string[]>, file: string, line: number): string {
  let lines = files.get(file);
  if (lines === undefined) {
    try {
      lines = readPlainTextSync(file, { maxBytes: WRITTEN_MAX_BYTES }).split('\n');
    } catch {
      lines = [];
    }
    files.set(file, lines);
  }
  return (lines[line - 1] ?? '').trim().slice(0, MAX_LINE);
}

/** Writes a failure of a run to the agent's log. */
export function printFailure(failure: unknown): void {
  const isFull = (process.env[FULL] ?? '') !== '';
  process.stderr.write(`${describeStack(failure, process.cwd(), isFull).join('\n')}\n`);
}

function causeOf(failure: unknown): unknown {
  return failure instanceof Error ? failure.cause : undefined;
}

function framesOf(failure: unknown): string[] {
  const stack: unknown = failure instanceof Error ? failure.stack : undefined;
  return typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : [];
}

interface AuthorFrame {
  /** Name of the function, followed by a separator, or an empty string if the function is unknown. */
  name: string;
  /** Position relative to the folder, such as `src/agent.ts:3:9`. */
  place: string;
  file: string;
  line: number;
}

/** Returns the frames in files below a folder, except frames of installed packages, innermost first. */
function authorFrames(failure: unknown, folder: string): AuthorFrame[] {
  return framesOf(failure).flatMap((frame) => {
    const [, name = '', place = '', line = '', column = ''] =
      /^\s+at (?:async )?(?:(.+?) \()?([^()]+?):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    // The position is a path if it comes from a source map, or else a URL.
    const at = place.startsWith('file:') ? fileURLToPath(place) : place;
    if (!isAbsolute(at)) return [];
    const file = relative(folder, at);
    const parts = file.split(sep);
    if (isAbsolute(file) || parts[0] === '..' || parts.includes('node_modules')) return [];
    return [
      {
        name: name === '' ? '' : `${name} in `,
        place: `${parts.join('/')}:${line}:${column}`,
        file: at,
        line: Number(line),
      },
    ];
  });
}
