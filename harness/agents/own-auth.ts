import type { FileTree } from '../git.ts';

/** Description of the authentication in both agents' API documents. */
const OPENAPI = {
  securitySchemes: { Token: { type: 'http', scheme: 'bearer' } },
  security: [{ Token: [] }],
  paths: { '/threads': { post: [{ Token: ['write'] }] } },
};

const config = (graph: string, auth: string, more: object): string =>
  `${JSON.stringify({ ...more, graphs: { agent: graph }, auth: { path: auth, openapi: OPENAPI } }, null, 2)}\n`;

const TYPESCRIPT_AUTH = `import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

const owner = (identity: string) => ({ owner: identity });

export const auth = new Auth()
  .authenticate(async (request: Request) => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '');
    if (token === undefined) throw new HTTPException(401, { message: 'Send a token' });
    if (token === 'banned') throw new HTTPException(403, { message: 'You are banned' });
    if (token === 'broken') throw new TypeError('the database is down');
    const { pathname, searchParams } = new URL(request.url);
    return {
      identity: token,
      permissions: ['read'],
      role: token === 'root' ? 'admin' : 'user',
      team: { name: 'red' },
      asked: [request.method, pathname, searchParams.get('x')].join(' '),
    };
  })
  .on('*', ({ user, permissions }) => {
    if (!permissions.includes('read') && !permissions.includes('authenticated')) return false;
    return user.role === 'admin' || user.kind === 'StudioUser' ? true : owner(user.identity);
  })
  .on('threads:create', ({ user, value }) => {
    value.metadata ??= {};
    value.metadata.owner = user.identity;
    value.metadata.team = user.team.name;
    return owner(user.identity);
  })
  .on('threads:create_run', ({ user, value }) => {
    value.metadata ??= {};
    value.metadata.owner = user.identity;
    return owner(user.identity);
  })
  .on('threads:read', ({ user }) =>
    user.role === 'admin' || user.kind === 'StudioUser'
      ? undefined
      : { $or: [owner(user.identity), { members: { $contains: user.identity } }] },
  )
  .on('assistants', ({ user, value, action }) => {
    if (action === 'create') Object.assign(value.metadata, owner(user.identity));
    return action === 'read' ? { $or: [owner(user.identity), { created_by: 'system' }] } : owner(user.identity);
  })
  .on('crons:create', ({ user, value }) => {
    value.metadata.owner = user.identity;
  })
  .on('crons:delete', () => false)
  .on('store', ({ user, value }) => {
    value.namespace = [user.identity, ...(value.namespace ?? [])];
  });
`;

const TYPESCRIPT_AGENT = `import { Annotation, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({ seen: Annotation<Record<string, unknown>> });

export const graph = new StateGraph(State)
  .addNode('look', (_, { configurable = {} }) => {
    const user = configurable.langgraph_auth_user ?? {};
    return {
      seen: {
        identity: user.identity,
        role: user.role,
        team: user.team?.name,
        asked: user.asked,
        id: configurable.langgraph_auth_user_id,
        permissions: configurable.langgraph_auth_permissions,
      },
    };
  })
  .addEdge(START, 'look')
  .compile();
`;

const PYTHON_AUTH = `from langgraph_sdk import Auth

auth = Auth()


class Account:
    """A user as a class of the author's: handlers get the object itself."""

    def __init__(self, name, asked):
        self.identity = name
        self.permissions = ["read"]
        self.role = "admin" if name == "root" else "user"
        self.team = {"name": "red"}
        self.asked = asked

    def owns(self):
        return {"owner": self.identity}

    def dict(self):
        return {"role": self.role, "team": self.team, "asked": self.asked}


@auth.authenticate
async def authenticate(authorization, method, path, query_params, headers):
    if authorization is None:
        raise Auth.exceptions.HTTPException(status_code=401, detail="Send a token")
    assert headers[b"authorization"] == authorization.encode()
    token = authorization.removeprefix("Bearer ")
    if token == "banned":
        raise Auth.exceptions.HTTPException(status_code=403, detail="You are banned")
    if token == "broken":
        raise TypeError("the database is down")
    return Account(token, f"{method} {path} {query_params.get('x') or ''}")


def sees_all(user):
    return isinstance(user, Auth.types.StudioUser) or user.role == "admin"


@auth.on
async def everything(ctx, value):
    if "read" not in ctx.permissions and "authenticated" not in ctx.permissions:
        return False
    return True if sees_all(ctx.user) else ctx.user.owns()


@auth.on.threads.create
async def create_thread(ctx, value):
    metadata = value.setdefault("metadata", {})
    metadata["owner"] = ctx.user.identity
    metadata["team"] = ctx.user.team["name"]
    return ctx.user.owns()


@auth.on.threads.create_run
async def create_run(ctx, value):
    value["metadata"]["owner"] = ctx.user.identity
    # Runs of crons come from a user of whom only the identity is known.
    return {"owner": ctx.user["identity"]}


@auth.on.threads.read
async def read_thread(ctx, value):
    if sees_all(ctx.user):
        return None
    return {"$or": [ctx.user.owns(), {"members": {"$contains": ctx.user.identity}}]}


@auth.on.assistants
async def assistants(ctx, value):
    owner = {"owner": ctx.user.identity}
    if ctx.action == "create":
        value["metadata"].update(owner)
    return {"$or": [owner, {"created_by": "system"}]} if ctx.action == "read" else owner


@auth.on.crons.create
async def create_cron(ctx, value):
    value["metadata"]["owner"] = ctx.user.identity


@auth.on.crons.delete
async def delete_cron(ctx, value):
    return False


@auth.on.store
async def store(ctx, value):
    value["namespace"] = (ctx.user.identity, *(value["namespace"] or ()))
`;

const PYTHON_AGENT = `from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    seen: dict


def look(state, config):
    configurable = config["configurable"]
    user = configurable["langgraph_auth_user"]
    if user is None:
        return {"seen": {}}
    return {
        "seen": {
            "identity": user.identity,
            "role": user["role"],
            "team": user.team["name"],
            "asked": user.get("asked"),
            "id": configurable["langgraph_auth_user_id"],
            "permissions": configurable["langgraph_auth_permissions"],
        }
    }


builder = StateGraph(State)
builder.add_node("look", look)
builder.add_edge(START, "look")
graph = builder.compile()
`;

/**
 * Returns an agent with its own authentication. A bearer token is the name of the caller, and only the owner and the
 * members of a thread can see it. The agents in both languages behave equally.
 */
export function ownAuthAgent(language: 'javascript' | 'python'): FileTree {
  if (language === 'python') {
    return {
      'langgraph.json': config('./agent.py:graph', './auth.py:auth', { dependencies: ['.'] }),
      'requirements.txt': 'langgraph\nlanggraph-sdk\n',
      'agent.py': PYTHON_AGENT,
      'auth.py': PYTHON_AUTH,
    };
  }
  return {
    'package.json': `${JSON.stringify({ name: 'guarded-agent', private: true, type: 'module' })}\n`,
    'langgraph.json': config('./src/agent.ts:graph', './src/auth.ts:auth', { node_version: '22' }),
    'src/agent.ts': TYPESCRIPT_AGENT,
    'src/auth.ts': TYPESCRIPT_AUTH,
  };
}

/** Returns the agent without its own authentication, so that the key of the workspace is valid. */
export function withoutAuth(agent: FileTree): FileTree {
  const { auth: _, ...config } = JSON.parse(String(agent['langgraph.json'])) as Record<string, unknown>;
  return { ...agent, 'langgraph.json': JSON.stringify(config) };
}
