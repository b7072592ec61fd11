interface State {
  messages: { role: string; content: string }[];
}

/** Repeats the last message. The agent needs no packages, so its build needs no network. */
export const graph = {
  invoke({ messages }: State): State {
    return { messages: [...messages, { role: 'assistant', content: `echo: ${messages.at(-1)?.content}` }] };
  },
};
