import type { ResourceSpec } from './resource-spec.ts';
import { roundCpu } from './round-cpu.ts';

type CpuField = {
  [K in keyof ResourceSpec]: K extends `${string}cpu${'' | '_limit'}` ? K : never;
}[keyof ResourceSpec] &
  string;

const isCpu = (field: string): field is CpuField => field.endsWith('cpu') || field.endsWith('cpu_limit');

/**
 * What unset fields come from (spec §2.6), in an order in which every base is settled before it is used.
 * A base that is itself unset derives nothing.
 */
const DEFAULTS = [
  ['cpu_limit', 'cpu', 2],
  ['memory_limit_mb', 'memory_mb', 2],
  ['queue_min_scale', 'min_scale', 1],
  ['queue_max_scale', 'max_scale', 1],
  ['queue_cpu', 'cpu', 1],
  ['queue_cpu_limit', 'queue_cpu', 2],
  ['queue_memory_mb', 'memory_mb', 1],
  ['queue_memory_limit_mb', 'queue_memory_mb', 2],
  ['redis_cpu_limit', 'redis_cpu', 2],
  ['redis_memory_limit_mb', 'redis_memory_mb', 1],
  ['db_cpu_limit', 'db_cpu', 2],
  ['db_memory_limit_mb', 'db_memory_mb', 2],
] as const satisfies readonly (readonly [keyof ResourceSpec, keyof ResourceSpec, number])[];

/**
 * The spec as it is shown on read-back: CPU rounded to one decimal, and every unset field of spec §2.6 derived from
 * the rounded value it depends on (DESIGN §8). Takes a parsed spec and leaves it alone. Cores, MB, GiB, replicas.
 */
export function deriveResourceSpec(spec: ResourceSpec): ResourceSpec {
  const derived: ResourceSpec = { ...spec };
  for (const field of Object.keys(derived)) {
    if (!isCpu(field)) continue;
    const value = derived[field];
    if (typeof value === 'number') derived[field] = roundCpu(value);
  }
  for (const [field, base, factor] of DEFAULTS) {
    const from = derived[base];
    if (typeof from !== 'number') continue;
    if (derived[field] === undefined || derived[field] === null) {
      const value = from * factor;
      derived[field] = isCpu(field) ? roundCpu(value) : value;
    }
  }
  return derived;
}
