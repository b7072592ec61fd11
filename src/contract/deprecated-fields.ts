import { isSet } from './findings.ts';

/**
 * Resource fields that the service marks as do-not-use. This module does not import the schemas, because the schemas
 * load slowly.
 */
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

/** Returns the fields of a resource specification that are set although the service marks them as do-not-use. */
export function deprecatedFields(spec: object | null | undefined): string[] {
  return DEPRECATED_FIELDS.filter((field) => isSet(Reflect.get(spec ?? {}, field)));
}
