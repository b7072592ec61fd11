import { createHmac } from 'node:crypto';
import type { EmulatorOptions } from '../../../../src/emulator/index.ts';
import { Seed } from '../../../../src/emulator/admin/seed.ts';
import { createBackend } from '../../../../src/emulator/backend.ts';
import { type Answer, apiOf, gitDeployment, openEmulator } from '../../server/plane.ts';

const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const HOOK = '33333333-3333-4333-8333-333333333333';
const SECRET = 'a-webhook-secret';
const LIST = '/v2/deployments';

/** The revision as the API shows it, as far as these tests look. */
export interface Shown {
  id: string;
  status: string;
  status_message: string | null;
  source_revision_config: { repo_commit_sha: string | null };
}

/**
 * An emulator on the stub runtime and virtual time, which rests whenever a helper has come back. `fake`: repositories whose
 * refs are made up, by address, instead of real ones. Closed after the test.
 */
export async function openStubControlPlane(
  options: { fake?: Map<string, Map<string, string>> } & EmulatorOptions = {},
) {
  const { fake, ...given } = options;
  /** How often each repository was asked for its refs. */
  const asked = new Map<string, number>();
  const emulator = await openEmulator({
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
    ...given,
  });
  const api = apiOf(emulator);
  const ids = (answer: Answer): string[] => {
    if (answer.status > 299) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.revisions.map((one: { revision_id: string }) => one.revision_id);
  };
  /** Moves time on, by nothing unless told otherwise, until everything rests. */
  const pass = (ms = 0) => emulator.clock.advance(ms);
  /** Tells a push by `/_local/push`; gives the revisions it has. */
  const tell = async (repoUrl: string, push: Record<string, unknown> = {}) => {
    const told = ids(await api('POST', '/_local/push', { repo_url: repoUrl, ref: 'main', ...push }));
    await pass();
    return told;
  };
  return {
    emulator,
    asked,
    api,
    pass,
    tell,
    async deploy(repoUrl: string, ref = 'main', sourceConfig: Record<string, unknown> = {}): Promise<string> {
      const commit = fake?.get(repoUrl)?.get(`refs/heads/${ref}`);
      // The build does not see an invented commit: it gets it.
      if (commit !== undefined) await tell(repoUrl, { ref, commit_sha: commit, created: true });
      const answer = await api(
        'POST',
        LIST,
        gitDeployment({
          source_config: { repo_url: repoUrl, build_on_push: !ref.startsWith('refs/tags/'), ...sourceConfig },
          source_revision_config: { repo_ref: ref, graph_config_path: 'langgraph.json' },
        }),
      );
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      await pass();
      return answer.body.id;
    },
    /** Newest first. */
    revisions: async (id: string): Promise<Shown[]> =>
      (await api('GET', `${LIST}/${id}/revisions?limit=100`)).body.resources,
    /** Tells a push of branch main by the webhook. */
    async deliver(repoUrl: string, commit: string, delivery: string) {
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
      await pass();
      return told;
    },
  };
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
