import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { graphConfig } from '../../harness/agents/fixtures.ts';
import { useTestEnvironment } from './support/environment.ts';
import { EXAMPLES, jobs, messagesOf, outputs, useExamples } from './support/examples.ts';

const world = useTestEnvironment({ runtime: 'process' });
const examples = useExamples(world, { real: true });

const GOOD = '6f1de0a9b2c4';
const BAD = 'bad0bad0bad0';

/** An agent that replies as the commit of its prompt demands. */
const AGENT = {
  'langgraph.json': graphConfig(),
  'src/agent.ts': `
const isPolite = process.env.PROMPT_COMMIT !== '${BAD}';
export const graph = {
  async invoke({ messages }: { messages: { content: string }[] }) {
    const content = (isPolite ? 'Thank you for: ' : 'No: ') + messages.at(-1)?.content;
    return { messages: [...messages, { type: 'ai', content }] };
  },
};
`,
  'evals/cases.jsonl': Array.from({ length: 12 }, (_, index) =>
    JSON.stringify({
      name: `case ${index}`,
      message: `hi ${index}`,
      expect: { 'last-message': '^Thank you' },
    }),
  ).join('\n'),
};

const event = { type: 'prompt-commit' };

// docs/prompts.md#compare
describe('the example workflow prompt-commit.yml', () => {
  test('compares a changed prompt with production, fails if the responses are worse, and leaves production unchanged', async () => {
    const repository = await examples.repository(AGENT);
    const push = await repository.pushed();
    const pushed = await examples.run('push.yml', repository, { event: push });
    expect([jobs(pushed), messagesOf(pushed)]).toEqual([{ deploy: 'success' }, []]);
    const production = outputs(pushed, 'deploy');
    const commit = (hash: string) =>
      examples.run('prompt-commit.yml', repository, {
        event: repository.hub.events.repositoryDispatch({
          ...event,
          clientPayload: { prompt_name: 'my-prompt', commit_hash: hash },
        }),
        repository: repository.git.dir,
      });

    const good = await commit(GOOD);
    expect([jobs(good), messagesOf(good)]).toEqual([{ compare: 'success' }, []]);
    expect(outputs(good, 'compare')).toMatchObject({ outcome: 'deployed', verified: 'true' });

    const bad = await commit(BAD);
    expect(jobs(bad)).toEqual({ compare: 'failure' });
    expect(outputs(bad, 'compare')).toMatchObject({ outcome: 'failed', 'reason-code': 'gate-worse' });
    expect(messagesOf(bad).join('\n')).toContain('12 of 12 cases are broken');

    const again = await examples.run('push.yml', repository, { event: push });
    expect(outputs(again, 'deploy')).toMatchObject({
      outcome: 'unchanged',
      'revision-id': production['revision-id'],
    });
  });

  test.each([
    ['another prompt', { prompt_name: 'their-prompt', commit_hash: GOOD }, 'not about the prompt'],
    ['no commit', { prompt_name: 'my-prompt' }, 'commit_hash must consist of'],
    ['a commit with a second line', { prompt_name: 'my-prompt', commit_hash: `${GOOD}\nA=b` }, 'commit_hash'],
    [
      'a command',
      { prompt_name: 'my-prompt', commit_hash: '$(touch /tmp/x)' },
      'commit_hash must consist of',
    ],
    ['an object', { prompt_name: 'my-prompt', commit_hash: { toString: 1 } }, 'commit_hash must consist of'],
  ])('refuses an event with %s before anything is deployed', async (_, clientPayload, message) => {
    const repository = await examples.repository(AGENT);
    await repository.pushed();
    const run = await examples.run('prompt-commit.yml', repository, {
      event: repository.hub.events.repositoryDispatch({ ...event, clientPayload }),
      repository: repository.git.dir,
    });
    expect(jobs(run)).toEqual({ compare: 'failure' });
    expect(messagesOf(run).join()).toContain(message);
    const { urls, api } = world.emulator;
    const { body } = await api('GET', `${urls.controlPlane}/v2/deployments`);
    expect(body).toMatchObject({ resources: [] });
  });

  test('does not start for another type of event', async () => {
    const repository = await examples.repository(AGENT);
    await repository.pushed();
    const run = await examples.run('prompt-commit.yml', repository, {
      event: repository.hub.events.repositoryDispatch({ type: 'other', clientPayload: {} }),
    });
    expect(jobs(run)).toEqual({});
  });
});

// docs/prompts.md#relay
describe('the example prompt-relay', () => {
  const TOKENS = { GITHUB_TOKEN: 'token-of-github-1', RELAY_TOKEN: 'token-of-relay-2' };
  let github: Server;
  let relay: ChildProcess;
  let url = '';
  let log = '';
  let status = 204;
  let received: { path: string | undefined; authorization: string | undefined; body: unknown }[] = [];

  beforeAll(async () => {
    github = createServer((request, response) => {
      void text(request).then((body) => {
        const { authorization } = request.headers;
        received.push({ path: request.url, authorization, body: JSON.parse(body) });
        response.writeHead(status).end();
      });
    });
    await once(github.listen(0, '127.0.0.1'), 'listening');
    const address = github.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    relay = spawn(process.execPath, [path.join(EXAMPLES, '../prompt-relay/relay.mjs')], {
      env: {
        ...TOKENS,
        GITHUB_REPOSITORY: 'octo-org/agents',
        GITHUB_API_URL: `http://127.0.0.1:${port}`,
        PROMPTS: 'my-prompt, second',
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (relay.stdout === null) throw new Error('the relay has no output');
    const lines = createInterface({ input: relay.stdout });
    lines.on('line', (line) => (log += `${line}\n`));
    const [first] = (await once(lines, 'line')) as [string];
    url = `http://127.0.0.1:${/\d+$/.exec(first)?.[0]}/`;
  });
  afterAll(async () => {
    const ended = once(relay, 'exit');
    relay.kill();
    await ended;
    await new Promise((resolve) => github.close(resolve));
  });

  const WEBHOOK = {
    event: 'commit',
    prompt_id: 'f33dcb51-0000-4000-8000-000000000000',
    prompt_name: 'my-prompt',
    commit_hash: GOOD,
    created_by: 'someone',
    manifest: { template: 'the text of the prompt' },
  };
  async function send(body: unknown, headers: Record<string, string> = {}) {
    received = [];
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKENS.RELAY_TOKEN}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text(), received };
  }

  test('sends only the name and the commit of the prompt to GitHub', async () => {
    const expected = {
      path: '/repos/octo-org/agents/dispatches',
      authorization: `Bearer ${TOKENS.GITHUB_TOKEN}`,
      body: {
        event_type: 'prompt-commit',
        client_payload: { prompt_name: 'my-prompt', commit_hash: GOOD },
      },
    };
    expect(await send(WEBHOOK)).toMatchObject({ status: 200, received: [expected] });
    const { event: _event, ...withoutEvent } = WEBHOOK;
    expect(await send(withoutEvent)).toMatchObject({ status: 200, received: [expected] });
  });

  test.each([
    ['a wrong token', 401, WEBHOOK, { authorization: 'Bearer guess' }],
    ['no token', 401, WEBHOOK, { authorization: '' }],
    ['a body that is not JSON', 400, 'hello', {}],
    ['a commit that is not a hash', 422, { ...WEBHOOK, commit_hash: 'main; rm -rf' }, {}],
    ['a body of 5 MB', 413, { ...WEBHOOK, manifest: 'x'.repeat(5_000_000) }, {}],
    ['another prompt', 200, { ...WEBHOOK, prompt_name: 'other' }, {}],
    ['a moved tag', 200, { ...WEBHOOK, event: 'tag:update' }, {}],
    ['an array', 200, [], {}],
    ['null', 200, 'null', {}],
  ])(
    'answers a webhook with %s with the status %d, and sends nothing to GitHub',
    async (_, expected, body, headers) => {
      expect(await send(body, headers)).toMatchObject({ status: expected, received: [] });
    },
  );

  test('reports an error of GitHub without a token and without the text of the prompt', async () => {
    status = 403;
    const answer = await send(WEBHOOK);
    status = 204;
    expect(answer).toMatchObject({ status: 502, text: expect.stringContaining('GitHub answered 403') });
    expect(`${answer.text}${log}`).not.toMatch(/token-of-|text of the prompt/);
  });
});
