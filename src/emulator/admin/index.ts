import type { Surface } from '../server/route.ts';
import type { AdminDependencies } from './routes.ts';

/** Creates the emulator's own API as a surface; it needs neither start nor close. */
export function createAdmin(dependencies: AdminDependencies): Surface {
  return {
    routes: async () => (await import('./routes.ts')).adminRoutes(dependencies),
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
