import * as z from 'zod';
import { queryInt } from '../../contract/query.ts';
import type { RevisionRow, Store } from '../ports/store.ts';
import { type Route, routesOf } from '../server/route.ts';
import { auditRoutes } from './audit.ts';
import { type ClockRouteDependencies, clockRoutes } from './clock/routes.ts';
import type { EventLog } from './events.ts';
import { FaultPlan } from './fault-plan.ts';
import type { FaultRules } from './faults.ts';
import type { Journal } from './journal.ts';
import { otherEmulatorsConflict, type SnapshotDependencies, snapshotRoutes } from './snapshot.ts';
import { verifyJournal, VerifyRequest } from './verify.ts';

const api = routesOf('local', 'local');

export interface AdminDependencies extends SnapshotDependencies, ClockRouteDependencies {
  store: Pick<Store, 'auditLog'>;
  journal: Journal;
  events: EventLog;
  faults: FaultRules;
  /** Returns the health of the emulator's parts. */
  health(): Promise<Record<string, unknown>>;
  /** Deletes all deployments and restores the seed. */
  reset(): Promise<void>;
  /** Reports a push to a repository, and returns the revisions that the push created. */
  push(push: {
    repoUrl: string;
    ref: string;
    commitSha?: string | undefined;
    created?: boolean | undefined;
    deleted?: boolean | undefined;
    workspaceId?: string | undefined;
  }): Promise<RevisionRow[]>;
}

const PushBody = z.object({
  repo_url: z.string().min(1),
  ref: z.string().min(1),
  commit_sha: z
    .string()
    .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'must be a full commit ID')
    .nullish(),
  /**
   * True if the ref was created without a new commit. A push that only creates or deletes a ref does not create a
   * revision.
   */
  created: z.boolean().nullish(),
  deleted: z.boolean().nullish(),
  workspace_id: z.guid().toLowerCase().nullish(),
});
const HealthAnswer = z.looseObject({
  status: z.enum(['ok', 'failing']),
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'failing', 'unknown']),
      since: z.string(),
      ms: z.int(),
      message: z.string(),
    }),
  ),
});
const JournalAnswer = z.object({
  entries: z.array(z.looseObject({ seq: z.int(), method: z.string(), path: z.string(), status: z.int() })),
  next: z.int(),
});
const EventsAnswer = z.object({
  events: z.array(z.looseObject({ seq: z.int(), at: z.string(), journal: z.int(), kind: z.string() })),
  next: z.int(),
});
const FaultsAnswer = z.object({
  seed: z.int(),
  rules: z.array(z.looseObject({ match: z.looseObject({}), matched: z.int(), hit: z.int() })),
});
const done = { 204: { description: 'Done' } };

/** Creates the routes that control the emulator. */
export function adminRoutes(dependencies: AdminDependencies): Route[] {
  return [
    api.get('/_local/health', {
      summary: 'Read the health of the emulator',
      responses: { 200: { description: 'Health', schema: HealthAnswer } },
      handler: async () => ({ status: 200, body: await dependencies.health() }),
    }),
    api.post('/_local/reset', {
      summary: 'Reset the emulator to its seeded state',
      responses: { ...done, ...otherEmulatorsConflict },
      handler: async () => {
        await dependencies.reset();
        return { status: 204 };
      },
    }),
    ...recordRoutes(dependencies),
    ...clockRoutes(dependencies),
    ...faultRoutes(dependencies),
    ...snapshotRoutes(dependencies),
    ...auditRoutes(dependencies),
    api.post('/_local/push', {
      summary: 'Report a push: each deployment that builds the ref on push gets a revision',
      body: PushBody,
      responses: {
        200: {
          description: 'The created revisions',
          schema: z.object({
            revisions: z.array(z.object({ deployment_id: z.string(), revision_id: z.string() })),
          }),
        },
      },
      handler: async ({ body }) => {
        const made = await dependencies.push({
          repoUrl: body.repo_url,
          ref: body.ref,
          commitSha: body.commit_sha ?? undefined,
          created: body.created ?? undefined,
          deleted: body.deleted ?? undefined,
          workspaceId: body.workspace_id ?? undefined,
        });
        const revisions = made.map((row) => ({ deployment_id: row.deploymentId, revision_id: row.id }));
        return { status: 200, body: { revisions } };
      },
    }),
  ];
}

/** Creates the routes that return the emulator's recordings: the journal and the events. */
function recordRoutes({ journal, events }: AdminDependencies): Route[] {
  return [
    api.get('/_local/journal', {
      summary: 'List requests with their responses, oldest first',
      query: z.object({ after: queryInt(0).default(0), limit: queryInt(1, 10_000).optional() }),
      responses: { 200: { description: 'Entries', schema: JournalAnswer } },
      handler: ({ query }) => ({ status: 200, body: journal.after(query.after, query.limit) }),
    }),
    api.post('/_local/journal/verify', {
      summary: 'Verify the journal against expectations',
      body: VerifyRequest,
      responses: {
        200: {
          description: 'The result of the verification',
          schema: z.object({ ok: z.boolean(), failures: z.array(z.string()) }),
        },
      },
      handler: ({ body }) => ({
        status: 200,
        body: verifyJournal(
          {
            entries: journal.spans(body.after),
            events: events.spans(body.after),
            droppedUpTo: Math.max(journal.droppedUpTo(), events.droppedUpTo()),
          },
          body,
        ),
      }),
    }),
    api.get('/_local/events', {
      summary: 'List events of deployments and revisions, oldest first',
      query: z.object({ after: queryInt(0).default(0), limit: queryInt(1, 10_000).optional() }),
      responses: { 200: { description: 'Events', schema: EventsAnswer } },
      handler: ({ query }) => ({ status: 200, body: events.after(query.after, query.limit) }),
    }),
  ];
}

function faultRoutes({ faults }: AdminDependencies): Route[] {
  return [
    api.put('/_local/faults', {
      summary: 'Replace the fault rules',
      body: FaultPlan,
      responses: done,
      handler: ({ body }) => {
        faults.set(body);
        return { status: 204 };
      },
    }),
    api.get('/_local/faults', {
      summary: 'List the fault rules, with the number of their matches and of their applications',
      responses: { 200: { description: 'The rules', schema: FaultsAnswer } },
      handler: () => ({ status: 200, body: faults.active() }),
    }),
    api.delete('/_local/faults', {
      summary: 'Remove all fault rules',
      responses: done,
      handler: () => {
        faults.clear();
        return { status: 204 };
      },
    }),
  ];
}
