import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';
import { type CheckoutReader, openCheckout } from '../../../os/checkout-reader.ts';
import {
  GraphConfigError,
  loadGraphConfig,
  type LoadedGraphConfig,
  locateModules,
  locateReferences,
  warningLines,
} from '../../../graph-config/load.ts';
import { trustedOwners } from '../../../git/repository.ts';
import { describeUntrustedFile, findUntrustedAbove } from '../../../os/shared-folders.ts';
import { type Checkout, missingContentNotices } from '../git/checkout.ts';
import { install } from '../install/install.ts';
import type { Tarballs } from '../tarball/tarballs.ts';
import { unpack } from '../tarball/unpack.ts';
import type { ModuleCache } from '../install/module-cache.ts';
import type { PythonEnvironments } from '../python/environments.ts';
import type { Artifact, ArtifactGraphs, ArtifactModules, RevisionFolders } from './artifact.ts';
import { type BundledModules, bundleModules } from './bundle.ts';
import { buildJavaScriptImage, buildPythonImage, chooseBaseImage } from './prepare-image.ts';
import type { AgentImages } from '../places/container/agent-images.ts';
import { bundleUi } from './bundle-ui.ts';
import type { PackageAccess } from './package-access.ts';
import { loadDependencies } from '../../../graph-config/python-dependencies.ts';
import { locatePythonModules } from '../../../graph-config/python-modules.ts';
import { type StepContext, StepFailure } from './step.ts';
import type { BuildPhase } from '../reconcile/timeline.ts';

export interface BuildDependencies {
  checkout: Checkout;
  cache: ModuleCache;
  environments: PythonEnvironments;
  tarballs: Tarballs;
  folders: RevisionFolders;
  images: AgentImages;
}
export interface BuildRequest {
  deployment: Pick<DeploymentRow, 'sourceConfig'>;
  revision: Pick<RevisionRow, 'id' | 'deploymentId' | 'source' | 'config'>;
  /** Secrets of the deployment that installs receive; see `packageVariables`. */
  packageVariables?: Readonly<Record<string, string>>;
  onCommit: (sha: string) => Promise<void>;
  /** Called with the name and the duration of each part of the build. */
  onPhase?: (phase: BuildPhase) => void;
}

/**
 * Builds a revision's artifact: checks out the exact commit or unpacks the tarball, installs packages, and bundles the
 * graphs. Logs the duration of every step.
 * @throws StepFailure if the agent developer can fix the problem
 * @throws StepAborted if the build was cancelled
 */
export async function buildRevision(
  dependencies: BuildDependencies,
  context: StepContext,
  request: BuildRequest,
): Promise<Artifact> {
  try {
    return await build(dependencies, context, request);
  } catch (error) {
    throw error instanceof GraphConfigError ? new StepFailure(error.message, { cause: error }) : error;
  }
}

async function build(
  dependencies: BuildDependencies,
  context: StepContext,
  request: BuildRequest,
): Promise<Artifact> {
  const into = await dependencies.folders.recreate(request.revision.id);
  const cacheFolder = join(dirname(into), 'package-cache');
  try {
    const access = { variables: request.packageVariables ?? {}, cacheFolder };
    return await buildInto(dependencies, context, { ...request, into, access });
  } finally {
    await removeFolder(cacheFolder);
  }
}

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 });

async function buildInto(
  dependencies: BuildDependencies,
  context: StepContext,
  {
    deployment,
    revision,
    onCommit,
    onPhase,
    into,
    access,
  }: BuildRequest & {
    /** Empty folder for the checkout. */
    into: string;
    access: PackageAccess;
  },
): Promise<Artifact> {
  const { sourceConfig } = deployment;
  const time = timer(context, onPhase);

  await refuseUntrustedAbove(into);
  const commitSha = await fetchSource(dependencies, context, { deployment, revision, into });
  if (commitSha !== null) await onCommit(commitSha);
  time('checkout', commitSha === null ? 'Unpacked' : `Checked out ${commitSha}`);
  if (commitSha !== null)
    for (const notice of await missingContentNotices(into)) context.log(notice, 'WARNING');

  const { source, config: requested } = revision;
  const reader = await openCheckout(into);
  const loaded = await loadGraphConfig(
    reader,
    requested.graph_config_path,
    source === 'git_host' ? 'commit' : 'archive',
  );
  for (const warning of warningLines(loaded)) context.log(warning, 'WARNING');
  const { folder, config } = loaded;
  const base = await chooseBaseImage(dependencies.images, loaded, context.log);
  const bundledModules = await makeGraphs(dependencies, context, {
    revisionId: revision.id,
    base,
    checkout: into,
    reader,
    loaded,
    rootName: commitSha === null ? undefined : repositoryName(sourceConfig.repo_url),
    installCommand: sourceConfig.install_command,
    buildCommand: sourceConfig.build_command,
    access,
    time,
  });
  const { language, command, env, sections } = config;
  const artifact: Artifact = { commitSha, folder, language, command, env, sections, ...bundledModules };
  // The folder of the revision must not contain cached packages once its build counts as complete.
  await removeFolder(access.cacheFolder);
  await dependencies.folders.write(revision.id, artifact);
  return artifact;
}

/**
 * Checks the owners of the folders above the checkout. @throws StepFailure if another user's file could decide which
 * code runs.
 */
export async function refuseUntrustedAbove(folder: string): Promise<void> {
  const untrusted = await findUntrustedAbove(folder, trustedOwners(process.env));
  if (untrusted !== undefined) throw new StepFailure(describeUntrustedFile(untrusted));
}

interface GraphsRequest {
  revisionId: string;
  /** Base image for the agent, or `undefined` if the graphs run directly on this machine. */
  base: string | undefined;
  checkout: string;
  reader: CheckoutReader;
  loaded: LoadedGraphConfig;
  /** Folder name of the repository, or `undefined` for a tarball. */
  rootName: string | undefined;
  installCommand: string | null | undefined;
  buildCommand: string | null | undefined;
  access: PackageAccess;
  /** Logs the duration of the part that has just ended, and reports it. */
  time: ReturnType<typeof timer>;
}
type BuiltModules = Pick<Artifact, 'moduleKey' | 'python' | 'image' | 'imports'> & {
  bundledModules: BundledModules;
};

/**
 * Installs packages and prepares the graphs for loading. Returns no graphs if the revision runs its own
 * program instead.
 */
async function makeGraphs(
  dependencies: BuildDependencies,
  context: StepContext,
  request: GraphsRequest,
): Promise<Pick<Artifact, 'graphs' | 'modules' | 'moduleKey' | 'python' | 'image' | 'imports' | 'ui'>> {
  const { reader, loaded, installCommand, buildCommand, time } = request;
  const { language, command, references } = loaded.config;
  // Missing graph files are reported now, unless an install or build command can create them.
  const mayAppear = Boolean(installCommand) || Boolean(buildCommand);
  if (!mayAppear) await locateReferences(reader, loaded);
  const { bundledModules, ...environment } =
    language === 'python'
      ? await preparePythonModules(dependencies, context, request)
      : await bundleJavaScriptModules(dependencies, context, request);
  const files = await locateReferences(reader, loaded);
  const graphs: ArtifactGraphs = {};
  for (const { id, description } of loaded.config.graphs) {
    const module = bundledModules.get(`graphs.${id}`);
    if (!module) continue;
    const { source: file, ...bundled } = module;
    graphs[id] = {
      ...bundled,
      ...(description !== undefined && { description }),
      ...(file !== undefined && { source: { file, checkout: request.checkout } }),
    };
  }
  const modules: ArtifactModules = {};
  for (const { key } of references.modules) {
    const module = bundledModules.get(key);
    if (module) modules[key] = { module: module.module, exportName: module.exportName };
  }
  const ids = Object.keys(graphs).join(', ');
  let what = language === 'python' ? `Prepared Python for ${ids}` : `Bundled ${ids}`;
  if (environment.image !== undefined) what = `Built the image for ${ids}`;
  const phase =
    environment.image === undefined ? (language === 'python' ? 'environment' : 'bundle') : 'image';
  time(phase, command === undefined ? what : 'Prepared the program');
  if (references.ui.length === 0) return { graphs, modules, ...environment };
  // A custom install command must install all packages, unless an image is used.
  const hasPackages =
    language === 'javascript' || (Boolean(installCommand) && environment.image === undefined);
  const ui = await makeUi(dependencies, context, { ...request, files, hasPackages });
  return { graphs, modules, ...environment, ...ui };
}

/** Bundles the user interface components, after installing their packages in a Python project. */
async function makeUi(
  { cache }: BuildDependencies,
  context: StepContext,
  {
    checkout,
    reader,
    loaded,
    time,
    files,
    hasPackages,
    access,
  }: GraphsRequest & { files: ReadonlyMap<string, string>; hasPackages: boolean },
): Promise<Pick<Artifact, 'ui'> & Partial<Pick<Artifact, 'moduleKey'>>> {
  const { folder, folderName, config } = loaded;
  const packages = {
    checkout,
    reader,
    folderName,
    installCommand: undefined,
    buildCommand: undefined,
    cache,
    access,
  };
  const installed = hasPackages ? {} : { moduleKey: await install(context, packages) };
  const named = config.references.ui.map(({ key, name }) => ({ name, file: files.get(key) ?? '' }));
  const shared = config.sections.ui_config?.shared ?? [];
  const ui = await bundleUi({ folder, files: named, shared }, context);
  time('user interface', `Bundled the user interface of ${Object.keys(ui).join(', ')}`);
  return { ui, ...installed };
}

async function bundleJavaScriptModules(
  { cache, images }: BuildDependencies,
  context: StepContext,
  { revisionId, base, checkout, reader, loaded, installCommand, buildCommand, access, time }: GraphsRequest,
): Promise<BuiltModules> {
  const { nodeVersion, command } = loaded.config;
  if (nodeVersion !== undefined && !process.versions.node.startsWith(`${nodeVersion}.`)) {
    context.log(
      `${loaded.shown} requests Node ${nodeVersion}, but this emulator runs agents on Node ${process.versions.node}.`,
    );
  }
  // Missing modules are reported now, unless an install or build command can create them.
  if (!installCommand && !buildCommand) await locateModules(reader, loaded);
  const { folderName } = loaded;
  const moduleKey = await install(context, {
    checkout,
    reader,
    folderName,
    installCommand,
    buildCommand,
    cache,
    access,
  });
  time('packages', 'Installed the packages');
  if (command !== undefined) return { bundledModules: new Map(), moduleKey };
  const bundle = await bundleModules(loaded, await locateModules(reader, loaded), context);
  const { modules: bundledModules, imports } = bundle;
  if (base === undefined) return { bundledModules, moduleKey, imports };
  const image = await buildJavaScriptImage(images, context, { revisionId, base, checkout, loaded });
  return { bundledModules, moduleKey, image };
}

async function preparePythonModules(
  { environments, images }: BuildDependencies,
  context: StepContext,
  {
    revisionId,
    base,
    checkout,
    reader,
    loaded,
    rootName,
    installCommand,
    buildCommand,
    access,
  }: GraphsRequest,
): Promise<BuiltModules> {
  const { shown, folder, folderName, config } = loaded;
  const python = config.python;
  if (python === undefined) throw new Error('the configuration of Python graphs has no Python settings');
  const warn = (message: string) => context.log(message, 'WARNING');
  const plan = await loadDependencies({ reader, rootName, warn }, loaded, python);
  const search = { reader, loaded, python, plan };
  const mayAppear = Boolean(installCommand) || Boolean(buildCommand);
  const modules = await locatePythonModules({ ...search, mayAppear });
  const bundledModules = new Map(
    modules.map(({ key, path, exportName }) => [key, { module: path, exportName }] as const),
  );
  if (base !== undefined) {
    const request = {
      revisionId,
      base,
      checkout,
      reader,
      loaded,
      python,
      plan,
      installCommand,
      buildCommand,
    };
    return { bundledModules, moduleKey: undefined, image: await buildPythonImage(images, context, request) };
  }
  const prepared = await environments.prepare(context, {
    checkout,
    folder,
    folderName,
    shown,
    config: python,
    plan,
    modules,
    relocate: mayAppear ? () => locatePythonModules({ ...search, mayAppear: false }) : undefined,
    installCommand,
    buildCommand,
    home: dirname(checkout),
    access,
  });
  return { bundledModules, moduleKey: undefined, python: prepared };
}

/** Returns the folder name that git uses for a clone: the last part of the repository's address. */
function repositoryName(address: string | null | undefined): string | undefined {
  const parts = (address ?? '').split(/[/:\\]/).filter((part) => part !== '');
  const name = parts.at(-1)?.replace(/\.git$/, '');
  return name === undefined || name === '' || name === '.' || name === '..' ? undefined : name;
}

/** Writes the source files into the folder, and returns the commit SHA, or null if the source is a tarball. */
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
    log(`Unpacked ${files} files.`);
    return null;
  }
  if (source !== 'git_host')
    throw new StepFailure(`This emulator does not build deployments with the source ${source}.`);
  const { repo_url: repoUrl } = deployment.sourceConfig;
  if (!repoUrl)
    throw new StepFailure(
      'The deployment has no source_config.repo_url, so there is no repository to build from. Set source_config.repo_url.',
    );
  return checkout.run({
    repoUrl,
    ref: config.repo_ref,
    commitSha: config.repo_commit_sha,
    into,
    signal,
    log,
  });
}

function timer({ log }: StepContext, onPhase: BuildRequest['onPhase']): (name: string, what: string) => void {
  let since = performance.now();
  return (name, what) => {
    const now = performance.now();
    log(`${what} (${Math.round(now - since)} ms)`);
    onPhase?.({ name, ms: now - since });
    since = now;
  };
}
