import path from 'node:path';
import {
  type Box,
  BOX_PATH,
  type BoxHost,
  type BoxOptions,
  type IsolationLevel,
  type IsolationReport,
  type RunningCommand,
} from '../../box/box.ts';
import { errorMessage } from '../../os/errors.ts';
import { ActionError } from '../outcome.ts';
import type { Machine } from './context.ts';
import type { SandboxPaths } from './machine.ts';
import { type ConfiguredProxy, PROXY_USER, SANDBOX_ID } from './proxy.ts';
import type { SandboxRecord } from './record.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Strength of each isolation level, where a greater number means stronger isolation. */
const HOLDS: Readonly<Record<IsolationLevel, number>> = { none: 0, process: 1, namespaces: 2 };

interface IsolationContext {
  machine: Pick<Machine, 'boxHost'>;
  log: (line: string) => void;
  record: Pick<SandboxRecord, 'isolation'>;
}

/**
 * Returns the host that starts boxes, and logs the isolation that the machine provides.
 *
 * @throws ActionError if the machine provides less than the required isolation.
 */
export async function requireIsolation(
  { machine, log, record }: IsolationContext,
  isolation: IsolationLevel,
): Promise<BoxHost> {
  const boxHost = await machine.boxHost();
  const report = await boxHost.report();
  record.isolation = { level: isolation, findings: report.findings };
  for (const finding of report.findings) log(finding);
  if (HOLDS[report.level] >= HOLDS[isolation]) return boxHost;
  record.isolation = { level: report.level, findings: report.findings };
  throw new ActionError('isolation-missing', missing(report, isolation));
}

function missing({ level, findings, remedies }: IsolationReport, required: string): string {
  return [
    `The isolation level ${required} is required, but this machine only supports ${level}.`,
    ...findings.map((finding) => `- ${finding}`),
    ...remedies.map((remedy) => `- To do: ${remedy}`),
  ].join('\n');
}

interface CommandBoxOptions {
  isolation: IsolationLevel;
  paths: Pick<SandboxPaths, 'boxFolder' | 'socketPath'>;
  /** The proxy, which is the only way to the network, or `undefined` for a box without a network. */
  proxy: ConfiguredProxy | undefined;
  isCheckoutWritable: boolean;
}

interface CheckoutCommand {
  script: string;
  shell: string;
  /** Folder where the command starts, relative to the checkout, or `undefined` for the checkout itself. */
  workingDirectory?: string | undefined;
  /** Environment variables of the command in addition to the job's variables. */
  env?: Readonly<Record<string, string>>;
  timeLimitMs: number | undefined;
}

/** A box that contains the checkout, where several commands can run at the same time. */
export interface CommandBox {
  readonly level: IsolationLevel;
  run(command: CheckoutCommand): RunningCommand;
  /** Kills all programs in the box. */
  stop(): Promise<void>;
}

/**
 * Starts a box with the checkout and the installed tools. Commands in the box receive only the variables that describe
 * the job, and reach the network only through the proxy.
 *
 * @param given The environment of the step, the machine, and the host of boxes from `requireIsolation`.
 * @throws ActionError if the box does not start.
 */
export async function openCommandBox(
  { env, machine, boxHost }: { env: Env; machine: Pick<Machine, 'isFolder'>; boxHost: BoxHost },
  options: CommandBoxOptions,
): Promise<CommandBox> {
  const workspace = workspaceOf(env);
  const toolFolder = await findToolFolder(env, machine);
  const box = await startBox(boxHost, options, [
    { from: workspace, to: workspace, writable: options.isCheckoutWritable },
    ...(toolFolder === undefined ? [] : [{ from: toolFolder, to: toolFolder, writable: false }]),
  ]);
  return {
    level: box.level,
    run: (command) =>
      box.run({
        command: failFast(command.script, command.shell),
        shell: command.shell,
        cwd: path.resolve(workspace, command.workingDirectory ?? ''),
        env: {
          ...commandEnvironment(env, { level: box.level, toolFolder }),
          ...options.proxy?.envVars,
          ...command.env,
        },
        timeoutMs: command.timeLimitMs ?? null,
        terminal: null,
      }),
    stop: () => box.stop(),
  };
}

/** Returns the path of the checkout. */
export function workspaceOf(env: Env): string {
  return env['GITHUB_WORKSPACE'] || process.cwd();
}

/**
 * Returns the folder of the programs that actions such as `setup-node` installed, or `undefined` if the folder does not
 * exist.
 */
async function findToolFolder(env: Env, machine: Pick<Machine, 'isFolder'>): Promise<string | undefined> {
  const toolFolder = env['RUNNER_TOOL_CACHE'];
  return toolFolder && (await machine.isFolder(toolFolder)) ? toolFolder : undefined;
}

async function startBox(
  boxHost: BoxHost,
  { isolation, paths, proxy }: CommandBoxOptions,
  binds: BoxOptions['binds'],
): Promise<Box> {
  const isNamespaced = isolation === 'namespaces';
  try {
    return await boxHost.start({
      id: SANDBOX_ID,
      folder: paths.boxFolder,
      binds,
      proxySocket: isNamespaced && proxy !== undefined ? paths.socketPath : null,
      proxyAddress: isNamespaced ? null : (proxy?.proxy.address ?? null),
      proxyUser: proxy === undefined ? null : { name: PROXY_USER, token: proxy.token },
      caPem: proxy?.caPem ?? null,
      noProxy: [...(proxy?.noProxy ?? [])],
      env: {},
      limits: { memoryBytes: null, cpuMillicores: null, processes: null },
      level: isolation,
    });
  } catch (error) {
    throw new ActionError('isolation-missing', `The box could not be started: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** Names of the job's variables that the command receives, none of which is a credential or refers to a credential. */
const PASSED_VARIABLES = [
  'LANG',
  'CI',
  'GITHUB_ACTIONS',
  'GITHUB_WORKFLOW',
  'GITHUB_JOB',
  'GITHUB_RUN_ID',
  'GITHUB_RUN_NUMBER',
  'GITHUB_RUN_ATTEMPT',
  'GITHUB_REPOSITORY',
  'GITHUB_REPOSITORY_OWNER',
  'GITHUB_EVENT_NAME',
  'GITHUB_REF',
  'GITHUB_REF_NAME',
  'GITHUB_REF_TYPE',
  'GITHUB_HEAD_REF',
  'GITHUB_BASE_REF',
  'GITHUB_SHA',
  'GITHUB_ACTOR',
  'GITHUB_SERVER_URL',
  'GITHUB_API_URL',
  'GITHUB_WORKSPACE',
  'RUNNER_OS',
  'RUNNER_ARCH',
] as const;

/**
 * Returns the job's variables without credentials, for a command. `toolFolder` is a folder with programs that the
 * sandbox receives in addition to the system's programs. With an isolated root, `PATH` contains only folders in
 * `toolFolder` and the system's folders.
 */
function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  box: { level: IsolationLevel; toolFolder: string | undefined },
): Record<string, string> {
  return { ...passedVariables(env), ...pathIn(env['PATH'], box) };
}

function pathIn(
  path: string | undefined,
  { level, toolFolder }: { level: IsolationLevel; toolFolder: string | undefined },
): Record<string, string> {
  if (level !== 'namespaces') return path === undefined ? {} : { PATH: path };
  const shown = (path ?? '')
    .split(':')
    .filter((entry) => toolFolder !== undefined && entry.startsWith(`${toolFolder}/`));
  return { PATH: [...shown, BOX_PATH].join(':') };
}

function passedVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns a script that exits at its first failing line, like a `run` step of the runner. */
function failFast(script: string, shell: string): string {
  const name = shell.slice(shell.lastIndexOf('/') + 1);
  if (name === 'bash') return `set -eo pipefail\n${script}`;
  return ['sh', 'dash', 'ash', 'zsh', 'ksh'].includes(name) ? `set -e\n${script}` : script;
}
