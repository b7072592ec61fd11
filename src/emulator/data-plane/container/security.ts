/**
 * A container's securityContext (spec §2.8, free-form) as flags that podman and docker share. What they cannot do, and
 * whatever would open this machine to the container, is told in `problems`, with `where` in front.
 */
export function securityFlags(
  context: Record<string, unknown> | null | undefined,
  where: string,
  problems: string[],
): string[] {
  const flags: string[] = [];
  let user: string | undefined;
  let group: string | undefined;
  const wrong = (key: string, why: string) => void problems.push(`${where}.securityContext.${key}: ${why}`);
  for (const [key, value] of Object.entries(context ?? {})) {
    if (value === null || value === undefined) continue;
    switch (key) {
      case 'runAsUser':
      case 'runAsGroup':
        if (typeof value !== 'number' || !isId(value)) wrong(key, 'must be a number, 0 or more');
        else if (key === 'runAsUser') user = String(value);
        else group = String(value);
        break;
      case 'readOnlyRootFilesystem':
        if (value === true) flags.push('--read-only');
        break;
      case 'allowPrivilegeEscalation':
        if (value === false) flags.push('--security-opt', 'no-new-privileges');
        break;
      case 'privileged':
        if (value === true) wrong(key, 'a privileged container would reach this whole machine. Leave it out');
        break;
      case 'runAsNonRoot':
        if (value === true && !isPositive(context?.['runAsUser']))
          wrong(key, 'is only known to hold with a runAsUser above 0. Add one');
        break;
      case 'capabilities':
        flags.push(...capabilityFlags(value, (why) => wrong(key, why)));
        break;
      default:
        wrong(key, 'cannot be had from podman or docker here. Leave it out');
    }
  }
  if (user !== undefined) flags.push('--user', group === undefined ? user : `${user}:${group}`);
  else if (group !== undefined) flags.push('--user', `0:${group}`);
  return flags;
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive = (value: unknown): boolean => isId(value) && Number(value) > 0;

function capabilityFlags(value: unknown, wrong: (why: string) => void): string[] {
  if (typeof value !== 'object' || value === null) {
    wrong('must have drop, a list of names');
    return [];
  }
  return Object.entries(value).flatMap(([key, names]: [string, unknown]) => {
    if (names === null) return [];
    if (key !== 'drop') {
      wrong(`${key} would give the container more than it has by itself on this machine. Leave it out`);
      return [];
    }
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string' && /^[A-Z_]+$/.test(name))) {
      wrong('drop must be a list of names in capitals');
      return [];
    }
    return names.flatMap((name: string) => ['--cap-drop', name]);
  });
}
