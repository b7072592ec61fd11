import type { ManagedProcess, ProcessEnd } from '../../ports/processes.ts';
import type { WriteLog } from '../build/step-context.ts';
import { StepFailure } from '../build/step-failure.ts';
import type { Engine } from './engine.ts';
import { podLabels, podResourceName, type PodIdentity } from './labels.ts';
import { splitVariables } from './pass-variables.ts';
import type { ContainerPlan } from './plan.ts';
import type { PodFiles } from './pod-files.ts';
import { type Network, runArguments } from './run-arguments.ts';

/** One container that was started in the foreground. */
export interface ContainerRun {
  /** What the engine calls it. */
  readonly name: string;
  readonly process: ManagedProcess;
  /** The last of what it, or the engine about it, printed. */
  tail(): string;
}

/** What starting the containers of one launch takes. */
export interface PodContext {
  engine: Engine;
  identity: PodIdentity;
  files: PodFiles;
  log: WriteLog;
}

const TAIL_LINES = 3;

/**
 * Starts one container of a pod; what it prints goes to the log, with its name in front unless it is the agent's.
 * @throws StepFailure when it cannot be given one of its variables.
 */
export async function startContainer(
  { engine, identity, files, log }: PodContext,
  container: ContainerPlan,
  network: Network,
  options: { count?: number; quiet?: boolean } = {},
): Promise<ContainerRun> {
  const { inherited, file, problems } = splitVariables(container.env);
  if (problems.length > 0) throw new StepFailure(`Container ${container.name}: ${problems.join('; ')}.`);
  const name = podResourceName(
    identity,
    options.count ? `${container.name}-${options.count}` : container.name,
  );
  const args = runArguments(container, {
    name,
    labels: podLabels(identity),
    network,
    volumes: files.volumes,
    capabilities: engine.info,
    inherited: Object.keys(inherited),
    envFile: file === undefined ? undefined : await files.envFile(container.name, file),
    // Otherwise podman hands our own way to the network on, with whatever it holds.
    extra: engine.info.isPodman ? ['--http-proxy=false', '--pull', 'never'] : ['--pull', 'never'],
  });
  const last: string[] = [];
  const prefix = options.quiet === true ? '' : `[${container.name}] `;
  const process = engine.start(args, inherited, (line, stream) => {
    if (line.trim() !== '') last.push(line.trim());
    if (last.length > TAIL_LINES) last.shift();
    log(`${prefix}${line}`, stream === 'stderr' ? 'WARNING' : 'INFO');
  });
  return { name, process, tail: () => last.join(' | ').slice(0, 600) };
}

/** The last words of a container, as a sentence of a reason. */
export function describeTail(tail: string): string {
  return tail === '' ? 'It printed nothing.' : `Its last words: ${tail}`;
}

/** Whether the engine itself could not connect a container: it then never began. */
export function isNetworkFailure(end: ProcessEnd, tail: string): boolean {
  if (end.kind !== 'exit' || end.code < 125 || end.code > 127) return false;
  return /netavark|aardvark|\bcni\b|iptables|nftables|slirp4netns|\bpasta\b|network|port bindings|external connectivity/i.test(
    tail,
  );
}
