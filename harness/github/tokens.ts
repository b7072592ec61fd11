import { randomBytes } from 'node:crypto';

/** A name below `permissions:` of a workflow. */
export type WorkflowPermission =
  | 'actions'
  | 'checks'
  | 'contents'
  | 'deployments'
  | 'issues'
  | 'pull-requests'
  | 'statuses';

/** Level by permission, with the API's spelling (`pull_requests`). */
export type Permissions = Readonly<Record<string, 'read' | 'write'>> | 'all';

/** A token of one repository. */
export type TokenSeed = { repository: string } & (
  | {
      /** `actions` for the token of a workflow's job. Other tokens act as the given login. */
      kind: 'actions';
      permissions: Partial<Record<WorkflowPermission, 'read' | 'write'>>;
    }
  | {
      kind: 'app' | 'fine-grained';
      login: string;
      permissions: Partial<Record<WorkflowPermission, 'read' | 'write'>>;
    }
  /** A classic personal access token may do everything. */
  | { kind: 'classic'; login: string }
);

/** The owner of a token, with permissions. */
export interface Viewer {
  login: string;
  /** Repository name in lower case. */
  repository: string;
  permissions: Permissions;
}

/** The bot account of a workflow's own token. */
const ACTIONS_BOT = 'github-actions[bot]';

const PREFIXES = { actions: 'ghs_', app: 'ghs_', 'fine-grained': 'github_pat_', classic: 'ghp_' };

/** Creates a token and its owner. */
export function createToken(seed: TokenSeed): { token: string; viewer: Viewer } {
  const entries = seed.kind === 'classic' ? [] : Object.entries(seed.permissions);
  const permissions = entries.map(([name, level]) => [name.replaceAll('-', '_'), level] as const);
  return {
    token: `${PREFIXES[seed.kind]}${randomBytes(18).toString('hex')}`,
    viewer: {
      login: seed.kind === 'actions' ? ACTIONS_BOT : seed.login,
      repository: seed.repository.toLowerCase(),
      permissions: seed.kind === 'classic' ? 'all' : Object.fromEntries(permissions),
    },
  };
}
