export const AGENT_LANGUAGES = ['javascript', 'python'] as const;
/**
 * Programming language of a revision's graphs. The library of one language cannot read data that the library of the
 * other stored.
 */
export type AgentLanguage = (typeof AGENT_LANGUAGES)[number];
