import type { RunEvent } from '../event.ts';
import type { GitHubLimits } from '../github/client.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Outcome } from '../outcome.ts';
import type { CodeHostName, WorkflowRun } from '../report/links.ts';
import type { RunRecord } from '../run-record.ts';
import type { Comments } from './comments.ts';
import type { PublishedComment, PublishedState } from './published-state.ts';

/** Facts about a run for its report on the code host. */
export interface ReportContext {
  env: Readonly<Record<string, string | undefined>>;
  settings: Settings;
  event: RunEvent;
  record: RunRecord;
  now: () => number;
  log: (line: string) => void;
  /** Redacts all secrets that are known at the time of the call. */
  redact: (text: string) => string;
  save: () => Promise<void>;
}

/** Part of the report on the code host that is updated, and can fail, on its own. */
export type ReportPartName = 'deployment' | 'retire' | 'comment';

/** Site that shows the report of a run, with everything that differs between GitHub and GitLab. */
export interface CodeHost {
  workflowRun: WorkflowRun;
  /** True if other jobs probably write the comment at the same time as this job. */
  expectsOthers: boolean;
  comments(of: Pick<PublishedComment, 'pullRequest' | 'key'>): Comments;
  /** Reports the run as a deployment of the code host; absent if the run writes only the comment. */
  deploymentPart?: ((shown: PublishedState) => DeploymentPart) | undefined;
  /** Returns the warning about a part of the report that could not be updated. */
  describeFailure(part: ReportPartName, error: unknown): FailedPart;
}

/** Deployment of the run on the code host. All methods throw the errors of the requests. */
export interface DeploymentPart {
  isTried(): boolean;
  open(): Promise<void>;
  close(outcome: Outcome): Promise<void>;
  /** Deactivates or deletes the deployments of deleted previews. */
  retire(): Promise<void>;
}

export interface FailedPart {
  warning: string;
  /** True if the token lacks a permission, so further attempts of this run would fail too. */
  isRefused: boolean;
}

/** Access of a run to its code host, which is opened on the first report. */
export interface CodeHostAccess {
  name: CodeHostName;
  /**
   * Opens the code host, whose requests end when `stop` aborts. Absent if the run has no access, because it has no token
   * or a variable is invalid.
   */
  open?:
    | ((story: ReportContext, stop: AbortSignal, limits: GitHubLimits) => Promise<CodeHost | undefined>)
    | undefined;
  /** Warning for a run that would write a comment but has no access; absent if nothing is missing. */
  problem?: string | undefined;
  /** Token that must be masked before the first log line; absent if an input contains the token. */
  token?: string | undefined;
  /** True if the run reports deployments to the code host. */
  showsDeployments: boolean;
}
