import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { LoopReport } from './loop.ts';

/** URL and key of the agent. */
export interface AgentAddress {
  url: string;
  apiKey: string;
  /** Shell command that runs the agent. */
  command: string;
}

export interface TerminalOptions {
  /** Writes a line to the developer's terminal. */
  print: (line: string) => void;
  /** Path of the watched folder. */
  root: string;
  /**
   * Paths of the folders where the emulator builds. The output shows the developer's file paths instead of paths in the
   * build folders.
   */
  buildFolders: readonly string[];
  /** Path of the folder that stores the threads. */
  dataDir: string;
  address: () => Promise<AgentAddress>;
}

/** Output for the developer: progress after each save, and the lines that the agent prints. */
export interface Terminal extends LoopReport {
  /** Prints a line of the agent's output. */
  agentLine(text: string): void;
  /** Prints a warning from a revision's log. */
  warning(text: string): void;
  /** Prints an error from a revision's log. An error during a build is printed only if the build fails. */
  error(text: string): void;
}

export function createTerminal(options: TerminalOptions): Terminal {
  const { print, root } = options;
  let what = '';
  let isFirst = true;
  /** Errors of the current deployment, or `undefined` if no deployment is running. */
  let errors: string[] | undefined;
  /**
   * Warnings of the current deployment. A warning that the previous deployment already printed is not printed again.
   */
  let warnings = new Set<string>();
  let shown: ReadonlySet<string> = new Set();
  const own = createPathMapping(options);

  const showAddress = async () => {
    if (!isFirst) return;
    isFirst = false;
    const { url, apiKey, command } = await options.address();
    print('');
    print(`  URL      ${url}`);
    print(`  API key  ${apiKey}`);
    print(`  Try      ${command}`);
    print('');
    print(`Watching ${root}. Threads are kept in ${options.dataDir}. Press Ctrl-C to stop.`);
  };

  return {
    deploying(changed) {
      what = describeFiles(root, changed);
      [shown, warnings] = [warnings, new Set()];
      errors = [];
      print(`${what}building …`);
    },
    waiting(changed) {
      print(`${describeFiles(root, changed)}saved; will be deployed after the revision in progress`);
    },
    async deployed(elapsedMs) {
      errors = undefined;
      print(`${what}deployed in ${(elapsedMs / 1000).toFixed(1)} s`);
      await showAddress();
    },
    async upToDate() {
      print(`${what}the deployed revision is up to date`);
      await showAddress();
    },
    async failed({ status, message }, serves) {
      print(`${what}${status}: ${own(message)}`);
      for (const text of errors ?? []) if (!message.includes(text)) print(`  ${own(text)}`);
      errors = undefined;
      print(serves ? 'The previous revision keeps serving.' : 'No revision is serving yet: save a fix.');
      if (serves) await showAddress();
    },
    problem: (message) => print(`problem: ${own(message)}`),
    notice: (line) => print(line),
    agentLine: (text) => print(`agent │ ${own(text)}`),
    warning(text) {
      warnings.add(text);
      if (!shown.has(text)) print(`warning: ${own(text)}`);
    },
    error(text) {
      if (errors === undefined) print(`error: ${own(text)}`);
      else errors.push(text);
    },
  };
}

const MAX_NAMED = 3;

/** Returns a prefix such as `src/agent.ts, src/tools.ts: `, or an empty string without files. */
function describeFiles(root: string, files: readonly string[]): string {
  if (files.length === 0) return '';
  const names = files.map((file) => stripVTControlCharacters(path.relative(root, file)));
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}: `;
}

/** Creates a function that replaces paths in the emulator's build folders with the developer's file paths. */
function createPathMapping({ root, buildFolders }: TerminalOptions): (text: string) => string {
  const folders = buildFolders.map((folder) => folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const built = new RegExp(`(?:${folders})[\\\\/][0-9a-f-]{36}[\\\\/]checkout(?=[\\\\/])`, 'g');
  return (text) => text.replace(built, () => root);
}

/** Quotes a text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
