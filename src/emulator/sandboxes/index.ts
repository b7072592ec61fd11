import path from 'node:path';
import type { Route } from '../server/route.ts';
import type { SandboxDeps } from './deps.ts';
import { createDesk, type Desk, type DeskDeps } from './life/desk.ts';
import { boxRoutes } from './routes/boxes.ts';
import { executionRoutes } from './routes/execution.ts';
import { insightRoutes } from './routes/insight.ts';
import { oursAlone, type Ownership } from './routes/ours.ts';
import { secretRoutes } from './routes/secrets.ts';
import { snapshotRoutes } from './routes/snapshots.ts';
import { templateRoutes } from './routes/templates.ts';
import { recoverSnapshots } from './snapshots.ts';
import { type SnapshotFiles, snapshotFiles } from './snapshot-files.ts';

export type { Ownership } from './routes/ours.ts';
export type { SandboxSockets } from './life/core.ts';
export type { SandboxParts } from './life/parts.ts';
export { eraseBox, realParts, type RealPartsOptions } from './real-parts.ts';
export { stubParts } from './stub/parts.ts';

/** Older clients leave the first part out. */
const PREFIXES = ['/api/v2/sandboxes', '/v2/sandboxes'];

/** Sandboxes of this emulator: what brings their boxes up and down, and the routes over it. */
export interface Sandboxes {
  readonly desk: Pick<Desk, 'recover' | 'health' | 'close'>;
  routes(): Route[];
}

/** `dataDir`: where boxes and snapshots keep their files. */
export function createSandboxes(
  deps: Omit<DeskDeps, 'folder' | 'sources'> &
    Omit<SandboxDeps, 'desk' | 'files'> & { dataDir: string } & Ownership,
): Sandboxes {
  const files: SnapshotFiles = snapshotFiles(path.join(deps.dataDir, 'sandbox-snapshots'));
  const desk = createDesk({ ...deps, folder: path.join(deps.dataDir, 'sandboxes'), sources: files });
  const own: SandboxDeps = { ...deps, desk, files };
  return {
    desk: {
      ...desk,
      async recover() {
        await recoverSnapshots(own);
        await desk.recover();
      },
    },
    routes: () => [
      ...PREFIXES.flatMap((prefix) => templateRoutes(prefix, own)),
      ...oursAlone(
        [
          ...PREFIXES.flatMap((prefix) => [...boxRoutes(prefix, own), ...snapshotRoutes(prefix, own)]),
          ...executionRoutes(own),
        ],
        deps,
      ),
      ...secretRoutes(own),
      ...insightRoutes(desk),
    ],
  };
}
