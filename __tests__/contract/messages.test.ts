import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_SUMMARY_TEXT } from '../../src/contract/bounded-text.ts';
import { withoutMarkdown } from '../../src/contract/markdown-text.ts';
import {
  replyLine,
  lastAnswerOfValues,
  messagesOfState,
  messageText,
  messageType,
  questionLine,
  questionText,
  titleOfRequest,
  titleOfValues,
} from '../../src/contract/messages.ts';

describe('the title of a run and of its thread', () => {
  test.each([
    [{ messages: [{ type: 'human', content: 'hi' }] }, 'hi'],
    [{ messages: [{ role: 'user', content: 'Where is\nmy parcel?' }] }, 'Where is my parcel?'],
    [{ messages: [{ type: 'chat', role: 'user', content: 'hi' }] }, 'hi'],
    [{ messages: [['user', 'hello']] }, 'hello'],
    [{ messages: ['hello'] }, 'hello'],
    [{ messages: 'hello' }, 'hello'],
    [{ messages: { type: 'human', content: 'one' } }, 'one'],
    [[{ type: 'HumanMessage', content: 'hi' }], 'hi'],
    [[{ type: 'human', content: [{ type: 'text', text: 'with' }, { type: 'image' }] }], 'with'],
    [
      {
        messages: [
          { type: 'ai', content: 'hello' },
          { type: 'human', content: [{ type: 'text', text: 'hi' }] },
        ],
      },
      'hi',
    ],
    [
      {
        messages: [
          { type: 'human', content: ' ' },
          { type: 'human', content: 'second' },
        ],
      },
      'second',
    ],
    [{ messages: [{ type: 'ai', content: 'hello' }] }, 'hello'],
    [
      { messages: [{ type: 'human', content: { $clipped: { text: 'long', characters: 9, digest: 'd' } } }] },
      'long',
    ],
    [{ n: 1, question: 'why?', a: 'b' }, 'why?'],
    [{ count: 3 }, '{"count":3}'],
    [{ messages: [null, 3, { content: { odd: true } }] }, ''],
    [{ messages: [] }, ''],
    [{}, ''],
    [null, ''],
    ['text', 'text'],
  ])('is shown for %j as the line %j', (values, title) => {
    expect(titleOfValues(values)).toBe(title);
    expect(titleOfRequest({ input: values })).toBe(title);
  });

  test('is the answer to the interrupt if the run resumes the thread', () => {
    expect(titleOfRequest({ input: null, command: { resume: { decision: 'approve' } } })).toBe('approve');
  });

  test("contains a person's words unchanged, because they are not Markdown", () => {
    expect(titleOfValues({ messages: [{ type: 'human', content: '# define **x**' }] })).toBe(
      '# define **x**',
    );
  });

  test('is short even for a message of 5 MB', () => {
    const title = titleOfValues({ messages: [{ role: 'user', content: 'y'.repeat(5_000_000) }] });
    expect(title).toHaveLength(MAX_SUMMARY_TEXT);
    expect(title.endsWith('…')).toBe(true);
  });
});

describe('the reply of a run and of its thread', () => {
  test('is the last text of the agent, not the text of a tool', () => {
    const messages = [
      { type: 'ai', content: 'first' },
      { type: 'AIMessageChunk', content: 'second\nline' },
      { type: 'ai', content: '', tool_calls: [{}] },
      { type: 'tool', content: '{}' },
    ];
    expect(lastAnswerOfValues({ messages })).toBe('second\nline');
    expect(replyLine({ messages })).toBe('second line');
  });

  test('contains no marks of Markdown, because only the conversation shows them as headings, links and bold text', () => {
    const content = '# Order\n\n**SO-1042** is [paid](https://shop.example).';
    expect(replyLine({ messages: [{ type: 'ai', content }] })).toBe('Order SO-1042 is paid.');
    expect(replyLine({ answer: content })).toBe('Order SO-1042 is paid.');
    const title = titleOfValues({ messages: [{ type: 'ai', content }] }, withoutMarkdown);
    expect(title).toBe('Order SO-1042 is paid.');
  });

  test.each([
    [{ question: 'why?', answer: 'yes' }, 'yes'],
    [{ count: 4 }, '{"count":4}'],
    [{ messages: [] }, ''],
    [undefined, ''],
  ])('is shown for the state %j as the line %j', (values, line) => {
    expect(replyLine(values)).toBe(line);
  });
});

describe('the question of an interrupt', () => {
  test.each([
    ['Go on?', 'Go on?'],
    [{ question: 'Refund?' }, 'Refund?'],
    [{ message: 'sure?' }, 'sure?'],
    [{ action_requests: [{ name: 'refund', args: {} }] }, 'Run refund?'],
    [[{ action_request: { action: 'send', args: {} } }], 'Run send?'],
    [[{ action_request: { action: 'send', args: {} }, description: 'Send it?' }], 'Send it?'],
    [{ ask: 'Which?' }, 'Which?'],
    [{ action: 1 }, '{"action":1}'],
    [null, ''],
    [7, '7'],
  ])('is shown in lists for %j as the line %j', (value, text) => {
    expect(questionLine({ task: [{ id: 'i', value }] })).toBe(text);
  });

  test('is empty if no interrupt exists', () => {
    expect(questionLine({})).toBe('');
  });
});

test('a message with an unknown format is read without an error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const values of [value, { messages: value }, { task: value }]) {
        expect(typeof titleOfValues(values)).toBe('string');
        expect(typeof replyLine(values)).toBe('string');
        expect(typeof questionText(values)).toBe('string');
        expect(typeof questionLine({ task: values })).toBe('string');
        for (const message of messagesOfState(values)) {
          expect(typeof messageText(message)).toBe('string');
          expect(typeof messageType(message)).toBe('string');
        }
      }
    }),
  );
});
