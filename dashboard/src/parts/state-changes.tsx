import type { JSX } from 'preact';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { isClippedText } from '../../../src/contract/dashboard/clip.ts';
import { chatMessage, jsonIn, textOfParts, toolAnswers, type ToolAnswers } from '../logic/chat-messages.ts';
import type { Difference } from '../logic/diff.ts';
import { formatCount, formatNumber, visibleText } from '../logic/format.ts';
import { stateChanges, textValue } from '../logic/state-changes.ts';
import { UntrustedText } from './basics.tsx';
import { WordDiff } from './diff.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';
import { Fields, ToolCallCard } from './tool-call.tsx';

const SIGNS = { added: '+', removed: '−', changed: '~', same: '' } as const;
const TONES = { added: 'ok', removed: 'bad', changed: 'live', same: '' } as const;
const WORDS = { added: 'added', removed: 'removed', changed: 'changed', same: 'same' } as const;

/**
 * Shows the differences between two states, each difference with its path: changed words, added messages and removed
 * values.
 */
export function StateChanges({
  before,
  after,
  foot,
}: {
  before: unknown;
  after: unknown;
  foot?: JSX.Element;
}): JSX.Element {
  const { changes, more, changed, same } = stateChanges(before, after);
  const answers = toolAnswers(after);
  return (
    <>
      {changes.length === 0 ? (
        <p class="dim panel-pad">Nothing changed.</p>
      ) : (
        <ul class="changes" aria-label="Changes">
          {changes.map((one) => (
            <li key={one.path} class="change">
              <span class={`state ${TONES[one.change]}`} role="img" aria-label={WORDS[one.change]}>
                {SIGNS[one.change]}
              </span>
              <code>
                <UntrustedText text={one.path === '' ? 'state' : one.path} limit={200} />
              </code>
              <ChangedValue difference={one} answers={answers} />
            </li>
          ))}
        </ul>
      )}
      <footer>
        <span>
          {formatCount(changed, 'field')} changed, {same} did not
          {more === 0 ? '' : `; ${formatCount(more, 'more difference')} not shown`}
        </span>
        <span class="grow" />
        {foot}
      </footer>
    </>
  );
}

function ChangedValue({
  difference: { change, before, after },
  answers,
}: {
  difference: Difference;
  answers: ToolAnswers;
}): JSX.Element {
  const [old, fresh] = [textValue(before), textValue(after)];
  if (change === 'changed' && old !== undefined && fresh !== undefined) {
    return (
      <div class="stack">
        <WordDiff before={old} after={fresh} />
        <ClipNote value={after} />
      </div>
    );
  }
  if (change === 'changed') {
    return (
      <div class="stack">
        {isPlain(before) && isPlain(after) ? (
          <span>
            <del class="was">{plainText(before)}</del> <ins class="now">{plainText(after)}</ins>
          </span>
        ) : (
          <>
            <div class="was-block">
              <OneValue value={before} answers={answers} />
            </div>
            <OneValue value={after} answers={answers} />
          </>
        )}
      </div>
    );
  }
  if (change === 'removed') {
    return isPlain(before) ? (
      <del class="was">{plainText(before)}</del>
    ) : (
      <div class="was-block">
        <OneValue value={before} answers={answers} />
      </div>
    );
  }
  return isPlain(after) ? (
    <ins class="now">{plainText(after)}</ins>
  ) : (
    <OneValue value={after} answers={answers} />
  );
}

/** Returns whether a value is short enough for one line. */
const isPlain = (value: unknown): boolean =>
  (typeof value !== 'object' && !(typeof value === 'string' && value.length > 200)) || value === null;
const plainText = (value: unknown): string =>
  visibleText(typeof value === 'string' ? value : value === undefined ? 'none' : stringifyExactJson(value));

/** Shows a message as in a conversation, and any other value as text or JSON. */
function OneValue({ value, answers }: { value: unknown; answers: ToolAnswers }): JSX.Element {
  const text = textValue(value);
  if (text !== undefined) {
    return (
      <div class="stack">
        <LongText text={text} characters={null} />
        <ClipNote value={value} />
      </div>
    );
  }
  if (typeof value === 'object' && value !== null && 'type' in value && 'content' in value) {
    return <MessageValue value={value} answers={answers} />;
  }
  return <JsonView value={value} label="value" open={1} />;
}

const AUTHORS: Readonly<Record<string, string>> = { human: 'From a person', ai: 'From the agent' };

function MessageValue({ value, answers }: { value: object; answers: ToolAnswers }): JSX.Element {
  const message = chatMessage(value, '');
  if (message === undefined) return <JsonView value={value} label="message" open={1} />;
  const text = textOfParts(message.parts);
  return (
    <div class="stack">
      <span class="dim small">
        {message.type === 'tool' ? (
          <>
            Answer of <UntrustedText text={message.name || 'a tool'} limit={100} />
          </>
        ) : (
          (AUTHORS[message.type] ?? <UntrustedText text={message.type} limit={60} />)
        )}
      </span>
      {text === '' ? null : message.type === 'tool' && jsonIn(text) !== undefined ? (
        <Fields value={text} />
      ) : (
        <LongText text={text} characters={null} markdown={message.type === 'ai'} />
      )}
      {message.calls.map((call, index) => (
        <ToolCallCard key={index} call={call} answer={answers.get(call.id) ?? null} isRunning={false} />
      ))}
      <ClipNote value={'content' in value ? value.content : null} />
    </div>
  );
}

function ClipNote({ value }: { value: unknown }): JSX.Element | null {
  if (!isClippedText(value)) return null;
  const { characters, text } = value.$clipped;
  return (
    <span class="dim small">
      The first {formatNumber(text.length)} of {formatNumber(characters)} characters. The State tab shows the
      full text.
    </span>
  );
}
