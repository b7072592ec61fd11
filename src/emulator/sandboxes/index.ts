import path from 'node:path';
import type { Route } from '../server/route.ts';
import type { SandboxDependencies } from './deps.ts';
import {
  createSandboxManager,
  type SandboxManager,
  type SandboxManagerDependencies,
} from './lifecycle/desk.ts';
import { sandboxRoutes } from './routes/boxes.ts';
import { executionRoutes } from './routes/execution.ts';
import { proxyAdminRoutes } from './routes/proxy-admin.ts';
import { requireBoxOwnership, type BoxOwnership } from './routes/ownership.ts';
import { secretRoutes } from './routes/secrets.ts';
import { snapshotRoutes } from './routes/snapshots.ts';
import { templateRoutes } from './routes/templates.ts';
import { recoverSnapshots } from './snapshots.ts';
import { type SnapshotFiles, snapshotFiles } from './snapshot-files.ts';

export type { BoxOwnership } from './routes/ownership.ts';
export type { SandboxSockets } from './lifecycle/core.ts';
export type { SandboxRuntime } from './lifecycle/parts.ts';
export { eraseBox, machineRuntime, type MachineRuntimeOptions } from './real-parts.ts';
export { stubRuntime } from './stub/parts.ts';

/** Older clients leave the first part out. */
const PREFIXES = ['/api/v2/sandboxes', '/v2/sandboxes'];

/** Sandboxes of this emulator: what brings their boxes up and down, and the routes over it. */
export interface Sandboxes {
  readonly manager: Pick<SandboxManager, 'recover' | 'health' | 'close'>;
  routes(): Route[];
}

/** `dataDir`: where boxes and snapshots keep their files. */
export function createSandboxes(
  deps: Omit<SandboxManagerDependencies, 'folder' | 'sources'> &
    Omit<SandboxDependencies, 'desk' | 'files'> & { dataDir: string } & BoxOwnership,
): Sandboxes {
  const files: SnapshotFiles = snapshotFiles(path.join(deps.dataDir, 'sandbox-snapshots'));
  const desk = createSandboxManager({
    ...deps,
    folder: path.join(deps.dataDir, 'sandboxes'),
    sources: files,
  });
  const own: SandboxDependencies = { ...deps, desk, files };
  return {
    manager: {
      ...desk,
      async recover() {
        await recoverSnapshots(own);
        await desk.recover();
      },
    },
    routes: () => [
      ...PREFIXES.flatMap((prefix) => templateRoutes(prefix, own)),
      ...requireBoxOwnership(
        [
          ...PREFIXES.flatMap((prefix) => [...sandboxRoutes(prefix, own), ...snapshotRoutes(prefix, own)]),
          ...executionRoutes(own),
        ],
        deps,
      ),
      ...secretRoutes(own),
      ...proxyAdminRoutes(desk),
    ],
  };
}
