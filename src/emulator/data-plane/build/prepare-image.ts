import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { CheckoutReader } from '../../../os/checkout-reader.ts';
import { requiresImage, baseImageOf, describeImageKeys } from '../../../graph-config/image.ts';
import type { DependencyPlan, PythonConfig } from '../../../graph-config/python.ts';
import { installScript } from '../places/container/agent-image.ts';
import type { AgentImages } from '../places/container/agent-images.ts';
import { checkRequirements } from '../python/requirement-files.ts';
import { LIBRARY } from '../python/resolve-packages.ts';
import type { ArtifactImage } from './artifact.ts';
import { type LoadedGraphConfig, requirePath } from '../../../graph-config/load.ts';
import type { StepContext } from './step.ts';

export interface ImageRequest {
  revisionId: string;
  checkout: string;
  loaded: LoadedGraphConfig;
  base: string;
}

/**
 * Returns the base image for an agent's image, or `undefined` if the agent runs directly on this machine. Logs a
 * warning about settings that have no effect without an image.
 */
export async function chooseBaseImage(
  images: AgentImages,
  { shown, config }: LoadedGraphConfig,
  log: StepContext['log'],
): Promise<string | undefined> {
  const { sections, language, python, nodeVersion, command } = config;
  if (command !== undefined || describeImageKeys(sections) === undefined) return undefined;
  const reason = requiresImage(sections) ? await reasonAgainst(images) : undefined;
  const message = describeImageKeys(sections, { reason });
  if (message !== undefined) {
    log(`Graph configuration ${shown}: ${message}`, 'WARNING');
    return undefined;
  }
  const base = baseImageOf(sections, language, language === 'python' ? python?.version : nodeVersion);
  if ('problem' in base) throw new Error('the base image, which was validated before, is invalid');
  if (base.note !== undefined) {
    log(`Graph configuration ${shown}: the key "api_version" ${base.note}`, 'WARNING');
  }
  return base.image;
}

async function reasonAgainst(images: AgentImages): Promise<string | undefined> {
  return process.platform === 'win32' ? 'container images cannot use Windows paths' : images.unavailable();
}

/**
 * Builds the image of a Python agent with its packages. Returns the image's name and the folders from which
 * Python imports modules.
 * @throws StepFailure with the engine's last output, StepAborted if cancelled.
 */
export async function buildPythonImage(
  images: AgentImages,
  context: StepContext,
  request: ImageRequest & {
    reader: CheckoutReader;
    python: PythonConfig;
    plan: DependencyPlan;
    installCommand: string | null | undefined;
    buildCommand: string | null | undefined;
  },
): Promise<ArtifactImage> {
  const checkout = await realpath(request.checkout);
  const { revisionId, loaded, base, python, plan, installCommand, buildCommand } = request;
  const { shown, folder, config } = loaded;
  await checkRequirements(checkout, folder, plan.requirements, shown);
  const home = dirname(checkout);
  const links = join(home, 'flat');
  const { pipConfigFile, source } = python;
  const pathOf = (key: string, path: string, type: 'file' | 'folder') =>
    requirePath(request.reader, loaded, { key, path, type });
  const script = installScript({
    plan,
    config: python,
    pipConfigFile: pipConfigFile && (await pathOf('pip_config_file', pipConfigFile, 'file')),
    projectFolder: source.kind === 'uv' ? await pathOf('source.root', source.root, 'folder') : undefined,
    links,
    keep: config.sections.keep_pkg_tools,
    library: LIBRARY,
    installCommand,
    buildCommand,
    checkout,
    folder,
  });
  const name = await images.build({
    revisionId,
    home,
    plan: { base, lines: config.sections.dockerfile_lines ?? [], checkout, folder, script },
    log: context.log,
    signal: context.signal,
    timeoutMs: context.limits.installMs,
  });
  const paths = [...plan.paths, ...(plan.flat.length > 0 ? [links] : []), ...plan.packages];
  return { name, paths: [...new Set(paths)] };
}

/**
 * Builds the image of a JavaScript agent with the packages and the Node version of this machine.
 * @throws StepFailure with the engine's last output, StepAborted if cancelled.
 */
export async function buildJavaScriptImage(
  images: AgentImages,
  context: StepContext,
  { revisionId, checkout: given, loaded, base }: ImageRequest,
): Promise<ArtifactImage> {
  const { folder, config } = loaded;
  const checkout = await realpath(given);
  const name = await images.build({
    revisionId,
    home: dirname(given),
    plan: { base, lines: config.sections.dockerfile_lines ?? [], checkout, folder, script: undefined },
    log: context.log,
    signal: context.signal,
    timeoutMs: context.limits.installMs,
  });
  return { name, paths: [] };
}
