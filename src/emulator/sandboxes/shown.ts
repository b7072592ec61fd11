import type { SandboxRecord } from '../../contract/sandbox-api.ts';
import type { SandboxRow } from '../ports/store-sandboxes.ts';
import { toWireConfig } from './proxy-config/keep.ts';

/** On the main port, what a box answers at its own address is below this and its ID. */
export const BOX_PREFIX = '/s';

const iso = (at: number) => new Date(at).toISOString();

/** A sandbox as it is answered. `origin`: where the emulator is reached. Nothing of it is a secret. */
export function toSandboxRecord(row: SandboxRow, origin: string): SandboxRecord {
  const { settings } = row;
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    status_message: row.statusMessage,
    dataplane_url: `${origin}${BOX_PREFIX}/${row.id}`,
    template_name: settings.templateName,
    snapshot_id: settings.snapshotId,
    created_at: iso(row.createdAt),
    created_by: null,
    updated_at: iso(row.updatedAt),
    updated_by: null,
    stopped_at: row.stoppedAt === null ? null : iso(row.stoppedAt),
    idle_ttl_seconds: settings.idleTtlSeconds,
    delete_after_stop_seconds: settings.deleteAfterStopSeconds,
    vcpus: settings.vcpus,
    cpu_millicores: settings.cpuMillicores,
    mem_bytes: settings.memBytes,
    fs_capacity_bytes: settings.fsCapacityBytes,
    size_class: null,
    labels: settings.labels,
    mount_config: null,
    preserve_memory_on_stop: settings.preserveMemoryOnStop,
    run_config: settings.runConfig,
    // An opaque header without a value is refused before it is kept.
    proxy_config: row.proxy === null ? null : toWireConfig(row.proxy, () => true),
  };
}
