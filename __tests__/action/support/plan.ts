import type { DesiredDeployment } from '../../../src/action/inputs/settings.ts';
import { type CurrentDeployment, toCurrent } from '../../../src/action/plan/current.ts';
import { mapFields } from '../../../src/action/plan/deployment-fields.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import type { Revision } from '../../../src/contract/revision.ts';

export const A = 'a'.repeat(40);
export const B = 'b'.repeat(40);

/** Returns a desired deployment of commit B of main, with nothing else set. */
export function wantedGit(over: Partial<DesiredDeployment> = {}): DesiredDeployment {
  return {
    source: 'git_host',
    isSourceSet: false,
    ...mapFields(() => undefined),
    repoUrl: 'https://github.com/acme/agents',
    ref: 'main',
    commit: B,
    imageUri: undefined,
    sourcePath: undefined,
    archive: undefined,
    tarballPath: undefined,
    secrets: undefined,
    secretsStrategy: 'merge',
    ...over,
  };
}

export function wantedImage(over: Partial<DesiredDeployment> = {}): DesiredDeployment {
  return wantedGit({
    source: 'external_docker',
    repoUrl: undefined,
    ref: undefined,
    commit: undefined,
    imageUri: 'r.example.org/a:2',
    ...over,
  });
}

export function revision(id: string, status: string, config: Record<string, unknown> = {}): Revision {
  return {
    id,
    status,
    created_at: '2026-11-21T10:00:00Z',
    updated_at: '2026-11-21T10:02:00Z',
    source_revision_config: config,
  };
}

/** Returns a deployment of main whose active revision r1 is built from commit A. */
export function actualGit(over: Partial<Deployment> = {}, revisions?: Revision[]): CurrentDeployment {
  return toCurrent(
    {
      id: 'd1',
      name: 'my-agent',
      status: 'READY',
      source: 'git_host',
      latest_revision_id: 'r1',
      active_revision_id: 'r1',
      source_config: {
        repo_url: 'https://github.com/acme/agents',
        integration_id: '0F9E2D4C-1B3A-4C5D-8E7F-001122334455',
        deployment_type: 'dev',
        build_on_push: false,
      },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json', repo_commit_sha: A },
      secrets: [],
      ...over,
    },
    revisions ?? [
      revision('r1', 'DEPLOYED', {
        repo_ref: 'main',
        graph_config_path: 'langgraph.json',
        repo_commit_sha: A,
      }),
    ],
  );
}

export function actualImage(over: Partial<Deployment> = {}, image = 'r.example.org/a:1'): CurrentDeployment {
  return toCurrent(
    {
      id: 'd1',
      name: 'my-agent',
      status: 'READY',
      source: 'external_docker',
      latest_revision_id: 'r1',
      active_revision_id: 'r1',
      source_config: {},
      source_revision_config: { image_uri: image },
      secrets: [],
      ...over,
    },
    [revision('r1', 'DEPLOYED', { image_uri: image })],
  );
}
