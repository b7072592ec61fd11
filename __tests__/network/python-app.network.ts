import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { getOverOneConnection } from '../../harness/keep-alive.ts';

const GRAPH = `from langgraph.graph import END, START, MessagesState, StateGraph

builder = StateGraph(MessagesState)
builder.add_node("answer", lambda state: {"messages": [("ai", "echo " + state["messages"][-1].content)]})
builder.add_edge(START, "answer")
builder.add_edge("answer", END)
graph = builder.compile()
`;

const APP = `import asyncio
from contextlib import asynccontextmanager

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import Response, StreamingResponse
from langgraph.config import get_store
from langgraph_sdk import get_client
from pydantic import BaseModel

left = asyncio.Event()
client = get_client()


@asynccontextmanager
async def lifespan(app):
    app.state.started = "yes"
    yield {"kept": "by the lifespan"}
    print("the application has shut down", flush=True)


app = FastAPI(lifespan=lifespan)


class Echo(BaseModel):
    text: str


@app.put("/typed")
async def typed(echo: Echo) -> Echo:
    return echo


@app.get("/hello/{name}")
async def hello(name: str, request: Request, q: str = ""):
    return {"hello": name, "q": q, "started": app.state.started, "kept": request.state.kept}


@app.post("/echo")
async def echo(request: Request):
    parts = [part async for part in request.stream()]
    return Response(b"".join(parts), 201, {"x-parts": str(len(parts))}, "application/octet-stream")


@app.get("/clock")
async def clock():
    async def parts():
        try:
            yield "data: first\\n\\n"
            await asyncio.sleep(3600)
        finally:
            left.set()
    return StreamingResponse(parts(), media_type="text/event-stream")


@app.get("/left")
async def was_left():
    await asyncio.wait_for(left.wait(), 30)
    return {"left": True}


@app.get("/framed/{length}")
async def framed(length: str):
    response = Response(b"hello", headers={"x-own": "kept"})
    response.raw_headers = [
        (name, length.encode() if name == b"content-length" else value) for name, value in response.raw_headers
    ]
    return response


@app.get("/throws")
async def throws():
    raise RuntimeError("the reason stands in the log")


@app.get("/refuses")
async def refuses():
    raise HTTPException(418, "a teapot")


@app.get("/asks")
async def asks():
    thread = await client.threads.create()
    events = []
    asked = {"messages": [{"role": "user", "content": "asked"}]}
    async for part in client.runs.stream(thread["thread_id"], "agent", input=asked):
        events.append(part.event)
    store = get_store()
    await store.aput(("a",), "key", {"from": "the application"})
    item = await client.store.get_item(("a",), key="key")
    state = await client.threads.get_state(thread["thread_id"])
    return {"events": events, "last": state["values"]["messages"][-1]["content"], "item": item["value"]}
`;
const MIDDLEWARE = `
from starlette.middleware.base import BaseHTTPMiddleware


@app.middleware("http")
async def add(request, call_next):
    response = await call_next(request)
    response.headers["x-from-app"] = "middleware"
    return response
`;

let emulator: EmulatorHandle;
const repositories: FixtureRepository[] = [];
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  await emulator?.stop();
  for (const repository of repositories) await repository.remove();
});

async function deployed(
  http: object,
  app: string,
  more: { files?: Record<string, string>; config?: object } = {},
) {
  const repository = await createRepository({
    'graph.py': GRAPH,
    'app.py': app,
    ...more.files,
    'requirements.txt': 'langgraph\nfastapi\n',
    'langgraph.json': JSON.stringify({
      dependencies: ['.'],
      graphs: { agent: './graph.py:graph' },
      http: { app: './app.py:app', ...http },
      ...more.config,
    }),
  });
  repositories.push(repository);
  const agent = await deployAgent(emulator, repository);
  const ask = async (
    method: string,
    path: string,
    { body, key = true }: { body?: unknown; key?: boolean } = {},
  ) => {
    const answer = await fetch(`${agent.url}${path}`, {
      method,
      headers: { ...(key && { 'x-api-key': emulator.apiKey }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  };
  return { agent, repository, ask };
}

describe('a custom FastAPI application of a deployment', () => {
  let deployment: Awaited<ReturnType<typeof deployed>>;
  beforeAll(async () => {
    deployment = await deployed({}, APP);
  });

  // docs/agent-server/routes.md#custom-routes-python
  test('responds on its own routes without an API key, with the objects of its lifespan function', async () => {
    const { ask } = deployment;
    const hello = await ask('GET', '/hello/J%C3%B6rg?q=1%202', { key: false });
    expect([hello.status, hello.body]).toEqual([
      200,
      { hello: 'Jörg', q: '1 2', started: 'yes', kept: 'by the lifespan' },
    ]);
    expect((await ask('GET', '/refuses', { key: false })).status).toBe(418);
    expect((await ask('GET', '/ok', { key: false })).body).toMatchObject({ ok: true });
    expect((await ask('POST', '/hello/you')).status).toBe(404);
    expect((await ask('GET', '/nowhere')).status).toBe(404);
    expect((await ask('POST', '/threads', { body: {} })).status).toBe(200);
    expect((await ask('POST', '/threads', { body: {}, key: false })).status).toBe(401);
    const failed = await ask('GET', '/throws', { key: false });
    expect([failed.status, failed.body]).toEqual([500, 'Internal Server Error']);
  });

  test("receives and sends large bodies, streams responses, and is notified of a client's disconnect", async () => {
    const { url } = deployment.agent;
    const bytes = new Uint8Array(3_000_000).map((_, at) => at % 251);
    const echo = await fetch(`${url}/echo`, { method: 'POST', body: bytes });
    expect(echo.status).toBe(201);
    expect(Buffer.from(await echo.arrayBuffer()).equals(bytes)).toBe(true);
    const leaving = new AbortController();
    const answer = await fetch(`${url}/clock`, { signal: leaving.signal });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: first\n\n');
    leaving.abort();
    expect((await deployment.ask('GET', '/left')).body).toEqual({ left: true });
  });

  // docs/security/emulator.md#app-response-framing
  test.each(['5, 6', 'x', '-1', '2', '50'])(
    'can declare the length %s for 5 bytes, and the next response is still complete',
    async (length) => {
      const path = `/framed/${encodeURIComponent(length)}`;
      const responses = await getOverOneConnection(deployment.agent.url, [path, '/refuses']);
      expect(responses).toMatchObject([
        { status: 200, headers: expect.arrayContaining([['x-own', 'kept']]), body: 'hello' },
        { status: 418, body: '{"detail":"a teapot"}' },
      ]);
    },
  );

  // docs/agent-server/routes.md#own-api-python
  test('calls the API of its own deployment with the official client, and uses its store', async () => {
    const { status, body } = await deployment.ask('GET', '/asks', { key: false });
    expect([status, body]).toEqual([
      200,
      {
        events: ['metadata', 'values', 'values', 'end'],
        last: 'echo asked',
        item: { from: 'the application' },
      },
    ]);
  });

  // docs/agent-server/routes.md#custom-document
  test('is described in the API document together with the routes of the agent server', async () => {
    const Document = z.looseObject({
      paths: z.record(z.string(), z.unknown()),
      components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
    });
    const document = Document.parse((await deployment.ask('GET', '/openapi.json', { key: false })).body);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/threads', '/hello/{name}', '/typed']),
    );
    expect(JSON.stringify(document.paths['/typed'])).toContain('"#/components/schemas/app.Echo"');
    expect(document.components.schemas['app.Echo']).toMatchObject({ properties: { text: {} } });
    // The agent server returns its own page. The application's page is replaced, because it would load remote scripts.
    const { body: page } = await deployment.ask('GET', '/docs', { key: false });
    expect(page).toContain('/typed');
    expect(page).not.toContain('swagger-ui');
  });

  test('shuts down cleanly after another revision takes over', async () => {
    const { agent, repository } = deployment;
    await repository.commit({ 'NEWS.md': 'again' });
    await agent.again();
    for (;;) {
      const { body } = await emulator.api('GET', `/v2/deployments/${agent.deploymentId}/revisions`);
      const { resources } = z.object({ resources: z.array(z.object({ id: z.string() })) }).parse(body);
      const path = `/v2/deployments/${agent.deploymentId}/revisions/${resources[1]?.id}/logs?type=deploy&limit=100`;
      const text = JSON.stringify((await emulator.api('GET', path)).body);
      if (text.includes('the application has shut down')) break;
    }
  });
});

// docs/agent-server/routes.md#custom-middleware-python
test("an application's middleware runs for the agent server's routes, before or after the API key check", async () => {
  const first = await deployed({ mount_prefix: '/my' }, `${APP}${MIDDLEWARE}`);
  const refused = await first.ask('POST', '/my/threads', { body: {}, key: false });
  expect([refused.status, refused.headers.get('x-from-app')]).toEqual([401, 'middleware']);
  const taken = await first.ask('POST', '/my/threads', { body: { metadata: { a: 1 } } });
  expect([taken.status, taken.headers.get('x-from-app')]).toEqual([200, 'middleware']);
  expect(taken.body).toMatchObject({ metadata: { a: 1 } });
  expect((await first.ask('GET', '/my/hello/you', { key: false })).body).toMatchObject({ hello: 'you' });
  expect((await first.ask('GET', '/hello/you')).status).toBe(404);
  expect((await first.ask('GET', '/my/asks', { key: false })).status).toBe(200);

  const order = { middleware_order: 'auth_first', enable_custom_route_auth: true };
  const second = await deployed(order, `${APP}${MIDDLEWARE}`);
  const early = await second.ask('POST', '/threads', { body: {}, key: false });
  expect([early.status, early.headers.get('x-from-app')]).toEqual([401, null]);
  const late = await second.ask('POST', '/threads', { body: {} });
  expect([late.status, late.headers.get('x-from-app')]).toEqual([200, 'middleware']);
  expect((await second.ask('GET', '/hello/you', { key: false })).status).toBe(401);
  const hello = await second.ask('GET', '/hello/you');
  expect([hello.status, hello.headers.get('x-from-app')]).toEqual([200, 'middleware']);
  expect((await second.ask('GET', '/asks')).status).toBe(200);
});

// docs/agent-server/routes.md#custom-routes-user
test("an application's routes get the user that the custom authentication accepted", async () => {
  const auth = `from langgraph_sdk import Auth

auth = Auth()


@auth.authenticate
async def authenticate(authorization):
    if authorization is None:
        raise Auth.exceptions.HTTPException(status_code=401, detail="Who are you?")
    return {"identity": authorization, "permissions": ["read"], "role": "admin"}


@auth.on
async def everything(ctx, value):
    return False
`;
  const routes = `
@app.get("/me")
async def me(request: Request):
    user = request.user
    return [user.identity, user["role"], user.is_authenticated, request.auth.scopes]

from fastapi import APIRouter
router = APIRouter()

@router.get("/included")
async def included(request: Request):
    return request.user.identity

app.include_router(router)
`;
  const { agent } = await deployed({ enable_custom_route_auth: true }, `${APP}${routes}`, {
    files: { 'auth.py': auth },
    config: { auth: { path: './auth.py:auth' } },
  });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${agent.url}${path}`, { headers });
  const refused = await ask('/me');
  expect([refused.status, await refused.json()]).toEqual([401, { detail: 'Who are you?' }]);
  expect((await ask('/included')).status).toBe(401);
  expect(await (await ask('/included', { authorization: 'ada' })).json()).toBe('ada');
  const me = await ask('/me', { authorization: 'ada' });
  expect([me.status, await me.json()]).toEqual([200, ['ada', 'admin', true, ['authenticated', 'read']]]);
  // The handlers permit only requests of the application's own code.
  const item = await ask('/store/items?namespace=a&key=b', { authorization: 'ada' });
  expect(item.status).toBe(403);
  expect((await ask('/asks', { authorization: 'ada' })).status).toBe(200);
});

test.each([
  ['app = None\nraise RuntimeError("no database")', 'RuntimeError: no database (app.py, line 2)'],
  ['app = {}', "'app' is dict; expected a Starlette or FastAPI application"],
  [
    `from fastapi import FastAPI

async def lifespan(app):
    raise RuntimeError("no database")
    yield

app = FastAPI(lifespan=lifespan)`,
    'could not start: RuntimeError: no database',
  ],
])('an application such as %j is rejected with the reason', async (app, reason) => {
  await expect(deployed({}, app)).rejects.toThrow(reason);
});
