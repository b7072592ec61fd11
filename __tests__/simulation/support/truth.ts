import { isBeingDeleted } from '../../../src/contract/statuses.ts';
import type { DeploymentRow } from '../../../src/emulator/ports/store.ts';
import type { Simulator } from './simulator.ts';
import type { TestValues } from './other-client.ts';

/** A revision as it really is. */
export interface TrueRevision {
  id: string;
  seq: number;
  status: string;
  commit: string | undefined;
  imageUri: string | undefined;
  /** What it runs with; undefined: that cannot be seen. */
  secrets: ReadonlyMap<string, string> | undefined;
  /** Whose write made it: a run by its number, another client, or what was there before. */
  by: Maker;
}
export type Maker = number | 'others' | 'before';

/** A deployment as it really is. */
export interface TrueDeployment {
  id: string;
  status: string;
  buildCommand: string | undefined;
  /** Not being deleted. */
  live: boolean;
  /** Latest first. */
  revisions: TrueRevision[];
  active: TrueRevision | undefined;
}

/** What is true at one instant, out of the store itself. */
export interface Truth {
  at: number;
  /** Those of the schedule's name. */
  deployments: TrueDeployment[];
}

/** Who made what, gone things included. */
export interface Makers {
  /** By revision. */
  readonly revisions: ReadonlyMap<string, Maker>;
  /** By deployment of the schedule's name. */
  readonly deployments: ReadonlyMap<string, Maker>;
}

/** Remembers who made what. A service does not say; here only one acts at a time, so all that is new is theirs. */
export interface Ledger extends Makers {
  /** Everything new since the last time is this one's. */
  note(maker: Maker): Promise<void>;
  truth(at: number): Promise<Truth>;
}

/** Nothing noted yet. */
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
