import { type Finding, finding, type Loc } from './findings.ts';
import { isReservedName } from './reserved-names.ts';
import type { Source } from './source.ts';

type Named = { name: string };

/**
 * Names that two variables share, or that the platform keeps for itself (facts: service §1.4). Only names are
 * looked at. External images run on the owner's own cluster, so the cloud's names are free for them.
 */
export function secretFindings(
  source: Source,
  secrets: readonly Named[] | null | undefined,
  references: readonly Named[] | null | undefined = null,
): Finding[] {
  const selfHosted = source === 'external_docker';
  const seen = new Set<string>();
  const check = (list: readonly Named[] | null | undefined, field: string): Finding[] =>
    (list ?? []).flatMap(({ name }, index) => {
      const loc: Loc = [field, index, 'name'];
      const repeated = seen.has(name);
      seen.add(name);
      if (repeated) return [finding(loc, `${name} is set more than once`)];
      if (!isReservedName(name, { selfHosted })) return [];
      return [finding(loc, `${name} is reserved: the platform sets it itself`)];
    });
  return [...check(secrets, 'secrets'), ...check(references, 'secret_references')];
}
