import { isBeingDeleted } from '../../../src/contract/statuses.ts';
import type { DeploymentRow } from '../../../src/emulator/ports/store.ts';
import type { Simulator } from './simulator.ts';
import type { TestValues } from './other-client.ts';

/** True state of a revision. */
export interface TrueRevision {
  id: string;
  seq: number;
  status: string;
  commit: string | undefined;
  imageUri: string | undefined;
  /** True values of the secrets, or `undefined` if they cannot be read. */
  secrets: ReadonlyMap<string, string> | undefined;
  /** Creator of the revision: a run by its number, another client, or the initial state. */
  by: Maker;
}
export type Maker = number | 'others' | 'before';

/** True state of a deployment. */
export interface TrueDeployment {
  id: string;
  status: string;
  buildCommand: string | undefined;
  /** False if the deployment is being deleted. */
  live: boolean;
  /** Revisions, latest first. */
  revisions: TrueRevision[];
  active: TrueRevision | undefined;
}

/** True state at one moment, read from the store. */
export interface Truth {
  at: number;
  /** Deployments with the name in the schedule. */
  deployments: TrueDeployment[];
}

/** Creators of all objects, including deleted objects. */
export interface Makers {
  /** Creators of revisions, by ID. */
  readonly revisions: ReadonlyMap<string, Maker>;
  /** Creators of deployments with the name in the schedule, by ID. */
  readonly deployments: ReadonlyMap<string, Maker>;
}

/**
 * Records the creator of each object. The service does not store the creator, but only one client acts at a time, so
 * this client created all new objects.
 */
export interface Ledger extends Makers {
  /** Attributes all objects that are new since the last call to this creator. */
  note(maker: Maker): Promise<void>;
  truth(at: number): Promise<Truth>;
}

/** Creates an empty record of creators. */
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
