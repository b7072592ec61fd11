import { signal } from '@preact/signals';

/** A text that begins a new conversation with an agent, once the user sends the text. */
export interface Draft {
  deployment: string;
  text: string;
}

/** The draft that the next opened playground of the draft's deployment takes over, or null without a draft. */
export const draft = signal<Draft | null>(null);
