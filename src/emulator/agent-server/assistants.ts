import { createHash } from 'node:crypto';
import type { Assistant } from '../../contract/assistant.ts';
import type { DeploymentRow } from '../seams/store.ts';
import type { LiveWorkers } from '../seams/worker.ts';

const NAMESPACE = Buffer.from('6ba7b8219dad11d180b400c04fd430c8', 'hex');

/** The id of a graph's assistant: uuid v5 of the graph's name, the same on every start (facts: local-clouds §1.8). */
export function assistantIdOf(graphId: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(graphId, 'utf8').digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The graph that an assistant id, or the graph's own name, means; `undefined` when it is none of these. */
export function findGraph(graphIds: readonly string[], assistantId: string): string | undefined {
  if (graphIds.includes(assistantId)) return assistantId;
  return graphIds.find((graphId) => assistantIdOf(graphId) === assistantId.toLowerCase());
}

/** One assistant as answered. */
export function toAssistant(graphId: string, deployment: DeploymentRow): Assistant {
  const createdAt = new Date(deployment.createdAt).toISOString();
  return {
    assistant_id: assistantIdOf(graphId),
    graph_id: graphId,
    name: graphId,
    description: null,
    config: {},
    context: {},
    metadata: { created_by: 'system' },
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
  };
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
