export const AGENT_LANGUAGES = ['javascript', 'python'] as const;
/** Language of a revision's graphs. The library of one language cannot read data of the other. */
export type AgentLanguage = (typeof AGENT_LANGUAGES)[number];
