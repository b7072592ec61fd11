import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { HANG_LIMIT_MS } from '../hang-limit.ts';
import type { FileTree } from '../git.ts';
import { startCommand } from './command.ts';

/** The in-memory reference agent server, in its own process. */
export interface ReferenceServer {
  readonly url: string;
  readonly pid: number;
  /** Returns the output of the process. */
  log(): string;
  stop(): Promise<void>;
}

interface ReferenceOptions {
  /** Folder into which `installPackages(folder, REFERENCE)` installed the packages. */
  folder: string;
  /** Files of the agent, which are written into that folder so that they find its packages. */
  agent: FileTree;
  /** `./file:export` of each graph, by graph ID. */
  graphs: Readonly<Record<string, string>>;
}

/**
 * Starts the server with its library function on a free port, without telemetry. Throws with the server's log if it
 * does not accept requests.
 */
export async function startReference({ folder, agent, graphs }: ReferenceOptions): Promise<ReferenceServer> {
  const cwd = path.join(folder, 'agent');
  await mkdir(cwd, { recursive: true });
  for (const [name, text] of Object.entries(agent)) await writeFile(path.join(cwd, name), text ?? '');
  const program = path.join(folder, 'server-program.mjs');
  await copyFile(path.join(import.meta.dirname, 'server-program.mjs'), program);
  const child = spawn(process.execPath, [program, JSON.stringify({ cwd, graphs })], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      LANGGRAPH_CLI_NO_ANALYTICS: '1',
      LANGSMITH_TRACING: 'false',
      LANGSMITH_API_KEY: 'none',
      // The server compiles the agent to describe a graph's state, which takes longer than the default limit on a busy
      // machine.
      LANGGRAPH_SCHEMA_RESOLVE_TIMEOUT_MS: '120000',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^\{"ready":"(.+)"\}$/.exec(line)?.[1];
      if (ready === undefined) log.push(line);
      else resolve(ready);
    });
    void ended.then(() => reject(new Error(`the reference server did not start:\n${log.join('\n')}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    log: () => log.join('\n'),
    async stop() {
      // The server exits when its standard input ends, or else is killed.
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** npm package of `langgraphjs`, whose `dev` command restarts the server after each change of the agent's files. */
export const REFERENCE_CLI = { '@langchain/langgraph-cli': '2.0.0' } as const;

/**
 * Starts `langgraphjs dev` for an agent. The agent's files are written into `agent` below the folder into which
 * `installPackages(folder, { ...REFERENCE, ...REFERENCE_CLI })` installed the packages.
 */
export async function startReferenceDev({
  folder,
  agent,
}: {
  folder: string;
  agent: FileTree;
}): Promise<ReferenceServer> {
  const cwd = path.join(folder, 'agent');
  for (const [name, text] of Object.entries(agent)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), text ?? '');
  }
  return startCommand({
    name: 'the reference server',
    program: process.execPath,
    args: [
      path.join(folder, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs'),
      'dev',
      '--no-browser',
    ],
    cwd,
    env: {
      PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
      HOME: folder,
      LANGSMITH_API_KEY: 'none',
    },
  });
}

const run = promisify(execFile);

/**
 * Newest compatible versions of the reference server and its dependencies; its peer dependencies exclude newer
 * versions.
 */
export const REFERENCE = {
  '@langchain/langgraph-api': '2.0.0',
  '@langchain/langgraph': '1.3.7',
  '@langchain/langgraph-checkpoint': '1.0.4',
  '@langchain/langgraph-sdk': '2.0.0',
  '@langchain/core': '1.2.13',
  typescript: '5.9.3',
} as const;

/** Installs npm packages into a new folder, or throws with npm's output if the installation fails. */
export async function installPackages(
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  try {
    await run('npm', ['install', ...flags, ...names], { cwd: folder, timeout: HANG_LIMIT_MS });
  } catch (cause) {
    const reported = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    throw new Error(
      `npm could not install ${names.join(', ')}. This needs the network and a registry that has them. npm said: ${reported.trim().slice(-1_500)}`,
      { cause },
    );
  }
}
