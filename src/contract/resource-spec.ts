import * as z from 'zod';
import type { DeprecatedField } from './deprecated-fields.ts';
import { isSet } from './findings.ts';
import { LIST_MAX, AMOUNT_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN } from './limits.ts';
import { Container, LocalObjectReference, podProblems, Volume, VolumeMount } from './pod.ts';
import { maxItems, nonEmptyText, optional, text } from './primitives.ts';

const bounded = (max: number) =>
  optional(
    z
      .number()
      .min(CPU_MIN)
      .max(max)
      // The minimum and maximum of an amount of CPU apply before rounding.
      .transform(roundCpu),
  );
/** Schemas of resource amounts. The default maximum `AMOUNT_MAX` is for amounts without a documented maximum. */
const cores = (max = AMOUNT_MAX) => optional(z.number().min(0).max(max).transform(roundCpu));
const whole = (max = AMOUNT_MAX) => optional(z.int().min(0).max(max));
/**
 * Schemas of resource limits, which accept twice the maximum of a request, because clients may send back the default
 * limit of twice the request.
 */
const coresLimit = () => cores(2 * AMOUNT_MAX);
const wholeLimit = () => whole(2 * AMOUNT_MAX);

/** Fields that the service marks as do-not-use, but stores, so clients can send back the fields that they read. */
const UNUSED = {
  orchestrator_cpu: cores(),
  orchestrator_cpu_limit: coresLimit(),
  orchestrator_memory_mb: whole(),
  orchestrator_memory_limit_mb: wholeLimit(),
  orchestrator_min_scale: whole(),
  orchestrator_max_scale: whole(),
  executor_cpu: cores(),
  executor_cpu_limit: coresLimit(),
  executor_memory_mb: whole(),
  executor_memory_limit_mb: wholeLimit(),
} satisfies Record<DeprecatedField, z.ZodType>;

/** Schemas of the do-not-use fields, for the API document. */
export const DEPRECATED_SCHEMAS: ReadonlySet<unknown> = new Set(Object.values(UNUSED));

/** Resources of an `external_docker` deployment: CPU in cores, memory in MB, storage in GiB. */
const Fields = z.object({
  min_scale: whole(),
  max_scale: whole(),
  cpu: bounded(CPU_MAX),
  cpu_limit: bounded(CPU_LIMIT_MAX),
  memory_mb: whole(),
  memory_limit_mb: wholeLimit(),
  queue_min_scale: whole(),
  queue_max_scale: whole(),
  queue_cpu: bounded(CPU_MAX),
  queue_cpu_limit: bounded(CPU_LIMIT_MAX),
  queue_memory_mb: whole(),
  queue_memory_limit_mb: wholeLimit(),
  redis_cpu: bounded(CPU_MAX),
  redis_cpu_limit: bounded(CPU_LIMIT_MAX),
  redis_memory_mb: whole(),
  redis_memory_limit_mb: wholeLimit(),
  db_cpu: cores(),
  db_cpu_limit: coresLimit(),
  db_memory_mb: whole(),
  db_memory_limit_mb: wholeLimit(),
  db_storage_gi: whole(),
  db_max_connections: whole(),
  labels: optional(z.record(z.string(), text)),
  annotations: optional(z.record(z.string(), text)),
  service_account_name: optional(nonEmptyText),
  image_pull_secrets: optional(maxItems(LIST_MAX, z.array(LocalObjectReference))),
  volumes: optional(maxItems(LIST_MAX, z.array(Volume))),
  volume_mounts: optional(maxItems(LIST_MAX, z.array(VolumeMount))),
  init_containers: optional(maxItems(LIST_MAX, z.array(Container))),
  sidecars: optional(maxItems(LIST_MAX, z.array(Container))),
  ...UNUSED,
});
export type ResourceSpec = z.infer<typeof Fields>;

/** Schema of a resource specification, including the rules between fields. */
export const ResourceSpec = Fields.check(({ value, issues }) => {
  // Amounts are compared only if all amounts are valid.
  const bounds = issues.length === 0 ? boundProblems(value) : [];
  for (const { path, message } of [...podProblems(value), ...bounds]) {
    issues.push({ code: 'custom', input: value, path, message });
  }
});

/** Rounds an amount of CPU to one decimal place. */
export function roundCpu(value: number): number {
  return Math.round(value * 10) / 10;
}

type CpuField = {
  [K in keyof ResourceSpec]: K extends `${string}cpu${'' | '_limit'}` ? K : never;
}[keyof ResourceSpec] &
  string;

const isCpu = (field: string): field is CpuField => field.endsWith('cpu') || field.endsWith('cpu_limit');

/**
 * Default values of resource fields. The default of the first field in a row is the value of the second field times the
 * factor, or no value if the second field is not set.
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
 * Returns a copy of the specification in the service's format, with rounded CPU and defaults that are derived from
 * other fields.
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

const QUEUE_FIELDS = [
  'queue_min_scale',
  'queue_max_scale',
  'queue_cpu',
  'queue_cpu_limit',
  'queue_memory_mb',
  'queue_memory_limit_mb',
] as const;

/**
 * Returns whether the spec requests separate queue pods: a field of the queue differs from its default. Default values
 * do not count as a request, because a client may send back the values of a response.
 */
export function asksForQueue(spec: ResourceSpec): boolean {
  const without = { ...spec };
  for (const field of QUEUE_FIELDS) Reflect.deleteProperty(without, field);
  const defaults = deriveResourceSpec(without);
  const given = deriveResourceSpec(spec);
  return QUEUE_FIELDS.some((field) => (given[field] ?? undefined) !== (defaults[field] ?? undefined));
}

type Field = keyof ResourceSpec;

/** Pairs of a lower and an upper field, such as a request and its limit. */
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
 * Returns problems of limits below requests and of maximum scales below minimum scales, because no cluster accepts such
 * amounts. The comparison includes defaults. The path of a problem contains a field that is set.
 */
function boundProblems(spec: ResourceSpec): { path: [string]; message: string }[] {
  const effective = deriveResourceSpec(spec);
  return PAIRS.flatMap(([low, high]) => {
    const least: unknown = effective[low];
    const most: unknown = effective[high];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
    // The defaults of two unset fields come from another pair of fields, for which the problem is reported.
    if (!isSet(spec[low]) && !isSet(spec[high])) return [];
    return !isSet(spec[high])
      ? [{ path: [low], message: `must not be above ${high}${fromDefault(spec, high)}` }]
      : [{ path: [high], message: `must not be below ${low}${fromDefault(spec, low)}` }];
  });
}

/** Returns a note for the error message if the field has its default, or else an empty string. */
function fromDefault(spec: ResourceSpec, field: Field): string {
  return isSet(spec[field]) ? '' : ', which is unset and has its default';
}
