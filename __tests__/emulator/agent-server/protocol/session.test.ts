import { describe, expect, test } from '@jest/globals';
import { createProtocolSession } from '../../../../src/emulator/agent-server/protocol/session.ts';
import { toStatePayload } from '../../../../src/emulator/agent-server/protocol/state-payload.ts';

/** Creates a session that converts the events of a run, each given as a method, a namespace and data. */
function session() {
  let id = -1;
  const made = createProtocolSession({ id: 'run', graphName: 'agent', firstSeq: 1, now: () => 7 });
  const brief = (events: ReturnType<typeof made.begin>) =>
    events.map(({ method, params }) => [method, params.namespace.join(' '), params.data]);
  return {
    begin: () => brief(made.begin()),
    end: (...given: Parameters<typeof made.end>) => brief(made.end(...given)),
    add(method: string, namespace: string[], data: unknown, more: object = {}) {
      const event = { type: 'event', method, params: { namespace, timestamp: 1, data, ...more } };
      id += 1;
      return brief(made.add({ event: method, data: JSON.stringify(event), id }));
    },
  };
}
const status = (event: string, graph_name: string, more: object = {}) => ({ event, graph_name, ...more });

describe('a subgraph in the event stream', () => {
  test("is announced once, with the graph library's data, and ends with the update of its node", () => {
    const run = session();
    run.begin();
    const data = status('started', 'child', { cause: { type: 'toolCall', tool_call_id: 'c' } });
    expect(run.add('lifecycle', ['child:1'], data)).toEqual([['lifecycle', 'child:1', data]]);
    expect(run.add('lifecycle', ['child:1'], data)).toEqual([]);
    expect(run.add('updates', [], { node: 'child', values: { a: 1 } }, { node: 'child' })).toEqual([
      ['updates', '', { node: 'child', values: { a: 1 } }],
      ['lifecycle', 'child:1', status('completed', 'child')],
    ]);
    expect(run.add('lifecycle', ['child:1'], status('completed', 'child'))).toEqual([]);
  });

  test("is identified by the namespace inside the event's data, where the Python library puts the namespace", () => {
    const data = { event: 'started', namespace: ['child:1'], graph_name: 'child', trigger_call_id: '1' };
    expect(session().add('lifecycle', [], data)).toEqual([['lifecycle', 'child:1', data]]);
  });

  test('ends before its parents if it is still open at the end of the run', () => {
    const run = session();
    run.add('values', ['outer:1', 'inner:2'], {});
    expect(run.end({ status: 'completed' }).map(([, namespace]) => namespace)).toEqual([
      'outer:1 inner:2',
      'outer:1',
      '',
    ]);
  });

  test('ends with an update of its node; several subgraphs of a node end in their starting order', () => {
    const run = session();
    for (const task of ['a:1', 'a:2']) run.add('lifecycle', [task], status('started', 'a'));
    const update = () => run.add('updates', [], { node: 'a', values: {} }, { node: 'a' }).at(-1)?.[1];
    expect([update(), update()]).toEqual(['a:1', 'a:2']);
  });
});

describe('the top-level graph in the event stream', () => {
  test('is announced by the server, not by the graph library', () => {
    const run = session();
    expect(run.begin()).toEqual([['lifecycle', '', status('running', 'agent')]]);
    expect(run.begin()).toEqual([]);
    expect(run.add('lifecycle', [], status('completed', 'root'))).toEqual([]);
    expect(run.end({ status: 'completed' })).toEqual([['lifecycle', '', status('completed', 'agent')]]);
    expect(run.end({ status: 'completed' })).toEqual([]);
  });

  test('ends when an interrupt arrives', () => {
    const run = session();
    const more = { interrupts: [{ id: 'q', value: { say: 'sure?' } }] };
    expect(run.add('values', [], { a: 1 }, more).map(([method]) => method)).toEqual([
      'input.requested',
      'lifecycle',
      'values',
    ]);
    expect(run.end({ status: 'completed' })).toEqual([]);
  });
});

test("a finished tool call is followed by the events of the tool's message", () => {
  const output = { type: 'tool', id: 'm', content: [{ type: 'text', text: 'two' }] };
  const data = { event: 'tool-finished', tool_call_id: 'c', output };
  const events = session().add('tools', ['use:1'], { ...data, __node: 'use' });
  expect(events[0]).toEqual(['tools', 'use:1', data]);
  expect(events.slice(1).map(([method, namespace]) => [method, namespace])).toEqual(
    Array.from({ length: 5 }, () => ['messages', 'use:1 tools:c']),
  );
  expect(events[1]?.[2]).toEqual({ event: 'message-start', role: 'tool', id: 'm', tool_call_id: 'c' });
});

test.each([
  ['that is not JSON', '{"a":'],
  ['that is nested too deeply', '['.repeat(100_000) + ']'.repeat(100_000)],
])('an event with data %s is omitted, but later events are sent', (_, data) => {
  const made = createProtocolSession({ id: 'run', graphName: 'agent', firstSeq: 1, now: () => 7 });
  expect(made.add({ event: 'values', data, id: 0 })).toEqual([]);
  expect(made.add({ event: 'values', data: '{"a":1}', id: 1 })).toMatchObject([{ seq: 1 }]);
});

test('each checkpoint is reported once in the event stream', () => {
  const run = session();
  const checkpoint = { id: 'c', step: 1, source: 'loop' };
  expect(run.add('checkpoints', [], checkpoint)).toHaveLength(1);
  expect(run.add('checkpoints', [], checkpoint)).toEqual([]);
  expect(run.add('checkpoints', ['child:1'], checkpoint)).toHaveLength(1);
});

test("a channel that the agent's developer defines is sent as a named custom channel", () => {
  expect(session().add('custom:progress', [], 3)).toEqual([['custom', '', { name: 'progress', payload: 3 }]]);
});

describe('messages in the state of a graph', () => {
  const messages = (...given: object[]) =>
    (toStatePayload({ messages: given }) as { messages: object[] }).messages;

  test('are sent with the names and fields of the streaming protocol', () => {
    const given = { type: 'user', content: 'hi', id: '1', additional_kwargs: {}, response_metadata: {} };
    expect(messages(given)).toEqual([{ type: 'human', content: 'hi', id: '1' }]);
    const answer = { type: 'ai', content: '', response_metadata: { cards: 1 }, tool_calls: [] };
    expect(messages(answer)).toEqual([{ type: 'ai', content: '', response_metadata: { cards: 1 } }]);
  });

  test('contain both valid and invalid tool calls', () => {
    const tool_calls = [
      { id: '1', name: 'add', args: { a: 1 } },
      { id: '2', function: { name: 'add', arguments: '{"a":2}' } },
      { id: '3', name: 'add', args: '{"a":' },
      { id: '4', args: {} },
    ];
    expect(messages({ type: 'ai', content: '', tool_calls })).toEqual([
      {
        type: 'ai',
        content: '',
        tool_calls: [
          { type: 'tool_call', id: '1', name: 'add', args: { a: 1 } },
          { type: 'tool_call', id: '2', name: 'add', args: { a: 2 } },
        ],
        invalid_tool_calls: [
          { type: 'invalid_tool_call', id: '3', name: 'add', args: '{"a":', error: 'Malformed args.' },
          { type: 'invalid_tool_call', id: '4', error: 'Incomplete tool call.' },
        ],
      },
    ]);
  });

  test('are sent with contents that every client can interpret', () => {
    const content = [
      'one',
      { type: 'image_url', image_url: { url: 'https://a.test/i.png' } },
      { type: 'input_audio', input_audio: { data: 'AA', mime_type: 'audio/wav', other: 1 } },
      { type: 'thinking', thought: 'hm' },
    ];
    const audio = { id: 'a', data: 'BB', format: 'MP3' };
    expect(
      messages({ type: 'ai', content: 'said', additional_kwargs: { audio } }, { type: 'human', content }),
    ).toEqual([
      {
        type: 'ai',
        content: [
          { type: 'text', text: 'said' },
          { type: 'audio', id: 'a', data: 'BB', mime_type: 'audio/mpeg' },
        ],
      },
      {
        type: 'human',
        content: [
          { type: 'text', text: 'one' },
          { type: 'image', url: 'https://a.test/i.png' },
          { type: 'audio', data: 'AA', mime_type: 'audio/wav' },
          { type: 'non_standard', value: { type: 'thinking', thought: 'hm' } },
        ],
      },
    ]);
  });

  test('are converted without changing other values of the state, even under the key __proto__', () => {
    const value = JSON.parse(
      '{"__proto__":{"a":1},"list":[1,{"type":"ai","content":"x"}],"__interrupt__":[]}',
    );
    const shown = JSON.stringify(toStatePayload(value));
    expect(shown).toBe('{"__proto__":{"a":1},"list":[1,{"type":"ai","content":"x"}]}');
  });
});
