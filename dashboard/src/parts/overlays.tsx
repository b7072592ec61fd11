import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { hideToast, toast } from '../live/toasts.ts';
import { visibleLine } from '../logic/format.ts';
import { Field, UntrustedText } from './basics.tsx';
import { Button } from './button.tsx';

/**
 * Opens a dialog as a modal dialog when it is mounted. When the page removes the open dialog, the focus returns to the
 * element that had the focus before. The browser returns the focus only after a dialog was closed, and not after an
 * open dialog was removed. The focus changes before the page is drawn again, so that the next key reaches the right
 * element.
 */
export function useModal(dialog: { readonly current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    const returnFocus = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
    // The dialog is in the page until this function returns, and elements outside a modal dialog cannot have the focus.
    return () => queueMicrotask(returnFocus);
  }, []);
}

/**
 * A modal dialog. The browser keeps the focus inside the dialog, and later returns the focus to the element that opened
 * the dialog. Escape and `onClose` close the dialog. With `sheet`, the dialog slides in from the bottom edge, for
 * narrow windows.
 */
export function Dialog({
  title,
  children,
  acts,
  onClose,
  sheet = false,
}: {
  title: string;
  children: ComponentChildren;
  acts?: ComponentChildren;
  onClose: () => void;
  sheet?: boolean;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${sheet ? 'sheet' : ''}`}
      aria-labelledby={headingId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="stack">
        <h2 id={headingId}>
          <UntrustedText text={title} limit={200} />
        </h2>
        {children}
        {acts === undefined ? null : <div class="acts">{acts}</div>}
      </div>
    </dialog>
  );
}

/** Requires the user to type a name before data is deleted. */
export function ConfirmByName({
  name,
  title,
  children,
  action,
  keep = 'Keep it',
  onConfirm,
  onClose,
}: {
  name: string;
  title: string;
  children: ComponentChildren;
  action: string;
  keep?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}): JSX.Element {
  const typed = useSignal('');
  const confirm = async () => {
    await onConfirm();
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      acts={
        <>
          <Button onAct={onClose}>{keep}</Button>
          <Button
            kind="danger"
            disabled={typed.value === name ? '' : `Type “${visibleLine(name)}” first`}
            onAct={confirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <Field
        label={`Type “${visibleLine(name)}” to confirm`}
        value={typed.value}
        onValue={(value) => (typed.value = value)}
      />
    </Dialog>
  );
}

/** Shows the current toast. The live region exists before the toast, so that screen readers announce the toast. */
export function ToastRegion(): JSX.Element {
  const current = toast.value;
  return (
    <div class="toast" role="status">
      {current === null ? null : (
        <>
          <UntrustedText text={current.text} limit={200} />
          {'href' in current.act ? (
            <a href={current.act.href} onClick={hideToast}>
              {current.act.label}
            </a>
          ) : (
            <ToastButton label={current.act.label} run={current.act.run} />
          )}
        </>
      )}
    </div>
  );
}

function ToastButton({ label, run }: { label: string; run: () => void }): JSX.Element {
  return (
    <button
      type="button"
      onClick={() => {
        hideToast();
        run();
      }}
    >
      {label}
    </button>
  );
}
