import * as z from 'zod';
import { CPU_LIMIT_MAX, CPU_MAX, CPU_MIN } from './limits.ts';
import { Container, LocalObjectReference, Volume, VolumeMount, volumeProblems } from './pod.ts';
import { optional } from './primitives.ts';

const bounded = (max: number) =>
  optional(
    z
      .number()
      .min(CPU_MIN)
      .max(max)
      // The bound is checked on the value given; it is stored rounded (DESIGN §8).
      .transform(roundCpu),
  );
const cores = () => optional(z.number().min(0).transform(roundCpu));
const whole = () => optional(z.int().min(0));

/** CPU values carry one decimal place (spec §2.6, §8). */
export function roundCpu(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The resources of an `external_docker` deployment (spec §2.6): CPU in cores, memory in MB, storage in GiB. */
export const ResourceSpec = z
  .object({
    min_scale: whole(),
    max_scale: whole(),
    cpu: bounded(CPU_MAX),
    cpu_limit: bounded(CPU_LIMIT_MAX),
    memory_mb: whole(),
    memory_limit_mb: whole(),
    queue_min_scale: whole(),
    queue_max_scale: whole(),
    queue_cpu: bounded(CPU_MAX),
    queue_cpu_limit: bounded(CPU_LIMIT_MAX),
    queue_memory_mb: whole(),
    queue_memory_limit_mb: whole(),
    redis_cpu: bounded(CPU_MAX),
    redis_cpu_limit: bounded(CPU_LIMIT_MAX),
    redis_memory_mb: whole(),
    redis_memory_limit_mb: whole(),
    db_cpu: cores(),
    db_cpu_limit: cores(),
    db_memory_mb: whole(),
    db_memory_limit_mb: whole(),
    db_storage_gi: whole(),
    db_max_connections: whole(),
    labels: optional(z.record(z.string(), z.string())),
    annotations: optional(z.record(z.string(), z.string())),
    service_account_name: optional(z.string().min(1)),
    image_pull_secrets: optional(z.array(LocalObjectReference)),
    volumes: optional(z.array(Volume)),
    volume_mounts: optional(z.array(VolumeMount)),
    init_containers: optional(z.array(Container)),
    sidecars: optional(z.array(Container)),
    // Marked do-not-use by the service; accepted so that a spec read back can be sent again.
    orchestrator_cpu: cores(),
    orchestrator_cpu_limit: cores(),
    orchestrator_memory_mb: whole(),
    orchestrator_memory_limit_mb: whole(),
    orchestrator_min_scale: whole(),
    orchestrator_max_scale: whole(),
    executor_cpu: cores(),
    executor_cpu_limit: cores(),
    executor_memory_mb: whole(),
    executor_memory_limit_mb: whole(),
  })
  // Volume names are unique in the pod, and every mount names one of them (spec §2.8).
  .check(({ value, issues }) => {
    for (const { path, message } of volumeProblems(value)) {
      issues.push({ code: 'custom', input: value, path, message });
    }
  });
export type ResourceSpec = z.infer<typeof ResourceSpec>;
