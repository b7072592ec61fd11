import type * as z from 'zod';
import type { Volume } from '../../../contract/pod.ts';
import type { Namespace } from '../../ports/cluster.ts';
import type { PlanContext } from './container-plan.ts';
import type { VolumePlan } from './plan.ts';

const FILE_MODE = 0o644;

type Troubles = Pick<PlanContext, 'missing' | 'problems'>;

/**
 * What a pod's volume is made of here (spec §2.8): an `emptyDir`, or a `secret` with the files of a cluster secret.
 * Undefined, and told in `problems`, for any other kind; in `missing`, what the cluster does not have.
 */
export function planVolume(
  volume: z.infer<typeof Volume>,
  namespace: Namespace,
  { missing, problems }: Troubles,
): VolumePlan | undefined {
  const { name, ...sources } = volume;
  const given = Object.entries(sources).filter(([, source]) => source !== null && source !== undefined);
  const where = `resource_spec.volumes, ${name}`;
  const [kind, source] = given[0] ?? ['emptyDir', {}];
  if (given.length > 1) {
    problems.push(`${where}: has several kinds (${given.map(([key]) => key).join(', ')}). Keep one`);
    return undefined;
  }
  switch (kind) {
    case 'emptyDir':
      return { name, kind: 'empty' };
    case 'secret':
      return planSecret(name, { ...source }, where, namespace, { missing, problems });
    default:
      problems.push(
        `${where}: a volume of the kind ${kind} needs a cluster, and there is none here. Use emptyDir or secret`,
      );
      return undefined;
  }
}

function planSecret(
  name: string,
  source: Record<string, unknown>,
  where: string,
  namespace: Namespace,
  { missing, problems }: Troubles,
): VolumePlan | undefined {
  const { secretName, items, optional, defaultMode } = source;
  const before = problems.length + missing.length;
  if (typeof secretName !== 'string' || secretName === '') {
    problems.push(`${where}: secret.secretName must name a cluster secret`);
    return undefined;
  }
  const mode = typeof defaultMode === 'number' ? defaultMode : FILE_MODE;
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o777) {
    problems.push(`${where}: secret.defaultMode must be between 0 and 511 (0777)`);
  }
  const keys = namespace.secrets.get(secretName);
  if (keys === undefined && optional !== true) {
    missing.push(`${where}: the cluster secret "${secretName}" is not in the namespace "${namespace.name}"`);
  }
  const files = new Map<string, string>();
  for (const [key, path] of wantedFiles(items, keys, where, problems)) {
    const value = keys?.get(key);
    if (!isInside(path)) problems.push(`${where}: "${path}" cannot be the path of a file in the volume`);
    else if (value !== undefined) files.set(path, value);
    else if (optional !== true && keys !== undefined) {
      missing.push(
        `${where}: the cluster secret "${secretName}" in the namespace "${namespace.name}" has no key "${key}"`,
      );
    }
  }
  return problems.length + missing.length > before ? undefined : { name, kind: 'files', files, mode };
}

/** Pairs of a secret's key and the path of its file: those of `items`, else every key under its own name. */
function wantedFiles(
  items: unknown,
  keys: ReadonlyMap<string, string> | undefined,
  where: string,
  problems: string[],
): [key: string, path: string][] {
  if (items === undefined || items === null) return [...(keys?.keys() ?? [])].map((key) => [key, key]);
  const pairs = Array.isArray(items) ? items.map(pairOf) : [undefined];
  if (pairs.includes(undefined)) problems.push(`${where}: secret.items must be a list of {key, path}`);
  return pairs.filter((pair) => pair !== undefined);
}

function pairOf(item: unknown): [string, string] | undefined {
  if (typeof item !== 'object' || item === null || !('key' in item) || !('path' in item)) return undefined;
  const { key, path } = item;
  return typeof key === 'string' && typeof path === 'string' ? [key, path] : undefined;
}

/** Whether a relative path stays below the folder it starts in. */
export function isInside(path: string): boolean {
  return (
    path !== '' &&
    !path.includes('\0') &&
    !path.includes('\\') &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
