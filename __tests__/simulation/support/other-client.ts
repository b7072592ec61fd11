import type { Change, Origin, Schedule, SecretsGiven } from './schedule.ts';

/** A control plane as those who are no run of the action know it. */
export interface ControlPlaneAccess {
  /** Bare origin. */
  origin: string;
  key: string;
  workspaceId: string;
  /** The deployment of this name, dying or not. */
  find(name: string): Promise<{ id: string; latestRevisionId: string | null } | undefined>;
  secretsOf(deploymentId: string): Promise<{ name: string; value: string }[]>;
  /** Latest first. */
  revisionsOf(deploymentId: string): Promise<{ id: string; status: string }[]>;
  integrationId(): Promise<string | undefined>;
  /** The branch is at this commit from now on. */
  push(repoUrl: string, commit: string): Promise<void>;
}

/** The texts of one schedule: its name, its origins, its secrets. Different in each try, so that nothing is mistaken. */
export interface TestValues {
  name: string;
  repoUrl: string;
  image(origin: Origin): string;
  commit(origin: Origin): string;
  secrets(given: SecretsGiven): { name: string; value: string }[];
  /** A variable that no run names. */
  kept: { name: string; value: string };
  /** Everything that must never be shown. */
  hidden: string[];
}

/** The values of one attempt; `key` must never be shown either. */
export function testValuesFor(schedule: Schedule, tag: string, key: string): TestValues {
  const secret = (which: string) => `secret-${which}-${tag}-value`;
  const [one, two, kept] = [secret('one'), secret('two'), secret('kept')];
  return {
    name: schedule.neighbours === 'crowd' ? 'crowd' : `agent-${tag}`,
    repoUrl: `https://git.example.org/acme/agents-${tag}`,
    image: (origin) => `registry.example.org/acme/agent-${tag}:${origin + 1}`,
    commit: (origin) => `${'abc'[origin]}`.repeat(40),
    secrets: (given) => {
      const values = { none: undefined, one, two, empty: '' } as const;
      const value = values[given];
      return value === undefined ? [] : [{ name: 'TOKEN', value }];
    },
    kept: { name: 'KEPT', value: kept },
    hidden: [one, two, kept, key],
  };
}

/** A client that is no run of the action. */
export interface OtherClient {
  request(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  apply(deed: Change): Promise<void>;
  create(
    name: string,
    options: { origin: Origin; secrets: SecretsGiven; keeps?: boolean; buildOnPush?: boolean },
  ): Promise<{ status: number; body: unknown }>;
}

/** How requests of others are told from a run's in the journal. */
export const BY_OTHERS = 'by=others';

/** Another client with the same key. Uses the plain path, which the schedule's faults leave alone. */
export function createOtherClient(
  around: ControlPlaneAccess,
  schedule: Schedule,
  words: TestValues,
): OtherClient {
  const request: OtherClient['request'] = async (method, path, body) => {
    const mark = path.includes('?') ? '&' : '?';
    const answer = await fetch(`${around.origin}${path}${mark}${BY_OTHERS}`, {
      method,
      headers: {
        'x-api-key': around.key,
        'x-tenant-id': around.workspaceId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const find = () => around.find(words.name);
  const at = (id: string) => `/v2/deployments/${id}`;
  const configOf = (origin: Origin) =>
    schedule.source === 'image' ? { image_uri: words.image(origin) } : { repo_ref: 'main' };
  const moveHead = async (origin: Origin) => {
    if (schedule.source === 'image' || !schedule.tellsCommits) return;
    await around.push(words.repoUrl, words.commit(origin));
  };
  const patch = async (body: (secrets: { name: string; value: string }[]) => unknown) => {
    const row = await find();
    if (row === undefined) return;
    // A client that is careful with the variables of others.
    const there = await around.secretsOf(row.id);
    await request('PATCH', at(row.id), body(there));
  };
  const others: OtherClient = {
    request,
    create: async (name, { origin, secrets, keeps = false, buildOnPush = false }) => {
      await moveHead(origin);
      const git = schedule.source === 'git';
      return request('POST', '/v2/deployments', {
        name,
        source: git ? 'git_host' : 'external_docker',
        source_config: git
          ? {
              repo_url: words.repoUrl,
              integration_id: await around.integrationId(),
              deployment_type: 'dev',
              build_on_push: buildOnPush,
            }
          : {},
        source_revision_config: git
          ? { repo_ref: 'main', graph_config_path: 'langgraph.json' }
          : configOf(origin),
        secrets: [...words.secrets(secrets), ...(keeps ? [words.kept] : [])],
      });
    },
    async apply(deed) {
      switch (deed.kind) {
        case 'origin':
          await moveHead(deed.origin);
          return patch((there) => ({
            source_revision_config: configOf(deed.origin),
            ...(deed.secrets === 'none' ? {} : { secrets: merged(there, words.secrets(deed.secrets)) }),
          }));
        case 'secrets':
          return patch((there) => ({ secrets: merged(there, words.secrets(deed.secrets)) }));
        case 'clear':
          return patch(() => ({ secrets: [] }));
        case 'setting':
          return patch(() => ({ source_config: { build_command: deed.buildCommand } }));
        case 'create':
          await others.create(words.name, deed);
          return;
        case 'push':
          return moveHead(deed.origin);
        case 'redeploy': {
          const row = await find();
          const revisions = row && (await around.revisionsOf(row.id));
          const oldest = revisions?.findLast(({ status }) => status === 'DEPLOYED');
          if (row && oldest) await request('POST', `${at(row.id)}/revisions/${oldest.id}/redeploy`);
          return;
        }
        case 'interrupt': {
          const row = await find();
          if (row?.latestRevisionId)
            await request('POST', `${at(row.id)}/revisions/${row.latestRevisionId}/interrupt`);
          return;
        }
        case 'delete': {
          const row = await find();
          if (row) await request('DELETE', `${at(row.id)}?delete_tracing_project=${deed.project}`);
          return;
        }
      }
    },
  };
  return others;
}

function merged(there: { name: string; value: string }[], given: { name: string; value: string }[]) {
  const names = new Set(given.map(({ name }) => name));
  return [...there.filter(({ name }) => !names.has(name)), ...given];
}
