import { createHmac } from 'node:crypto';
import type { EmulatorOptions } from '../../../../src/emulator/index.ts';
import { Seed } from '../../../../src/emulator/admin/seed.ts';
import { createBackend } from '../../../../src/emulator/backend.ts';
import { type Answer, apiOf, gitDeployment, openEmulator } from '../../server/plane.ts';

const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const HOOK = '33333333-3333-4333-8333-333333333333';
const SECRET = 'a-webhook-secret';
const LIST = '/v2/deployments';

/** Fields of a revision in responses that these tests read. */
export interface Shown {
  id: string;
  status: string;
  status_message: string | null;
  source_revision_config: { repo_commit_sha: string | null };
}

/**
 * Starts an emulator with the runtime stub and virtual time, which is idle after each call of a helper. `fake`
 * contains invented refs by address, in place of real repositories. The emulator is closed after the test.
 */
export async function openStubControlPlane(
  options: { fake?: Map<string, Map<string, string>> } & EmulatorOptions = {},
) {
  const { fake, ...given } = options;
  /** Number of reads of the refs, by repository. */
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
  /** Advances time, by default by 0 milliseconds, and waits until the emulator is idle. */
  const pass = (ms = 0) => emulator.clock.advance(ms);
  /** Reports a push with `/_local/push`, and returns the revisions that the push created. */
  const tell = async (repoUrl: string, push: Record<string, unknown> = {}) => {
    const reported = ids(await api('POST', '/_local/push', { repo_url: repoUrl, ref: 'main', ...push }));
    await pass();
    return reported;
  };
  return {
    emulator,
    asked,
    api,
    pass,
    tell,
    async deploy(repoUrl: string, ref = 'main', sourceConfig: Record<string, unknown> = {}): Promise<string> {
      const commit = fake?.get(repoUrl)?.get(`refs/heads/${ref}`);
      // Reports the invented commit, because the build cannot read it.
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
    /** Returns the revisions, newest first. */
    revisions: async (id: string): Promise<Shown[]> =>
      (await api('GET', `${LIST}/${id}/revisions?limit=100`)).body.resources,
    /** Reports a push to branch main by webhook. */
    async deliver(repoUrl: string, commit: string, delivery: string) {
      const body = JSON.stringify({
        ref: 'refs/heads/main',
        after: commit,
        commits: [{ id: commit }],
        repository: { clone_url: repoUrl },
      });
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      const reported = ids(
        await api('POST', `/v1/integrations/git_host/${HOOK}/webhook`, body, {
          'x-github-event': 'push',
          'x-github-delivery': delivery,
          'x-hub-signature-256': `sha256=${signature}`,
        }),
      );
      await pass();
      return reported;
    },
  };
}

/** Creates an invented repository, with its address and functions that change the repository. */
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
    /** Moves a branch to a new commit, and returns the commit. */
    push: move,
    remove: (branch: string) => void refs.delete(`refs/heads/${branch}`),
    head: (branch = 'main') => refs.get(`refs/heads/${branch}`),
  };
}

/** Returns the commit of each revision, newest first. */
export const commits = (revisions: readonly Shown[]) =>
  revisions.map((one) => one.source_revision_config.repo_commit_sha);
