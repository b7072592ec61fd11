import path from 'node:path';
import type { AuditEntry, Explanation } from '../../credential-proxy/messages.ts';
import type { EmulatorContext } from '../ports/context.ts';
import type { Surface } from '../server/route.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { createSandboxManager } from './lifecycle/manager.ts';
import { eraseBox, type SandboxRuntime } from './runtime.ts';
import type { SandboxServices } from './services/services.ts';
import { snapshotFiles } from './snapshot-files.ts';
import { sandboxSockets } from './sockets.ts';

export { machineRuntime, type SandboxRuntime } from './runtime.ts';
export { stubRuntime } from './stub-runtime.ts';

/** Surface of this emulator's sandboxes: their routes, and the health of their boxes and proxy. */
export interface Sandboxes extends Surface {
  health(): Promise<Record<string, unknown>>;
  /** Returns the proxy rule that a sandbox's URL matches, or `undefined` if the sandbox is not running. */
  explain(id: string, url: string): Promise<Explanation | undefined>;
  /** Returns the number of requests that used each rule with a limited number of uses, keyed by the rule's name. */
  usesOf(id: string): ReadonlyMap<string, number>;
  /** Returns the proxy's metrics in the Prometheus text format, or an empty string if no proxy runs. */
  metrics(): Promise<string>;
}

/** Runtime of boxes, and the folder for their sockets. */
export interface SandboxResources {
  runtime: SandboxRuntime;
  temporaryFolder: () => Promise<string>;
  /** Receives each entry of the proxy's audit log, or is absent if no audit log is written. */
  onAudit?: ((entry: AuditEntry) => void) | undefined;
  /** Returns whether `text` is an API key of any workspace of the emulator. */
  isApiKey: (text: string) => Promise<boolean>;
}

/** Creates the sandboxes with their proxy and routes. */
export function createSandboxes(
  context: EmulatorContext,
  { runtime, temporaryFolder, onAudit, isApiKey }: SandboxResources,
): Sandboxes {
  const files = snapshotFiles(path.join(context.dataDir, 'sandbox-snapshots'));
  const sockets = sandboxSockets(temporaryFolder);
  const manager = createSandboxManager({
    ...context,
    runtime,
    onAudit,
    sockets,
    erase: eraseBox,
    folder: path.join(context.dataDir, 'sandboxes'),
    boxFiles: files,
  });
  let services: Promise<SandboxServices> | undefined;
  const loadServices = async () => (await import('./services/services.ts')).createServices(context, isApiKey);
  const runsBoxes = context.config.runtime !== 'kubernetes';
  const dependencies: SandboxDependencies = {
    ...context,
    runsBoxes,
    manager,
    files,
    services: () => (services ??= loadServices()),
  };
  return {
    routes: async () => (await import('./surface-routes.ts')).surfaceRoutes(dependencies),
    // Without sandboxes, the health of boxes is not read, because reading it would test the machine's isolation.
    health: async () => (runsBoxes ? manager.health() : { running: 0 }),
    explain: (id, url) => manager.explain(id, url),
    usesOf: (id) => manager.usesOf(id),
    metrics: () => manager.metrics(),
    async start() {
      await recoverSnapshots(dependencies);
      await (runsBoxes ? manager.recover() : manager.recoverWithoutBoxes());
    },
    async close() {
      await (await services)?.close();
      await manager.close();
      await sockets.close();
    },
  };
}

/** Marks the snapshots that an earlier emulator did not complete as failed, and deletes their partial copies. */
async function recoverSnapshots({
  store,
  clock,
  files,
}: Pick<SandboxDependencies, 'store' | 'clock' | 'files'>): Promise<void> {
  for (const { id, status } of await store.sandboxSnapshots.listAll()) {
    if (status !== 'building') continue;
    await store.sandboxSnapshots.update(id, {
      status: 'failed',
      statusMessage: 'The emulator exited while it created this snapshot. Create a new snapshot.',
      updatedAt: clock.now(),
    });
    await files.remove(id);
  }
}
