import type { ContainerPlan, MountPlan } from './plan.ts';

/** How a container is on the network. */
export type Network =
  /** `port`, inside, is given a port of this machine that only this machine reaches. */
  | { kind: 'published'; port: number }
  /** This machine's own: where an engine cannot publish. */
  | { kind: 'host' }
  /** That of another container. */
  | { kind: 'shared'; container: string }
  | { kind: 'own' };

export interface RunSettings {
  /** What the engine is to call the container. */
  name: string;
  labels: Readonly<Record<string, string>>;
  network: Network;
  /** Volume → what the engine knows it by: a name, or a folder of this machine. */
  volumes: ReadonlyMap<string, string>;
  /** What the engine can hold a container to. */
  capabilities: { cpus: number | undefined; memory: boolean };
  /** Names of variables that the engine finds in its own environment. */
  inherited: readonly string[];
  /** A file of further ones. */
  envFile: string | undefined;
  /** Flags that only this engine has. */
  extra: readonly string[];
}

/**
 * The command line that runs a container in the foreground and removes it when it ends. No value of a variable is on
 * it: every program of the machine could read it there.
 */
export function runArguments(container: ContainerPlan, settings: RunSettings): string[] {
  const { name, labels, capabilities: can, inherited, envFile, extra } = settings;
  const { cpus, memoryBytes } = container.limits;
  return [
    'run',
    '--rm',
    '--name',
    name,
    ...Object.entries(labels).flatMap(([key, value]) => ['--label', `${key}=${value}`]),
    ...networkFlags(settings.network),
    // More than the machine has is no limit, and some engines refuse it.
    ...(can.cpus !== undefined && cpus !== undefined && cpus > 0
      ? ['--cpus', String(Math.min(cpus, can.cpus))]
      : []),
    ...(can.memory && memoryBytes !== undefined && memoryBytes > 0 ? ['--memory', `${memoryBytes}b`] : []),
    ...(container.entrypoint === undefined ? [] : ['--entrypoint', container.entrypoint]),
    ...(container.workingDir === undefined ? [] : ['--workdir', container.workingDir]),
    ...container.mounts.flatMap((mount) => ['--volume', volumeOf(mount, settings)]),
    ...container.security,
    ...extra,
    ...(envFile === undefined ? [] : ['--env-file', envFile]),
    ...inherited.flatMap((variable) => ['--env', variable]),
    container.image,
    ...container.args,
  ];
}

function networkFlags(network: Network): string[] {
  switch (network.kind) {
    case 'published':
      return ['--publish', `127.0.0.1::${network.port}`];
    case 'host':
      return ['--network', 'host'];
    case 'shared':
      return ['--network', `container:${network.container}`];
    case 'own':
      return [];
  }
}

function volumeOf({ volume, path, readOnly, file }: MountPlan, { volumes }: RunSettings): string {
  const source = volumes.get(volume);
  if (source === undefined) throw new Error(`the volume ${volume} was not made`);
  const isFolder = source.includes('/') || source.includes('\\');
  const options = [...(readOnly ? ['ro'] : []), ...(isFolder ? ['z'] : [])];
  return [
    file === undefined ? source : `${source}/${file}`,
    path,
    ...(options.length > 0 ? [options.join(',')] : []),
  ].join(':');
}
