import { isSet } from './findings.ts';

/** Fields of resources that the service marks as do-not-use, separate from their schemas. */
const DEPRECATED_FIELDS = [
  'orchestrator_cpu',
  'orchestrator_cpu_limit',
  'orchestrator_memory_mb',
  'orchestrator_memory_limit_mb',
  'orchestrator_min_scale',
  'orchestrator_max_scale',
  'executor_cpu',
  'executor_cpu_limit',
  'executor_memory_mb',
  'executor_memory_limit_mb',
] as const;
export type DeprecatedField = (typeof DEPRECATED_FIELDS)[number];

/** Returns the do-not-use fields that a spec sets, to warn about them. */
export function deprecatedFields(spec: object | null | undefined): string[] {
  return DEPRECATED_FIELDS.filter((field) => isSet(Reflect.get(spec ?? {}, field)));
}
