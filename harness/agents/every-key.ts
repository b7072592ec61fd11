import type { FileTree } from '../git.ts';

/** Name of the secret that the webhooks in the configuration need. */
export const WEBHOOK_SECRET = 'LG_WEBHOOK_TOKEN';

/**
 * Returns the graph configuration that the agents in both languages share. `extension` is the file extension of the
 * modules.
 */
function configOf(extension: 'ts' | 'py', more: object): string {
  const named = (file: string, name: string) => `./agent/${file}.${extension}:${name}`;
  const config = {
    $schema: 'https://example.com/langgraph.schema.json',
    dependencies: ['.'],
    graphs: { agent: { path: named('graph', 'graph'), description: 'tells what it sees' } },
    env: { COLOUR: 'blue' },
    http: {
      app: named('app', 'app'),
      mount_prefix: '/agent',
      cors: { allow_origins: ['https://app.example.com'], allow_methods: ['POST'], allow_headers: ['*'] },
      configurable_headers: { includes: ['x-*'], excludes: ['x-hidden'] },
      logging_headers: { includes: ['x-*'] },
      enable_custom_route_auth: true,
      middleware_order: 'middleware_first',
      disable_assistants: false,
      disable_threads: false,
      disable_runs: false,
      disable_store: false,
      disable_meta: false,
      disable_ui: false,
      disable_webhooks: false,
      disable_mcp: true,
      disable_a2a: true,
      disable_event_streaming: true,
    },
    auth: {
      path: named('auth', 'auth'),
      disable_studio_auth: true,
      allow_langsmith_api_keys: false,
      openapi: {
        securitySchemes: { Token: { type: 'http', scheme: 'bearer' } },
        security: [{ Token: [] }],
        paths: {},
      },
      cache: { cache_keys: ['authorization'], ttl_seconds: 60, max_size: 10 },
    },
    store: {
      index: { dims: 3, embed: named('embed', 'embed'), fields: ['text'] },
      ttl: { default_ttl: 60, refresh_on_read: true, sweep_interval_minutes: 5 },
    },
    checkpointer: {
      ttl: { strategy: 'delete', default_ttl: 60, sweep_interval_minutes: 5, sweep_limit: 100 },
      serde: { allowed_json_modules: [['agent', 'graph', 'Nothing']], pickle_fallback: true },
    },
    webhooks: {
      env_prefix: 'LG_WEBHOOK_',
      headers: { authorization: `Bearer \${{ env.${WEBHOOK_SECRET} }}` },
      allowed_fields: ['run_id', 'status'],
      url: { require_https: false, disable_loopback: false, disable_private_ips: false, max_url_length: 500 },
    },
    ui: { agent: './agent/ui.tsx' },
    ui_config: { shared: ['my-charts'] },
    image_distro: 'wolfi',
    keep_pkg_tools: ['pip'],
    ...more,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

const UI = `import { draw } from 'my-charts';
export default { card: ({ city }: { city: string }) => draw(city) };
`;

/**
 * Returns an agent in TypeScript whose configuration sets every key. Deploy this agent with `install_command:
 * rootModulesInstall()`.
 */
export function everyKeyInTypeScript(): FileTree {
  return {
    'package.json': '{"name":"every-key","private":true,"type":"module"}',
    'langgraph.json': configOf('ts', { node_version: '24' }),
    'agent/ui.tsx': UI,
    'agent/graph.ts': `import { Annotation, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({ seen: Annotation<Record<string, unknown>> });
export const graph = new StateGraph(State)
  .addNode('look', (_, { configurable = {} }) => ({
    seen: {
      colour: process.env.COLOUR,
      user: configurable.langgraph_auth_user_id,
      tier: configurable['x-tier'],
      hidden: configurable['x-hidden'] ?? null,
    },
  }))
  .addEdge(START, 'look')
  .compile();
`,
    'agent/auth.ts': `import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

export const auth = new Auth()
  .authenticate(async (request: Request) => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '');
    if (token === undefined) throw new HTTPException(401, { message: 'Send a token' });
    return { identity: token, permissions: [] };
  })
  .on('threads', ({ user, value }) => {
    if ('metadata' in value) Object.assign((value.metadata ??= {}), { owner: user.identity });
    return { owner: user.identity };
  });
`,
    'agent/app.ts': `export const app = {
  fetch: (request: Request) =>
    new URL(request.url).pathname.endsWith('/hello')
      ? Response.json({ hello: 'from the author' })
      : new Response('Not Found', { status: 404 }),
};
`,
    'agent/embed.ts': `const WORDS = ['tea', 'cat', 'car'];
export const embed = async (texts: string[]) =>
  texts.map((text) => WORDS.map((word) => text.split(word).length - 1));
`,
  };
}

/** Returns an agent in Python whose configuration sets every key. */
export function everyKeyInPython(): FileTree {
  return {
    'requirements.txt': 'langgraph\nlanggraph-sdk\nstarlette\n',
    'langgraph.json': configOf('py', {
      python_version: '3.11',
      pip_installer: 'auto',
      encryption: { path: './agent/encryption.py:encryption' },
      priority: { path: './agent/priority.py:priority' },
    }),
    'agent/ui.tsx': UI,
    'agent/graph.py': `import os
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict):
    seen: dict[str, Any]


def look(state: State, config: RunnableConfig):
    configurable = config.get("configurable", {})
    return {
        "seen": {
            "colour": os.environ.get("COLOUR"),
            "user": configurable.get("langgraph_auth_user_id"),
            "tier": configurable.get("x-tier"),
            "hidden": configurable.get("x-hidden"),
        }
    }


graph = StateGraph(State).add_node("look", look).add_edge(START, "look").compile()
`,
    'agent/auth.py': `from langgraph_sdk import Auth

auth = Auth()


@auth.authenticate
async def authenticate(authorization: str | None):
    if authorization is None:
        raise Auth.exceptions.HTTPException(status_code=401, detail="Send a token")
    return {"identity": authorization.removeprefix("Bearer "), "permissions": []}


@auth.on.threads
async def own(ctx, value):
    value.setdefault("metadata", {})["owner"] = ctx.user.identity
    return {"owner": ctx.user.identity}
`,
    'agent/app.py': `from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


async def hello(request):
    return JSONResponse({"hello": "from the author"})


app = Starlette(routes=[Route("/hello", hello)])
`,
    'agent/embed.py': `WORDS = ["tea", "cat", "car"]


def embed(texts):
    return [[text.count(word) for word in WORDS] for text in texts]
`,
    'agent/encryption.py': `from langgraph_sdk import Encryption

encryption = Encryption()


def turned(data):
    return bytes(255 - one for one in data)


@encryption.encrypt.blob
async def encrypt(ctx, blob):
    return turned(blob)


@encryption.decrypt.blob
async def decrypt(ctx, blob):
    return turned(blob)


@encryption.encrypt.json
async def encrypt_json(ctx, data):
    return data


@encryption.decrypt.json
async def decrypt_json(ctx, data):
    return data
`,
    'agent/priority.py': `from langgraph_sdk import Priority

priority = Priority()


@priority.assign
async def assign(ctx):
    return {"priority": 1 if ctx.user.identity == "alice" else 0}
`,
  };
}
