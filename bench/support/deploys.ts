import path from 'node:path';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { pushEvent, type RunnerEvent } from '../../harness/events.ts';
import type { FixtureRepository } from '../../harness/git.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import type { ActionRun } from '../../harness/runner/types.ts';

export const ROOT = path.resolve(import.meta.dirname, '..', '..');

/**
 * Deploys the head of a repository with the built action, as the runner does, and polls once a second. Throws with the
 * action's log if the deployment does not succeed.
 */
export async function deploy(
  emulator: EmulatorHandle,
  repository: FixtureRepository,
  more: {
    name: string;
    event?: RunnerEvent;
    github?: { serverUrl: string; apiUrl: string; token: string };
    nodeArguments?: string[];
    env?: Record<string, string>;
  },
): Promise<ActionRun> {
  const run = await runAction({
    actionYml: path.join(ROOT, 'action.yml'),
    event: more.event ?? pushEvent({ branch: 'main', after: await repository.head() }),
    ...(more.github === undefined ? {} : { github: more.github }),
    inputs: {
      'api-key': emulator.apiKey,
      'workspace-id': emulator.workspaceId,
      'control-plane-url': emulator.urls.controlPlane,
      'deployment-name': more.name,
      'repo-url': repository.url,
      'poll-interval': '1s',
      'wait-timeout': '3m',
    },
    ...(more.nodeArguments === undefined ? {} : { nodeArguments: more.nodeArguments }),
    ...(more.env === undefined ? {} : { env: more.env }),
  });
  if (run.outcome !== 'success') throw new Error(`the deploy ended with ${run.outcome}:\n${run.log}`);
  return run;
}
