import * as z from 'zod';
import { isSet } from './findings.ts';
import { AMOUNT_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN } from './limits.ts';
import { Container, LocalObjectReference, Volume, VolumeMount } from './pod.ts';
import { podProblems } from './pod-rules.ts';
import { optional, text, nonEmptyText } from './primitives.ts';
import { boundProblems } from './resource-bounds.ts';
import { roundCpu } from './round-cpu.ts';

export { roundCpu };

const bounded = (max: number) =>
  optional(
    z
      .number()
      .min(CPU_MIN)
      .max(max)
      // The bound is checked on the value given; it is stored rounded (DESIGN §8).
      .transform(roundCpu),
  );
/** Where the service names no bounds: up to what can be doubled and is still a number that JSON carries exactly. */
const cores = (max = AMOUNT_MAX) => optional(z.number().min(0).max(max).transform(roundCpu));
const whole = (max = AMOUNT_MAX) => optional(z.int().min(0).max(max));
/** A limit that is left out is twice what is asked for: what is read back must be taken again. */
const coresLimit = () => cores(2 * AMOUNT_MAX);
const wholeLimit = () => whole(2 * AMOUNT_MAX);

/** Marked do-not-use by the service (spec §2.6): taken, kept and shown, so that what was read can be sent again. */
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
};

/** The do-not-use fields that a spec gives a value (spec §2.6), to warn about. */
export function deprecatedFields(spec: object | null | undefined): string[] {
  return Object.keys(UNUSED).filter((field) => isSet(Reflect.get(spec ?? {}, field)));
}

/** Those fields themselves, for whoever describes them. */
export const DEPRECATED_SCHEMAS: ReadonlySet<unknown> = new Set(Object.values(UNUSED));

/** The resources of an `external_docker` deployment (spec §2.6): CPU in cores, memory in MB, storage in GiB. */
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
  image_pull_secrets: optional(z.array(LocalObjectReference)),
  volumes: optional(z.array(Volume)),
  volume_mounts: optional(z.array(VolumeMount)),
  init_containers: optional(z.array(Container)),
  sidecars: optional(z.array(Container)),
  ...UNUSED,
});
export type ResourceSpec = z.infer<typeof Fields>;

/** With what no field can say by itself (spec §2.6, §2.8). The type comes first: the rules are written over it. */
export const ResourceSpec = Fields.check(({ value, issues }) => {
  // Amounts that are no amounts are not compared as well.
  const bounds = issues.length === 0 ? boundProblems(value) : [];
  for (const { path, message } of [...podProblems(value), ...bounds]) {
    issues.push({ code: 'custom', input: value, path, message });
  }
});
