import { type Finding, validationError } from './findings.ts';
import { HOSTED_REDIS_MEMORY_MIN } from './limits.ts';
import { RESERVED_NAME } from './secret-rules.ts';
import type { SourceConfig } from './source.ts';
import type { RuleOptions } from './source-rules.ts';

/** The `type` of a finding about too little of something. */
const RESOURCE_MINIMUM = 'resource_minimum';

/** Least amounts, which the hosted service has and the description does not name (facts: service §1.4). */
export function minimumErrors(config: SourceConfig | null | undefined, { compat }: RuleOptions): Finding[] {
  const memory = config?.resource_spec?.redis_memory_mb;
  if (compat !== 'hosted' || typeof memory !== 'number' || memory >= HOSTED_REDIS_MEMORY_MIN) return [];
  return [
    validationError(
      ['source_config', 'resource_spec', 'redis_memory_mb'],
      `must be at least ${HOSTED_REDIS_MEMORY_MIN}`,
      RESOURCE_MINIMUM,
    ),
  ];
}

/**
 * The status of an answer with these findings: 422, except where the hosted service is known to say 400 with a text
 * (facts: service §1.4: reserved names, least amounts) and nothing else is wrong.
 */
export function validationErrorStatus(findings: readonly Finding[], { compat }: RuleOptions): 400 | 422 {
  const asText = findings.every(({ type }) => type === RESERVED_NAME || type === RESOURCE_MINIMUM);
  return compat === 'hosted' && asText ? 400 : 422;
}
