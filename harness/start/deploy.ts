import path from 'node:path';
import type { EmulatorHandle } from '../emulator.ts';
import type { RunnerEvent } from '../events.ts';
import { runAction } from '../runner/run-action.ts';
import type { ActionRun } from '../runner/types.ts';
import type { StartGitHub } from './github.ts';
import type { Source } from './source.ts';
import type { Terminal } from './terminal.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface DeployRequest {
  emulator: EmulatorHandle;
  github: Pick<StartGitHub, 'forRunner'>;
  /** Event that the runner passes to the step. */
  event: RunnerEvent;
  source: Pick<Source, 'repoUrl'>;
  name: string;
  config: string;
  secrets: string;
  /** Checks of the agent after the deployment, in the format of the input `verify`. */
  verify?: string;
  signal: AbortSignal;
}

/** Runs the built action for an event, as the runner would, and prints its log while it runs. */
export function deploy(request: DeployRequest, terminal: Pick<Terminal, 'quote'>): Promise<ActionRun> {
  const { emulator, source } = request;
  return runAction({
    actionYml: path.join(ROOT, 'action.yml'),
    event: request.event,
    github: request.github.forRunner,
    signal: request.signal,
    onLine: (line) => terminal.quote(line),
    inputs: {
      'api-key': emulator.apiKey,
      'workspace-id': emulator.workspaceId,
      'control-plane-url': emulator.urls.controlPlane,
      'deployment-name': request.name,
      'repo-url': source.repoUrl,
      'graph-config-path': request.config,
      'poll-interval': '1s',
      ...(request.secrets === '' ? {} : { secrets: request.secrets }),
      ...(request.verify === undefined ? {} : { verify: request.verify, 'rollback-on-failure': 'true' }),
    },
  });
}

/** Converts the name of a repository to a deployment name: letters, digits and dashes, beginning with a letter. */
export function nameOf(repo: string): string {
  const last =
    repo
      .replace(/[/\\]+$/, '')
      .split(/[/\\:]/)
      .at(-1) ?? '';
  const name = last
    .replace(/\.git$/, '')
    .replaceAll(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return name === '' ? 'agent' : name.toLowerCase();
}
