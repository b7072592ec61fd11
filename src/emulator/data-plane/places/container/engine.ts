import { mkdir } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { memoizeAsync } from '../../../../clients/memoize.ts';
import type { ImageEngine } from '../../../ports/context.ts';
import type { ManagedProcess, OnLine, ProcessEnd, Processes, ProcessSpec } from '../../../ports/processes.ts';
import { StepAborted, StepFailure, type WriteLog } from '../../build/step.ts';
import { isDeadOwner } from '../../../../os/processes.ts';
import type { ContainerPlan } from './pod-plan.ts';
import { OWNER_LABEL } from './run-arguments.ts';

/** Container engine whose server responds. */
export interface Engine {
  /** Name of the engine's program: `podman` or `docker`. */
  readonly program: string;
  readonly info: EngineInfo;
  run(args: string[], options?: CommandOptions): Promise<CommandResult>;
  /** Starts a command of the engine without waiting for its end. */
  start(
    args: string[],
    env: Record<string, string>,
    onLine: OnLine,
    options?: Pick<ProcessSpec, 'standardChannel'>,
  ): ManagedProcess;
}

interface CommandOptions {
  onLine?: (line: string) => void;
  signal?: AbortSignal;
  timeoutMs?: number;
}
interface CommandResult {
  end: ProcessEnd;
  ok: boolean;
  stdout: string;
  errorTail: string;
}

/** Engine whose server responds, or the reason why no engine was found. */
type FoundEngine = { kind: 'engine'; engine: Engine } | { kind: 'none'; reason: string };

export interface EngineOptions {
  processes: Processes;
  /** Environment of the engine's program (see `engineEnvironment`). */
  env: Record<string, string>;
  /** Working directory of the engine's commands, which also contains the files of pods. */
  folder: string;
  /** Engine to use, or `auto` to search for an engine. */
  chosen: ImageEngine;
}

const PROGRAMS = ['podman', 'docker'] as const;
const COMMAND_MS = 30_000;
const MAX_OUTPUT = 4 * 1024 * 1024;

/**
 * Returns a function that finds the chosen engine, or the first of podman and docker whose program is on PATH and whose
 * server responds. The found engine is cached. After a failure, the next call searches again, because an engine may
 * have been started.
 */
export function createEngineFinder(options: EngineOptions): () => Promise<FoundEngine> {
  const found = memoizeAsync(() => find(options));
  return async () => {
    const result = await found();
    if (result.kind === 'none') found.forget();
    return result;
  };
}

async function find(options: EngineOptions): Promise<FoundEngine> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const reasons: string[] = [];
  if (options.chosen === 'none') return { kind: 'none', reason: '--image-engine none' };
  for (const program of options.chosen === 'auto' ? PROGRAMS : [options.chosen]) {
    const {
      end,
      ok,
      stdout,
      errorTail: tail,
    } = await runCommand(program, ['info', '--format', '{{json .}}'], options);
    const info = ok ? readEngineInfo(stdout) : undefined;
    if (info) return { kind: 'engine', engine: engineOf(program, info, options) };
    reasons.push(`${program}: ${describeFailure(end, stdout, tail)}`);
  }
  return { kind: 'none', reason: reasons.join('; ') };
}

function describeFailure(end: ProcessEnd, stdout: string, tail: string): string {
  switch (end.kind) {
    case 'not-started':
      return 'not on PATH';
    case 'timeout':
      return `the command "info" did not finish within ${end.afterMs / 1000} s`;
    default: {
      // docker writes the error about an unreachable server to standard output.
      const away = /"ServerErrors":\["((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1];
      const why = away ?? tail;
      return `it is installed, but its server does not respond${why === '' ? '' : ` (${why.slice(0, 300)})`}`;
    }
  }
}

function engineOf(program: string, info: EngineInfo, options: EngineOptions): Engine {
  return {
    program,
    info,
    run: (args, command) => runCommand(program, args, options, command),
    start: (args, env, onLine, more) =>
      options.processes.start({
        ...more,
        command: program,
        args,
        cwd: options.folder,
        env: { ...env, ...options.env },
        kind: 'container',
        onLine,
      }),
  };
}

async function runCommand(
  program: string,
  args: string[],
  { processes, env, folder }: EngineOptions,
  { onLine, signal, timeoutMs = COMMAND_MS }: CommandOptions = {},
): Promise<CommandResult> {
  const stdout: string[] = [];
  const errors: string[] = [];
  const { ended } = processes.start({
    command: program,
    args,
    cwd: folder,
    env,
    kind: 'engine',
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT,
    ...(signal === undefined ? {} : { signal }),
    onLine(line, stream) {
      const text = stripVTControlCharacters(line).trimEnd();
      if (stream === 'stdout') stdout.push(text);
      else if (text !== '') errors.push(text);
      if (text !== '') onLine?.(text);
    },
  });
  const end = await ended;
  return {
    end,
    ok: end.kind === 'exit' && end.code === 0,
    stdout: stdout.join('\n'),
    errorTail: errors.slice(-2).join(' '),
  };
}

/** Facts about an engine from its own output. */
interface EngineInfo {
  version: string;
  /** Number of cores for containers, or `undefined` if the engine cannot limit the use of cores. */
  cpus: number | undefined;
  memory: boolean;
  /** True if the engine is podman, which may also be called `docker`. */
  isPodman: boolean;
}

const Podman = z.looseObject({
  host: z.looseObject({
    cpus: z.number().optional(),
    cgroupControllers: z.array(z.string()).nullish(),
  }),
  version: z.looseObject({ Version: z.string().min(1) }),
});
const Docker = z.looseObject({
  ServerVersion: z.string().min(1),
  NCPU: z.number().optional(),
  MemoryLimit: z.boolean().optional(),
  CpuCfsQuota: z.boolean().optional(),
});

/** Parses the JSON output of `info`, and returns `undefined` if the output contains no facts about the server. */
function readEngineInfo(text: string): EngineInfo | undefined {
  const json = parsed(text);
  const podman = Podman.safeParse(json);
  if (podman.success) {
    const { host, version } = podman.data;
    const controllers = host.cgroupControllers ?? [];
    return {
      version: version.Version,
      cpus: controllers.includes('cpu') ? host.cpus : undefined,
      memory: controllers.includes('memory'),
      isPodman: true,
    };
  }
  const docker = Docker.safeParse(json);
  if (!docker.success) return undefined;
  const { ServerVersion: version, NCPU: cores, CpuCfsQuota: quota, MemoryLimit: memory } = docker.data;
  return {
    version,
    cpus: quota === true ? cores : undefined,
    memory: memory === true,
    isPodman: false,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Time limit for pulling an image, in milliseconds. */
const PULL_MS = 15 * 60_000;

/**
 * Pulls the missing images of these containers, and logs the engine's output.
 * @throws StepFailure with the image that cannot be pulled
 * @throws StepAborted if the step was cancelled
 */
export async function ensureImages(
  engine: Engine,
  containers: readonly ContainerPlan[],
  log: WriteLog,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set<string>();
  for (const { name, image, pull } of containers) {
    if (done.has(image)) continue;
    done.add(image);
    const present = pull !== 'always' && (await engine.run(['image', 'inspect', image], { signal })).ok;
    if (signal.aborted) throw new StepAborted('cancelled before the image was available');
    if (present) {
      log(`The image ${image} is already on this machine.`);
      continue;
    }
    if (pull === 'never') {
      throw new StepFailure(
        `The image ${image} of the container ${name} is not on this machine, and the container's imagePullPolicy is Never. Pull the image yourself, or change imagePullPolicy.`,
      );
    }
    log(`Pulling the image ${image}`);
    const {
      ok,
      end,
      errorTail: tail,
    } = await engine.run(['pull', image], {
      signal,
      timeoutMs: PULL_MS,
      onLine: (line) => log(line),
    });
    if (signal.aborted) throw new StepAborted('cancelled while the image was pulled');
    if (ok) continue;
    const why = end.kind === 'timeout' ? `it took longer than ${PULL_MS / 60_000} minutes` : tail;
    throw new StepFailure(
      `${engine.program} could not pull the image ${image}: ${why || 'it gave no reason'}. Check the name of the image. For a private registry, log in with "${engine.program} login" as the user that runs the emulator.`,
    );
  }
}

/**
 * Removes the containers and volumes of killed emulators on this machine, and returns the number of containers. The
 * containers of a killed emulator continue, because they belong to the engine.
 */
export async function sweepContainers(engine: Engine, own: string): Promise<number> {
  const containers = await leftBy(engine, own, ['ps', '--all', '--quiet', '--no-trunc'], {
    inspect: ['inspect', '--type', 'container'],
    labels: '.Config.Labels',
  });
  if (containers.length > 0) await engine.run(removeCommand(engine, containers));
  const volumes = await leftBy(engine, own, ['volume', 'ls', '--quiet'], {
    inspect: ['volume', 'inspect'],
    labels: '.Labels',
  });
  if (volumes.length > 0) await engine.run(['volume', 'rm', '-f', ...volumes]);
  return containers.length;
}

/** Returns the arguments of the command that immediately removes containers, even if they are running. */
export function removeCommand({ info }: Engine, names: readonly string[]): string[] {
  return ['rm', '--force', '--volumes', ...(info.isPodman ? ['--time', '0'] : []), ...names];
}

async function leftBy(
  engine: Engine,
  own: string,
  list: string[],
  how: { inspect: string[]; labels: string },
): Promise<string[]> {
  const { ok, stdout } = await engine.run([...list, '--filter', `label=${OWNER_LABEL}`]);
  const found = ok ? stdout.split('\n').filter((line) => line !== '') : [];
  const dead = await Promise.all(
    found.map(async (id) => {
      const format = `{{index ${how.labels} "${OWNER_LABEL}"}}`;
      const { stdout: owner, ok: known } = await engine.run([...how.inspect, '--format', format, id]);
      return known && owner.trim() !== own && (await isDeadOwner(owner.trim())) ? id : undefined;
    }),
  );
  return dead.filter((id) => id !== undefined);
}
