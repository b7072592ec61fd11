import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';
import { loadGraphConfig, type LoadedGraphConfig, locateGraphs } from './load-graph-config.ts';
import { type Checkout, missingContentNotices } from '../git/checkout.ts';
import { install } from '../install/install.ts';
import type { Tarballs } from '../tarball/tarballs.ts';
import { unpack } from '../tarball/unpack.ts';
import type { ModuleCache } from '../install/module-cache.ts';
import type { Artifact, RevisionFolders } from './artifact.ts';
import { bundleGraphs } from './bundle.ts';
import { type StepContext, StepFailure } from './step.ts';

export interface BuildDependencies {
  checkout: Checkout;
  cache: ModuleCache;
  tarballs: Tarballs;
  folders: RevisionFolders;
}
export interface BuildRequest {
  deployment: Pick<DeploymentRow, 'sourceConfig'>;
  revision: Pick<RevisionRow, 'id' | 'deploymentId' | 'source' | 'config'>;
  /** Called with the commit as soon as it is known. */
  onCommit: (sha: string) => Promise<void>;
}

/**
 * Makes a revision's artifact: checks the exact commit out or unpacks the tarball, installs packages, bundles the graphs. Every
 * step logs how long it took.
 * @throws StepFailure for what the author can fix, StepAborted when cancelled.
 */
export async function buildRevision(
  dependencies: BuildDependencies,
  context: StepContext,
  { deployment, revision, onCommit }: BuildRequest,
): Promise<Artifact> {
  const { sourceConfig } = deployment;
  const time = timer(context);

  const into = await dependencies.folders.recreate(revision.id);
  const commitSha = await fetchSource(dependencies, context, { deployment, revision, into });
  if (commitSha !== null) await onCommit(commitSha);
  time(commitSha === null ? 'Unpacked' : `Checked out ${commitSha}`);
  if (commitSha !== null)
    for (const notice of await missingContentNotices(into)) context.log(notice, 'WARNING');

  const { source, config: requested } = revision;
  const loaded = await loadGraphConfig(
    into,
    requested.graph_config_path,
    source === 'git_host' ? 'commit' : 'archive',
  );
  const { nodeVersion, command } = loaded.config;
  if (nodeVersion !== undefined && !process.versions.node.startsWith(`${nodeVersion}.`)) {
    context.log(
      `${loaded.shown} asks for Node ${nodeVersion}; this emulator runs agents on Node ${process.versions.node}.`,
    );
  }
  // Without commands that could create modules they must be there already: fail now, not after a long install.
  if (!sourceConfig.install_command && !sourceConfig.build_command) await locateGraphs(into, loaded);
  const moduleKey = await install(context, {
    checkout: into,
    folderName: loaded.folderName,
    installCommand: sourceConfig.install_command,
    buildCommand: sourceConfig.build_command,
    cache: dependencies.cache,
  });
  time('Packages are in place');

  const graphs = await graphsOf(into, loaded, context);
  const { folder, config } = loaded;
  const artifact: Artifact = { commitSha, folder, graphs, command, env: config.env, moduleKey };
  await dependencies.folders.write(revision.id, artifact);
  time(command === undefined ? `Bundled ${Object.keys(graphs).join(', ')}` : 'Ready to run its program');
  return artifact;
}

/** Its graphs, ready to be loaded; none where a program serves instead. */
async function graphsOf(
  into: string,
  loaded: LoadedGraphConfig,
  { log }: StepContext,
): Promise<Artifact['graphs']> {
  if (loaded.config.command !== undefined) return {};
  return bundleGraphs(loaded, await locateGraphs(into, loaded), log);
}

/** Puts the source into the folder. Gives the commit; null for a tarball. */
async function fetchSource(
  { checkout, tarballs }: BuildDependencies,
  { signal, log }: StepContext,
  { deployment, revision, into }: Pick<BuildRequest, 'deployment' | 'revision'> & { into: string },
): Promise<string | null> {
  const { source, config } = revision;
  if (source === 'internal_source') {
    const { path, size, content } = await tarballs.need(revision);
    log(`Unpacking ${path} (${size} bytes)`);
    const files = await unpack(content(), { shown: `The tarball ${path}`, into, signal });
    log(`It holds ${files} files.`);
    return null;
  }
  if (source !== 'git_host') throw new StepFailure(`Nothing is built of sources of the kind ${source}.`);
  const { repo_url: repoUrl } = deployment.sourceConfig;
  if (!repoUrl) throw new StepFailure('The deployment has no source_config.repo_url to build from.');
  return checkout.run({
    repoUrl,
    ref: config.repo_ref,
    commitSha: config.repo_commit_sha,
    into,
    signal,
    log,
  });
}

function timer({ log }: StepContext): (what: string) => void {
  let since = performance.now();
  return (what) => {
    const now = performance.now();
    log(`${what} (${Math.round(now - since)} ms)`);
    since = now;
  };
}
