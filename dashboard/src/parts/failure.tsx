import type { ComponentChildren, JSX } from 'preact';
import type { StackFrame } from '../logic/exceptions.ts';
import { clipText, formatCount, visibleText } from '../logic/format.ts';
import { UntrustedText } from './basics.tsx';
import { Icon } from './icon.tsx';

/** Number of characters of a message that are displayed without a click. */
const SHOWN = 4_000;

/**
 * Shows a failure at the place where it occurred: its kind, its message, the failed line of the user's code, and
 * actions. Stack frames of libraries are folded.
 */
export function Failure({
  title,
  place,
  message,
  frames = [],
  acts,
  children,
}: {
  title: string;
  /** Place of the failure, for example `refund, step 4`. */
  place?: string;
  message: string;
  frames?: readonly StackFrame[];
  acts?: ComponentChildren;
  children?: ComponentChildren;
}): JSX.Element {
  const own = frames.filter(({ library }) => !library);
  const others = frames.filter(({ library }) => library);
  return (
    <section class="failure" aria-label={title}>
      <div class="row">
        <h2>
          <Icon name="failed" />
          <UntrustedText text={title} limit={200} />
          {place === undefined ? null : (
            <span class="dim">
              <UntrustedText text={place} limit={200} />
            </span>
          )}
        </h2>
        {acts === undefined ? null : (
          <>
            <span class="grow" />
            {acts}
          </>
        )}
      </div>
      {message === '' ? null : <p class="failure-message">{visibleText(clipText(message, SHOWN))}</p>}
      {own.length === 0 ? null : (
        <div class="code">
          {own.map((frame, index) => (
            <Frame key={index} frame={frame} />
          ))}
        </div>
      )}
      {others.length === 0 ? null : (
        <details>
          <summary class="dim">{formatCount(others.length, 'library frame')}</summary>
          <div class="code">
            {others.map((frame, index) => (
              <Frame key={index} frame={frame} />
            ))}
          </div>
        </details>
      )}
      {children}
    </section>
  );
}

function Frame({ frame }: { frame: StackFrame }): JSX.Element {
  return (
    <div>
      <b>
        <UntrustedText text={`${frame.file}:${frame.line}`} />
      </b>{' '}
      <UntrustedText text={frame.name} />
      {frame.code === '' ? null : <div>{`  ${visibleText(frame.code)}`}</div>}
    </div>
  );
}
