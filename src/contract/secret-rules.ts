import { type Finding, validationError, type FieldPath } from './findings.ts';
import { isReservedName } from './reserved-names.ts';
import type { Source } from './source.ts';

type Named = { name: string };

/** The `type` of a finding about a name that the platform keeps for itself. */
export const RESERVED_NAME = 'reserved_name';

/**
 * Names that two variables share, or that the platform keeps for itself (facts: service §1.4). Only names are
 * looked at. External images run on the owner's own cluster, and so does everything of a self-hosted installation:
 * the cloud's names are free for them.
 */
export function secretNameErrors(
  source: Source,
  secrets: readonly Named[] | null | undefined,
  references: readonly Named[] | null | undefined = null,
  where: { selfHosted?: boolean } = {},
): Finding[] {
  const selfHosted = source === 'external_docker' || where.selfHosted === true;
  const seen = new Set<string>();
  const check = (list: readonly Named[] | null | undefined, field: string): Finding[] =>
    (list ?? []).flatMap(({ name }, index) => {
      const loc: FieldPath = [field, index, 'name'];
      const repeated = seen.has(name);
      seen.add(name);
      if (repeated) return [validationError(loc, `${name} is set more than once`)];
      if (!isReservedName(name, { selfHosted })) return [];
      return [validationError(loc, `${name} is reserved: the platform sets it itself`, RESERVED_NAME)];
    });
  return [...check(secrets, 'secrets'), ...check(references, 'secret_references')];
}
