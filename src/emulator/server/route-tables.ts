import { memoizeAsync } from '../../clients/memoize.ts';
import type { Route, Surface, SurfaceName } from './route.ts';

type Part = Pick<Surface, 'routes'>;

/** Routes of all parts of an emulator, loaded per surface. */
export interface RouteTables {
  of(surface: SurfaceName): Promise<Route[]>;
  all(): Promise<Route[]>;
}

/** Creates the route tables from the emulator's parts. Each part can have routes of several surfaces. */
export function routeTables(parts: Readonly<Record<SurfaceName, readonly Part[]>>): RouteTables {
  const loaded = new Map(
    Object.values(parts)
      .flat()
      .map((part) => [part, memoizeAsync(() => part.routes())] as const),
  );
  const rowsOf = async (some: Iterable<Part>) =>
    (await Promise.all([...some].map(async (part) => (await loaded.get(part)?.()) ?? []))).flat();
  return {
    of: async (surface) => (await rowsOf(parts[surface])).filter((row) => row.surface === surface),
    all: () => rowsOf(loaded.keys()),
  };
}
