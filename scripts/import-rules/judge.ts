import type { ImportEdge, SourceGraph } from './graph.ts';
import { AREAS, EMULATOR_ENTRY_POINTS, PURE, PURE_PACKAGES, type Area } from './rules.ts';

const areaOf = (file: string): Area | undefined => AREAS.find((area) => area.path.test(file));
/** `zod/mini` and `@actions/core/lib/x` belong to their package. */
const packageOf = (specifier: string): string =>
  specifier.startsWith('node:')
    ? specifier
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');

function arrowProblem(edge: ImportEdge): string | undefined {
  const from = areaOf(edge.from);
  if (from === undefined) return undefined;
  if (edge.bare) {
    if (from.packages === '*' || from.packages.includes(packageOf(edge.to))) return undefined;
    return `${from.name} may import the packages ${from.packages.join(', ')} only`;
  }
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
 * Judges a source graph by the rules of `rules.ts`; `pure` names the pure modules.
 * @returns one line per breach, `file: what: why`; empty when every arrow points the right way.
 */
export function findViolations(graph: SourceGraph, pure = PURE): string[] {
  const isPure = (file: string): boolean => pure.some((pattern) => pattern.test(file));
  const breaches = graph.edges.flatMap((edge) => {
    const problem = arrowProblem(edge) ?? purityProblem(edge, isPure);
    return problem === undefined
      ? []
      : [`${edge.from}: imports ${edge.to}: ${problem} (docs/architecture.md)`];
  });
  for (const [file, names] of graph.globals) {
    if (isPure(file)) {
      breaches.push(
        `${file}: uses ${names.join(', ')}: a pure module is handed what it needs (docs/architecture.md)`,
      );
    }
  }
  return breaches.sort();
}
