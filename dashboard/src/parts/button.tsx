import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { errorText } from '../live/api.ts';
import { Problem } from './basics.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  /**
   * The style `main` is for the most important action of a screen. A screen has at most one button of the style `main`.
   */
  kind?: 'main' | 'plain' | 'bare' | 'danger';
  size?: 'little' | 'normal';
  icon?: IconName;
  /** Shortcut that is shown on the button, and that the screen binds with `useKeys`. */
  shortcut?: string;
  /** Text of the button. Without a text, the button is a square with only the icon. */
  children?: ComponentChildren;
  /** Tooltip and name for screen readers, which a button without text requires. */
  label?: string;
  /** Reason why the button is disabled, or an empty string if the button is enabled. */
  disabled?: string;
  pressed?: boolean;
}

function buttonClass({ kind = 'plain', size = 'normal', children }: ButtonProps): string {
  const classes = [
    'button',
    kind === 'main' ? 'main-act' : kind === 'plain' ? '' : kind,
    size === 'little' ? 'little' : '',
    children === undefined ? 'square' : '',
  ];
  return classes.filter((one) => one !== '').join(' ');
}

function Content({ icon, shortcut, children }: ButtonProps): JSX.Element {
  return (
    <>
      {icon === undefined ? null : <Icon name={icon} size="small" />}
      {children}
      {shortcut === undefined ? null : <kbd aria-hidden="true">{shortcut}</kbd>}
    </>
  );
}

/**
 * A button. The button is disabled while its asynchronous action runs, and an error of the action is shown next to the
 * button.
 */
export function Button(props: ButtonProps & { onAct: () => unknown }): JSX.Element {
  const { onAct, label, disabled = '', pressed } = props;
  const busy = useSignal(false);
  const problem = useSignal('');
  const run = async () => {
    problem.value = '';
    try {
      const result = onAct();
      if (!(result instanceof Promise)) return;
      busy.value = true;
      await result;
    } catch (error) {
      problem.value = errorText(error);
    } finally {
      busy.value = false;
    }
  };
  const title = disabled === '' ? label : disabled;
  return (
    <>
      <button
        type="button"
        class={buttonClass(props)}
        disabled={disabled !== '' || busy.value}
        {...(title === undefined ? {} : { title })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        onClick={() => void run()}
      >
        <Content {...props} />
      </button>
      {problem.value === '' ? null : <Problem text={problem.value} />}
    </>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonProps & { href: string }): JSX.Element {
  const { href, label } = props;
  return (
    <a
      class={buttonClass(props)}
      href={href}
      {...(label === undefined ? {} : { title: label, 'aria-label': label })}
    >
      <Content {...props} />
    </a>
  );
}

/** An entry of a menu: a link or an action. */
export type MenuItem = {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: string;
} & ({ href: string } | { run: () => unknown });

/**
 * A button that opens a menu. Arrow keys move between the entries. Escape, or a click outside of the menu, closes the
 * menu and returns the focus to the button.
 */
export function Menu({
  items,
  label = 'More',
  icon = 'more',
  kind = 'plain',
  size = 'normal',
  children,
}: {
  items: readonly MenuItem[];
  label?: string;
  icon?: IconName;
  kind?: ButtonProps['kind'];
  size?: ButtonProps['size'];
  children?: ComponentChildren;
}): JSX.Element {
  const open = useSignal(false);
  const problem = useSignal('');
  const root = useRef<HTMLSpanElement>(null);
  const close = () => {
    open.value = false;
    root.current?.querySelector('button')?.focus();
  };
  // A layout effect moves the focus before the menu is drawn, so that the first arrow key already selects an entry.
  useLayoutEffect(() => {
    if (!open.value) return undefined;
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    root.current?.querySelector('.menu-items')?.scrollIntoView({ block: 'nearest' });
    const outside = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) open.value = false;
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open.value) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      moveFocus(root.current, event.key === 'ArrowDown' ? 1 : -1);
    } else return;
    event.preventDefault();
  };
  const run = async (act: () => unknown) => {
    close();
    problem.value = '';
    try {
      await act();
    } catch (error) {
      problem.value = errorText(error);
    }
  };
  return (
    <span class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={buttonClass({ kind, size, children })}
        aria-haspopup="menu"
        aria-expanded={open.value}
        aria-label={label}
        title={label}
        onClick={() => (open.value = !open.value)}
      >
        <Icon name={icon} size="small" />
        {children}
      </button>
      {open.value ? (
        <span class="menu-items" role="menu" aria-label={label}>
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} onRun={run} onClose={() => (open.value = false)} />
          ))}
        </span>
      ) : null}
      <Problem text={problem.value} />
    </span>
  );
}

function MenuEntry({
  item,
  onRun,
  onClose,
}: {
  item: MenuItem;
  onRun: (act: () => unknown) => Promise<void>;
  onClose: () => void;
}): JSX.Element {
  const content = (
    <>
      {item.icon === undefined ? null : <Icon name={item.icon} size="small" />}
      {item.label}
    </>
  );
  if ('href' in item) {
    return (
      <a role="menuitem" href={item.href} onClick={onClose}>
        {content}
      </a>
    );
  }
  const { disabled = '' } = item;
  return (
    <button
      type="button"
      role="menuitem"
      class={item.danger === true ? 'danger' : ''}
      disabled={disabled !== ''}
      {...(disabled === '' ? {} : { title: disabled })}
      onClick={() => void onRun(item.run)}
    >
      {content}
    </button>
  );
}

function moveFocus(root: HTMLElement | null, by: 1 | -1): void {
  const items = [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  items[(at + by + items.length) % items.length]?.focus();
}

/** A button for the main action, with a menu of variants of the action. */
export function SplitButton({
  items,
  menuLabel,
  ...props
}: ButtonProps & { onAct: () => unknown; items: readonly MenuItem[]; menuLabel: string }): JSX.Element {
  return (
    <span class="split-button">
      <Button {...props} />
      <Menu
        items={items}
        label={menuLabel}
        icon="down"
        {...(props.kind === undefined ? {} : { kind: props.kind })}
      />
    </span>
  );
}
