import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  argsLine,
  type ChatMessage,
  chatMessage,
  chatMessages,
  conversationOf,
  fieldsOf,
  jsonIn,
  textOfParts,
  toolAnswers,
} from '../../dashboard/src/logic/chat-messages.ts';
import { NO_RUN, withFrame } from '../../dashboard/src/logic/run-view.ts';
import {
  attachmentProblem,
  humanMessage,
  MAX_ATTACHED_BYTES,
} from '../../dashboard/src/logic/attachments.ts';

const parts = (content: unknown) => chatMessage({ type: 'ai', content }, '0')?.parts;
const text = (value: string) => ({ kind: 'text', text: value, characters: null });

describe('the content of a chat message', () => {
  test.each([
    ['hi', [text('hi')]],
    ['', []],
    [null, []],
    [['a', { type: 'text', text: 'b' }], [text('ab')]],
    [
      [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'b' },
      ],
      [{ ...text('hm'), kind: 'reasoning' }, text('b')],
    ],
    [
      [{ type: 'reasoning', summary: [{ text: 'x' }, { text: 'y' }] }],
      [{ ...text('x\n\ny'), kind: 'reasoning' }],
    ],
    [
      [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }],
      [{ kind: 'image', source: 'data:image/png;base64,aGk=', name: '' }],
    ],
    [
      [
        {
          type: 'image',
          source_type: 'base64',
          mime_type: 'image/gif',
          data: 'aGk=',
          metadata: { name: 'cat' },
        },
      ],
      [{ kind: 'image', source: 'data:image/gif;base64,aGk=', name: 'cat' }],
    ],
    [
      [{ type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'aGk=' } }],
      [{ kind: 'image', source: 'data:image/webp;base64,aGk=', name: '' }],
    ],
    [
      [{ type: 'image', url: 'https://pictures.example/cat.png' }],
      [
        {
          kind: 'link',
          target: 'https://pictures.example/cat.png',
          name: 'https://pictures.example/cat.png',
        },
      ],
    ],
    [
      [{ type: 'file', mime_type: 'application/pdf', data: 'aGk=', metadata: { filename: 'bill.pdf' } }],
      [
        {
          kind: 'file',
          source: 'data:application/pdf;base64,aGk=',
          name: 'bill.pdf',
          mime: 'application/pdf',
        },
      ],
    ],
    [{ odd: 1 }, [{ kind: 'other', value: { odd: 1 } }]],
    [[{ type: 'new-kind' }], [{ kind: 'other', value: { type: 'new-kind' } }]],
    [
      { $clipped: { text: 'abc', characters: 5_000_000, digest: 'd' } },
      [{ kind: 'text', text: 'abc', characters: 5_000_000 }],
    ],
  ])('%j is converted to its parts', (content, expected) => {
    expect(parts(content)).toEqual(expected);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'file:///etc/passwd',
  ])('never becomes an image or a link: %s', (url) => {
    const [part] = parts([{ type: 'image_url', image_url: { url } }]) ?? [];
    expect(part?.kind).toBe('other');
  });

  test('is converted without an error even if its format is unknown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const message = chatMessage({ type: 'ai', content: value, tool_calls: value }, '0');
        expect(typeof textOfParts(message?.parts ?? [])).toBe('string');
        expect(typeof argsLine(value)).toBe('string');
        fieldsOf(value);
        chatMessages([value]);
        conversationOf(chatMessages([{ content: value, tool_call_id: value, id: value }]));
      }),
    );
  });
});

test('the answers of tools are found by their calls, and JSON in an answer is recognized', () => {
  const answers = toolAnswers({
    messages: [{ type: 'tool', tool_call_id: 'c1', content: '[1]' }, { type: 'ai' }],
  });
  expect([...answers.keys()]).toEqual(['c1']);
  expect(jsonIn('[1]')).toEqual([1]);
  expect(jsonIn(' {"a":1}')).toEqual({ a: 1 });
  expect([jsonIn('[1'), jsonIn('1'), jsonIn('text')]).toEqual([undefined, undefined, undefined]);
});

describe('a streamed chat message', () => {
  const stream = (...chunks: object[]): readonly ChatMessage[] =>
    chunks.reduce(
      (run: typeof NO_RUN, chunk) =>
        withFrame(run, {
          id: '',
          event: 'messages',
          data: JSON.stringify([{ type: 'AIMessageChunk', id: 'm', content: '', ...chunk }, {}]),
        }),
      NO_RUN,
    ).messages;

  test('consists of its chunks in the order of arrival', () => {
    const [message] = stream({ content: 'one ' }, { content: [{ type: 'text', text: 'two' }] });
    expect(message?.parts).toEqual([text('one two')]);
    expect(message?.partial).toBe(true);
  });

  test('shows those arguments of a tool call that have already arrived', () => {
    const call = (more: object) => ({ tool_call_chunks: [{ index: 1, type: 'tool_call_chunk', ...more }] });
    const begun = stream(call({ id: 'c1', name: 'lookup', args: '{"order": "SO-1' }));
    expect(begun[0]?.calls[0]).toMatchObject({ id: 'c1', name: 'lookup', args: { order: 'SO-1' } });
    const whole = stream(
      call({ id: 'c1', name: 'lookup', args: '{"order": "SO-1' }),
      call({ args: '042"}' }),
      { tool_call_chunks: [{ index: 2, id: 'c2', name: 'policy', args: '' }] },
      { tool_call_chunks: [{ index: 2, args: '{"a": 1}' }] },
    );
    expect(whole[0]?.calls.map(({ name, args }) => [name, args])).toEqual([
      ['lookup', { order: 'SO-1042' }],
      ['policy', { a: 1 }],
    ]);
  });

  test('is converted without an error even if the arguments are invalid', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), (texts) => {
        const all = stream(
          ...texts.map((args) => ({ tool_call_chunks: [{ index: 0, id: 'c', name: 'n', args }] })),
        );
        expect(all[0]?.calls.length ?? 0).toBeLessThan(2);
      }),
    );
  });
});

describe('a chat conversation', () => {
  test("shows a tool's answer next to the tool call, and other answers as messages", () => {
    const messages = chatMessages([
      { type: 'human', content: 'refund' },
      {
        type: 'ai',
        content: '',
        tool_calls: [
          { id: 'c1', name: 'lookup', args: { order: 'SO-1' } },
          { id: 'c2', name: 'policy', args: {} },
        ],
      },
      { type: 'tool', tool_call_id: 'c1', content: '{"total": 160}' },
      { type: 'tool', tool_call_id: 'gone', content: 'lost' },
    ]);
    const shown = conversationOf(messages);
    expect(
      shown.map(({ message, index, calls }) => [
        message.type,
        index,
        calls.map(({ answer }) => textOfParts(answer?.parts ?? [])),
      ]),
    ).toEqual([
      ['human', 0, []],
      ['ai', 1, ['{"total": 160}', '']],
      ['tool', 3, []],
    ]);
  });

  test('shows arguments on one line, and JSON as fields', () => {
    expect(argsLine({ order: 'SO-1042', fields: [1, 2, 3], deep: { a: 1 } })).toBe(
      'order SO-1042, fields 3, deep {…}',
    );
    expect(fieldsOf('{"total": 160}')).toEqual([['total', 160]]);
    expect(fieldsOf('plain')).toBeUndefined();
  });
});

describe('files that are attached to a chat message', () => {
  test('are converted to content blocks after the text', () => {
    const file = { name: 'a.pdf', mime: 'application/pdf', bytes: 2, data: 'aGk=' };
    expect(humanMessage('look', [file, { ...file, name: 'a.png', mime: 'image/png' }])).toEqual({
      type: 'human',
      content: [
        { type: 'text', text: 'look' },
        {
          type: 'file',
          source_type: 'base64',
          mime_type: 'application/pdf',
          data: 'aGk=',
          metadata: { filename: 'a.pdf' },
        },
        {
          type: 'image',
          source_type: 'base64',
          mime_type: 'image/png',
          data: 'aGk=',
          metadata: { name: 'a.png' },
        },
      ],
    });
    expect(humanMessage('look', [])).toEqual({ type: 'human', content: 'look' });
  });

  test.each([
    [[], [{ name: 'a', size: 5 }], ''],
    [[], [{ name: 'a', size: 0 }], 'a is empty'],
    [[], [{ name: 'a', size: MAX_ATTACHED_BYTES + 1 }], 'a is too large (8.0 MB; the maximum is 8.0 MB)'],
    [[{ bytes: MAX_ATTACHED_BYTES }], [{ name: 'a', size: 1 }], 'The files are too large together (8.0 MB'],
    [[], Array.from({ length: 11 }, () => ({ name: 'a', size: 1 })), 'at most 10 files'],
  ])('above the limits are rejected with instructions', (before, files, problem) => {
    expect(attachmentProblem(before, files)).toContain(problem);
    expect(attachmentProblem(before, files) === '').toBe(problem === '');
  });
});
