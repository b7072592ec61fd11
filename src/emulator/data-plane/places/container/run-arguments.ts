import type { ContainerPlan, MountPlan } from './pod-plan.ts';

export type Network =
  /** The container's `port` is published on a loopback port of this machine. */
  | { kind: 'published'; port: number }
  /** The container uses the network of this machine, because the engine cannot publish ports. */
  | { kind: 'host' }
  /** The container uses the network of another container. */
  | { kind: 'shared'; container: string }
  | { kind: 'own' };

/** Matches an engine's error message about a container that cannot be connected to a network. */
export const NO_NETWORK = /netavark|aardvark|\bcni\b|iptables|nftables|slirp4netns|\bpasta\b/i;

interface RunSettings {
  name: string;
  labels: Readonly<Record<string, string>>;
  network: Network;
  /** Maps each volume to its name in the engine, or to a folder of this machine. */
  volumes: ReadonlyMap<string, string>;
  /** Kinds of limits that the engine can enforce. */
  capabilities: { cpus: number | undefined; memory: boolean };
  /** Names of variables that the engine's program copies from its own environment. */
  inherited: readonly string[];
  /** Path of a file with further variables, or `undefined`. */
  envFile: string | undefined;
  /** Further flags of the engine's command line. */
  extra: readonly string[];
}

/**
 * Returns the arguments with which an engine runs a container in the foreground, and removes the container after its
 * exit. The arguments contain no values of variables, because every program on the machine can read them.
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
    // The limit is at most the number of cores, because some engines refuse a higher limit.
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
  if (source === undefined) throw new Error(`the volume ${volume} was not created`);
  const isFolder = source.includes('/') || source.includes('\\');
  const options = [...(readOnly ? ['ro'] : []), ...(isFolder ? ['z'] : [])];
  return [
    file === undefined ? source : `${source}/${file}`,
    path,
    ...(options.length > 0 ? [options.join(',')] : []),
  ].join(':');
}

/** Variables of a container, separated by how the engine receives them. */
interface PassedVariables {
  /** Variables that are set in the engine's own environment, from which the container inherits them by name. */
  inherited: Record<string, string>;
  /** Content of a file with the other variables, or `undefined`. */
  file: string | undefined;
  problems: string[];
}

/**
 * Matches variables that affect engines, their helper programs or the system's loader. A container's variable with such
 * a name must not be set in the engine's environment.
 */
const ENGINES_OWN =
  /^(PATH|HOME|USER|LOGNAME|SHELL|PWD|HOSTNAME|TMPDIR|TMP|TEMP|TZ|TERM|LANG|LANGUAGE|(https?|all|no)_proxy|LC_.*|LD_.*|DYLD_.*|GO[A-Z]+|SSL_CERT_.*|XDG_.*|DBUS_.*|SSH_.*|GPG_.*|GNUPG.*|DOCKER_.*|BUILDKIT_.*|BUILDX_.*|COMPOSE_.*|CONTAINER.*|_CONTAINERS_.*|_?PODMAN_.*|BUILDAH_.*|STORAGE_.*|REGISTR.*|CNI_.*|NETAVARK_.*|CONMON_.*|CRUN_.*|RUNC_.*|NOTIFY_.*|LISTEN_.*|_OCI_.*|OCI_.*|SYSTEMD_.*|INVOCATION_ID|MALLOC_.*|GLIBC_.*|GCONV_PATH|SYSTEM(ROOT|DRIVE)|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAM.*|USERPROFILE)$/i;
/** Matches values that all engines read in the same way from a file. */
const PLAIN = /^[\w./:@%+=,~^-]*$/;
const NAME = /^[A-Za-z_][\w.-]*$/;

/**
 * Decides how each variable reaches the container. Other users must not be able to read a variable, and a variable must
 * not affect the engine.
 */
export function splitVariables(env: ReadonlyMap<string, string>): PassedVariables {
  const inherited: Record<string, string> = {};
  const lines: string[] = [];
  const problems: string[] = [];
  for (const [name, value] of env) {
    if (!NAME.test(name)) {
      problems.push(
        `the variable "${name}" cannot be passed to a container: its name must begin with a letter or "_" and contain only letters, digits, ".", "-" and "_"`,
      );
    } else if (!ENGINES_OWN.test(name)) inherited[name] = value;
    else if (PLAIN.test(value)) lines.push(`${name}=${value}`);
    else {
      problems.push(
        `the variable ${name} cannot be passed to a container: container engines use this variable themselves, so its value may contain only letters, digits and ./:@%+=,~^-_`,
      );
    }
  }
  return { inherited, file: lines.length > 0 ? `${lines.join('\n')}\n` : undefined, problems };
}

/** Label of the emulator's containers and volumes, whose value is the owner (see `ownerToken`). */
export const OWNER_LABEL = 'dev.agent-deploy.owner';

export interface PodIdentity {
  deploymentId: string;
  revisionId: string;
  owner: string;
  /** Identifier of a launch, which prevents name conflicts with leftovers of an earlier launch. */
  launch: string;
}

/** Returns labels for all containers and volumes of a launch, by which the sweep finds leftovers of dead emulators. */
export function podLabels({ deploymentId, revisionId, owner }: PodIdentity): Record<string, string> {
  return {
    [OWNER_LABEL]: owner,
    'dev.agent-deploy.deployment': deploymentId,
    'dev.agent-deploy.revision': revisionId,
  };
}

/** Returns the engine's name for a container or volume of a launch. */
export function podResourceName({ revisionId, launch }: PodIdentity, part: string): string {
  return `agent-deploy-${revisionId.slice(0, 8)}-${launch}-${part}`;
}
