import { expect } from '@jest/globals';
import { conforms } from './conforms.ts';
import { refusal, type GitHubFixture } from './support.ts';

const DEPLOY = { ref: 'main', required_contexts: [] as string[] };

async function deploy({ octokit, at }: GitHubFixture, more: Record<string, unknown> = {}): Promise<number> {
  const made = await octokit.rest.repos.createDeployment({ ...at, ...DEPLOY, ...more });
  if (made.status !== 201) throw new Error(`no deployment was made: ${made.status}`);
  return made.data.id;
}

type State = 'error' | 'failure' | 'inactive' | 'in_progress' | 'queued' | 'pending' | 'success';
async function report(
  { octokit, at }: GitHubFixture,
  deployment_id: number,
  state: State,
  more: Record<string, unknown> = {},
) {
  return octokit.rest.repos.createDeploymentStatus({ ...at, deployment_id, state, ...more });
}

async function stateOf({ octokit, at }: GitHubFixture, deployment_id: number): Promise<string | undefined> {
  const { data } = await octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id });
  return data[0]?.state;
}

conforms('REST API endpoints for deployments', [
  [
    'documented',
    'a deployment is made of a branch and remembers its commit, with the defaults of task, environment and kind',
    async (world) => {
      const { octokit, at, repository } = world;
      const made = await octokit.rest.repos.createDeployment({ ...at, ...DEPLOY });
      expect(made.status).toBe(201);
      expect(made.data).toMatchObject({
        ref: 'main',
        sha: repository.head(),
        task: 'deploy',
        environment: 'production',
        original_environment: 'production',
        transient_environment: false,
        production_environment: true,
        creator: { login: 'github-actions[bot]', type: 'Bot' },
        performed_via_github_app: { slug: 'github-actions' },
        created_at: '2026-03-01T12:00:00Z',
      });
      const id = await deploy(world);
      const { data } = await octokit.rest.repos.getDeployment({ ...at, deployment_id: id });
      expect(data.url).toBe(`${world.github.apiUrl}/repos/octo-org/echo-agent/deployments/${id}`);
    },
  ],
  [
    'documented',
    'a tag and a commit can be deployed too; the ref is kept as it was given',
    async (world) => {
      const { octokit, at, repository } = world;
      const tagged = repository.head();
      repository.pushTag('v1', { annotated: true });
      repository.setFiles('main', { a: '1' });
      for (const ref of ['v1', tagged, tagged.slice(0, 10)]) {
        const { data } = await octokit.rest.repos.getDeployment({
          ...at,
          deployment_id: await deploy(world, { ref }),
        });
        expect([data.ref, data.sha]).toEqual([ref, tagged]);
      }
    },
  ],
  [
    'observed',
    'a ref that is not there is 422 with "No ref found for"',
    async ({ octokit, at }) => {
      expect(await refusal(octokit.rest.repos.createDeployment({ ...at, ref: 'gone' }))).toMatchObject({
        status: 422,
        message: 'No ref found for: gone',
      });
    },
  ],
  [
    'documented',
    'a body without a ref, or with one of the wrong kind, is 422 and says so',
    async ({ http }) => {
      const missing = await http('POST', '/repos/octo-org/echo-agent/deployments', {});
      expect(missing.status).toBe(422);
      expect(await missing.json()).toMatchObject({
        message: 'Invalid request.\n\n"ref" wasn\'t supplied.',
        documentation_url: 'https://docs.github.com/rest/deployments/deployments#create-a-deployment',
        status: '422',
      });
      const wrong = await http('POST', '/repos/octo-org/echo-agent/deployments', { ref: 5 });
      expect(await wrong.json()).toMatchObject({
        message: "Invalid request.\n\nFor 'properties/ref', 5 is not a string.",
      });
    },
  ],
  [
    'documented',
    'lists are newest first and filtered by sha, ref, task and environment',
    async (world) => {
      const { octokit, at, repository } = world;
      const first = await deploy(world, { environment: 'preview', task: 'deploy:a' });
      const old = repository.head();
      repository.setFiles('main', { a: '1' });
      const second = await deploy(world, { environment: 'preview' });
      const third = await deploy(world);
      const ids = async (filter: Record<string, string>) =>
        (await octokit.rest.repos.listDeployments({ ...at, ...filter })).data.map(({ id }) => id);
      expect(await ids({})).toEqual([third, second, first]);
      expect(await ids({ environment: 'preview' })).toEqual([second, first]);
      expect(await ids({ environment: 'preview', sha: old })).toEqual([first]);
      expect(await ids({ task: 'deploy:a' })).toEqual([first]);
      expect(await ids({ ref: 'elsewhere' })).toEqual([]);
    },
  ],
  [
    'documented',
    'auto_merge is on by default: a branch behind the default branch is merged first (202), and nothing deployed',
    async ({ octokit, at, repository }) => {
      repository.setFiles('topic', { topic: '1' });
      repository.setFiles('main', { main: '1' });
      const before = repository.head('topic');
      const made = await octokit.rest.repos.createDeployment({ ...at, ref: 'topic', required_contexts: [] });
      expect(made.status).toBe(202);
      expect(made.data).toEqual({ message: 'Auto-merged main into topic on deployment.' });
      expect(repository.deployments()).toEqual([]);
      expect(repository.head('topic')).not.toBe(before);
      const again = await octokit.rest.repos.createDeployment({ ...at, ref: 'topic', required_contexts: [] });
      expect(again.status).toBe(201);
    },
  ],
  [
    'documented',
    'auto_merge that conflicts is 409, and auto_merge: false deploys the branch as it is',
    async (world) => {
      const { octokit, at, repository } = world;
      repository.setFiles('topic', { same: 'topic' });
      repository.setFiles('main', { same: 'main' });
      expect(
        await refusal(octokit.rest.repos.createDeployment({ ...at, ref: 'topic', required_contexts: [] })),
      ).toMatchObject({ status: 409, message: 'Conflict merging main into topic.' });
      await deploy(world, { ref: 'topic', auto_merge: false });
      expect(repository.deployments()).toHaveLength(1);
    },
  ],
  [
    'documented',
    'without required_contexts every status must be a success (409), an empty list asks for none, a list for its own',
    async (world) => {
      const { octokit, at, repository } = world;
      repository.setStatus('ci', 'success');
      repository.setStatus('scan', 'pending');
      const refused = await refusal(octokit.rest.repos.createDeployment({ ...at, ref: 'main' }));
      expect(refused).toMatchObject({
        status: 409,
        message: 'Conflict: Commit status checks failed for main.',
        data: {
          errors: [
            {
              contexts: [
                { context: 'ci', state: 'success' },
                { context: 'scan', state: 'pending' },
              ],
              resource: 'Deployment',
              field: 'required_contexts',
              code: 'invalid',
            },
          ],
        },
      });
      await deploy(world, { required_contexts: [] });
      await deploy(world, { required_contexts: ['ci'] });
      expect(
        (
          await refusal(
            octokit.rest.repos.createDeployment({ ...at, ref: 'main', required_contexts: ['none'] }),
          )
        ).status,
      ).toBe(409);
    },
  ],
  [
    'observed',
    'the check of the job that deploys is one of those contexts, and pending while it runs',
    async ({ octokit, at, repository }) => {
      const job = repository.startJob({ ref: 'refs/heads/main', sha: repository.head(), runId: '1' });
      expect((await refusal(octokit.rest.repos.createDeployment({ ...at, ref: 'main' }))).status).toBe(409);
      job.finish('success');
      expect((await octokit.rest.repos.createDeployment({ ...at, ref: 'main' })).status).toBe(201);
    },
  ],
  [
    'documented',
    'a payload comes back as it was sent, object or text',
    async (world) => {
      const { octokit, at } = world;
      for (const payload of [{ run: '1', nested: { a: 1 } }, '{"run":"1"}']) {
        const id = await deploy(world, { payload });
        const { data } = await octokit.rest.repos.getDeployment({ ...at, deployment_id: id });
        expect(data.payload).toEqual(payload);
      }
    },
  ],
  [
    'documented',
    'of several deployments an active one cannot be deleted (422); an inactive one, or the only one, can',
    async (world) => {
      const { octokit, at } = world;
      const first = await deploy(world, { environment: 'preview' });
      const second = await deploy(world);
      await report(world, first, 'success');
      const refused = await refusal(octokit.rest.repos.deleteDeployment({ ...at, deployment_id: first }));
      expect(refused.status).toBe(422);
      expect(refused.data).toMatchObject({ errors: [expect.stringContaining('active deployment')] });
      await report(world, first, 'inactive');
      expect((await octokit.rest.repos.deleteDeployment({ ...at, deployment_id: first })).status).toBe(204);
      await report(world, second, 'success');
      expect((await octokit.rest.repos.deleteDeployment({ ...at, deployment_id: second })).status).toBe(204);
      expect((await refusal(octokit.rest.repos.getDeployment({ ...at, deployment_id: second }))).status).toBe(
        404,
      );
    },
  ],
]);

conforms('REST API endpoints for deployment statuses', [
  [
    'documented',
    'a status is made with everything it can hold; log_url sets target_url, and lists are newest first',
    async (world) => {
      const { octokit, at } = world;
      const id = await deploy(world, { environment: 'preview' });
      await report(world, id, 'in_progress');
      const { data, status, headers } = await report(world, id, 'success', {
        description: 'Live',
        environment_url: 'https://agent.example.com',
        log_url: 'https://github.com/octo-org/echo-agent/actions/runs/1',
      });
      expect(status).toBe(201);
      expect(headers.location).toBe(data.url);
      expect(data).toMatchObject({
        state: 'success',
        description: 'Live',
        environment: 'preview',
        environment_url: 'https://agent.example.com',
        target_url: data.log_url,
      });
      const { data: all } = await octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id: id });
      expect(all.map(({ state }) => state)).toEqual(['success', 'in_progress']);
      const one = await octokit.rest.repos.getDeploymentStatus({
        ...at,
        deployment_id: id,
        status_id: data.id,
      });
      expect(one.data).toEqual(data);
    },
  ],
  [
    'documented',
    'a description longer than 140 characters is 422, and 140 are fine',
    async (world) => {
      const id = await deploy(world);
      const long = await refusal(report(world, id, 'success', { description: 'é'.repeat(141) }));
      expect(long).toMatchObject({ status: 422, message: 'Validation Failed' });
      expect(long.data).toMatchObject({ errors: [{ resource: 'DeploymentStatus', field: 'description' }] });
      expect((await report(world, id, 'success', { description: '🚀'.repeat(140) })).status).toBe(201);
    },
  ],
  [
    'documented',
    'a state that does not exist is 422',
    async ({ http, ...world }) => {
      const id = await deploy({ http, ...world });
      const path = `/repos/octo-org/echo-agent/deployments/${id}/statuses`;
      expect((await http('POST', path, { state: 'done' })).status).toBe(422);
      expect((await http('POST', path, {})).status).toBe(422);
    },
  ],
  [
    'documented',
    'a success makes earlier successes of the same environment inactive',
    async (world) => {
      const [first, failed, elsewhere] = [
        await deploy(world, { environment: 'staging' }),
        await deploy(world, { environment: 'staging' }),
        await deploy(world, { environment: 'qa' }),
      ];
      await report(world, first, 'success');
      await report(world, failed, 'failure');
      await report(world, elsewhere, 'success');
      const newest = await deploy(world, { environment: 'staging' });
      await report(world, newest, 'in_progress');
      expect(await stateOf(world, first)).toBe('success');
      await report(world, newest, 'success');
      expect(await stateOf(world, first)).toBe('inactive');
      expect(await stateOf(world, failed)).toBe('failure');
      expect(await stateOf(world, elsewhere)).toBe('success');
      expect(await stateOf(world, newest)).toBe('success');
    },
  ],
  [
    'documented',
    'but not transient ones, not production ones, and none with auto_inactive: false',
    async (world) => {
      const transient = await deploy(world, { environment: 'pr-7', transient_environment: true });
      const production = await deploy(world);
      const kept = await deploy(world, { environment: 'staging' });
      for (const id of [transient, production, kept]) await report(world, id, 'success');
      await report(
        world,
        await deploy(world, { environment: 'pr-7', transient_environment: true }),
        'success',
      );
      await report(world, await deploy(world), 'success');
      await report(world, await deploy(world, { environment: 'staging' }), 'success', {
        auto_inactive: false,
      });
      for (const id of [transient, production, kept]) expect(await stateOf(world, id)).toBe('success');
    },
  ],
  [
    'documented',
    'an environment in a status moves the deployment, and later statuses stay there',
    async (world) => {
      const { octokit, at } = world;
      const id = await deploy(world, { environment: 'staging' });
      await report(world, id, 'in_progress', { environment: 'qa' });
      expect((await report(world, id, 'success')).data.environment).toBe('qa');
      const { data } = await octokit.rest.repos.getDeployment({ ...at, deployment_id: id });
      expect(data).toMatchObject({ environment: 'qa', original_environment: 'staging' });
    },
  ],
  [
    'documented',
    'a deployment that is not there is 404',
    async (world) => {
      expect((await refusal(report(world, 1, 'success'))).status).toBe(404);
    },
  ],
]);

conforms('REST API endpoints for deployment environments', [
  [
    'documented',
    'an environment is there as soon as something is deployed to it, once, in any case of its name',
    async (world) => {
      const { octokit, at } = world;
      await deploy(world, { environment: 'Preview/PR 7' });
      await deploy(world, { environment: 'preview/pr 7' });
      const { data } = await octokit.rest.repos.getAllEnvironments(at);
      expect(data.total_count).toBe(1);
      expect(data.environments?.map(({ name }) => name)).toEqual(['Preview/PR 7']);
      const one = await octokit.rest.repos.getEnvironment({ ...at, environment_name: 'preview/pr 7' });
      expect(one.data.html_url).toContain('Preview%2FPR%207');
      const missing = octokit.rest.repos.getEnvironment({ ...at, environment_name: 'none' });
      expect((await refusal(missing)).status).toBe(404);
    },
  ],
  [
    'documented',
    'deleting one takes administration: write, which no workflow token can have; deployments stay',
    async (world) => {
      const { github, octokit, at } = world;
      await deploy(world, { environment: 'pr-7' });
      const refused = await refusal(
        octokit.rest.repos.deleteAnEnvironment({ ...at, environment_name: 'pr-7' }),
      );
      expect(refused).toMatchObject({ status: 403, message: 'Resource not accessible by integration' });
      expect(refused.headers['x-accepted-github-permissions']).toBe('administration=write');
      const admin = github.addToken({
        kind: 'app',
        slug: 'janitor',
        repositories: ['octo-org/echo-agent'],
        permissions: { administration: 'write' },
      });
      const gone = await world.http('DELETE', '/repos/octo-org/echo-agent/environments/pr-7', undefined, {
        Authorization: `Bearer ${admin}`,
      });
      expect(gone.status).toBe(204);
      expect(world.repository.environments()).toEqual([]);
      expect(world.repository.deployments('pr-7')).toHaveLength(1);
    },
  ],
  [
    'observed',
    'a job that names an environment has a deployment by the workflow itself, linked to the run and closed at its end',
    async ({ octokit, at, repository }) => {
      const job = repository.startJob({
        ref: 'refs/heads/main',
        sha: repository.head(),
        runId: '77',
        environment: 'production',
      });
      const { data } = await octokit.rest.repos.listDeployments({ ...at, environment: 'production' });
      expect(data).toMatchObject([
        { ref: 'main', creator: { login: 'github-actions[bot]' }, description: null, payload: {} },
      ]);
      job.finish('success', 'https://agent.example.com');
      const { data: statuses } = await octokit.rest.repos.listDeploymentStatuses({
        ...at,
        deployment_id: data[0]?.id ?? 0,
      });
      expect(statuses.map(({ state }) => state)).toEqual(['success', 'in_progress', 'queued']);
      expect(statuses[0]?.log_url).toMatch(
        /^https:\/\/github.com\/octo-org\/echo-agent\/actions\/runs\/77\/job\/\d+$/,
      );
      expect(statuses[0]?.environment_url).toBe('https://agent.example.com');
      repository.startJob({ ref: 'refs/heads/main', sha: repository.head(), runId: '78' });
      repository.startJob({
        ref: 'refs/heads/main',
        sha: repository.head(),
        runId: '79',
        environment: 'production',
        deployment: false,
      });
      expect(repository.deployments()).toHaveLength(1);
    },
  ],
]);
