import type { JSX } from 'preact';
import type { ShownMessage } from '../logic/chat-messages.ts';
import { argsLine, fieldsOf, jsonIn, textOfParts } from '../logic/chat-messages.ts';
import { visibleText } from '../logic/format.ts';
import type { State } from '../logic/words.ts';
import { STATES } from '../logic/words.ts';
import { UntrustedText } from './basics.tsx';
import { Icon } from './icon.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';
import { StateMark } from './marks.tsx';

type Call = Omit<ShownMessage['calls'][number], 'answerIndex'>;

const ANSWERED: State = { ...STATES.succeeded, word: 'Answered' };
const UNANSWERED: State = { ...STATES.stopped, word: 'No answer' };

/** Shows a tool call in one line. A click shows the arguments and the result, as fields and as raw JSON. */
export function ToolCallCard({
  call,
  answer,
  isRunning,
  readAnswer,
}: Call & { isRunning: boolean; readAnswer?: (() => Promise<string>) | undefined }): JSX.Element {
  const state =
    answer === null ? (isRunning ? STATES.running : UNANSWERED) : answer.failed ? STATES.failed : ANSWERED;
  return (
    <details class="tool-call">
      <summary>
        <Icon name="tool" tone="tool" />
        <span class="strong">
          <UntrustedText text={call.name === '' ? 'tool' : call.name} limit={100} />
        </span>
        <code class="dim clipped">
          <UntrustedText text={argsLine(call.args)} limit={300} />
        </code>
        <span class="grow" />
        <StateMark state={state} />
        <Icon name="right" size="small" />
      </summary>
      <div class="tool-call-body">
        <section>
          <h3>Called with</h3>
          <Fields value={call.args} />
        </section>
        <section>
          <h3>Answer</h3>
          {answer === null ? (
            <p class="dim">{isRunning ? 'The tool is running.' : 'The tool has not answered.'}</p>
          ) : (
            <AnswerOf answer={answer} readAnswer={readAnswer} />
          )}
        </section>
      </div>
      <details class="raw">
        <summary>Raw</summary>
        <JsonView value={{ call, answer: answer?.value ?? null }} label={`call of ${call.name}`} open={2} />
      </details>
    </details>
  );
}

function AnswerOf({
  answer,
  readAnswer,
}: {
  answer: NonNullable<Call['answer']>;
  readAnswer: (() => Promise<string>) | undefined;
}): JSX.Element {
  const text = textOfParts(answer.parts);
  const clipped = answer.parts.find((part) => part.kind === 'text' && part.characters !== null);
  return (
    <>
      {jsonIn(text) !== undefined && clipped === undefined ? (
        <Fields value={text} />
      ) : (
        <LongText
          text={text}
          characters={clipped !== undefined && clipped.kind === 'text' ? clipped.characters : null}
          readWhole={readAnswer}
        />
      )}
      {answer.artifact === undefined ? null : (
        <details>
          <summary class="dim">Artifact</summary>
          <JsonView value={answer.artifact} label="the artifact" />
        </details>
      )}
    </>
  );
}

/** Shows an object as a list of its fields, a list as JSON, and any other value as text. */
export function Fields({ value }: { value: unknown }): JSX.Element {
  const fields = fieldsOf(value);
  if (fields === undefined) {
    const json = typeof value === 'string' ? jsonIn(value) : value;
    return typeof value === 'string' && json === undefined ? (
      <div class="plain-text mono">{visibleText(value.slice(0, 20_000))}</div>
    ) : (
      <JsonView value={json} label="the value" open={1} />
    );
  }
  if (fields.length === 0) return <p class="dim">Nothing</p>;
  return (
    <dl class="pairs mono">
      {fields.slice(0, 200).map(([name, one]) => (
        <div key={name}>
          <dt>
            <UntrustedText text={name} limit={100} />
          </dt>
          <dd>
            {typeof one === 'object' && one !== null ? (
              <JsonView value={one} label={name} open={1} />
            ) : (
              <bdi>{visibleText(String(one).slice(0, 20_000))}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
