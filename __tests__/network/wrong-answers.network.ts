import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import {
  callerAt,
  createAliceObjects,
  expectFilteredRoute,
  expectRefusedRoute,
  ROUTE_EVENTS,
  type TokenCall,
  WRONG_FILTERS_PYTHON,
  WRONG_STORE_VALUES_PYTHON,
  WRONG_VALUES_PYTHON,
  wrongAnswersAuthPython,
} from '../emulator/agent-server/access/wrong-answers.ts';

const AGENT = `from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    said: str


graph = StateGraph(State).add_node("say", lambda state: {"said": "x"}).add_edge(START, "say").compile()
`;
const CONFIG = {
  graphs: { echo: './agent.py:graph' },
  auth: { path: './auth.py:auth' },
  dependencies: ['.'],
};

const undo: (() => Promise<unknown>)[] = [];
let as: TokenCall;
let alices: Awaited<ReturnType<typeof createAliceObjects>>;
beforeAll(async () => {
  const repository = await createRepository({
    'langgraph.json': JSON.stringify(CONFIG),
    'requirements.txt': 'langgraph\nlanggraph-sdk\n',
    'agent.py': AGENT,
    'auth.py': wrongAnswersAuthPython(),
  });
  undo.push(() => repository.remove());
  const emulator = await startEmulator({ apiKey: 'a-key-of-this-test' });
  undo.push(() => emulator.stop());
  as = callerAt((await deployAgent(emulator, repository)).url);
  alices = await createAliceObjects(as);
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

const kindsOf = (event: string): string[] => [
  ...Object.keys(WRONG_FILTERS_PYTHON),
  ...(event.startsWith('store:') ? Object.keys(WRONG_STORE_VALUES_PYTHON) : []),
  ...Object.entries(WRONG_VALUES_PYTHON).flatMap(([kind, { events }]) =>
    events.includes(event) ? [kind] : [],
  ),
];

// docs/agent-server/authentication.md#auth-fails
describe('a Python handler that returns an invalid result for an object of another user', () => {
  test.each(Object.keys(ROUTE_EVENTS))(
    "makes %s fail with a 500 that contains the handler's name",
    async (route) => {
      const before = await alices.read();
      await expectRefusedRoute(as, route, alices.things, kindsOf, 'on');
      expect(await alices.read()).toEqual(before);
    },
  );
});

// docs/agent-server/authentication.md#auth-filters
test.each(Object.keys(ROUTE_EVENTS))(
  'a filter in Python that matches no object hides all objects from %s',
  async (route) => {
    const before = await alices.read();
    await expectFilteredRoute(as, route, alices.things);
    expect(await alices.read()).toEqual(before);
  },
);
