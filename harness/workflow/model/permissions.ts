import { PERMISSIONS, type PermissionsModel } from './schema.ts';

export type PermissionName = (typeof PERMISSIONS)[number];
export type PermissionLevel = 'read' | 'write';
/** What the token of a job may do; what is not named it may not. Every token may read the repository's metadata. */
export type TokenPermissions = Partial<Record<PermissionName, PermissionLevel>>;

/** What a repository gives a token whose workflow names no permissions. */
export type DefaultPermissions = 'restricted' | 'permissive';

export interface PermissionsAsked {
  workflow?: PermissionsModel | undefined;
  job?: PermissionsModel | undefined;
  byDefault?: DefaultPermissions | undefined;
  /** The run is for a fork's pull request, or for Dependabot: nothing is written. */
  readOnly?: boolean | undefined;
}

/**
 * The permissions of a job's token: those the job names, else those of the workflow, else the repository's default.
 * Naming one takes away all others.
 */
export function tokenPermissions({ workflow, job, byDefault, readOnly }: PermissionsAsked): TokenPermissions {
  const asked = job ?? workflow ?? (byDefault === 'permissive' ? 'write-all' : RESTRICTED);
  const granted: TokenPermissions = {};
  for (const name of PERMISSIONS) {
    const level = typeof asked === 'string' ? everything(name, asked) : asked[name];
    if (level === undefined || level === 'none') continue;
    granted[name] = readOnly ? 'read' : level;
  }
  // An identity token is written or not asked for at all.
  if (granted['id-token'] === 'read') delete granted['id-token'];
  return granted;
}

const RESTRICTED: PermissionsModel = { contents: 'read', packages: 'read' };

function everything(name: PermissionName, asked: 'read-all' | 'write-all'): PermissionLevel | 'none' {
  if (name === 'id-token') return asked === 'write-all' ? 'write' : 'none';
  if (name === 'models' || name === 'vulnerability-alerts') return 'read';
  return asked === 'write-all' ? 'write' : 'read';
}
