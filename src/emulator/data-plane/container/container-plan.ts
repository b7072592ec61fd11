import type * as z from 'zod';
import type { Container, VolumeMount } from '../../../contract/pod.ts';
import type { Namespace } from '../../ports/cluster.ts';
import { containerEnvironment } from './container-environment.ts';
import { expandAll } from './expand.ts';
import { isImageReference } from './image-reference.ts';
import type { ContainerPlan, MountPlan, VolumePlan } from './plan.ts';
import { parseQuantity } from './quantity.ts';
import { securityFlags } from './security.ts';
import { isInside } from './volume-plan.ts';

/** Where the parts of a plan look things up, and tell what is wrong. */
export interface PlanContext {
  namespace: Namespace;
  /** By name; undefined for one that cannot be made. */
  volumes: ReadonlyMap<string, VolumePlan | undefined>;
  /** What the cluster does not have. */
  missing: string[];
  /** What cannot be done here. */
  problems: string[];
  notes: string[];
  /** Values that no log may show. */
  secrets: Set<string>;
}

const PULL = { Always: 'always', Never: 'never', IfNotPresent: 'present' } as const;

/** What an init container or a sidecar is run with (spec §2.8). `list`: where it stands in the resource spec. */
export function planContainer(
  container: z.infer<typeof Container>,
  list: 'init_containers' | 'sidecars',
  context: PlanContext,
): ContainerPlan {
  const where = `resource_spec.${list}, ${container.name}`;
  const { problems } = context;
  if (list === 'init_containers' && container.restartPolicy) {
    problems.push(`${where}: restartPolicy is for sidecars. Leave it out, or move the container there`);
  }
  checkImage(container.image, where, problems);
  const workingDir = container.workingDir ?? undefined;
  if (workingDir !== undefined && !workingDir.startsWith('/')) {
    problems.push(`${where}: workingDir must be an absolute path`);
  }
  const { values, secretNames } = containerEnvironment(container, where, context);
  const command = expandAll(container.command ?? [], values, secretNames, `${where}.command`, problems);
  const args = expandAll(container.args ?? [], values, secretNames, `${where}.args`, problems);
  const [entrypoint, ...rest] = command;
  return {
    name: container.name,
    image: container.image,
    pull: PULL[container.imagePullPolicy ?? 'IfNotPresent'],
    entrypoint,
    args: [...rest, ...args],
    workingDir,
    env: values,
    mounts: planMounts(container.volumeMounts, where, context),
    limits: limitsOf(container.resources?.limits, where, context),
    security: securityFlags(container.securityContext, where, problems),
    restart: container.restartPolicy === 'OnFailure' ? 'on-failure' : 'always',
  };
}

/** Tells of a name that no engine would take for an image's. */
export function checkImage(image: string, where: string, problems: string[]): void {
  if (isImageReference(image)) return;
  problems.push(`${where}: "${image}" is not the name of an image ([host[:port]/]path[:tag][@digest])`);
}

/** Where volumes stand in a container (spec §2.8 VolumeMount). */
export function planMounts(
  mounts: readonly z.infer<typeof VolumeMount>[] | null | undefined,
  where: string,
  { volumes, problems }: PlanContext,
): MountPlan[] {
  const paths = new Set<string>();
  return (mounts ?? []).map((mount) => {
    const { name, mountPath: path, subPath } = mount;
    const at = `${where}, mount of ${name}`;
    if (!/^\/[^:,\0]+$/.test(path)) {
      problems.push(`${at}: mountPath must be an absolute path below /, without colons and commas`);
    }
    if (paths.has(path)) problems.push(`${at}: ${path} has a volume already`);
    paths.add(path);
    if (mount.subPathExpr)
      problems.push(`${at}: subPathExpr cannot be had here. Use subPath, or leave it out`);
    if (mount.mountPropagation && mount.mountPropagation !== 'None') {
      problems.push(`${at}: mountPropagation cannot be had here. Leave it out`);
    }
    const volume = volumes.get(name);
    if (subPath && volume !== undefined && !isFileOf(volume, subPath)) {
      problems.push(`${at}: subPath can only name a file of a secret here, and "${subPath}" is none`);
    }
    const readOnly = mount.readOnly === true || volume?.kind === 'files';
    return { volume: name, path, readOnly, file: subPath || undefined };
  });
}

function isFileOf(volume: VolumePlan, subPath: string): boolean {
  return volume.kind === 'files' && isInside(subPath) && volume.files.has(subPath);
}

function limitsOf(
  limits: Record<string, string> | null | undefined,
  where: string,
  { problems, notes }: PlanContext,
): ContainerPlan['limits'] {
  const found: ContainerPlan['limits'] = {};
  for (const [name, text] of Object.entries(limits ?? {})) {
    const amount = parseQuantity(text);
    if (amount === undefined) problems.push(`${where}: resources.limits.${name}: "${text}" is no quantity`);
    else if (name === 'cpu') found.cpus = amount;
    else if (name === 'memory') found.memoryBytes = Math.ceil(amount);
    else notes.push(`${where}: resources.limits.${name} has no effect here`);
  }
  return found;
}
