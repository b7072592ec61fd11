import path from 'node:path';
import type { EmulatorContext } from '../ports/context.ts';
import type { Surface } from '../server/route.ts';
import type { SandboxDependencies } from './deps.ts';
import { createSandboxManager } from './lifecycle/desk.ts';
import { sandboxRoutes } from './routes/boxes.ts';
import { executionRoutes } from './routes/execution.ts';
import { proxyAdminRoutes } from './routes/proxy-admin.ts';
import type { SandboxRuntime } from './lifecycle/parts.ts';
import { eraseBox } from './real-parts.ts';
import { boxOwnership, requireBoxOwnership } from './routes/ownership.ts';
import { sandboxSockets } from './sockets.ts';
import { secretRoutes } from './routes/secrets.ts';
import { snapshotRoutes } from './routes/snapshots.ts';
import { templateRoutes } from './routes/templates.ts';
import { recoverSnapshots } from './snapshots.ts';
import { type SnapshotFiles, snapshotFiles } from './snapshot-files.ts';

export type { SandboxRuntime } from './lifecycle/parts.ts';
export { machineRuntime } from './real-parts.ts';
export { stubRuntime } from './stub/parts.ts';

/** Older clients leave the first part out. */
const PREFIXES = ['/api/v2/sandboxes', '/v2/sandboxes'];

/** Sandboxes of this emulator, their routes, and how their boxes and proxy are doing. */
export interface Sandboxes extends Surface {
  health(): Promise<Record<string, unknown>>;
}

/** What sandboxes are made of: what runs their boxes, and a folder of this process for their sockets. */
export interface SandboxResources {
  runtime: SandboxRuntime;
  temporaryFolder: () => Promise<string>;
}

/** The boxes of sandboxes with their proxy, and the routes over them. */
export function createSandboxes(
  context: EmulatorContext,
  { runtime, temporaryFolder }: SandboxResources,
): Sandboxes {
  const files: SnapshotFiles = snapshotFiles(path.join(context.dataDir, 'sandbox-snapshots'));
  const sockets = sandboxSockets(temporaryFolder);
  const desk = createSandboxManager({
    ...context,
    parts: runtime,
    sockets,
    erase: eraseBox,
    folder: path.join(context.dataDir, 'sandboxes'),
    sources: files,
  });
  const own: SandboxDependencies = { ...context, desk, files };
  const ownership = boxOwnership(context.store, context.fleet, async () => {
    await recoverSnapshots(own);
    await desk.recover();
  });
  return {
    routes: [
      ...PREFIXES.flatMap((prefix) => templateRoutes(prefix, own)),
      ...requireBoxOwnership(
        [
          ...PREFIXES.flatMap((prefix) => [...sandboxRoutes(prefix, own), ...snapshotRoutes(prefix, own)]),
          ...executionRoutes(own),
        ],
        ownership,
      ),
      ...secretRoutes(own),
      ...proxyAdminRoutes(desk),
    ],
    health: () => desk.health(),
    async start() {
      await ownership.isOurs();
    },
    async close() {
      await desk.close();
      await sockets.close();
    },
  };
}
