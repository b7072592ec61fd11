import { randomBytes } from 'node:crypto';

/** What stands under `permissions:` of a workflow. */
export type WorkflowPermission =
  | 'actions'
  | 'checks'
  | 'contents'
  | 'deployments'
  | 'issues'
  | 'pull-requests'
  | 'statuses';

/** Permission as the API spells it (`pull_requests`) → level. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>> | 'all';

/** A token of one repository. */
export type TokenSeed = { repository: string } & (
  | {
      /** `actions`: of a workflow's job. The others act as the login that is named. */
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

/** Who comes with a token, and what they may do where. */
export interface Viewer {
  login: string;
  /** Lower case. */
  repository: string;
  permissions: Permissions;
}

/** The bot that acts for a workflow's own token. */
const ACTIONS_BOT = 'github-actions[bot]';

const PREFIXES = { actions: 'ghs_', app: 'ghs_', 'fine-grained': 'github_pat_', classic: 'ghp_' };

/** Makes a token and who comes with it. */
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
