export const AGENT_LANGUAGES = ['javascript', 'python'] as const;
/** The language of a revision's graphs. What one language's library stored, the other's cannot read. */
export type AgentLanguage = (typeof AGENT_LANGUAGES)[number];
