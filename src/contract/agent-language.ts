export const AGENT_LANGUAGES = ['javascript', 'python'] as const;
/** Language of a revision's graphs. Data stored by one language's library cannot be read by the other's. */
export type AgentLanguage = (typeof AGENT_LANGUAGES)[number];
