import * as z from 'zod';
import { isBeingDeleted } from '../../../../src/contract/statuses.ts';
import { BY_OTHERS, type Words } from '../others.ts';
import type { Maker, Makers, TrueRevision, Truth } from '../truth.ts';
import type { BuiltArena, Told } from './arena.ts';

const Deployments = z.looseObject({
  resources: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      latest_revision_id: z.string().nullable(),
      active_revision_id: z.string().nullable(),
      source_config: z.looseObject({ build_command: z.string().nullish() }),
      secrets: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
    }),
  ),
});
const Revisions = z.looseObject({
  resources: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      source_revision_config: z.looseObject({
        repo_commit_sha: z.string().nullish(),
        image_uri: z.string().nullish(),
      }),
    }),
  ),
});

/** Who made what, over processes: others are noted as they act, runs are found in journal and events afterwards. */
export interface BuiltLedger extends Makers {
  note(maker: 'before' | 'others'): Promise<void>;
  /**
   * Tells whose write each new thing came from: the first one that was answered after it was there. None was: it is
   * `otherwise`'s.
   */
  read(told: Told, otherwise?: Maker): void;
  truth(at: number): Promise<Truth>;
}

/** Nothing noted yet. */
export function createBuiltLedger(arena: BuiltArena, words: Words): BuiltLedger {
  const revisions = new Map<string, Maker>();
  const deployments = new Map<string, Maker>();
  const rows = async () => {
    const page = Deployments.parse(await arena.ask(`/v2/deployments?name=${words.name}&limit=100`));
    return page.resources.filter(({ name }) => name === words.name);
  };
  const listOf = async (id: string) =>
    Revisions.parse(await arena.ask(`/v2/deployments/${id}/revisions?limit=100`)).resources;
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
    read({ journal, events }, otherwise = 'others') {
      const writes = journal.filter(({ method }) => method === 'POST' || method === 'PATCH');
      for (const event of events) {
        if (event.deployment !== words.name || event.was !== null) continue;
        const id = event.kind === 'revision' ? event.revision_id : event.deployment_id;
        const makers = event.kind === 'revision' ? revisions : deployments;
        if (!id || !['revision', 'deployment'].includes(event.kind) || makers.has(id)) continue;
        const write = writes.find(({ seq }) => seq > event.journal);
        makers.set(id, write === undefined ? otherwise : runOf(write));
      }
    },
    async truth(at) {
      const found = await Promise.all(
        (await rows()).map(async (row) => {
          const list = (await listOf(row.id)).map((one, index, all): TrueRevision => {
            const { repo_commit_sha: commit, image_uri: imageUri } = one.source_revision_config;
            const isLatest = one.id === row.latest_revision_id;
            return {
              id: one.id,
              seq: all.length - index,
              status: one.status,
              commit: commit ?? undefined,
              imageUri: imageUri ?? undefined,
              // A deployment shows what its latest revision runs with; of earlier ones nothing is shown.
              secrets: isLatest
                ? new Map(row.secrets.map(({ name, value }) => [name, value ?? '']))
                : undefined,
              by: revisions.get(one.id) ?? 'others',
            };
          });
          return {
            id: row.id,
            status: row.status,
            buildCommand: row.source_config.build_command ?? undefined,
            live: !isBeingDeleted(row.status),
            revisions: list,
            active: list.find(({ id }) => id === row.active_revision_id),
          };
        }),
      );
      return { at, deployments: found };
    },
  };
}

/** The first run asks on a path of its own, others say who they are; what is left is the second run's. */
export function runOf(entry: { path: string; query?: unknown }): Maker {
  if (entry.path.startsWith('/api-host/')) return 0;
  return typeof entry.query === 'string' && entry.query.includes(BY_OTHERS) ? 'others' : 1;
}
