import * as z from 'zod';
import { Container, LocalObjectReference, Volume, VolumeMount } from './pod.ts';
import { optional } from './primitives.ts';

const bounded = (max: number) =>
  optional(
    z
      .number()
      .min(0.1)
      .max(max)
      // The bound is checked on the value given; it is stored rounded (DESIGN §8).
      .transform(roundCpu),
  );
const cores = () => optional(z.number().positive().transform(roundCpu));
const whole = () => optional(z.int().min(0));

/** CPU values carry one decimal place (spec §2.6, §8). */
export function roundCpu(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The resources of an `external_docker` deployment (spec §2.6): CPU in cores, memory in MB, storage in GiB. */
export const ResourceSpec = z.object({
  min_scale: whole(),
  max_scale: whole(),
  cpu: bounded(8),
  cpu_limit: bounded(16),
  memory_mb: whole(),
  memory_limit_mb: whole(),
  queue_min_scale: whole(),
  queue_max_scale: whole(),
  queue_cpu: bounded(8),
  queue_cpu_limit: bounded(16),
  queue_memory_mb: whole(),
  queue_memory_limit_mb: whole(),
  redis_cpu: bounded(8),
  redis_cpu_limit: bounded(16),
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
});
export type ResourceSpec = z.infer<typeof ResourceSpec>;
