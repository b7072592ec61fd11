import type { Surface } from '../server/route.ts';
import type { AdminDependencies } from './routes.ts';

/** Creates the surface with the emulator's own API (`/_local`), which needs no start and no close. */
export function createAdmin(dependencies: AdminDependencies): Surface {
  return {
    routes: async () => (await import('./routes.ts')).adminRoutes(dependencies),
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
