import type { Explanation } from '../../credential-proxy/messages.ts';
import type { AdminDependencies } from '../admin/routes.ts';
import type { EmulatorContext } from '../ports/context.ts';
import type { DashboardHost } from './host.ts';
import type { SendInner } from './inner.ts';

/** What the routes of the dashboard are made over, for one instance. */
export interface DashboardDependencies extends AdminDependencies {
  host: DashboardHost;
  context: Pick<EmulatorContext, 'store' | 'config' | 'origin' | 'clock'>;
  /** The workspace of the emulator's key. */
  workspaceId: string;
  /** Which rule a URL would match in a sandbox; undefined while no such sandbox runs. */
  explain(sandboxId: string, url: string): Promise<Explanation | undefined>;
  /** What the credential proxy did, as Prometheus reads it; empty while there is none. */
  proxyMetrics(): Promise<string>;
  send: SendInner;
  /** The feedback URLs of a run by key. */
  feedback(runId: string, keys: readonly string[]): Promise<Record<string, string>>;
}
