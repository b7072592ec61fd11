export const AGENT_LANGUAGES = ['javascript', 'python'] as const;
/** Language of a revision's graphs. The graph library of one language cannot read data of the other language. */
export type AgentLanguage = (typeof AGENT_LANGUAGES)[number];
