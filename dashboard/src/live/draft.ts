import { signal } from '@preact/signals';

/** A text with which a new conversation with an agent begins, once the user sends the text. */
export interface Draft {
  deployment: string;
  text: string;
}

/** The draft that the next playground of its deployment takes over, or null without a draft. */
export const draft = signal<Draft | null>(null);
