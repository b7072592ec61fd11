import type { StartParts } from './parts.ts';

/** Starts the data plane and the agent server on the store. */
export const startParts: StartParts = async () => {
  return { agentRoutes: [], poke: () => undefined, health: () => ({}), close: async () => undefined };
};
