import path from 'node:path';
import * as z from 'zod';
import { Explanation } from '../../credential-proxy/messages.ts';
import type { EmulatorContext } from '../ports/context.ts';
import { type Route, route, type Surface } from '../server/route.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { executionRoutes } from './execution/routes.ts';
import { createSandboxManager, type SandboxManager } from './lifecycle/manager.ts';
import { boxOwnership, requireBoxOwnership } from './ownership.ts';
import { eitherRefusedAnswer, notFound } from './refusal.ts';
import { sandboxRoutes } from './routes.ts';
import { eraseBox, type SandboxRuntime } from './runtime.ts';
import { snapshotFiles } from './snapshot-files.ts';
import { recoverSnapshots, snapshotRoutes } from './snapshots.ts';
import { sandboxSockets } from './sockets.ts';
import { templateRoutes } from './templates.ts';
import { secretRoutes } from './workspace-secrets.ts';

export { machineRuntime, type SandboxRuntime } from './runtime.ts';
export { stubRuntime } from './stub-runtime.ts';

/** Older clients leave the first part out. */
const PREFIXES = ['/api/v2/sandboxes', '/v2/sandboxes'];

/** Sandboxes of this emulator, their routes, and the health of their boxes and proxy. */
export interface Sandboxes extends Surface {
  health(): Promise<Record<string, unknown>>;
}

/** The runtime of boxes, and a folder of this process for their sockets. */
export interface SandboxResources {
  runtime: SandboxRuntime;
  temporaryFolder: () => Promise<string>;
}

/** The boxes of sandboxes with their proxy, and the routes over them. */
export function createSandboxes(
  context: EmulatorContext,
  { runtime, temporaryFolder }: SandboxResources,
): Sandboxes {
  const files = snapshotFiles(path.join(context.dataDir, 'sandbox-snapshots'));
  const sockets = sandboxSockets(temporaryFolder);
  const manager = createSandboxManager({
    ...context,
    runtime,
    sockets,
    erase: eraseBox,
    folder: path.join(context.dataDir, 'sandboxes'),
    boxFiles: files,
  });
  const dependencies: SandboxDependencies = { ...context, manager, files };
  const ownership = boxOwnership(context.store, context.fleet, async () => {
    await recoverSnapshots(dependencies);
    await manager.recover();
  });
  return {
    routes: [
      ...PREFIXES.flatMap((prefix) => templateRoutes(prefix, dependencies)),
      ...requireBoxOwnership(
        [
          ...PREFIXES.flatMap((prefix) => [
            ...sandboxRoutes(prefix, dependencies),
            ...snapshotRoutes(prefix, dependencies),
          ]),
          ...executionRoutes(dependencies),
        ],
        ownership,
      ),
      ...secretRoutes(dependencies),
      ...proxyAdminRoutes(manager),
    ],
    health: () => manager.health(),
    async start() {
      await ownership.isOwner();
    },
    async close() {
      await manager.close();
      await sockets.close();
    },
  };
}

const base = { surface: 'local', method: 'GET', auth: 'local' } as const;

/** The credential proxy's audit and dry runs: no response contains a header's value. */
export function proxyAdminRoutes(manager: Pick<SandboxManager, 'explain' | 'metrics'>): Route[] {
  return [
    route({
      ...base,
      path: '/_local/sandboxes/metrics',
      summary: 'What the credential proxy did, as Prometheus reads it; empty until a sandbox needs it',
      responses: { 200: { description: 'Prometheus text', type: 'text/plain' } },
      handler: async () => ({ status: 200, body: await manager.metrics() }),
    }),
    route({
      ...base,
      path: '/_local/sandboxes/{id}/explain',
      summary: 'Which rule a GET of this URL would match in a sandbox, and why; nothing is sent',
      params: z.object({ id: z.guid().toLowerCase() }),
      query: z.object({ url: z.string().min(1).max(8192) }),
      responses: {
        200: { description: 'Rule and reason', schema: Explanation },
        404: eitherRefusedAnswer('No sandbox of this ID runs'),
      },
      handler: async ({ params, query }) => {
        const explanation = await manager.explain(params.id, query.url);
        if (explanation === undefined) throw notFound('sandbox that runs', params.id);
        return { status: 200, body: explanation };
      },
    }),
  ];
}
