import { createHmac } from 'node:crypto';
import { afterEach } from '@jest/globals';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../../src/emulator/index.ts';
import { Seed } from '../../../../src/emulator/admin/seed.ts';
import { createBackend } from '../../../../src/emulator/backend.ts';
import { type Answer, call, gitDeployment } from '../../server/plane.ts';
import { withTestDatabase } from '../../server/test-database.ts';

export const WORKSPACE = '11111111-1111-4111-8111-111111111111';
export const HOOK = '33333333-3333-4333-8333-333333333333';
const SECRET = 'a-webhook-secret';
const LIST = '/v2/deployments';

/** The revision as the API shows it, as far as these tests look. */
export interface Shown {
  id: string;
  status: string;
  status_message: string | null;
  source_revision_config: { repo_commit_sha: string | null };
}

/** An emulator on the stub runtime and virtual time, which rests whenever a helper has come back. */
export interface StubControlPlane {
  emulator: Emulator;
  /** How often each repository was asked for its refs. */
  asked: Map<string, number>;
  api(method: string, path: string, body?: unknown, headers?: Record<string, string | null>): Promise<Answer>;
  deploy(repoUrl: string, ref?: string, sourceConfig?: Record<string, unknown>): Promise<string>;
  /** Newest first. */
  revisions(id: string): Promise<Shown[]>;
  /** Tells a push by `/_local/push`; gives the revisions it has. */
  tell(repoUrl: string, push?: Record<string, unknown>): Promise<string[]>;
  /** Tells a push of branch main by the webhook. */
  deliver(repoUrl: string, commit: string, delivery: string): Promise<string[]>;
  /** Moves time on, by nothing unless told otherwise, until everything rests. */
  pass(ms?: number): Promise<void>;
}

const open: Emulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

/** `fake`: repositories whose refs are made up, by address, instead of real ones. Closed after the test. */
export async function openStubControlPlane(
  options: { fake?: Map<string, Map<string, string>> } & EmulatorOptions = {},
): Promise<StubControlPlane> {
  const { fake, ...given } = options;
  const asked = new Map<string, number>();
  const emulator = await createEmulator({
    runtime: 'stub',
    clock: 'virtual',
    seed: Seed.parse({
      workspaces: [{ id: WORKSPACE, integrations: [{ id: HOOK, name: 'hub', webhook_secret: SECRET }] }],
    }),
    createBackend: async (context, links) => {
      const backend = await createBackend(context, links);
      return {
        ...backend,
        remoteRefs: {
          addressOf: (url) => (fake ? (fake.has(url) ? url : undefined) : backend.remoteRefs.addressOf(url)),
          read: (address, refs, signal) => {
            asked.set(address, (asked.get(address) ?? 0) + 1);
            return fake ? Promise.resolve(fake.get(address)) : backend.remoteRefs.read(address, refs, signal);
          },
        },
      };
    },
    ...(await withTestDatabase(given)),
  });
  open.push(emulator);
  const api: StubControlPlane['api'] = (method, path, body, headers = {}) =>
    call(emulator, method, path, body, headers);
  const ids = (answer: Answer): string[] => {
    if (answer.status > 299) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.revisions.map((one: { revision_id: string }) => one.revision_id);
  };
  const world: StubControlPlane = {
    emulator,
    asked,
    api,
    pass: (ms = 0) => emulator.clock.advance(ms),
    async deploy(repoUrl, ref = 'main', sourceConfig = {}) {
      const commit = fake?.get(repoUrl)?.get(`refs/heads/${ref}`);
      // The build does not see what is made up: it is told.
      if (commit !== undefined) await world.tell(repoUrl, { ref, commit_sha: commit, created: true });
      const answer = await api(
        'POST',
        LIST,
        gitDeployment({
          source_config: { repo_url: repoUrl, build_on_push: !ref.startsWith('refs/tags/'), ...sourceConfig },
          source_revision_config: { repo_ref: ref, graph_config_path: 'langgraph.json' },
        }),
      );
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      await world.pass();
      return answer.body.id;
    },
    revisions: async (id) => (await api('GET', `${LIST}/${id}/revisions?limit=100`)).body.resources,
    async tell(repoUrl, push = {}) {
      const told = ids(await api('POST', '/_local/push', { repo_url: repoUrl, ref: 'main', ...push }));
      await world.pass();
      return told;
    },
    async deliver(repoUrl, commit, delivery) {
      const body = JSON.stringify({
        ref: 'refs/heads/main',
        after: commit,
        commits: [{ id: commit }],
        repository: { clone_url: repoUrl },
      });
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      const told = ids(
        await api('POST', `/v1/integrations/git_host/${HOOK}/webhook`, body, {
          'x-github-event': 'push',
          'x-github-delivery': delivery,
          'x-hub-signature-256': `sha256=${signature}`,
        }),
      );
      await world.pass();
      return told;
    },
  };
  return world;
}

/** A repository that is made up: its address, and what happens in it. */
export function fakeRepository(address = '/fake/agent') {
  const refs = new Map<string, string>();
  let count = 0;
  const move = (branch = 'main'): string => {
    count += 1;
    const commit = count.toString(16).padStart(40, '0');
    refs.set(`refs/heads/${branch}`, commit);
    return commit;
  };
  const first = move();
  return {
    address,
    first,
    fake: new Map([[address, refs]]),
    /** Moves a branch to a new commit, which it gives. */
    push: move,
    remove: (branch: string) => void refs.delete(`refs/heads/${branch}`),
    head: (branch = 'main') => refs.get(`refs/heads/${branch}`),
  };
}

/** The commit of each revision, newest first. */
export const commits = (revisions: readonly Shown[]) =>
  revisions.map((one) => one.source_revision_config.repo_commit_sha);
