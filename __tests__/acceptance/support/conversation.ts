import { agentClient, type AgentClient } from '../../../harness/start/agent.ts';
import type { ActionRun } from '../../../harness/runner/types.ts';
import type { TestEnvironment } from './environment.ts';

/** Returns a client of the agent that a run deployed, at the URL from the run's outputs. */
export function clientOf(world: TestEnvironment, run: ActionRun): AgentClient {
  const url = run.outputs['deployment-url'] ?? '';
  if (url === '') throw new Error('the run gave no deployment-url');
  return agentClient(url, world.emulator.apiKey, new AbortController().signal);
}
