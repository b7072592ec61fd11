import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';

/** A deployed agent whose configuration uses every key. */
export interface EveryKeyAgent {
  /** URL of the deployment, without the mount prefix. */
  url: string;
  apiKey: string;
}

/** Value of the secret that the configuration's webhooks use. */
export const WEBHOOK_TOKEN = 'opens-the-hook';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

async function ask(
  agent: EveryKeyAgent,
  method: string,
  path: string,
  {
    body,
    headers = { authorization: 'Bearer alice' },
  }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(`${agent.url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

/** One case for each group of keys of `langgraph.json`, which shows the keys' effect. */
export const EVERY_KEY_CASES: readonly { keys: string; run: (agent: EveryKeyAgent) => Promise<void> }[] = [
  {
    keys: 'auth, env, http.configurable_headers and http.mount_prefix',
    async run(agent) {
      const headers = { authorization: 'Bearer alice', 'x-tier': 'gold', 'x-hidden': 'h' };
      const run = { body: { assistant_id: 'agent', input: {} }, headers };
      expect((await ask(agent, 'POST', '/agent/runs/wait', run)).body).toEqual({
        seen: { colour: 'blue', user: 'alice', tier: 'gold', hidden: null },
      });
      expect((await ask(agent, 'POST', '/runs/wait', run)).status).toBe(404);
      const anyone = { ...run, headers: { 'x-api-key': agent.apiKey } };
      expect(await ask(agent, 'POST', '/agent/runs/wait', anyone)).toMatchObject({
        status: 401,
        body: { detail: 'Send a token' },
      });
      const mine = await ask(agent, 'POST', '/agent/threads', { body: {} });
      const path = `/agent/threads/${String(mine.body['thread_id'])}`;
      expect((await ask(agent, 'GET', path)).status).toBe(200);
      expect((await ask(agent, 'GET', path, { headers: { authorization: 'Bearer bob' } })).status).toBe(404);
    },
  },
  {
    keys: 'graphs with a description, and auth.openapi',
    async run(agent) {
      const found = await ask(agent, 'POST', '/agent/assistants/search', { body: {} });
      expect(JSON.parse(found.text)).toMatchObject([
        { graph_id: 'agent', description: 'tells what it sees' },
      ]);
      const document = await ask(agent, 'GET', '/agent/openapi.json');
      expect(document.body).toMatchObject({
        components: { securitySchemes: { Token: { type: 'http', scheme: 'bearer' } } },
      });
    },
  },
  {
    keys: 'http.app with http.enable_custom_route_auth',
    async run(agent) {
      expect((await ask(agent, 'GET', '/agent/hello')).body).toEqual({ hello: 'from the author' });
      expect((await ask(agent, 'GET', '/agent/hello', { headers: {} })).status).toBe(401);
    },
  },
  {
    keys: 'http.cors and http.disable_event_streaming',
    async run(agent) {
      const preflight = (origin: string) =>
        ask(agent, 'OPTIONS', '/agent/threads', {
          headers: { origin, 'access-control-request-method': 'POST' },
        });
      const allowed = await preflight('https://app.example.com');
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
      expect((await preflight('https://other.example.com')).status).toBe(400);
      const made = await ask(agent, 'POST', '/agent/threads', { body: {} });
      const id = String(made.body['thread_id']);
      expect((await ask(agent, 'POST', `/agent/threads/${id}/commands`, { body: {} })).status).toBe(404);
    },
  },
  {
    keys: 'store.index',
    async run(agent) {
      for (const [key, text] of [
        ['a', 'a cat and a cat'],
        ['b', 'tea'],
        ['c', 'a car'],
      ]) {
        const item = { namespace: ['words'], key, value: { text } };
        expect((await ask(agent, 'PUT', '/agent/store/items', { body: item })).status).toBe(204);
      }
      const search = { namespace_prefix: ['words'], query: 'cat', limit: 1 };
      expect((await ask(agent, 'POST', '/agent/store/items/search', { body: search })).body).toMatchObject({
        items: [{ key: 'a' }],
      });
    },
  },
  {
    keys: 'webhooks',
    async run(agent) {
      const got = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: unknown }>();
      const server = createServer((request, response) => {
        let text = '';
        request.setEncoding('utf8').on('data', (part: string) => (text += part));
        request.on('end', () => {
          response.end();
          got.resolve({ headers: request.headers, body: JSON.parse(text) });
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
        const run = { assistant_id: 'agent', input: {}, webhook };
        expect((await ask(agent, 'POST', '/agent/runs/wait', { body: run })).status).toBe(200);
        const { headers, body } = await got.promise;
        expect(headers.authorization).toBe(`Bearer ${WEBHOOK_TOKEN}`);
        expect(body).toEqual({ run_id: expect.any(String), status: 'success' });
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  },
  {
    keys: 'ui and ui_config',
    async run(agent) {
      const tags = await ask(agent, 'POST', '/agent/ui/agent', { body: { name: 'card' } });
      expect(tags.text).toContain('src="/ui/agent/entrypoint.js"');
      const script = await ask(agent, 'GET', '/agent/ui/agent/entrypoint.js');
      expect(script.text).toContain('my-charts');
      expect(
        (await ask(agent, 'POST', '/agent/ui/agent', { body: { name: 'card' }, headers: {} })).status,
      ).toBe(401);
    },
  },
];
