import { createHash } from 'node:crypto';
import type { Assistant, AssistantVersion } from '../../contract/assistant.ts';
import type { AssistantRow, AssistantVersionRow, DeploymentRow } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';

const NAMESPACE = Buffer.from('6ba7b8219dad11d180b400c04fd430c8', 'hex');

/** The id of a graph's assistant: uuid v5 of the graph's name, the same on every start (facts: local-clouds §1.8). */
export function defaultAssistantId(graphId: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(graphId, 'utf8').digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The graph that a default assistant's id, or the graph's own name, means; `undefined` when it is none of these. */
export function findGraphId(graphIds: readonly string[], assistantId: string): string | undefined {
  if (graphIds.includes(assistantId)) return assistantId;
  return graphIds.find((graphId) => defaultAssistantId(graphId) === assistantId.toLowerCase());
}

/** The assistant that a graph has by itself. */
export function defaultAssistant(graphId: string, deployment: DeploymentRow): AssistantRow {
  return {
    id: defaultAssistantId(graphId),
    deploymentId: deployment.id,
    graphId,
    name: graphId,
    description: null,
    config: {},
    context: {},
    metadata: { created_by: 'system' },
    version: 1,
    createdAt: deployment.createdAt,
    updatedAt: deployment.createdAt,
  };
}

const iso = (at: number): string => new Date(at).toISOString();

/** One version as answered. */
export function toAssistantVersion(row: AssistantVersionRow): AssistantVersion {
  return {
    assistant_id: row.id,
    graph_id: row.graphId,
    name: row.name,
    description: row.description,
    config: row.config,
    context: row.context,
    metadata: row.metadata,
    version: row.version,
    created_at: iso(row.createdAt),
  };
}

/** One assistant as answered. */
export function toAssistant(row: AssistantRow): Assistant {
  return { ...toAssistantVersion(row), updated_at: iso(row.updatedAt) };
}

/** Which graphs a deployment serves; remembered while its worker is being replaced. */
export interface ServedGraphs {
  /** `undefined`: no worker has served it since this emulator started. */
  of(deploymentId: string): readonly string[] | undefined;
}

export function createServedGraphs(live: LiveWorkers): ServedGraphs {
  const known = new Map<string, readonly string[]>();
  return {
    of(deploymentId) {
      const held = live.acquire(deploymentId);
      if (held) {
        known.set(deploymentId, held.worker.graphIds);
        held.release();
      }
      return known.get(deploymentId);
    },
  };
}
