import type { Explanation } from '../../credential-proxy/messages.ts';
import type { AdminDependencies } from '../admin/routes.ts';
import type { EmulatorContext } from '../ports/context.ts';
import type { DashboardHost } from './host.ts';
import type { SendInner } from './inner.ts';

/** Dependencies of the dashboard's routes, for one instance. */
export interface DashboardDependencies extends AdminDependencies {
  host: DashboardHost;
  context: Pick<EmulatorContext, 'store' | 'config' | 'origin' | 'clock'>;
  /** Workspace of the emulator's key. */
  workspaceId: string;
  /** Returns which rule a URL would match in a sandbox; `undefined` if the sandbox is not running. */
  explain(sandboxId: string, url: string): Promise<Explanation | undefined>;
  /** Returns the metrics of the credential proxy in the Prometheus format; empty if no proxy runs. */
  proxyMetrics(): Promise<string>;
  send: SendInner;
  /** Returns the feedback URLs of a run by key. */
  feedback(runId: string, keys: readonly string[]): Promise<Record<string, string>>;
}
