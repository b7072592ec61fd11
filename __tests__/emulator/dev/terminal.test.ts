import { describe, expect, test } from '@jest/globals';
import { exampleInput } from '../../../src/emulator/dev/example-input.ts';
import { createTerminal, shellWord } from '../../../src/emulator/dev/terminal.ts';

const ID = '7f1b0a52-51ab-4a0b-9d7e-1f6a2d3c4b5e';

function terminal() {
  const lines: string[] = [];
  const own = createTerminal({
    print: (line) => lines.push(line),
    root: '/srv/agent',
    dataDir: '/state/agent',
    buildFolders: ['/state/agent/revisions'],
    address: async () => ({ url: 'http://127.0.0.1:1', apiKey: 'key', command: 'curl' }),
  });
  return { lines, own };
}

describe('the output of `dev` in the terminal', () => {
  // docs/dev.md#own-paths
  test("shows paths of the agent's source files in place of paths in the build", () => {
    const { lines, own } = terminal();
    own.agentLine(`  File "/state/agent/revisions/${ID}/checkout/src/agent.py", line 3`);
    expect(lines).toEqual(['agent │   File "/srv/agent/src/agent.py", line 3']);
  });

  test("shows the agent's address only once, even if an earlier revision was already active", async () => {
    const { lines, own } = terminal();
    await own.failed({ kind: 'failed', status: 'BUILD_FAILED', message: 'no' }, true);
    await own.deployed(1234);
    expect(lines.filter((line) => line.includes('URL'))).toEqual(['  URL      http://127.0.0.1:1']);
    expect(lines.at(-1)).toBe('deployed in 1.2 s');
  });

  // docs/dev.md#newer-save
  test('lists the files that wait for the end of a deployment', () => {
    const { lines, own } = terminal();
    own.deploying([]);
    own.waiting(['/srv/agent/src/agent.ts']);
    expect(lines).toEqual([
      'building …',
      'src/agent.ts: saved; will be deployed after the revision in progress',
    ]);
  });

  test('shows a warning once, even if each revision repeats it', async () => {
    const { lines, own } = terminal();
    for (const text of ['a', 'a', 'b']) {
      own.deploying([]);
      own.warning(text);
    }
    expect(lines.filter((line) => line.startsWith('warning'))).toEqual(['warning: a', 'warning: b']);
  });

  test('shows all errors of a failed build and of a running agent', async () => {
    const { lines, own } = terminal();
    own.deploying([]);
    for (const text of ['a.ts:1:1: one', 'b.ts:2:2: two']) own.error(text);
    await own.failed(
      { kind: 'failed', status: 'BUILD_FAILED', message: 'Bundling failed: a.ts:1:1: one' },
      true,
    );
    own.error('The agent ended.');
    expect(lines.filter((line) => /one|two|ended/.test(line))).toEqual([
      'BUILD_FAILED: Bundling failed: a.ts:1:1: one',
      '  b.ts:2:2: two',
      'error: The agent ended.',
    ]);
  });

  test('lists only a few of many saved files', () => {
    const { lines, own } = terminal();
    own.deploying(['a.ts', 'b.ts', 'c.ts', 'd.ts'].map((name) => `/srv/agent/src/${name}`));
    expect(lines).toEqual(['src/a.ts, src/b.ts, src/c.ts and 1 more: building …']);
  });
});

describe('the printed command that runs the agent', () => {
  const message = { messages: [{ role: 'user', content: 'hello' }] };
  test.each([
    [undefined, message],
    [{ input_schema: { properties: { messages: {} } } }, message],
    [
      { input_schema: { properties: { topic: { type: 'string' }, count: { type: 'integer' }, rest: {} } } },
      { topic: 'hello', count: 1 },
    ],
    [
      { input_schema: { properties: { topic: { type: 'string' }, tone: {} }, required: ['topic'] } },
      { topic: 'hello' },
    ],
    // The reducer of a list is unknown, so the example value omits the list.
    [{ input_schema: { properties: { steps: {} }, required: ['steps'] } }, {}],
    // An object from the TypeScript parser, which lists the required fields of inner objects.
    [
      {
        input_schema: {
          properties: {
            order: {
              type: 'object',
              properties: {
                id: { type: 'number' },
                lines: { type: 'array', items: { type: 'string' } },
                note: {},
              },
              required: ['id', 'lines'],
            },
          },
        },
      },
      { order: { id: 1, lines: [] } },
    ],
    // A pydantic class, an optional value, a choice, and a field of any type.
    [
      {
        input_schema: {
          properties: {
            order: { $ref: '#/$defs/Order' },
            limit: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
            tone: { type: ['null', 'string'] },
          },
          required: ['order', 'limit', 'tone'],
          $defs: {
            Order: {
              type: 'object',
              properties: {
                kind: { enum: ['new', 'old'] },
                at: { type: 'string', format: 'date-time' },
                any: {},
                lines: { type: 'array', items: { $ref: '#/$defs/Line' }, minItems: 1 },
              },
              required: ['kind', 'at', 'any', 'lines'],
            },
            Line: { type: 'object', properties: { version: { const: 2 } }, required: ['version'] },
          },
        },
      },
      {
        order: { kind: 'new', at: '2026-01-01T00:00:00Z', any: null, lines: [{ version: 2 }] },
        limit: 1,
        tone: 'hello',
      },
    ],
    // A type that contains itself ends, and a reference to a missing definition ends too.
    [
      {
        input_schema: {
          properties: { tree: { $ref: '#/$defs/Tree' }, gone: { $ref: '#/$defs/None' } },
          required: ['tree', 'gone'],
          $defs: {
            Tree: { type: 'object', properties: { parent: { $ref: '#/$defs/Tree' } }, required: ['parent'] },
          },
        },
      },
      { tree: { parent: { parent: { parent: { parent: null } } } } },
    ],
  ])('has an input for the schemas of the graph: %j', (schemas, input) => {
    expect(exampleInput(schemas)).toEqual(input);
  });

  test.each([
    ['http://127.0.0.1:1/ok', 'http://127.0.0.1:1/ok'],
    ['{"a":1}', `'{"a":1}'`],
    ["it's", `'it'\\''s'`],
  ])('quotes a word for a shell: %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });
});
