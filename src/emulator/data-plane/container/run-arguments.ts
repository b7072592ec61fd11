import type { ContainerPlan, MountPlan } from './pod-plan.ts';

/** How a container is on the network. */
export type Network =
  /** `port`, inside, is given a port of this machine that only this machine reaches. */
  | { kind: 'published'; port: number }
  /** This machine's own: where an engine cannot publish. */
  | { kind: 'host' }
  /** That of another container. */
  | { kind: 'shared'; container: string }
  | { kind: 'own' };

interface RunSettings {
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

/** How a container is given its variables. */
interface PassedVariables {
  /** Put into the engine's own environment; the container takes them from there by name. Values go as they are. */
  inherited: Record<string, string>;
  /** Lines of a file for the others. */
  file: string | undefined;
  problems: string[];
}

/** What engines, their helpers and the system's loader read of their own environment: no container may set that. */
const ENGINES_OWN =
  /^(PATH|HOME|USER|LOGNAME|SHELL|PWD|HOSTNAME|TMPDIR|TMP|TEMP|TZ|TERM|LANG|LANGUAGE|(https?|all|no)_proxy|LC_.*|LD_.*|DYLD_.*|GO[A-Z]+|SSL_CERT_.*|XDG_.*|DBUS_.*|SSH_.*|GPG_.*|GNUPG.*|DOCKER_.*|BUILDKIT_.*|BUILDX_.*|COMPOSE_.*|CONTAINER.*|_CONTAINERS_.*|_?PODMAN_.*|BUILDAH_.*|STORAGE_.*|REGISTR.*|CNI_.*|NETAVARK_.*|CONMON_.*|CRUN_.*|RUNC_.*|NOTIFY_.*|LISTEN_.*|_OCI_.*|OCI_.*|SYSTEMD_.*|INVOCATION_ID|MALLOC_.*|GLIBC_.*|GCONV_PATH|SYSTEM(ROOT|DRIVE)|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAM.*|USERPROFILE)$/i;
/** Read alike by every engine's reader of such files. */
const PLAIN = /^[\w./:@%+=,~^-]*$/;
const NAME = /^[A-Za-z_][\w.-]*$/;

/** Sorts a container's variables by how they reach it without being seen by others, or changing the engine itself. */
export function splitVariables(env: ReadonlyMap<string, string>): PassedVariables {
  const inherited: Record<string, string> = {};
  const lines: string[] = [];
  const problems: string[] = [];
  for (const [name, value] of env) {
    if (!NAME.test(name)) {
      problems.push(
        `the variable "${name}" cannot be given to a container: its name has other characters than letters, digits, ".", "-" and "_"`,
      );
    } else if (!ENGINES_OWN.test(name)) inherited[name] = value;
    else if (PLAIN.test(value)) lines.push(`${name}=${value}`);
    else {
      problems.push(
        `the variable ${name} cannot be given to a container: container engines read it themselves, and its value has other characters than letters, digits and ./:@%+=,~^-_`,
      );
    }
  }
  return { inherited, file: lines.length > 0 ? `${lines.join('\n')}\n` : undefined, problems };
}

/** Marks what we made in an engine; its value is who made it (see `ownerToken`). */
export const OWNER_LABEL = 'dev.agent-deploy.owner';

export interface PodIdentity {
  deploymentId: string;
  revisionId: string;
  owner: string;
  /** Differs at each launch: what an earlier one left never stands in the way. */
  launch: string;
}

/** Labels of everything of one launch, by which it is swept when its emulator is dead. */
export function podLabels({ deploymentId, revisionId, owner }: PodIdentity): Record<string, string> {
  return {
    [OWNER_LABEL]: owner,
    'dev.agent-deploy.deployment': deploymentId,
    'dev.agent-deploy.revision': revisionId,
  };
}

/** What the engine calls a container or volume of this launch. */
export function podResourceName({ revisionId, launch }: PodIdentity, part: string): string {
  return `agent-deploy-${revisionId.slice(0, 8)}-${launch}-${part}`;
}
