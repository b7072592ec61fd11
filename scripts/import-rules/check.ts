import type { ImportEdge, SourceGraph } from './graph.ts';
import {
  AREAS,
  EMULATOR_ENTRY_POINTS,
  NEVER,
  PROGRAM_STARTERS,
  PURE,
  PURE_PACKAGES,
  STARTS,
  type Area,
} from './rules.ts';

const areaOf = (file: string): Area | undefined => AREAS.find((area) => area.path.test(file));
/** Returns the package of a specifier, such as `zod` for `zod/mini`. */
const packageOf = (specifier: string): string =>
  specifier.startsWith('node:')
    ? specifier
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');

function layerProblem(edge: ImportEdge): string | undefined {
  const from = areaOf(edge.from);
  if (from === undefined) return undefined;
  if (edge.bare) {
    const isStarter = PROGRAM_STARTERS.includes(edge.from) || !edge.from.startsWith('src/');
    if (/^(node:)?child_process$/.test(edge.to) && !edge.typeOnly && !isStarter) {
      return `programs are started by ${PROGRAM_STARTERS[0]}`;
    }
    if (from.packages === '*' || from.packages.includes(packageOf(edge.to))) return undefined;
    return `${from.name} may import the packages ${from.packages.join(', ')} only`;
  }
  const never = NEVER.find(
    ({ from: importer, to: imported }) => importer.test(edge.from) && imported.test(edge.to),
  );
  if (never !== undefined) return never.why;
  const to = areaOf(edge.to);
  if (to === undefined) {
    return edge.from.startsWith('src/') ? 'src imports nothing outside src' : undefined;
  }
  if (to.name === from.name) return undefined;
  if (!from.may.includes(to.name)) return `${from.name} may not import ${to.name}`;
  if (to.name === 'emulator' && !EMULATOR_ENTRY_POINTS.includes(edge.to)) {
    return `${from.name} may import only ${EMULATOR_ENTRY_POINTS.join(', ')} of the emulator`;
  }
  return undefined;
}

function purityProblem(edge: ImportEdge, isPure: (file: string) => boolean): string | undefined {
  if (edge.typeOnly || !isPure(edge.from)) return undefined;
  if (edge.bare) {
    return PURE_PACKAGES.includes(packageOf(edge.to)) ? undefined : 'a pure module imports no I/O';
  }
  return isPure(edge.to) ? undefined : 'a pure module imports pure modules only (`import type` is free)';
}

/**
 * Checks a source graph against the rules of `rules.ts`. `pure` lists the pure modules.
 * @returns one line per violation, `file:line: what: what to do`, or none if all imports are allowed.
 */
export function findViolations(graph: SourceGraph, pure = PURE): string[] {
  const isPure = (file: string): boolean => pure.some((pattern) => pattern.test(file));
  const breaches = graph.edges.flatMap((edge) => {
    const problem = layerProblem(edge) ?? purityProblem(edge, isPure);
    return problem === undefined
      ? []
      : [`${edge.from}:${edge.line}: imports ${edge.to}: ${problem} (docs/architecture.md)`];
  });
  for (const [file, names] of graph.globals) {
    if (isPure(file)) {
      breaches.push(
        `${file}:1: uses ${names.join(', ')}: a pure module is handed what it needs (docs/architecture.md)`,
      );
    }
  }
  const slow = STARTS.flatMap((start) => findSlowStarts(graph.edges, start));
  return [...breaches, ...slow, ...findCircles(graph.edges)].sort();
}

/**
 * Returns one line for each import of a package or file that a start must not load, with the chain of imports to it.
 */
function findSlowStarts(
  edges: readonly ImportEdge[],
  { every, files, without }: (typeof STARTS)[number],
): string[] {
  const imports = Map.groupBy(
    edges.filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic),
    ({ from }) => from,
  );
  const ways = new Map<string, string[]>(files.map((file) => [file, []]));
  const breaches: string[] = [];
  for (const [file, way] of ways) {
    for (const { to, bare, line } of imports.get(file) ?? []) {
      if (without.test(bare ? packageOf(to) : to)) {
        const through = [...way, file].map((one) => one.replace(/^src\/(emulator\/)?/, '')).join(', ');
        breaches.push(
          `${file}:${line}: imports ${to}: every ${every} would load it, through ${through}: load it, or a file on the way, at its first use by a dynamic import`,
        );
      } else if (!bare && !ways.has(to)) ways.set(to, [...way, file]);
    }
  }
  return breaches;
}

/** Returns one line for each circle of imports in `src`, including type imports. */
function findCircles(edges: readonly ImportEdge[]): string[] {
  const inner = edges
    .filter(({ bare, from, to }) => !bare && from.startsWith('src/') && from !== to)
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.line - b.line));
  const imports = Map.groupBy(inner, ({ from }) => from);
  const reported = new Set<string>();
  return inner.flatMap((edge) => {
    if (reported.has(edge.from)) return [];
    const back = shortestPath(imports, edge.to, edge.from);
    if (back === undefined) return [];
    for (const file of back) reported.add(file);
    const way = [edge.to, ...back.slice(1, -1)].map((file) => file.replace(/.*\//, ''));
    return [
      `${edge.from}:${edge.line}: imports ${edge.to}: a circle through ${way.join(', ')}: move what both need into a file of its own, or merge the files`,
    ];
  });
}

/**
 * Returns the files on the shortest path of imports from one file to another, including both files, or `undefined` if
 * no path exists.
 */
function shortestPath(
  imports: ReadonlyMap<string, readonly ImportEdge[]>,
  from: string,
  to: string,
): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const file of cameFrom.keys()) {
    if (file === to) {
      const way: string[] = [];
      for (let at: string | undefined = to; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    for (const { to: next } of imports.get(file) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, file);
  }
  return undefined;
}
