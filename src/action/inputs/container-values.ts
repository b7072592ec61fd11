/** Shorter values, such as ports, stand in too many addresses to be hidden. */
const SHORTEST = 8;

/**
 * The values of environment variables of a resource specification's containers (spec §2.8). Nobody is told to put a
 * secret there, and somebody will: they are hidden like one. Takes anything, also what the service answered.
 */
export function containerValues(spec: unknown): string[] {
  return ['init_containers', 'sidecars']
    .flatMap((key) => list(at(spec, key)))
    .flatMap((container) => list(at(container, 'env')))
    .map((variable) => at(variable, 'value'))
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= SHORTEST);
}

function at(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
