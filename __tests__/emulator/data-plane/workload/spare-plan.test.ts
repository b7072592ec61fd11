import { describe, expect, test } from '@jest/globals';
import {
  isSameWorker,
  librariesOf,
  revisionProcess,
  type SpareNeeds,
  whyNoSpare,
} from '../../../../src/emulator/data-plane/workload/spare-plan.ts';

const needs = (env: Record<string, string> = {}, more: Partial<SpareNeeds> = {}): SpareNeeds => ({
  program: { command: ['node', 'worker'], env: { PATH: '/bin', ...env } },
  moduleKey: 'key',
  imports: [],
  ...more,
});

describe('a spare worker runs another revision', () => {
  test.each<[string, boolean, SpareNeeds, SpareNeeds]>([
    [
      'if only the variables of the revision differ',
      true,
      needs({ LANGSMITH_HOST_REVISION_ID: 'a' }),
      needs(),
    ],
    ['if the order of variables differs', true, needs({ A: '1', B: '2' }), needs({ B: '2', A: '1' })],
    ['if its code imports other packages', true, needs(), needs({}, { imports: ['openai'] })],
    ['not with another variable', false, needs({ TOKEN: 'a' }), needs({ TOKEN: 'b' })],
    ['not with other packages', false, needs(), needs({}, { moduleKey: 'other' })],
    [
      'not with another interpreter',
      false,
      needs(),
      needs({}, { program: { command: ['python3', 'worker'], env: { PATH: '/bin' } } }),
    ],
  ])('%s', (_, expected, one, other) => {
    expect(isSameWorker(one, other)).toBe(expected);
  });
});

test.each([
  ['NODE_OPTIONS', true],
  ['NODE_PATH', true],
  ['PYTHONPATH', true],
  ['PYTHONSTARTUP', true],
  ['PYTHONUNBUFFERED', false],
  ['NODE_ENV', false],
])('an agent that sets %s has no spare worker: %s', (name, expected) => {
  expect(whyNoSpare(needs({ [name]: 'x' })) !== undefined).toBe(expected);
});

describe('a spare worker imports in advance', () => {
  test('only libraries, in the order of the agent', () => {
    const imports = [
      'zod',
      'lodash',
      '@langchain/langgraph/web',
      'langchain',
      '@langchains/x',
      'langchain-x',
    ];
    expect(librariesOf(needs({}, { imports }))).toEqual(['zod', '@langchain/langgraph/web', 'langchain']);
  });
  test('nothing if the packages are not cached', () => {
    expect(librariesOf(needs({}, { moduleKey: undefined, imports: ['zod'] }))).toEqual([]);
  });
  test.each(['@opentelemetry/sdk-node', 'dd-trace/init', '@sentry/node', 'import-in-the-middle'])(
    'nothing if the agent imports %s, which changes packages that are imported later',
    (name) => {
      expect(librariesOf(needs({}, { imports: ['zod', name] }))).toEqual([]);
    },
  );
});

test('a spare worker takes over the folder and the variables of its revision', () => {
  const env = { LANGSMITH_HOST_REVISION_ID: 'r', LANGSMITH_LANGGRAPH_GIT_REF: 'main', TOKEN: 'secret' };
  expect(revisionProcess({ cwd: '/checkout', env })).toEqual({
    cwd: '/checkout',
    env: {
      LANGSMITH_HOST_REVISION_ID: 'r',
      LANGSMITH_LANGGRAPH_GIT_REF: 'main',
      LANGSMITH_LANGGRAPH_GIT_REF_SHA: null,
    },
  });
});
