import { expect } from '@jest/globals';
import { agentRoutes, belongsToOne, callRoute, createObjects, FOR_EACH_CALLER } from './agent-routes.ts';

// A caller's token contains the handler's result and the event for which it is returned: `bob|threads:read|a set`. The
// handler permits all other events.

/** Invalid results in JavaScript, each as an expression over `user` and `value`. */
export const WRONG_FILTERS: Record<string, string> = {
  'an undefined value': '{ owner: undefined }',
  'a missing attribute': '{ owner: user.tenant }',
  'a missing attribute in $eq': '{ owner: { $eq: user.tenant } }',
  'a missing attribute in $contains': '{ members: { $contains: [user.tenant] } }',
  'a missing attribute in $or': '{ $or: [{ owner: user.tenant }, { owner: user.tenant }] }',
  'a missing attribute in $and': '{ $and: [{ a: user.tenant }, { b: user.tenant }] }',
  'a function': '{ owner: () => user.identity }',
  'a symbol': "{ owner: Symbol('alice') }",
  'a symbol as a key': "{ [Symbol('owner')]: user.identity }",
  NaN: '{ owner: NaN }',
  Infinity: '{ owner: Infinity }',
  'a bigint': '{ owner: 5n }',
  'a date': '{ owner: new Date(0) }',
  'a set': "new Set(['owner'])",
  'a set as a value': '{ owner: new Set() }',
  'a map': "new Map([['owner', 'alice']])",
  'an empty map': 'new Map()',
  'a list': "[{ owner: 'bob' }]",
  'an empty list': '[]',
  bytes: 'new Uint8Array(3)',
  'an instance of a class': 'new (class Owner { #owner = 1 })()',
  'an instance as a value': '{ owner: new (class Owner { #owner = 1 })() }',
  'an error': "new Error('not yours')",
  'a response': 'new Response(null, { status: 403 })',
  'a regular expression': '/owner/',
  'false in a box': 'new Boolean(false)',
  'a text in a box': "{ owner: new String('bob') }",
  'an inherited filter': "Object.create({ owner: 'bob' })",
  'a filter as __proto__': "{ __proto__: { owner: 'bob' } }",
  'a hidden property': "Object.defineProperty({}, 'owner', { value: 'bob' })",
  'a hole in a list': "{ list: [, 'a'] }",
  'a list with a property': "{ list: Object.assign([], { owner: 'bob' }) }",
  'a proxy': "new Proxy({ owner: 'bob' }, { ownKeys: () => [] })",
  'its own notation': "{ toJSON: () => ({}), owner: 'bob' }",
  'a value that contains itself': '((one) => { one.self = one; return one; })({})',
  'a getter that throws': "{ get owner() { throw new RangeError('a secret'); } }",
  'a text': "'alice'",
  'an empty text': "''",
  'a number': '1',
  zero: '0',
  'a bigint alone': '1n',
  'a symbol alone': "Symbol('x')",
  'a function alone': '() => false',
  'an unknown operator': "{ owner: { $ne: 'alice' } }",
  'no operator': '{ owner: {} }',
  'a failure': "(() => { throw new TypeError('a secret'); })()",
};

/** The same invalid results in Python. */
export const WRONG_FILTERS_PYTHON: Record<string, string> = {
  'a missing attribute': '{"owner": user.tenant}',
  'a missing key': '{"owner": user["tenant"]}',
  'an object': '{"owner": object()}',
  'a function': '{"owner": lambda: 1}',
  NaN: '{"owner": float("nan")}',
  Infinity: '{"owner": float("inf")}',
  'a decimal': '{"owner": Decimal("NaN")}',
  'a UUID': '{"owner": uuid4()}',
  'a date': '{"owner": datetime.now()}',
  'a member of an enum': '{"owner": Color.RED}',
  'an instance of a text': '{"owner": Name("alice")}',
  bytes: '{"owner": b"alice"}',
  'half of a surrogate pair': '{"owner": "\\ud800"}',
  'a large integer': '{"owner": 2**53}',
  'a key that is no text': '{1: "alice"}',
  'None as a key': '{None: "alice"}',
  'a set': '{"owner"}',
  'an empty set': 'set()',
  'a set as a value': '{"owner": set()}',
  'a list': '[{"owner": "bob"}]',
  'an empty list': '[]',
  'a tuple': '()',
  'a dict of a class': 'Own(owner="bob")',
  'a default dict': 'defaultdict(list)',
  'a mapping': 'MappingProxyType({"owner": "bob"})',
  'a dataclass': 'Owner()',
  'a dataclass as a value': '{"owner": Owner()}',
  'an exception': 'ValueError("not yours")',
  'an object in $or': '{"$or": [{"owner": object()}, {"owner": object()}]}',
  'a set in $contains': '{"members": {"$contains": set()}}',
  'a value that contains itself': 'itself()',
  'a text': '"alice"',
  'an empty text': '""',
  'a number': '1',
  zero: '0',
  'a function alone': 'len',
  'a generator': '(one for one in ())',
  'an unknown operator': '{"owner": {"$ne": "alice"}}',
  'no operator': '{"owner": {}}',
  'a failure': '[][1]',
  'an exit': 'exit(3)',
};

/** Statements with which a handler of the store makes the request invalid. */
export const WRONG_STORE_VALUES: Record<string, string> = {
  'a namespace that is null': 'value.namespace = null',
  'a namespace that is undefined': 'value.namespace = user.tenant',
  'a namespace that is a text': "value.namespace = 'alice'",
  'a namespace that is removed': 'delete value.namespace',
  'a namespace that is a set': "value.namespace = new Set(['alice'])",
  'a namespace that is an object': "value.namespace = { 0: 'alice', length: 1 }",
  'a namespace with undefined': 'value.namespace = [user.tenant]',
  'a namespace with null': 'value.namespace = [null]',
  'a namespace with a number': 'value.namespace = [1]',
  'a namespace with a period': "value.namespace = ['a.b']",
  'a namespace with an empty label': "value.namespace = ['']",
  'a namespace with undefined in place':
    'value.namespace = value.namespace ?? []; value.namespace.push(user.tenant)',
};

export const WRONG_STORE_VALUES_PYTHON: Record<string, string> = {
  'a namespace that is None': 'value["namespace"] = None',
  'a namespace that is None by update': 'value.update(namespace=None)',
  'a namespace that is a text': 'value["namespace"] = "alice"',
  'a namespace that is removed': 'del value["namespace"]',
  'a namespace that is a set': 'value["namespace"] = {"alice"}',
  'a namespace that is a dict': 'value["namespace"] = {"alice": 1}',
  'a namespace with None': 'value["namespace"] = (None,)',
  'a namespace with a number': 'value["namespace"] = (1,)',
  'a namespace with a UUID': 'value["namespace"] = (uuid4(),)',
  'a namespace with a period': 'value["namespace"] = ("a.b",)',
  'a namespace with an empty label': 'value["namespace"] = ("",)',
};

/** Values that JSON cannot represent, in fields other than the namespace, and the events for which they are set. */
export const WRONG_VALUES_PYTHON: Record<string, { events: readonly string[]; code: string }> =
  Object.fromEntries(
    ['object()', 'float("nan")', 'b"bob"', 'len', 'Owner()'].flatMap((text) => [
      [`a search by ${text}`, { events: ['store:search'], code: `value["filter"] = {"owner": ${text}}` }],
      [`an item with ${text}`, { events: ['store:put'], code: `value["value"] = {"owner": ${text}}` }],
      [
        `metadata with ${text}`,
        { events: ['threads:create', 'threads:search'], code: `value["metadata"]["owner"] = ${text}` },
      ],
    ]),
  );

const STORE_EVENTS = ['store:put', 'store:get', 'store:delete', 'store:search', 'store:list_namespaces'];

/** Values that JSON cannot represent, in fields to which a handler writes. */
const LOST_VALUES = [
  'user.tenant',
  "new Set(['bob'])",
  '() => user.identity',
  "Symbol('bob')",
  'NaN',
  'new (class Owner {})()',
];

/** Other fields to which JavaScript handlers may write, because they replace the value. */
export const WRONG_VALUES: Record<string, { events: readonly string[]; code: string }> = {
  'a key that is null': { events: STORE_EVENTS.slice(0, 3), code: 'value.key = null' },
  'a key that is a number': { events: STORE_EVENTS.slice(0, 3), code: 'value.key = 5' },
  'a value that is a list': { events: ['store:put'], code: 'value.value = []' },
  'a value that is removed': { events: ['store:put'], code: 'delete value.value' },
  'an empty namespace': { events: STORE_EVENTS.slice(0, 3), code: 'value.namespace = []' },
  ...Object.fromEntries(
    ['null', "'x'", '[]', 'undefined', 'user.tenant'].map((text) => [
      `metadata that are ${text}`,
      {
        events: ['threads:create', 'threads:update', 'threads:search', 'threads:create_run', 'crons:create'],
        code: `if ('metadata' in value) value.metadata = ${text}; else return 'no metadata';`,
      },
    ]),
  ),
  ...Object.fromEntries(
    LOST_VALUES.map((text) => [
      `metadata with ${text}`,
      {
        events: ['threads:create', 'threads:update', 'threads:search', 'threads:create_run', 'crons:create'],
        code: `if ('metadata' in value) (value.metadata ??= {}).owner = ${text}; else return 'no metadata';`,
      },
    ]),
  ),
  ...Object.fromEntries(
    LOST_VALUES.flatMap((text) => [
      [`a search by ${text}`, { events: ['store:search'], code: `value.filter = { owner: ${text} }` }],
      [`an item with ${text}`, { events: ['store:put'], code: `value.value.owner = ${text}` }],
    ]),
  ),
  'a filter of a search that is a map': { events: ['store:search'], code: 'value.filter = new Map()' },
  'what a run is given as a text': { events: ['threads:create_run'], code: "value.kwargs = 'x'" },
  'the payload of a cron as null': { events: ['crons:create', 'crons:update'], code: 'value.payload = null' },
};

const quoted = (text: string) => JSON.stringify(text);

/**
 * Returns the agent's authentication in JavaScript: Alice owns the objects that she creates, and any other caller's
 * token contains the handler's result.
 */
export const wrongAnswersAuth = (): string => `
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';

const FILTERS = {
${Object.entries(WRONG_FILTERS)
  .map(([kind, code]) => `  ${quoted(kind)}: (user) => (${code}),`)
  .join('\n')}
};
const VALUES = {
${Object.entries({
  ...WRONG_STORE_VALUES,
  ...Object.fromEntries(Object.entries(WRONG_VALUES).map(([kind, { code }]) => [kind, code])),
})
  .map(([kind, code]) => `  ${quoted(kind)}: (user, value) => { ${code} },`)
  .join('\n')}
};

export const auth = new Auth()
  .authenticate((request) => decodeURIComponent(request.headers.get('authorization').slice('Bearer '.length)))
  .on('*', async ({ user, value, event }) => {
    const [name, at, kind] = user.identity.split('|');
    if (name === 'alice') {
      if (value.metadata) value.metadata.owner = name;
      if (event === 'store:put') value.value.owner = name;
      return event === 'assistants:read' ? undefined : { owner: name };
    }
    if (at !== event) return true;
    if (kind === 'refused') throw new HTTPException(402, { message: 'refused' });
    if (kind === 'stranger') return { owner: 'stranger' };
    return Object.hasOwn(VALUES, kind) ? VALUES[kind](user, value) : FILTERS[kind](user);
  });
`;

/** Returns the agent's authentication in Python, with the same behavior. */
export const wrongAnswersAuthPython = (): string => `
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum
from sys import exit
from types import MappingProxyType
from urllib.parse import unquote
from uuid import uuid4

from langgraph_sdk import Auth

auth = Auth()


class Color(str, Enum):
    RED = "red"


class Name(str):
    pass


class Own(dict):
    pass


@dataclass
class Owner:
    owner: str = "bob"


def itself():
    one = {}
    one["self"] = one
    return one


def returned(kind, user, value):
    match kind:
${Object.entries(WRONG_FILTERS_PYTHON)
  .map(([kind, code]) => `        case ${quoted(kind)}:\n            return ${code}`)
  .join('\n')}
${Object.entries({
  ...WRONG_STORE_VALUES_PYTHON,
  ...Object.fromEntries(Object.entries(WRONG_VALUES_PYTHON).map(([kind, { code }]) => [kind, code])),
})
  .map(([kind, code]) => `        case ${quoted(kind)}:\n            ${code}`)
  .join('\n')}
    return None


@auth.authenticate
async def authenticate(authorization):
    return {"identity": unquote(authorization.removeprefix("Bearer "))}


@auth.on
async def everything(ctx, value):
    name, *rest = ctx.user.identity.split("|")
    event = f"{ctx.resource}:{ctx.action}"
    if name == "alice":
        if value.get("metadata") is not None:
            value["metadata"]["owner"] = name
        if event == "store:put":
            value["value"] = {**value["value"], "owner": name}
        return None if event == "assistants:read" else {"owner": name}
    at, kind = rest
    if at != event:
        return True
    if kind == "refused":
        raise Auth.exceptions.HTTPException(status_code=402, detail="refused")
    if kind == "stranger":
        return {"owner": "stranger"}
    return returned(kind, ctx.user, value)
`;

/** Events that each route authorizes if its caller may do everything else. */
export const ROUTE_EVENTS: Record<string, readonly string[]> = {
  'POST /assistants': ['assistants:create'],
  'POST /assistants/search': ['assistants:search'],
  'POST /assistants/count': ['assistants:search'],
  'GET /assistants/{assistant_id}': ['assistants:read'],
  'PATCH /assistants/{assistant_id}': ['assistants:update'],
  'DELETE /assistants/{assistant_id}': ['assistants:delete'],
  'POST /assistants/{assistant_id}/versions': ['assistants:search'],
  'POST /assistants/{assistant_id}/latest': ['assistants:update'],
  'GET /assistants/{assistant_id}/graph': ['assistants:read'],
  'GET /assistants/{assistant_id}/schemas': ['assistants:read'],
  'GET /assistants/{assistant_id}/subgraphs': ['assistants:read'],
  'GET /assistants/{assistant_id}/subgraphs/{namespace}': ['assistants:read'],
  'POST /mcp': ['assistants:search'],
  'GET /threads/{thread_id}/storage': ['threads:read'],
  'POST /threads': ['threads:create'],
  'POST /threads/search': ['threads:search'],
  'POST /threads/count': ['threads:search'],
  'GET /threads/{thread_id}': ['threads:read'],
  'PATCH /threads/{thread_id}': ['threads:update'],
  'PATCH /threads/{thread_id}/state': ['threads:update'],
  'DELETE /threads/{thread_id}': ['threads:delete'],
  'POST /threads/{thread_id}/copy': ['threads:read', 'threads:create'],
  'POST /threads/prune': ['threads:delete'],
  'GET /threads/{thread_id}/state': ['threads:read'],
  'POST /threads/{thread_id}/state/checkpoint': ['threads:read'],
  'GET /threads/{thread_id}/state/{checkpoint_id}': ['threads:read'],
  'POST /threads/{thread_id}/state': ['threads:update'],
  'GET /threads/{thread_id}/history': ['threads:read'],
  'POST /threads/{thread_id}/history': ['threads:read'],
  'POST /threads/{thread_id}/runs': ['threads:create_run'],
  'POST /threads/{thread_id}/runs/wait': ['threads:create_run'],
  'POST /threads/{thread_id}/runs/stream': ['threads:create_run'],
  'POST /runs': ['threads:create_run'],
  'POST /runs/wait': ['threads:create_run'],
  'POST /runs/stream': ['threads:create_run'],
  'POST /runs/batch': ['threads:create_run'],
  'GET /threads/{thread_id}/runs': ['threads:search'],
  'GET /threads/{thread_id}/runs/{run_id}': ['threads:read'],
  'GET /threads/{thread_id}/runs/{run_id}/join': ['threads:read'],
  'GET /threads/{thread_id}/runs/{run_id}/stream': ['threads:read'],
  'POST /threads/{thread_id}/runs/{run_id}/cancel': ['threads:update'],
  'POST /runs/cancel': ['threads:update'],
  'DELETE /threads/{thread_id}/runs/{run_id}': ['threads:delete'],
  'GET /threads/{thread_id}/stream': ['threads:read'],
  'POST /threads/{thread_id}/stream/events': ['threads:read'],
  'POST /threads/{thread_id}/commands': ['threads:read', 'threads:create_run'],
  'POST /runs/crons': ['crons:create'],
  'POST /threads/{thread_id}/runs/crons': ['crons:create', 'threads:read'],
  'POST /runs/crons/search': ['crons:search', 'threads:search'],
  'POST /runs/crons/count': ['crons:search', 'threads:search'],
  'GET /runs/crons/{cron_id}': ['crons:read'],
  'PATCH /runs/crons/{cron_id}': ['crons:update'],
  'DELETE /runs/crons/{cron_id}': ['crons:delete'],
  'PUT /store/items': ['store:put'],
  'GET /store/items': ['store:get'],
  'DELETE /store/items': ['store:delete'],
  'POST /store/items/search': ['store:search'],
  'POST /store/namespaces': ['store:list_namespaces'],
};

export const guardedRoutes = (): string[] =>
  agentRoutes()
    .filter(({ route, isOpen }) => !isOpen && !FOR_EACH_CALLER.includes(route))
    .map(({ route }) => route);

/**
 * Calls a deployment with a token, and returns the status and the text of the response, or only the status of a stream
 * that stays open.
 */
export type TokenCall = (
  token: string,
) => (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; text: string; body: unknown }>;

/** Returns a function that calls a deployment over HTTP. */
export const callerAt =
  (url: string): TokenCall =>
  (token) =>
  async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${encodeURIComponent(token)}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text.trim() !== '';
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : undefined };
  };

/** String in all objects that belong to Alice. */
const MARK = 'only-for-alice';
const ITEM_PATH = '/store/items?namespace=a&key=k';

/** Creates Alice's objects, which no other caller may see or change. */
export async function createAliceObjects(as: TokenCall) {
  const alice = as('alice');
  const things = await createObjects(alice, { mark: MARK });
  const item = { namespace: ['a'], key: 'k', value: { mark: MARK } };
  expect((await alice('PUT', '/store/items', item)).status).toBe(204);
  const read = async () =>
    Promise.all(
      [
        `/threads/${things.thread_id}`,
        `/threads/${things.thread_id}/runs`,
        `/assistants/${things.assistant_id}`,
        `/runs/crons/${things.cron_id}`,
        ITEM_PATH,
      ].map(async (path) => {
        const { status, text } = await alice('GET', path);
        return { path, status, text };
      }),
    );
  return { things, read };
}

/**
 * Calls a route as another user, once for each event of the route and each invalid result of the handler, and expects
 * a 500 that contains the handler's name.
 */
export async function expectRefusedRoute(
  as: TokenCall,
  route: string,
  things: Record<string, string>,
  kinds: (event: string) => readonly string[],
  handler: string,
): Promise<void> {
  const open: object[] = [];
  for (const event of ROUTE_EVENTS[route] ?? []) {
    expect({ event, ...(await callRoute(as(`bob|${event}|refused`), route, things)) }).toMatchObject(
      // A refused command also gets a response.
      route.endsWith('/commands') ? { status: 200, body: { message: 'refused' } } : { status: 402 },
    );
    for (const kind of kinds(event)) {
      const { status, text } = await callRoute(as(`bob|${event}|${kind}`), route, things);
      const isNamed = text.includes(`The deployment's authorization handler ${handler} `);
      if (status !== 500 || !isNamed || /secret|only-for-alice/.test(text)) {
        open.push({ route, event, kind, status, text });
      }
    }
  }
  expect(open).toEqual([]);
}

/** Calls a route with a filter that never matches, and expects that the response contains no data of Alice. */
export async function expectFilteredRoute(
  as: TokenCall,
  route: string,
  things: Record<string, string>,
): Promise<void> {
  for (const event of ROUTE_EVENTS[route] ?? []) {
    // A caller who may read a thread owns the thread's copy.
    if (route.endsWith('/copy') && event === 'threads:create') continue;
    const { status, text } = await callRoute(as(`bob|${event}|stranger`), route, things);
    const ofOne = belongsToOne(route) && event !== 'crons:create' && !route.endsWith('/commands');
    expect({ route, event, status: ofOne ? status : 'any', text }).toEqual({
      route,
      event,
      status: ofOne ? 404 : 'any',
      text: expect.not.stringContaining(MARK),
    });
  }
}
