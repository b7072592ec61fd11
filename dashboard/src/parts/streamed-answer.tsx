import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { createLiveThread } from '../live/run.ts';
import { textOfParts } from '../logic/chat-messages.ts';
import { visibleText } from '../logic/format.ts';
import { Problem } from './basics.tsx';

/**
 * Maximum number of displayed characters. The newest characters are displayed, because the newest part of the text is
 * being streamed.
 */
const SHOWN = 20_000;

/** Shows the text that an active run has streamed since the last human message. */
export function StreamedAnswer({ base, thread }: { base: string; thread: string }): JSX.Element {
  const live = useMemo(() => createLiveThread(base), [base]);
  useEffect(() => live.follow(thread), [live, thread]);
  const last = live.view.value.messages.at(-1);
  const text = last?.type === 'ai' ? textOfParts(last.parts) : '';
  return (
    <>
      <Problem text={live.problem.value} />
      {text === '' ? (
        <p class="dim">No text yet</p>
      ) : (
        <p class="step-text" aria-busy="true">
          {visibleText(text.slice(-SHOWN))}
        </p>
      )}
    </>
  );
}
