import type { Explanation } from '../../credential-proxy/messages.ts';
import type { AdminDependencies } from '../admin/routes.ts';
import type { AgentControls } from '../ports/agent-controls.ts';
import type { CodeReader } from '../ports/git.ts';
import type { EmulatorContext, RefreshLog } from '../ports/context.ts';
import type { DashboardHost } from './host.ts';
import type { SendInner, SendReplay } from './inner.ts';

/** Dependencies of the dashboard's routes, for one instance. */
export interface DashboardDependencies extends AdminDependencies {
  host: DashboardHost;
  context: Pick<EmulatorContext, 'store' | 'config' | 'origin' | 'clock'>;
  /** ID of the workspace to which the emulator's API key belongs. */
  workspaceId: string;
  sandboxes: {
    /** Returns the proxy rule that a sandbox's URL matches, or `undefined` if the sandbox is not running. */
    explain(sandboxId: string, url: string): Promise<Explanation | undefined>;
    /** Returns the number of requests that used each rule with a limited number of uses, keyed by the rule's name. */
    usesOf(sandboxId: string): ReadonlyMap<string, number>;
    /** Returns the metrics of the credential proxy in the Prometheus format, or an empty string if no proxy runs. */
    metrics(): Promise<string>;
  };
  /** Compares the code of built commits, or `undefined` if builds store no clones on this machine. */
  code: CodeReader | undefined;
  send: SendInner;
  replay: SendReplay;
  /** Stores the newest output before a log is read; absent if all output is stored. */
  refreshLog: RefreshLog | undefined;
  /** Actions on crons and webhooks, or `undefined` if the backend has neither. */
  agentControls: AgentControls | undefined;
  /** Creates the feedback URLs of a run, keyed by feedback key. */
  feedback(runId: string, keys: readonly string[]): Promise<Record<string, string>>;
}
