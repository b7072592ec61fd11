import type { GitHubFailure } from '../../clients/github-failure.ts';

/** A part of what is shown on GitHub: what it is called, the permission it takes, and how to do without it. */
export interface ReportPart {
  what: string;
  /** The line under `permissions:` that it takes. */
  permission: string;
  /** The input that switches it off. */
  off: string;
}

export const REPORT_PARTS = {
  deployment: {
    what: 'the deployment of this run',
    permission: 'deployments: write',
    off: 'github-deployment: false',
  },
  retire: {
    what: 'the deployments of the deleted preview',
    permission: 'deployments: write',
    off: 'github-deployment: false',
  },
  comment: {
    what: 'the comment on the pull request',
    permission: 'pull-requests: write',
    off: 'comment: false',
  },
} as const satisfies Record<string, ReportPart>;
export type ReportPartName = keyof typeof REPORT_PARTS;

/** The one warning about a part that could not be kept up to date: what is missing, and the line to add. Pure. */
export function describeReportFailure(name: ReportPartName, failure: GitHubFailure): string {
  const { what, permission, off }: ReportPart = REPORT_PARTS[name];
  const start = `GitHub could not be kept up to date about ${what}; what was deployed is not touched by that.`;
  if (isMissingPermission(failure)) {
    const line = lineFor(permission, failure.permissions);
    return `${start} The token lacks a permission: add \`${line}\` under \`permissions:\` of the job (a job that names permissions has only those it names), or set \`${off}\`.`;
  }
  if (failure.status === 401) {
    return `${start} GitHub does not accept the token (${failure.message}): pass a valid one as \`github-token\`, or set \`${off}\`.`;
  }
  return `${start} ${failure.description}.`;
}

/** Whether it is pointless to ask again in this run. Pure. */
export function isMissingPermission({ status, message }: Pick<GitHubFailure, 'status' | 'message'>): boolean {
  return status === 403 && /not accessible by/i.test(message);
}

/** The known line where GitHub names that permission (a reading call asks for less), else what GitHub names. */
function lineFor(known: string, named: readonly string[]): string {
  const [name = ''] = known.split(':');
  if (named.length === 0 || named.some((line) => line.startsWith(`${name}:`))) return known;
  // One choice of several is named; comments of pull requests may be written with either.
  if (known.startsWith('pull-requests') && named.some((line) => line.startsWith('issues:'))) return known;
  return named.join('`, `');
}
