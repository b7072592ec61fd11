const STAMP = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const DEPLOYMENT = /^agent-deploy-live-(\d{12})-([0-9a-f]{6})(-api|-pr-1)?$/;
const SANDBOX = /^agent-live-(\d{12})-([0-9a-f]{6})(-[0-9a-z-]+)?$/;

/** Prefixes of the names of all deployments and sandboxes of the live tier. */
export const PREFIXES = { deployment: 'agent-deploy-live-', sandbox: 'agent-live-' } as const;

export type OwnKind = keyof typeof PREFIXES;

/** Names of one run of the live tier. */
export interface RunNames {
  /** Name of the example agent's deployment, and prefix of all other deployment names. */
  deployment: string;
  /** Name of the deployment without code. */
  api: string;
  /** Prefix of the names of sandboxes. `sandbox/action.yml` allows at most 30 characters. */
  sandbox: string;
}

/** Returns the names of a run that starts at this time. `id` has six hexadecimal digits. */
export function namesOfRun(startedAt: Date, id: string): RunNames {
  const stamp = startedAt
    .toISOString()
    .replaceAll(/[^0-9]/g, '')
    .slice(0, 12);
  const deployment = `${PREFIXES.deployment}${stamp}-${id}`;
  return { deployment, api: `${deployment}-api`, sandbox: `${PREFIXES.sandbox}${stamp}-${id}` };
}

/**
 * Returns the start of the run that created an object with this name, in epoch milliseconds, or `undefined` if the live
 * tier never creates such a name.
 */
export function startOfName(kind: OwnKind, name: string): number | undefined {
  const stamp = (kind === 'deployment' ? DEPLOYMENT : SANDBOX).exec(name)?.[1];
  const [, year, month, day, hour, minute] = STAMP.exec(stamp ?? '') ?? [];
  if (year === undefined) return undefined;
  const text = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text ? at : undefined;
}

/** Returns whether an object with this name belongs to the run. */
export function isOfRun(kind: OwnKind, name: string, names: RunNames): boolean {
  if (startOfName(kind, name) === undefined) return false;
  const own = kind === 'deployment' ? names.deployment : names.sandbox;
  return name === own || name.startsWith(`${own}-`);
}

/**
 * Returns whether a sweep may delete an object of another run: its name is a name of the live tier, and both the time in
 * the name and the time of its creation are older than the limit.
 */
export function isOldLeftover(
  kind: OwnKind,
  { name, createdAt }: { name: string; createdAt: string | null | undefined },
  olderThan: number,
): boolean {
  const start = startOfName(kind, name);
  if (start === undefined || start >= olderThan) return false;
  // `Date.parse` returns NaN for an invalid time, and a comparison with NaN is false.
  return Date.parse(createdAt ?? '') < olderThan;
}
