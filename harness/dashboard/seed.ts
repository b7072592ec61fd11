import * as z from 'zod';
import { callApi } from '../emulator.ts';
import { langGraphAgent, plainAgent, rootModulesInstall } from '../agents/fixtures.ts';
import { createRepository, type FixtureRepository } from '../git.ts';
import { until } from '../until.ts';

/** The emulator to fill, which must run with `--runtime process`. */
export interface SeedTarget {
  /** Origin of the control plane's URL. */
  origin: string;
  apiKey: string;
  workspaceId: string;
}

interface SeedOptions {
  /** True to create a sandbox with credential rules. */
  sandbox?: boolean;
  /** Returns the URL at which the emulator finds a repository; the default is the file URL. */
  addressOf?: (repository: FixtureRepository) => string;
  log?: (line: string) => void;
}

/** A deployment with its revisions, oldest first. */
interface SeededDeployment {
  id: string;
  name: string;
  revisions: string[];
}

/** Content of the filled emulator, so that tests can navigate to it. */
export interface SeededDashboard {
  /** A deployment with graphs, a thread and a run. The third revision is active after a push. */
  support: SeededDeployment;
  /** A deployment whose first revision is active, and whose second revision failed to build, with a log. */
  invoices: SeededDeployment;
  /** A deployment that stays in BUILDING because of a fault rule. */
  search: SeededDeployment;
  /** The preview of pull request 42 of `acme/support`. */
  preview: SeededDeployment;
  /** A deleted deployment, of which only events and requests remain. */
  retired: SeededDeployment;
  /** ID of a thread of `support` with the state of one run. */
  threadId: string;
  /** ID of the sandbox with credential rules, or `undefined` if none was requested. */
  sandboxId: string | undefined;
  /** Number of the request to which a fault rule responded with 503. */
  faultedRequest: number;
  /** Pushes to the repository of `support`. */
  push(): Promise<void>;
  /** Replaces the last commit of the repository of `support` with a commit with this message, and force-pushes it. */
  pushRewritten(message: string): Promise<void>;
  /** Repository of `support`. */
  repository: FixtureRepository;
  /** Removes the repositories. */
  close(): Promise<void>;
}

/** Values of secrets, which the page must not contain. */
export const SEEDED_SECRETS = [
  'sk-first-4f1c9a77',
  'sk-second-b02ee815',
  'https://hooks.example/T-71d3',
] as const;

const FINAL = /^(DEPLOYED|SKIPPED|INTERRUPTED)$|FAILED/;
const Created = z.object({ id: z.string(), latest_revision_id: z.string() });
const Pushed = z.object({
  revisions: z.array(z.object({ deployment_id: z.string(), revision_id: z.string() })),
});
const Events = z.object({
  events: z.array(
    z.object({
      kind: z.string(),
      deployment_id: z.string().optional(),
      revision_id: z.string().nullish(),
      status: z.string().optional(),
    }),
  ),
  next: z.int(),
});
const Served = z.object({ source_config: z.looseObject({ custom_url: z.string() }) });
const Thread = z.object({ thread_id: z.string() });
const Sandbox = z.object({ id: z.string() });
const Journal = z.object({ entries: z.array(z.object({ seq: z.int(), status: z.int() })) });

/** An install command that fails and prints colors, as installers do. */
const INSTALL = `echo 'resolving the packages of invoice-agent'
printf '\\033[33mwarning\\033[0m langgraph: peer core is missing\\n'
echo 'ERROR: no matching version of invoice-templates@^4' >&2
exit 1
`;

/**
 * Fills an emulator with deployments in all states, through requests of a normal client: agents that were built and
 * are active, a failed build, a build that never ends, a preview, a deletion, a request with a fault, and a thread.
 */
export async function seedDashboard(
  target: SeedTarget,
  { sandbox = false, addressOf = ({ url }) => url, log = () => undefined }: SeedOptions = {},
): Promise<SeededDashboard> {
  const repositories: FixtureRepository[] = [];
  const close = async () => {
    await Promise.all(repositories.map((one) => one.remove()));
  };
  try {
    const client = seedClient(target, addressOf);
    const supportCode = await createRepository(langGraphAgent());
    repositories.push(supportCode);
    const otherCode = await createRepository({ ...plainAgent(), 'install.sh': INSTALL });
    repositories.push(otherCode);
    await client.ask('PUT', '/_local/faults', {
      seed: 1,
      rules: [
        stall('search-agent'),
        {
          match: { surface: 'control-plane', method: 'GET', path: '/v2/deployments' },
          when: { nth: [2] },
          // oxlint-disable-next-line unicorn/no-thenable -- the wire calls it so, and nothing awaits a rule
          then: { status: 503, retry_after: 1 },
        },
      ],
    });
    log('builds and deploys five agents');
    const [support, invoices, preview, retired] = await Promise.all([
      seedSupport(client, supportCode),
      seedInvoices(client, otherCode),
      seedDeployed(client, 'support-agent-pr-42', otherCode, [
        { name: 'AGENT_DEPLOY_PREVIEW', value: 'acme/support#42' },
      ]),
      seedDeployed(client, 'retired-agent', otherCode),
    ]);
    await client.ask('DELETE', `/v2/deployments/${retired.id}`);
    const { deployment: search, made: created } = await client.create('search-agent', otherCode);
    search.revisions.push(created.latest_revision_id);
    await until(
      async () => (await client.statuses(search)).get(created.latest_revision_id) === 'BUILDING',
      'a revision that stays in BUILDING',
    );
    log('runs an agent, and has a fault rule answer a request');
    const threadId = await seedThread(client, support);
    const sandboxId = sandbox ? await seedSandbox(client) : undefined;
    await client.ask('GET', '/v2/deployments');
    await client.ask('GET', '/v2/deployments', undefined, [503]);
    const faultedRequest = await until(async () => {
      const { entries } = Journal.parse(await client.ask('GET', '/_local/journal'));
      return entries.findLast(({ status }) => status === 503)?.seq;
    }, 'the request that the fault rule answered');
    return {
      support,
      invoices,
      search,
      preview,
      retired,
      threadId,
      sandboxId,
      faultedRequest,
      push: async () => {
        await supportCode.commit({ 'NOTES.md': 'Changed again.\n' });
        await client.push(supportCode, support);
      },
      pushRewritten: async (message) => {
        await supportCode.git('reset', '--quiet', '--hard', 'HEAD~1');
        await supportCode.commit({ 'NOTES.md': 'Rewritten.\n' }, message, { push: false });
        await supportCode.push({ force: true });
        await client.push(supportCode, support);
      },
      repository: supportCode,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const stall = (deployment: string) => ({
  match: { deployment, stage: 'BUILDING' },
  // oxlint-disable-next-line unicorn/no-thenable -- the wire calls it so, and nothing awaits a rule
  then: { stall: true },
});

type SeedClient = ReturnType<typeof seedClient>;

function seedClient(
  { origin, apiKey, workspaceId }: SeedTarget,
  addressOf: NonNullable<SeedOptions['addressOf']>,
) {
  /** Sends a request, and throws if it fails and its status is not one of `statuses`. */
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    statuses: number[] = [],
  ): Promise<unknown> => {
    const answer = await callApi(new URL(path, origin), method, { apiKey, workspaceId }, body);
    const isMeant = statuses.length === 0 ? answer.status < 300 : statuses.includes(answer.status);
    if (!isMeant)
      throw new Error(`${method} ${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  /**
   * Returns the status of each revision of a deployment, by ID. The emulator's admin API is used, because the journal
   * does not record its requests.
   */
  const statuses = async ({ id }: Pick<SeededDeployment, 'id'>) => {
    const found = new Map<string, string>();
    for (let after = 0; ; ) {
      const page = Events.parse(await ask('GET', `/_local/events?after=${after}`));
      for (const { kind, deployment_id, revision_id, status } of page.events) {
        if (kind !== 'revision' || deployment_id !== id || !revision_id || status === undefined) continue;
        found.set(revision_id, status);
      }
      if (page.next === after) return found;
      after = page.next;
    }
  };
  /** Waits until a revision of a deployment is final, and adds it to the deployment's revisions. */
  const settled = async (
    deployment: SeededDeployment,
    created: z.infer<typeof Created>,
    expected = 'DEPLOYED',
  ): Promise<void> => {
    const id = created.latest_revision_id;
    const status = await until(async () => {
      const found = (await statuses(deployment)).get(id);
      return found !== undefined && FINAL.test(found) && found;
    }, `a revision of ${deployment.name} that is final`);
    if (status !== expected) throw new Error(`${deployment.name} is ${status}, not ${expected}`);
    deployment.revisions.push(id);
  };
  return {
    ask,
    statuses,
    settled,
    async create(
      name: string,
      code: FixtureRepository,
      { secrets = [], source = {} }: { secrets?: { name: string; value: string }[]; source?: object } = {},
    ): Promise<{ deployment: SeededDeployment; made: z.infer<typeof Created> }> {
      const created = Created.parse(
        await ask('POST', '/v2/deployments', {
          name,
          source: 'git_host',
          source_config: { repo_url: addressOf(code), ...source },
          source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
          secrets,
        }),
      );
      return { deployment: { id: created.id, name, revisions: [] }, made: created };
    },
    /** Changes a deployment and waits for the revision that the change creates. */
    async change(deployment: SeededDeployment, body: object, expected?: string) {
      const created = await ask('PATCH', `/v2/deployments/${deployment.id}`, {
        source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
        ...body,
      });
      await settled(deployment, Created.parse(created), expected);
    },
    async push(code: FixtureRepository, deployment: SeededDeployment) {
      const { revisions } = Pushed.parse(
        await ask('POST', '/_local/push', {
          repo_url: addressOf(code),
          ref: 'refs/heads/main',
          commit_sha: await code.head(),
        }),
      );
      const created = revisions.find(({ deployment_id: id }) => id === deployment.id);
      if (created === undefined) throw new Error(`the push made no revision of ${deployment.name}`);
      await settled(deployment, { id: deployment.id, latest_revision_id: created.revision_id });
    },
  };
}

async function seedSupport(client: SeedClient, code: FixtureRepository): Promise<SeededDeployment> {
  const [first, second, hook] = SEEDED_SECRETS;
  const { deployment, made: created } = await client.create('support-agent', code, {
    source: { install_command: rootModulesInstall(), build_on_push: true },
    secrets: [
      { name: 'MODEL_KEY', value: first },
      { name: 'OLD_REGION', value: 'eu-1' },
      { name: 'REPLY_HOOK', value: hook },
    ],
  });
  await client.settled(deployment, created);
  await client.change(deployment, {
    secrets: [
      { name: 'MODEL_KEY', value: second },
      { name: 'REPLY_HOOK', value: hook },
      { name: 'TEAM', value: 'billing' },
    ],
  });
  // The push contains two commits, of which only the second is built.
  await code.commit({ 'README.md': 'Answers questions.\n' }, 'Describe the agent', { push: false });
  await code.commit(langGraphAgent({ version: 'v2' }), 'Answer more briefly');
  await client.push(code, deployment);
  return deployment;
}

async function seedInvoices(client: SeedClient, code: FixtureRepository): Promise<SeededDeployment> {
  const { deployment, made: created } = await client.create('invoice-agent', code);
  await client.settled(deployment, created);
  await client.change(deployment, { source_config: { install_command: 'sh install.sh' } }, 'BUILD_FAILED');
  return deployment;
}

async function seedDeployed(
  client: SeedClient,
  name: string,
  code: FixtureRepository,
  secrets: { name: string; value: string }[] = [],
): Promise<SeededDeployment> {
  const { deployment, made: created } = await client.create(name, code, { secrets });
  await client.settled(deployment, created);
  return deployment;
}

async function seedThread(client: SeedClient, { id }: SeededDeployment): Promise<string> {
  const { source_config: source } = Served.parse(await client.ask('GET', `/v2/deployments/${id}`));
  const { thread_id: thread } = Thread.parse(await client.ask('POST', `${source.custom_url}/threads`, {}));
  const messages = [{ role: 'user', content: 'Where is my parcel?' }];
  await client.ask('POST', `${source.custom_url}/threads/${thread}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages },
  });
  return thread;
}

async function seedSandbox(client: SeedClient): Promise<string> {
  const headers = [{ name: 'Authorization', type: 'opaque', value: 'Bearer sandbox-only-5520' }];
  const rules = [
    { name: 'code-host', match_hosts: ['api.github.com'], match_paths: ['/repos/**'], headers },
    { name: 'packages', match_hosts: ['registry.example'], headers: [] },
    {
      name: 'model',
      match_hosts: ['api.model.example'],
      placeholders: [{ env: 'MODEL_KEY', value: '{MODEL_KEY}', in: ['header', 'body'] }],
      budget: { uses: 200, until: '2099-01-01T00:00:00Z' },
    },
    {
      name: 'webhook',
      match_hosts: ['hooks.example'],
      sign: { hmac: { secret: '{HOOK_SECRET}', header: 'X-Signature' } },
    },
  ];
  await client.ask('POST', '/api/v1/workspaces/current/secrets', [
    { key: 'MODEL_KEY', value: 'sandbox-only-7731' },
    { key: 'HOOK_SECRET', value: 'sandbox-only-9902' },
  ]);
  const created = await client.ask('POST', '/v2/sandboxes/boxes', {
    name: 'ci-job-117',
    wait_for_ready: true,
    proxy_config: { rules, access_control: { deny_list: ['*.tracker.example'] } },
  });
  return Sandbox.parse(created).id;
}
