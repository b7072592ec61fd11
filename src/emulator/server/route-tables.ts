import { memoizeAsync } from '../../clients/memoize.ts';
import type { Route, Surface, SurfaceName } from './route.ts';

type Part = Pick<Surface, 'routes'>;

/** The rows of all parts of an emulator, loaded a surface at a time. */
export interface RouteTables {
  /** The rows of one surface. */
  of(surface: SurfaceName): Promise<Route[]>;
  all(): Promise<Route[]>;
}

/** Tables over the parts that have rows of each surface; a part may have rows of several. */
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
