import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { describeProcessEnd } from '../../ports/processes.ts';
import { withoutStackFrames } from '../build/failure-lines.ts';
import { expectInstalled, runInstaller, type StepContext, StepFailure } from '../build/step.ts';
import type { FoundPython } from './find-python.ts';
import type { LockedPackages, Resolution } from './resolution.ts';

interface ResolveRequest {
  python: FoundPython;
  /** Working directory of the installer, whose settings files apply. */
  cwd: string;
  requirements: readonly string[];
  requirementFiles: readonly string[];
  /** Absolute paths of local projects, whose dependencies are resolved together with all other requirements. */
  projects: readonly string[];
  /** Existing folder for temporary files, outside the checkout. */
  scratch: string;
}

/** Installs packages with uv or pip. All methods log their progress and reject with StepFailure. */
export interface Installer {
  readonly name: 'uv' | 'pip';
  /** Name and version of the installer. Another version might install packages differently. */
  readonly id: string;
  resolve(context: StepContext, request: ResolveRequest): Promise<Resolution>;
  /** Creates an empty environment. If `seeded` is true, the environment includes pip for the deployment's commands. */
  createEnvironment(
    context: StepContext,
    request: { python: FoundPython; at: string; seeded: boolean },
  ): Promise<void>;
  /** Installs resolved packages in an environment that will later be moved to `home`. */
  installPackages(
    context: StepContext,
    request: { environment: string; home: string; packages: LockedPackages; cwd: string; scratch: string },
  ): Promise<void>;
  /**
   * Installs local projects in editable mode, so changes to their files take effect. `target` is a separate folder for
   * the projects.
   */
  installProjects(
    context: StepContext,
    request: { environment: string; projects: readonly string[]; target: string | undefined; cwd: string },
  ): Promise<void>;
}

/** Returns the path of the interpreter in an environment. */
export function interpreterOf(environment: string): string {
  return process.platform === 'win32'
    ? join(environment, 'Scripts', 'python.exe')
    : join(environment, 'bin', 'python');
}

/** Returns the folder of an environment's programs. */
export function programsOf(environment: string): string {
  return join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
}

/** Number of last output lines that are searched for the reason of a failure. */
const LAST_LINES = 300;
/** Maximum length in characters of the failure reason in a message. */
const REASON_LENGTH = 1_500;
const NO_NETWORK =
  /error sending request|failed to (lookup|resolve)|name resolution|getaddrinfo|connection (refused|reset|error)|tcp connect error|NewConnectionError|ConnectTimeout|Read timed out|operation timed out|network is unreachable|dns error/i;
const PIP_FOUND_NOTHING = /Could not find a version .*\(from versions: none\)/;
const OTHER_PYTHON = /the current Python version \([\d.]+\) does not satisfy|requires a different Python/;
/**
 * Returns whether an index refused access: a line of the output contains both the HTTP status and the status's name.
 */
const isAccessRefused = (output: string): boolean =>
  output
    .split('\n')
    .some((line) => /\b(401|403)\b/.test(line) && /client error|unauthorized|forbidden/i.test(line));

/** Thrown if the package index is unreachable, although the packages may still be in the cache. */
export class UnreachableIndexFailure extends StepFailure {}

/**
 * Runs uv or pip and logs the output, except the standard output of a successful `quiet` run.
 * @throws StepFailure with the last lines of the output.
 */
export async function runTool(
  context: StepContext,
  spec: {
    command: string;
    args: string[];
    cwd: string;
    env: Record<string, string>;
    /** Description of the run for messages, such as `Resolving the Python packages with uv`. */
    what: string;
    quiet?: boolean;
  },
): Promise<void> {
  const { what, quiet = false, ...program } = spec;
  const last: string[] = [];
  const withheld: string[] = [];
  context.log(what);
  const end = await runInstaller(context, {
    ...program,
    kind: 'install',
    what,
    onLine: (line, stream) => {
      if (last.push(line) > LAST_LINES) last.shift();
      if (!quiet || stream === 'stderr') context.log(line);
      else if (withheld.push(line) > LAST_LINES) withheld.shift();
    },
  });
  if (end.kind !== 'exit' || end.code === 0) {
    expectInstalled(end, what);
    return;
  }
  // A failed run is logged even if it is `quiet`, because pip explains conflicts on standard output.
  for (const line of withheld) context.log(line);
  const reason = failureReason(last);
  const output = last.join('\n');
  const Failure = !isAccessRefused(output) && NO_NETWORK.test(output) ? UnreachableIndexFailure : StepFailure;
  throw new Failure(
    `${what} failed: ${reason === '' ? `it ${describeProcessEnd(end)} and printed nothing.` : reason} ${hintFor(output)}`.trim(),
  );
}

/** Returns the last error in uv or pip output as one sentence. */
export function failureReason(printed: readonly string[]): string {
  const conflict = pipConflict(printed);
  const lines = withoutStackFrames(conflict.others);
  const starts = lines.map((line) => /^\s*(error:|ERROR:|×|x )/.test(line));
  // pip's output ends with several similar lines, of which the first line is the most informative.
  let from = starts.lastIndexOf(true);
  while (from > 0 && starts[from - 1] === true) from -= 1;
  const text = lines
    .slice(from === -1 ? -3 : from)
    .map((line) => line.replace(/^[\s×│╰─▶>|]+/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('[notice]'))
    .join(' ')
    .replaceAll(/^(?:error|ERROR): | ERROR:(?= )/g, '')
    .replaceAll(/[.:]? cause: /g, ': ')
    .replace(/\.?$/, () => conflict.cause);
  if (text === '') return '';
  return text.length > REASON_LENGTH
    ? `${text.slice(0, REASON_LENGTH)}… (the build log contains the complete message).`
    : text.replace(/\.?$/, '.');
}

/** Returns pip's explanation of a conflict as a sentence, and the other output lines without pip's advice. */
function pipConflict(lines: readonly string[]): { cause: string; others: string[] } {
  const start = lines.findIndex((line) => line.startsWith('The conflict is caused by:'));
  if (start === -1) return { cause: '', others: [...lines] };
  const length = lines.slice(start + 1).findIndex((line) => !/^\s+\S/.test(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  const causes = lines.slice(start + 1, end).map((line) => line.trim());
  const isAdvice = (line: string) => /^(To fix this you could try|[12]\. (loosen|remove) )/.test(line);
  return {
    cause: `. The conflict is caused by: ${causes.join('; ')}.`,
    others: [...lines.slice(0, start), ...lines.slice(end).filter((line) => !isAdvice(line))],
  };
}

/** Placeholder for the name of an index; see `withIndexName`. */
const INDEX_NAME = '<NAME>';
const INDEX_HINT = `The package index requires credentials. Set UV_INDEX_${INDEX_NAME}_USERNAME and UV_INDEX_${INDEX_NAME}_PASSWORD for an index with a name, or add the credentials to the URL in UV_DEFAULT_INDEX, UV_INDEX, PIP_INDEX_URL or PIP_EXTRA_INDEX_URL. Add these variables to the secrets of the deployment, or to the environment of the emulator for all deployments.`;

/**
 * Replaces the placeholder for the name of an index in a message, if the settings of uv contain exactly one index with a
 * name.
 */
export function withIndexName(message: string, settings: readonly string[]): string {
  const names = settings.flatMap(indexNames);
  const [name] = names;
  if (name === undefined || names.length > 1) return message;
  return message.replaceAll(INDEX_NAME, name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'));
}

function indexNames(settings: string): string[] {
  let isIndex = false;
  return settings.split('\n').flatMap((line) => {
    const text = line.trim();
    if (text.startsWith('[')) isIndex = /^\[\[(?:tool\.uv\.)?index\]\]/.test(text);
    return isIndex ? (/^name\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1] ?? []) : [];
  });
}

/** Returns a hint for an installer's output, or an empty string if the reason is sufficient. */
function hintFor(output: string): string {
  if (OTHER_PYTHON.test(output))
    return 'Set "python_version" in the graph configuration to the version that the packages need.';
  if (isAccessRefused(output)) return INDEX_HINT;
  if (NO_NETWORK.test(output))
    return 'The package index could not be reached. Check the network connection. The emulator passes HTTPS_PROXY, SSL_CERT_FILE, UV_DEFAULT_INDEX and PIP_INDEX_URL to the installer.';
  if (PIP_FOUND_NOTHING.test(output) && output.includes('Looking in indexes: '))
    return 'If the package is in a private index, add a URL with credentials to the secrets of the deployment as PIP_EXTRA_INDEX_URL: pip does not report that an index refused access.';
  return '';
}

/**
 * Writes a string to a file, calls `work`, and removes the file. Only this user can read the file, because the string
 * may contain credentials.
 */
export async function withFile<T>(file: string, text: string, work: () => Promise<T>): Promise<T> {
  await writeFile(file, text, { mode: 0o600 });
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Reads a file that a tool wrote, and removes the file. */
export async function readAndRemoveFile(file: string): Promise<string> {
  const text = await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES });
  await rm(file, { force: true });
  return text;
}
