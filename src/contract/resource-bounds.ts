import { deriveResourceSpec } from './derive.ts';
import { isSet } from './findings.ts';
import type { ResourceSpec } from './resource-spec.ts';

type Field = keyof ResourceSpec;

/** What is asked for, and what it may grow to. */
const PAIRS: readonly (readonly [low: Field, high: Field])[] = [
  ['min_scale', 'max_scale'],
  ['cpu', 'cpu_limit'],
  ['memory_mb', 'memory_limit_mb'],
  ['queue_min_scale', 'queue_max_scale'],
  ['queue_cpu', 'queue_cpu_limit'],
  ['queue_memory_mb', 'queue_memory_limit_mb'],
  ['redis_cpu', 'redis_cpu_limit'],
  ['redis_memory_mb', 'redis_memory_limit_mb'],
  ['db_cpu', 'db_cpu_limit'],
  ['db_memory_mb', 'db_memory_limit_mb'],
];

/**
 * Limits below what is asked for, and largest scales below the smallest: no cluster takes those, so they are told where
 * they are written and not minutes later. Judged on the values in effect, defaults included (spec §2.6). The field that
 * was given is named first.
 */
export function boundProblems(spec: ResourceSpec): { path: [string]; message: string }[] {
  const effective = deriveResourceSpec(spec);
  return PAIRS.flatMap(([low, high]) => {
    const least: unknown = effective[low];
    const most: unknown = effective[high];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
    // Both come from another pair, which has been told of.
    if (!isSet(spec[low]) && !isSet(spec[high])) return [];
    return !isSet(spec[high])
      ? [{ path: [low], message: `must not be above ${high}${fromDefault(spec, high)}` }]
      : [{ path: [high], message: `must not be below ${low}${fromDefault(spec, low)}` }];
  });
}

/** Says so where the other value was not given, but follows from another field. */
function fromDefault(spec: ResourceSpec, field: Field): string {
  return isSet(spec[field]) ? '' : ', which is unset and has its default';
}
