import { signal } from '@preact/signals';

/** A text with which a new conversation with an agent begins. It is not sent until the user sends it. */
export interface Draft {
  deployment: string;
  text: string;
}

/** The draft that the next playground of its deployment takes over; null without a draft. */
export const draft = signal<Draft | null>(null);
