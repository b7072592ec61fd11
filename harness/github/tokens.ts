import { randomBytes } from 'node:crypto';

/** Name of a permission below `permissions:` in a workflow. */
export type WorkflowPermission =
  | 'actions'
  | 'checks'
  | 'contents'
  | 'deployments'
  | 'issues'
  | 'pull-requests'
  | 'statuses';

/** Levels of permissions by the API's name (such as `pull_requests`). */
export type Permissions = Readonly<Record<string, 'read' | 'write'>> | 'all';

/** Properties of a token for one repository. */
export type TokenSeed = { repository: string } & (
  | {
      /**
       * Kind of the token. The token `actions` is the token of a workflow's job; other tokens act as the given user.
       */
      kind: 'actions';
      permissions: Partial<Record<WorkflowPermission, 'read' | 'write'>>;
    }
  | {
      kind: 'app' | 'fine-grained';
      login: string;
      permissions: Partial<Record<WorkflowPermission, 'read' | 'write'>>;
    }
  /** A classic personal access token has all permissions. */
  | { kind: 'classic'; login: string }
);

/** Owner of a token, and the token's permissions. */
export interface Viewer {
  login: string;
  /** Full name of the repository in lower case. */
  repository: string;
  permissions: Permissions;
}

/** Login of the bot that owns the tokens of workflows. */
const ACTIONS_BOT = 'github-actions[bot]';

const PREFIXES = { actions: 'ghs_', app: 'ghs_', 'fine-grained': 'github_pat_', classic: 'ghp_' };

/** Creates a token, and returns it with its owner and permissions. */
export function createToken(seed: TokenSeed): { token: string; viewer: Viewer } {
  const entries = seed.kind === 'classic' ? [] : Object.entries(seed.permissions);
  const permissions = entries.map(([name, level]) => [name.replaceAll('-', '_'), level] as const);
  return {
    token: `${PREFIXES[seed.kind]}${randomBytes(18).toString('hex')}`,
    viewer: {
      login: seed.kind === 'actions' ? ACTIONS_BOT : seed.login,
      repository: seed.repository.toLowerCase(),
      // Every token can read the metadata of its repository.
      permissions: seed.kind === 'classic' ? 'all' : { metadata: 'read', ...Object.fromEntries(permissions) },
    },
  };
}
