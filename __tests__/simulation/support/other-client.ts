import { SIMULATOR_KEY, type Simulator } from './simulator.ts';
import type { Change, Origin, Schedule, SecretsGiven } from './schedule.ts';

/**
 * Strings of one simulation: name, sources and secrets. The strings differ in each attempt, so that attempts are not
 * confused.
 */
export interface TestValues {
  name: string;
  repoUrl: string;
  image(origin: Origin): string;
  commit(origin: Origin): string;
  secrets(given: SecretsGiven): { name: string; value: string }[];
  /** A variable that no run sets, and that must not change. */
  kept: { name: string; value: string };
  /** Secret values that no output may contain. */
  hidden: string[];
}

/** Returns the strings of one attempt. */
export function testValuesFor(schedule: Schedule, tag: string): TestValues {
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
    hidden: [one, two, kept, SIMULATOR_KEY],
  };
}

/** A client other than the action. */
export interface OtherClient {
  request(method: string, path: string, body?: unknown): Promise<void>;
  /** Returns the deployment with this name, even if it is being deleted; the default is the name in the schedule. */
  find(name?: string): ReturnType<Simulator['store']['deployments']['findByName']>;
  apply(deed: Change): Promise<void>;
  create(
    name: string,
    options: { origin: Origin; secrets: SecretsGiven; keeps?: boolean; buildOnPush?: boolean },
  ): Promise<void>;
}

/**
 * Creates another client with the same key as the runs. This client uses another path, to which the schedule's faults
 * do not apply.
 */
export function createOtherClient(
  simulator: Simulator,
  workspaceId: string,
  schedule: Schedule,
  words: TestValues,
): OtherClient {
  const request: OtherClient['request'] = async (method, path, body) => {
    const answer = await fetch(`${simulator.emulator.urls.controlPlane}${path}`, {
      method,
      headers: {
        'x-api-key': SIMULATOR_KEY,
        'x-tenant-id': workspaceId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
  };
  const find = (name = words.name) => simulator.store.deployments.findByName(workspaceId, name);
  const at = (id: string) => `/v2/deployments/${id}`;
  const configOf = (origin: Origin) =>
    schedule.source === 'image' ? { image_uri: words.image(origin) } : { repo_ref: 'main' };
  const moveHead = async (origin: Origin) => {
    if (schedule.source === 'image' || !schedule.tellsCommits) return;
    await simulator.emulator.push({
      repoUrl: words.repoUrl,
      ref: 'main',
      commitSha: words.commit(origin),
    });
  };
  const patch = async (body: (secrets: { name: string; value: string }[]) => unknown) => {
    const row = await find();
    if (row === undefined) return;
    // Other clients' variables are sent again, so that this client preserves them.
    const there = await simulator.store.deployments.secrets(row.id);
    await request('PATCH', at(row.id), body(there));
  };
  const others: OtherClient = {
    request,
    find,
    create: async (name, { origin, secrets, keeps = false, buildOnPush = false }) => {
      await moveHead(origin);
      const git = schedule.source === 'git';
      return request('POST', '/v2/deployments', {
        name,
        source: git ? 'git_host' : 'external_docker',
        source_config: git
          ? {
              repo_url: words.repoUrl,
              integration_id: (await simulator.store.integrations.list(workspaceId))[0]?.id,
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
          return others.create(words.name, deed);
        case 'push':
          return moveHead(deed.origin);
        case 'redeploy': {
          const row = await find();
          const revisions = row && (await simulator.store.revisions.list(row.id, { limit: 100, offset: 0 }));
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
