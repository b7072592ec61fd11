import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { visibleText } from '../logic/format.ts';
import { type Question, questionOf } from '../logic/questions.ts';
import { Age, Field, UntrustedText } from './basics.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Fields } from './tool-call.tsx';

/**
 * Shows the questions of an agent. The user responds to a single question with a click on a choice, or with text or
 * JSON. The responses to several questions are sent together.
 */
export function Questions({
  interrupts,
  onAnswer,
  note,
}: {
  interrupts: readonly unknown[];
  /** Sends one response for each question. */
  onAnswer: (answers: unknown[]) => Promise<void>;
  note?: string;
}): JSX.Element {
  const questions = interrupts.map(questionOf);
  return (
    <section class="question" aria-label="The agent waits for your answer">
      <h2>
        <Icon name="waiting" />
        {questions.length === 1 ? 'The agent waits for you' : `The agent asks ${questions.length} questions`}
        <span class="grow" />
        {note === undefined ? null : (
          <span class="dim">
            <UntrustedText text={note} limit={100} />
          </span>
        )}
      </h2>
      <Answers questions={questions} onAnswer={onAnswer} />
    </section>
  );
}

/**
 * Shows the questions of an earlier step in one line, with the time of the next step. The line unfolds to the complete
 * questions and a link to the run that continued.
 */
export function AnsweredQuestions({
  questions,
  author,
  run,
  at,
}: {
  questions: readonly string[];
  /** Author of the reply, or an empty string if the author is unknown. */
  author: string;
  /** Link to the run that continued after the questions, or null if the run is unknown. */
  run: JSX.Element | null;
  at: number;
}): JSX.Element {
  return (
    <details class="card answered">
      <summary>
        <Icon name="succeeded" tone="ok" />
        <span class="clipped">
          Answered{author === '' ? '' : ' '}
          <UntrustedText text={author} limit={60} />:{' '}
          <UntrustedText text={questions.join(' · ')} limit={200} />
        </span>
        <span class="grow" />
        <span class="dim">
          <Age at={at} />
        </span>
      </summary>
      <div class="pad stack">
        {questions.map((question, index) => (
          <p key={index} class="question-text">
            {visibleText(question.slice(0, 5_000))}
          </p>
        ))}
        {run}
      </div>
    </details>
  );
}

/** The content of a card with questions: their texts, choices and fields. */
export function Answers({
  questions,
  onAnswer,
}: {
  questions: readonly Question[];
  /** Sends one value for each question. */
  onAnswer: (answers: unknown[]) => Promise<void>;
}): JSX.Element {
  const [first, ...others] = questions;
  return first !== undefined && others.length === 0 ? (
    <SingleQuestion question={first} onAnswer={(answer) => onAnswer([answer])} />
  ) : (
    <ManyQuestions questions={questions} onAnswer={onAnswer} />
  );
}

function Asked({ question }: { question: Question }): JSX.Element {
  return (
    <>
      <p class="question-text">{visibleText(question.text.slice(0, 5_000))}</p>
      {question.details === undefined ? null : <Fields value={question.details} />}
    </>
  );
}

function SingleQuestion({
  question,
  onAnswer,
}: {
  question: Question;
  onAnswer: (answer: unknown) => Promise<void>;
}): JSX.Element {
  const { choices } = question;
  const isWriting = useSignal(choices.length === 0);
  const text = useSignal('');
  return (
    <>
      <Asked question={question} />
      {choices.length === 0 ? null : (
        <div class="row wrap">
          {choices.map(({ label, value }, index) => (
            <Button
              key={`${index} ${label}`}
              kind={index === 0 && !isWriting.value ? 'main' : 'plain'}
              onAct={() => onAnswer(value)}
            >
              <UntrustedText text={label} limit={100} />
            </Button>
          ))}
          {isWriting.value ? null : (
            <Button kind="bare" icon="edit" onAct={() => (isWriting.value = true)}>
              Answer as text or JSON
            </Button>
          )}
        </div>
      )}
      {isWriting.value ? (
        <div class="stack">
          <Field
            label="Answer as text or JSON"
            type="textarea"
            value={text.value}
            onValue={(value) => (text.value = value)}
          />
          <div class="row">
            <Button
              kind="main"
              disabled={text.value === '' ? 'Write an answer first' : ''}
              onAct={() => onAnswer(question.answerOf(text.peek()))}
            >
              Send answer
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}

function ManyQuestions({
  questions,
  onAnswer,
}: {
  questions: readonly Question[];
  onAnswer: (answers: unknown[]) => Promise<void>;
}): JSX.Element {
  const texts = useSignal<Readonly<Record<number, string>>>({});
  const chosen = useSignal<Readonly<Record<number, number>>>({});
  const answers = () =>
    questions.map((question, index) => {
      const choice = question.choices[chosen.peek()[index] ?? -1];
      return choice === undefined ? question.answerOf(texts.peek()[index] ?? '') : choice.value;
    });
  return (
    <>
      {questions.map((question, index) => (
        <div key={index} class="stack">
          <Asked question={question} />
          {question.choices.length === 0 ? null : (
            <div class="row wrap">
              {question.choices.map(({ label }, at) => (
                <Button
                  key={`${at} ${label}`}
                  pressed={chosen.value[index] === at}
                  onAct={() => {
                    const { [index]: before, ...rest } = chosen.peek();
                    chosen.value = before === at ? rest : { ...rest, [index]: at };
                  }}
                >
                  <UntrustedText text={label} limit={100} />
                </Button>
              ))}
            </div>
          )}
          {chosen.value[index] === undefined ? (
            <Field
              label={`Answer ${index + 1} in words or JSON`}
              type="textarea"
              value={texts.value[index] ?? ''}
              onValue={(value) => (texts.value = { ...texts.peek(), [index]: value })}
            />
          ) : null}
        </div>
      ))}
      <div class="row">
        <Button kind="main" onAct={() => onAnswer(answers())}>
          Send answers
        </Button>
      </div>
    </>
  );
}
