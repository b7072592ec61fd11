import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure } from './plain-json.ts';

/** Set by an author who needs the frames of installed packages, too. */
const FULL = 'AGENT_DEPLOY_FULL_TRACEBACKS';
/** How many frames are shown where none is the author's. */
const INNERMOST = 3;

/** Why a graph could not be loaded, with the innermost line of the code below `folder` that it happened in. */
export function describeLoadFailure(failure: unknown, folder: string): string {
  const { message } = describeFailure(failure);
  const [innermost] = authorFrames(failure, folder);
  return innermost === undefined ? message : `${message} (${innermost.place})`;
}

/**
 * Describes a failure of the author's code for the log of the agent: its class and text, the frames of files below
 * `folder` that are no installed packages, and the same of its causes. If none is the author's, the innermost frames.
 *
 * @param folder Of the graph configuration.
 * @param isFull Keeps all frames.
 * @returns Lines without line breaks at their ends.
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
      `(${leftOut} frames of installed packages and of Node are left out. Set ${FULL}=true in the variables of the deployment to see them.)`,
    );
  }
  return lines;
}

/** Writes a failure of a run to the log of the agent. */
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

/**
 * The frames in files below a folder, without installed packages, innermost first. `place`: `src/agent.ts:3:9`; `name`: of
 * the function, with what separates it from a place.
 */
function authorFrames(failure: unknown, folder: string): { name: string; place: string }[] {
  return framesOf(failure).flatMap((frame) => {
    const [, name = '', place = '', position] =
      /\bat (?:async )?(?:(.+?) \()?([^()]+?):(\d+:\d+)\)?$/.exec(frame) ?? [];
    // Mapped positions are paths, others are URLs.
    const at = place.startsWith('file:') ? fileURLToPath(place) : place;
    if (!isAbsolute(at)) return [];
    const file = relative(folder, at);
    const parts = file.split(sep);
    if (isAbsolute(file) || parts[0] === '..' || parts.includes('node_modules')) return [];
    return [{ name: name === '' ? '' : `${name} in `, place: `${parts.join('/')}:${position}` }];
  });
}
