import { signal } from '@preact/signals';
import { errorText } from './api.ts';

/** A short message with one action, such as *Open* or *Undo*. */
export interface Toast {
  text: string;
  act: { label: string; href: string } | { label: string; run: () => void };
}

/** The visible toast, which a new toast replaces. */
export const toast = signal<Toast | null>(null);

/** Milliseconds for which a toast is visible. */
const SHOWN_MS = 6_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast for six seconds. */
export function showToast(next: Toast): void {
  clearTimeout(timer);
  toast.value = next;
  timer = setTimeout(() => (toast.value = null), SHOWN_MS);
}

/** Shows the message of an error as a toast. */
export function showProblem(error: unknown): void {
  showToast({ text: errorText(error), act: { label: 'Close', run: () => undefined } });
}

/** Hides the toast. */
export function hideToast(): void {
  clearTimeout(timer);
  toast.value = null;
}
