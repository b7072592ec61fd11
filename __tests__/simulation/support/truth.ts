import { isBeingDeleted } from '../../../src/contract/statuses.ts';
import type { DeploymentRow } from '../../../src/emulator/ports/store.ts';
import type { Simulator } from './simulator.ts';
import type { TestValues } from './other-client.ts';

/** The true state of a revision. */
export interface TrueRevision {
  id: string;
  seq: number;
  status: string;
  commit: string | undefined;
  imageUri: string | undefined;
  /** The true secrets; `undefined` if they cannot be read. */
  secrets: ReadonlyMap<string, string> | undefined;
  /** The maker of the revision: a run by its number, another client, or the initial state. */
  by: Maker;
}
export type Maker = number | 'others' | 'before';

/** The true state of a deployment. */
export interface TrueDeployment {
  id: string;
  status: string;
  buildCommand: string | undefined;
  /** False while the deployment is being deleted. */
  live: boolean;
  /** Revisions, latest first. */
  revisions: TrueRevision[];
  active: TrueRevision | undefined;
}

/** The true state at one moment, read from the store. */
export interface Truth {
  at: number;
  /** Deployments with the schedule's name. */
  deployments: TrueDeployment[];
}

/** The makers of all objects, including deleted ones. */
export interface Makers {
  /** Makers of revisions, by ID. */
  readonly revisions: ReadonlyMap<string, Maker>;
  /** Makers of deployments with the schedule's name, by ID. */
  readonly deployments: ReadonlyMap<string, Maker>;
}

/**
 * Records the maker of each object. The service does not reveal it, but only one client acts at a time, so all new
 * objects belong to that client.
 */
export interface Ledger extends Makers {
  /** Attributes all objects that are new since the last call to this maker. */
  note(maker: Maker): Promise<void>;
  truth(at: number): Promise<Truth>;
}

/** Creates an empty ledger. */
export function createLedger(arena: Simulator, workspaceId: string, words: TestValues): Ledger {
  const revisions = new Map<string, Maker>();
  const deployments = new Map<string, Maker>();
  const rows = async (): Promise<DeploymentRow[]> =>
    arena.store.deployments.list(workspaceId, { limit: 10, offset: 0, name: words.name });
  const listOf = (id: string) => arena.store.revisions.list(id, { limit: 100, offset: 0 });
  return {
    revisions,
    deployments,
    async note(maker) {
      for (const { id } of await rows()) {
        if (!deployments.has(id)) deployments.set(id, maker);
        for (const revision of await listOf(id)) {
          if (!revisions.has(revision.id)) revisions.set(revision.id, maker);
        }
      }
    },
    async truth(at) {
      const found: TrueDeployment[] = [];
      for (const row of await rows()) {
        const list: TrueRevision[] = [];
        for (const one of await listOf(row.id)) {
          const secrets = await arena.store.revisions.secrets(one.id);
          list.push({
            id: one.id,
            seq: one.seq,
            status: one.status,
            commit: one.config.repo_commit_sha ?? undefined,
            imageUri: one.config.image_uri ?? undefined,
            secrets: new Map(secrets.map(({ name, value }) => [name, value])),
            by: revisions.get(one.id) ?? 'others',
          });
        }
        found.push({
          id: row.id,
          status: row.status,
          buildCommand: row.sourceConfig.build_command ?? undefined,
          live: !isBeingDeleted(row.status),
          revisions: list,
          active: list.find(({ id }) => id === row.activeRevisionId),
        });
      }
      return { at, deployments: found };
    },
  };
}
