import type { DeploymentRow, RevisionRow } from '../../seams/store.ts';
import { loadConfig, locateGraphs } from '../config/load-config.ts';
import type { Checkout } from '../git/checkout.ts';
import { leftOut } from '../git/left-out.ts';
import { install } from '../install/install.ts';
import type { ModuleCache } from '../install/module-cache.ts';
import type { Artifact, RevisionFolders } from './artifact.ts';
import { bundleGraphs } from './bundle.ts';
import type { StepContext } from './step-context.ts';
import { StepFailure } from './step-failure.ts';

export interface BuildParts {
  checkout: Checkout;
  cache: ModuleCache;
  folders: RevisionFolders;
}
export interface BuildRequest {
  deployment: Pick<DeploymentRow, 'sourceConfig'>;
  revision: Pick<RevisionRow, 'id' | 'source' | 'config'>;
  /** Told the commit as soon as it is known (spec §2.3 `repo_commit_sha`). */
  onCommit: (sha: string) => Promise<void>;
}

/**
 * Makes a revision's artifact: the exact commit checked out, packages installed, graphs bundled (DESIGN §6). Every step
 * tells the log how long it took.
 * @throws StepFailure for what the author can put right, StepAborted when the work was given up.
 */
export async function buildRevision(
  parts: BuildParts,
  context: StepContext,
  { deployment, revision, onCommit }: BuildRequest,
): Promise<Artifact> {
  const { sourceConfig } = deployment;
  if (revision.source !== 'git_host') {
    throw new StepFailure(
      `Sources of the kind ${revision.source} cannot be built by this emulator yet. Deploy from a git repository (source git_host).`,
    );
  }
  if (!sourceConfig.repo_url)
    throw new StepFailure('The deployment has no source_config.repo_url to build from.');
  const time = timer(context);

  const into = await parts.folders.fresh(revision.id);
  const commitSha = await parts.checkout.run({
    repoUrl: sourceConfig.repo_url,
    ref: revision.config.repo_ref,
    commitSha: revision.config.repo_commit_sha,
    into,
    signal: context.signal,
    log: context.log,
  });
  await onCommit(commitSha);
  time(`Checked out ${commitSha}`);
  for (const notice of await leftOut(into)) context.log(notice, 'WARNING');

  const loaded = await loadConfig(into, revision.config.graph_config_path);
  const { nodeVersion } = loaded.config;
  if (nodeVersion !== undefined && !process.versions.node.startsWith(`${nodeVersion}.`)) {
    context.log(
      `${loaded.shown} asks for Node ${nodeVersion}; this emulator runs agents on Node ${process.versions.node}.`,
    );
  }
  // What no command can make must be there already: found missing now, not after a long install.
  if (!sourceConfig.install_command && !sourceConfig.build_command) await locateGraphs(into, loaded);
  const moduleKey = await install(context, {
    checkout: into,
    folderName: loaded.folderName,
    installCommand: sourceConfig.install_command,
    buildCommand: sourceConfig.build_command,
    cache: parts.cache,
  });
  time('Packages are in place');

  const graphs = await bundleGraphs(loaded, await locateGraphs(into, loaded), context.log);
  const { folder, config } = loaded;
  const artifact: Artifact = { commitSha, folder, graphs, env: config.env, moduleKey };
  await parts.folders.write(revision.id, artifact);
  time(`Bundled ${Object.keys(graphs).join(', ')}`);
  return artifact;
}

function timer({ log }: StepContext): (what: string) => void {
  let since = performance.now();
  return (what) => {
    const now = performance.now();
    log(`${what} (${Math.round(now - since)} ms)`);
    since = now;
  };
}
