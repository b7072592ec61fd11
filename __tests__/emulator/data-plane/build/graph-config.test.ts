import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parseGraphConfig } from '../../../../src/emulator/data-plane/build/graph-config.ts';

const read = (value: unknown) => parseGraphConfig(JSON.stringify(value));

describe('a graph configuration', () => {
  test('names graphs as text or as objects, and may hold anything else', () => {
    expect(
      read({
        graphs: { a: './src/a.ts:graph', b: { path: 'b.mjs:default', description: 'x' } },
        env: { N: 1, T: 'text', F: false },
        node_version: '22',
        dependencies: ['.'],
        store: {},
      }),
    ).toEqual({
      ok: true,
      config: {
        command: undefined,
        language: 'javascript',
        graphs: [
          { id: 'a', path: './src/a.ts', exportName: 'graph' },
          { id: 'b', path: 'b.mjs', exportName: 'default' },
        ],
        env: { kind: 'values', values: { N: '1', T: 'text', F: 'false' } },
        nodeVersion: '22',
      },
    });
    expect(parseGraphConfig('\uFEFF{"graphs":{"a":"a.js:g"},"env":".env"}')).toMatchObject({
      ok: true,
      config: { env: { kind: 'file', path: '.env' } },
    });
  });

  test.each(['python -m agent', ['python', '-m', 'agent', '']])(
    'may name the program that serves the agent: %j; what it does with graphs is its own',
    (command) => {
      for (const graphs of [undefined, {}, { agent: './agent.py:graph' }, { agent: { path: 'x' } }]) {
        expect(read({ graphs, emulator: { command } })).toMatchObject({
          ok: true,
          config: { command, graphs: [], env: { kind: 'none' } },
        });
      }
    },
  );

  // docs/departures.md#python-graphs
  test.each([
    [{}, 'graphs', 'is missing. Expected "graphs"'],
    [{ graphs: {} }, 'graphs', 'names no graph'],
    [{ graphs: ['./a.ts:graph'] }, 'graphs', 'is not a map'],
    [{ graphs: { agent: 7 } }, 'graphs.agent', 'is neither "<file>:<export>"'],
    [{ graphs: { agent: './a.ts' } }, 'graphs.agent', 'Expected "<file>:<export>"'],
    [{ graphs: { agent: './a.py:graph' } }, 'graphs.agent', 'Python graphs need a program that serves them'],
    [{ graphs: { agent: './a.py:graph' }, emulator: {} }, 'graphs.agent', '"emulator": { "command"'],
    [{ emulator: { command: '' } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { command: [] } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { command: ['a', 1] } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { command: 'a\0b' } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { comand: 'a' } }, 'emulator', 'which is "command" alone'],
    [{ emulator: 'python -m agent' }, 'emulator', 'which is "command" alone'],
    [{ graphs: { agent: './a.rb:graph' } }, 'graphs.agent', 'extension is not known'],
    [{ graphs: { agent: ':graph' } }, 'graphs.agent', 'Expected "<file>:<export>"'],
    [{ graphs: { a: 'a.ts:g' }, env: ['.env'] }, 'env', 'is neither the name of a file nor a map'],
    [[], undefined, 'is not a JSON object'],
    ['text', undefined, 'is not a JSON object'],
  ])('such as %j is refused with the key and the cure', (value, key, message) => {
    expect(read(value)).toEqual({ ok: false, problem: { key, message: expect.stringContaining(message) } });
  });

  test('that is not JSON is reported', () => {
    expect(parseGraphConfig('{ "graphs": { "agent": \n')).toEqual({
      ok: false,
      problem: { key: undefined, message: expect.stringContaining('is not valid JSON (') },
    });
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.jsonValue().map((graphs) => JSON.stringify({ graphs })),
        ),
        (text) => {
          expect(typeof parseGraphConfig(text).ok).toBe('boolean');
        },
      ),
    );
  });
});
