import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { startEmulator, type EmulatorHandle } from '../../../../harness/emulator.ts';
import type { LifecycleEvent, JournalEntry } from '../../../../harness/local-controls.ts';
import { BY_OTHERS, type Surroundings } from '../others.ts';

const KEY = 'fire_key_of_the_processes_5d0e';

/** What an emulator process told of itself since the last time it was asked. */
export interface Told {
  journal: JournalEntry[];
  events: LifecycleEvent[];
}

/** An emulator on virtual time in a process of its own. */
export interface BuiltArena {
  readonly emulator: EmulatorHandle;
  readonly around: Surroundings;
  /** One answer's body; throws when it is no success. */
  ask(path: string): Promise<unknown>;
  /** Virtual time, whatever the service's own clock is set to. */
  now(): Promise<number>;
  /** What it told since the last time. */
  told(): Promise<Told>;
  /** Ends it without warning (SIGKILL) and starts it again on its data and port; resolves when whoever slept is back. */
  kill(): Promise<Told>;
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
export async function openBuiltArena(options: { keep: boolean }): Promise<BuiltArena> {
  const dataDir = options.keep ? await mkdtemp(path.join(tmpdir(), 'fire-')) : undefined;
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
  const told = async (): Promise<Told> => {
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
    told,
    async kill() {
      const last = await told();
      const { sessions: members } = await clock();
      const { port } = new URL(emulator.urls.controlPlane);
      await emulator.kill();
      emulator = await start(Number(port));
      marks = { journal: 0, events: 0 };
      // Whoever slept joins the new clock by itself; before that its sleep would be forgotten.
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
