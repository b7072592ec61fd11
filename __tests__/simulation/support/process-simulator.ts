import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { type EmulatorHandle, startEmulator } from '../../../harness/emulator.ts';
import type { JournalEntry, LifecycleEvent } from '../../../harness/admin-client.ts';
import { isBeingDeleted } from '../../../src/contract/statuses.ts';
import { BY_OTHERS, type ControlPlaneAccess, type TestValues } from './other-client.ts';
import type { ConcurrentChange, RunPlan, Schedule } from './schedule.ts';
import type { Maker, Makers, TrueRevision, Truth } from './truth.ts';

const KEY = 'simulation_key_of_the_processes_5d0e';

/** What an emulator process told of itself since the last time it was asked. */
export interface Observed {
  journal: JournalEntry[];
  events: LifecycleEvent[];
}

/** An emulator on virtual time in a process of its own. */
export interface ProcessSimulator {
  readonly emulator: EmulatorHandle;
  readonly around: ControlPlaneAccess;
  /** One answer's body; throws when it is no success. */
  ask(path: string): Promise<unknown>;
  /** Virtual time, unaffected by the service's own clock. */
  now(): Promise<number>;
  /** What it told since the last time. */
  observe(): Promise<Observed>;
  /** Ends it without warning (SIGKILL) and starts it again on its data and port; resolves when every sleeper is back. */
  kill(): Promise<Observed>;
  close(): Promise<void>;
}

const Clock = z.looseObject({
  now_ms: z.number(),
  skew_ms: z.number(),
  sessions: z.array(z.looseObject({ session: z.string() })),
});
const Row = z.looseObject({
  id: z.string(),
  name: z.string(),
  latest_revision_id: z.string().nullable(),
  secrets: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});
const Revisions = z.looseObject({
  resources: z.array(z.looseObject({ id: z.string(), status: z.string() })),
});

/** Starts one. `keep`: with a data folder, so that it can be killed. */
export async function startProcessSimulator(options: { keep: boolean }): Promise<ProcessSimulator> {
  const dataDir = options.keep ? await mkdtemp(path.join(tmpdir(), 'simulation-')) : undefined;
  const start = (port?: number) =>
    startEmulator({
      runtime: 'stub',
      clock: 'virtual',
      apiKey: KEY,
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(port === undefined ? {} : { port }),
    });
  let emulator = await start();
  let marks = { journal: 0, events: 0 };
  const ask = async (target: string) => {
    const mark = target.includes('?') ? '&' : '?';
    const { status, body } = await emulator.api('GET', `${target}${mark}${BY_OTHERS}`);
    if (status !== 200) throw new Error(`GET ${target} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const clock = async () => Clock.parse((await emulator.api('GET', `${emulator.urls.admin}/clock`)).body);
  const told = async (): Promise<Observed> => {
    const [journal, events] = [await emulator.journal(marks.journal), await emulator.events(marks.events)];
    marks = {
      journal: journal.at(-1)?.seq ?? marks.journal,
      events: events.at(-1)?.seq ?? marks.events,
    };
    return { journal, events };
  };
  const deployment = async (id: string) => Row.parse(await ask(`/v2/deployments/${id}`));
  return {
    get emulator() {
      return emulator;
    },
    around: {
      origin: emulator.urls.controlPlane,
      key: KEY,
      workspaceId: emulator.workspaceId,
      async find(name) {
        const list = z.looseObject({ resources: z.array(Row) });
        const { resources } = list.parse(await ask(`/v2/deployments?name=${name}&limit=100`));
        const found = resources.find((row) => row.name === name);
        return found && { id: found.id, latestRevisionId: found.latest_revision_id };
      },
      secretsOf: async (id) =>
        (await deployment(id)).secrets.map(({ name, value }) => ({ name, value: value ?? '' })),
      revisionsOf: async (id) =>
        Revisions.parse(await ask(`/v2/deployments/${id}/revisions?limit=100`)).resources,
      integrationId: async () =>
        z.array(z.looseObject({ id: z.string() })).parse(await ask('/v1/integrations/git_host/install'))[0]
          ?.id,
      push: async (repoUrl, commit) => {
        const push = { repo_url: repoUrl, ref: 'main', commit_sha: commit };
        await emulator.api('POST', `${emulator.urls.admin}/push`, push);
      },
    },
    ask,
    async now() {
      const { now_ms: now, skew_ms: skew } = await clock();
      return now - skew;
    },
    observe: told,
    async kill() {
      const last = await told();
      const { sessions: members } = await clock();
      const { port } = new URL(emulator.urls.controlPlane);
      await emulator.kill();
      emulator = await start(Number(port));
      marks = { journal: 0, events: 0 };
      // Every sleeper joins the new clock by itself; before that its sleep would be forgotten.
      for (;;) {
        const back = new Set((await clock()).sessions.map(({ session }) => session));
        if (members.every(({ session }) => back.has(session))) return last;
        await setTimeout(5);
      }
    },
    async close() {
      await emulator.stop();
      if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

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
const TrueRevisions = z.looseObject({
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
export interface ProcessLedger extends Makers {
  note(maker: 'before' | 'others'): Promise<void>;
  /**
   * Tells whose write each new thing came from: the first one that was answered after it was there. None was: it is
   * `otherwise`'s.
   */
  read(told: Observed, otherwise?: Maker): void;
  truth(at: number): Promise<Truth>;
}

/** Nothing noted yet. */
export function createProcessLedger(arena: ProcessSimulator, words: TestValues): ProcessLedger {
  const revisions = new Map<string, Maker>();
  const deployments = new Map<string, Maker>();
  const rows = async () => {
    const page = Deployments.parse(await arena.ask(`/v2/deployments?name=${words.name}&limit=100`));
    return page.resources.filter(({ name }) => name === words.name);
  };
  const listOf = async (id: string) =>
    TrueRevisions.parse(await arena.ask(`/v2/deployments/${id}/revisions?limit=100`)).resources;
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

/**
 * The same schedule as far as it can be played over processes: others act at times of their own, nothing is set
 * against single calls, and troubles spare the second run. Pure.
 */
export function restrictedToProcesses(schedule: Schedule): Schedule {
  return {
    ...schedule,
    hides: false,
    neighbours: schedule.neighbours === 'crowd' ? 'few' : schedule.neighbours,
    runs: schedule.runs.map(tameRun),
    concurrentChanges: schedule.concurrentChanges.map(tameRival),
  };
}

function tameRun(plan: RunPlan): RunPlan {
  const { cancel } = plan;
  return {
    ...plan,
    latencyMs: [],
    cancel: cancel.kind === 'during' ? { kind: 'at', ms: cancel.call * 700 } : cancel,
  };
}

function tameRival({ moment, change: deed }: ConcurrentChange): ConcurrentChange {
  return { moment: moment.kind === 'call' ? { kind: 'at', ms: moment.nth * 900 } : moment, change: deed };
}
