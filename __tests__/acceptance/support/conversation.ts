import { agentClient, type AgentClient } from '../../../harness/start/agent.ts';
import type { ActionRun } from '../../../harness/runner/types.ts';
import type { World } from './world.ts';

/** A client of the agent that a run deployed, at the URL the run gave. */
export function clientOf(world: World, run: ActionRun): AgentClient {
  const url = run.outputs['deployment-url'] ?? '';
  if (url === '') throw new Error('the run gave no deployment-url');
  return agentClient(url, world.emulator.apiKey, new AbortController().signal);
}
