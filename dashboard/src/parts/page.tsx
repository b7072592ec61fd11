import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { clipText, formatNumber, visibleLine } from '../logic/format.ts';
import type { State, Tone } from '../logic/words.ts';
import { CopyButton, UntrustedText } from './basics.tsx';
import { Icon, type IconName } from './icon.tsx';
import { StateMark } from './marks.tsx';

/** The header of a screen: links to the screens above it, its title, its state and its actions. */
export function PageHead({
  crumbs = [],
  title,
  state,
  acts,
  children,
}: {
  /** Links to the screens above this screen in the hierarchy. */
  crumbs?: readonly { name: string; href: string }[];
  title: string;
  state?: State | undefined;
  acts?: ComponentChildren;
  /** Content next to the title, for example a count. */
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="page-head">
      <div class="stack">
        {crumbs.length === 0 ? null : (
          <nav class="crumbs" aria-label="Path">
            {crumbs.map(({ name, href }, index) => (
              <>
                {index === 0 ? null : <Icon name="right" size="small" />}
                <a key={href} href={href}>
                  <UntrustedText text={name} limit={60} />
                </a>
              </>
            ))}
          </nav>
        )}
        <div class="row wrap">
          <Title text={title} />
          {state === undefined ? null : <StateMark state={state} />}
          {children}
        </div>
      </div>
      {acts === undefined ? null : <div class="acts">{acts}</div>}
    </div>
  );
}

/** Maximum number of characters of a title. */
const TITLE = 300;

/** The title of a screen. A long title has two lines, and a button shows all lines. */
function Title({ text }: { text: string }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const isCut = useSignal(false);
  const isOpen = useSignal(false);
  useEffect(() => {
    const element = heading.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (!isOpen.peek()) isCut.value = element.scrollHeight > element.clientHeight + 1;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  return (
    <div class="page-title">
      <h1
        ref={heading}
        tabIndex={-1}
        class={isOpen.value ? '' : 'two-rows'}
        {...(isCut.value ? { title: visibleLine(clipText(text, TITLE)) } : {})}
      >
        <UntrustedText text={text} limit={TITLE} />
      </h1>
      {isCut.value ? (
        <button
          type="button"
          class="button bare little square"
          aria-label="Whole title"
          title="Whole title"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.peek())}
        >
          <Icon name="down" size="small" />
        </button>
      ) : null}
    </div>
  );
}

/** A card of related content, with an optional header and footer. */
export function Card({
  title,
  note,
  acts,
  foot,
  children,
  className = '',
}: {
  title?: string;
  note?: ComponentChildren;
  acts?: ComponentChildren;
  foot?: ComponentChildren;
  children: ComponentChildren;
  className?: string;
}): JSX.Element {
  return (
    <section
      class={`card ${className}`}
      {...(title === undefined ? {} : { 'aria-label': visibleLine(title) })}
    >
      {title === undefined ? null : (
        <header>
          <h2>
            <UntrustedText text={title} limit={200} />
          </h2>
          {note === undefined ? null : <span class="dim">{note}</span>}
          {acts === undefined ? null : (
            <>
              <span class="grow" />
              {acts}
            </>
          )}
        </header>
      )}
      {children}
      {foot === undefined ? null : <footer>{foot}</footer>}
    </section>
  );
}

/** A notice above all screens, which is visible while its cause exists. */
export function Banner({
  tone,
  icon,
  children,
  act,
}: {
  tone: Extract<Tone, 'bad' | 'wait' | 'live' | 'rest'>;
  icon: IconName;
  children: ComponentChildren;
  act?: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`banner ${tone}`}>
      <Icon name={icon} />
      <p>{children}</p>
      {act}
    </div>
  );
}

/** Explains why a screen is empty, and offers at most one action. */
export function Void({
  title,
  children,
  acts,
  icon,
}: {
  title: string;
  children?: ComponentChildren;
  acts?: ComponentChildren;
  icon?: IconName;
}): JSX.Element {
  return (
    <div class="void">
      {icon === undefined ? null : <Icon name={icon} size="large" tone="rest" />}
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {acts === undefined ? null : <div class="row wrap">{acts}</div>}
    </div>
  );
}

/** A command that the user can copy. */
export function Command({
  command,
  label = 'Copy the command',
}: {
  command: string;
  label?: string;
}): JSX.Element {
  return (
    <div class="command">
      <pre tabIndex={0}>{command}</pre>
      <CopyButton text={command} label={label} />
    </div>
  );
}

/** Ways to fill an empty screen, each with a description and a command. */
export function Ways({
  ways,
}: {
  ways: readonly { title: string; icon: IconName; text: string; command?: string; act?: ComponentChildren }[];
}): JSX.Element {
  return (
    <div class="ways">
      {ways.map(({ title, icon, text, command, act }) => (
        <section key={title} class="card way">
          <h2>
            <Icon name={icon} /> {title}
          </h2>
          <p>{text}</p>
          {command === undefined ? null : <Command command={command} label={`Copy the command: ${title}`} />}
          {act}
        </section>
      ))}
    </div>
  );
}

/** Tabs that are links to screens or to views of a screen. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { name: string; href: string; current: boolean; count?: number }[];
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, href, current, count }) => (
        <a key={name} href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
          {name}
          {count === undefined ? null : <span class="count">{formatNumber(count)}</span>}
        </a>
      ))}
    </nav>
  );
}

/**
 * A list and, if the user chose a row, a pane next to the list. In windows below 1280 pixels, the pane is below the
 * list.
 */
export function Panes({
  list,
  pane,
  wide = false,
  isLong = false,
}: {
  list: ComponentChildren;
  pane: ComponentChildren | null;
  wide?: boolean;
  /** True for a list that is higher than the window. The pane below a long list stays at the bottom of the window. */
  isLong?: boolean;
}): JSX.Element {
  const classes = ['panes', wide && 'wide-pane', isLong && 'long-list', pane === null && 'without-pane'];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      <div class="stack pane-list">{list}</div>
      {pane === null ? null : pane}
    </div>
  );
}
