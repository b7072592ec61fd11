import { relative, sep } from 'node:path';
import type { AgentLanguage } from '../contract/agent-language.ts';
import type { CheckoutReader } from '../os/checkout-reader.ts';
import type { ConfigProblem } from './fields.ts';
import { describeImageKeys } from './image.ts';
import { type InstallPlan, planInstall, readPackageFolders } from './install-plan.ts';
import {
  GraphConfigError,
  type LoadedGraphConfig,
  namedFiles,
  readGraphConfig,
  requirePath,
} from './load.ts';
import { findIgnoreFile } from './ignored.ts';
import { modulesToLoad, type ProgramCommand } from './parse.ts';
import type { DependencyPlan, PythonConfig } from './python.ts';
import { loadDependencies } from './python-dependencies.ts';
import { locatePythonModules } from './python-modules.ts';

export interface CheckRequest {
  reader: CheckoutReader;
  /** Path of the graph configuration, relative to the checkout. */
  configPath: string;
  /** Name of the checkout's root folder, which is the module name if the root folder is a flat Python package. */
  rootName: string;
  /**
   * Commands in the deployment's inputs. A missing module is not a problem if a command is set, because the command
   * might create the module.
   */
  installCommand?: string | undefined;
  buildCommand?: string | undefined;
}

/** Expected result of building a checkout, determined without running a program. */
export interface CheckReport {
  configPath: string;
  /** Problems that would make the build fail, or an empty list if the build can start. */
  problems: string[];
  /** Warnings, such as keys without effect. */
  warnings: string[];
  /** Messages about keys that the hosted service supports and the emulator does not support. */
  emulatorOnly: string[];
  /** Details of the build, or absent if the configuration cannot be read. */
  build?: CheckedBuild;
}

interface CheckedBuild {
  language: AgentLanguage;
  graphs: { id: string; module: string; exportName: string; description?: string | undefined }[];
  /** Program that serves the agent instead of graphs. */
  command?: ProgramCommand | undefined;
  /** Paths of modules and files that keys other than `graphs` refer to, keyed by key. */
  named: Record<string, string>;
  /** Installation of packages, or absent if keys about packages are invalid. */
  packages?: CheckedPackages;
  /** Path of the file with variables that `env` refers to, or names of the variables in `env`. */
  env: { file: string } | { names: string[] };
}

/** Plan for the installation of packages, with paths relative to the checkout. */
type CheckedPackages =
  | { kind: 'none' }
  | { kind: 'command'; line: string }
  | { kind: 'javascript'; folder: string; line: string }
  | {
      kind: 'python';
      version: string | undefined;
      installer: PythonConfig['installer'];
      requirements: string[];
      requirementFiles: string[];
      folders: string[];
    };

/** Determines the steps and problems of building a checkout. Runs no programs, and reads only files of the checkout. */
export async function checkAgent(request: CheckRequest): Promise<CheckReport> {
  const { reader, configPath } = request;
  const report: CheckReport = { configPath, problems: [], warnings: [], emulatorOnly: [] };
  const loaded = await attempt(report, () => readGraphConfig(reader, configPath, 'folder'));
  if (loaded === undefined) return report;
  const say = ({ key, message }: ConfigProblem): string => `the key "${key}" ${message}`;
  for (const warning of [...loaded.refusals, ...loaded.warnings]) {
    (warning.isEmulatorOnly ? report.emulatorOnly : report.warnings).push(say(warning));
  }
  const { config } = loaded;
  const ofImage = describeImageKeys(config.sections);
  if (ofImage !== undefined) report.emulatorOnly.push(ofImage);
  if (config.env.kind === 'file') await checkEnvFile(report, reader, loaded, config.env.path);
  await warnOfIgnored(report, reader, loaded);
  const packages = await checkPackages(report, request, loaded);
  const { modules, ui } = config.references;
  if (!request.installCommand && !request.buildCommand)
    await checkFiles(report, reader, loaded, namedFiles(config));
  report.build = {
    language: config.language,
    graphs: config.graphs.map(({ id, path, exportName, description }) => ({
      id,
      module: path,
      exportName,
      ...(description !== undefined && { description }),
    })),
    ...(config.command !== undefined && { command: config.command }),
    named: Object.fromEntries([
      ...modules.map(({ key, path, exportName }) => [key, `${path}:${exportName}`] as const),
      ...ui.map(({ key, path }) => [key, path] as const),
    ]),
    ...(packages && { packages }),
    env: config.env.kind === 'file' ? { file: config.env.path } : { names: namesOf(config.env) },
  };
  return report;
}

const namesOf = (env: { kind: 'none' } | { kind: 'values'; values: Record<string, string> }): string[] =>
  env.kind === 'values' ? Object.keys(env.values) : [];

/**
 * Returns the result of `read`. If `read` throws a GraphConfigError, adds its problems to the report and returns
 * `undefined`.
 */
async function attempt<T>(report: CheckReport, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof GraphConfigError)) throw error;
    for (const problem of [error.message, ...error.others]) {
      if (!report.problems.includes(problem)) report.problems.push(problem);
    }
    return undefined;
  }
}

async function checkEnvFile(
  report: CheckReport,
  reader: CheckoutReader,
  { folder }: LoadedGraphConfig,
  path: string,
): Promise<void> {
  const found = await reader.find(folder, path);
  if (found.kind === 'inside' && found.type === 'file') return;
  report.warnings.push(
    `the key "env" points to the file "${path}", which does not exist, so none of its variables is set. Create the file for \`dev\`, and set the variables as secrets of the deployment`,
  );
}

/** Warns about modules that git ignores, because the commit that the service builds does not contain ignored files. */
async function warnOfIgnored(
  report: CheckReport,
  reader: CheckoutReader,
  { folder, config }: LoadedGraphConfig,
): Promise<void> {
  for (const { key, path } of modulesToLoad(config)) {
    const found = await reader.find(folder, path);
    const file = found.kind === 'inside' ? await findIgnoreFile(reader, folder, path) : undefined;
    if (file === undefined) continue;
    report.warnings.push(
      `the key "${key}" points to "${path}", which ${file} excludes, so commits lack the file unless git already tracks it. Remove the pattern there`,
    );
  }
}

async function checkFiles(
  report: CheckReport,
  reader: CheckoutReader,
  loaded: LoadedGraphConfig,
  files: readonly { key: string; path: string }[],
): Promise<void> {
  for (const { key, path } of files) {
    await attempt(report, () => requirePath(reader, loaded, { key, path, type: 'file' }));
  }
}

async function checkPackages(
  report: CheckReport,
  request: CheckRequest,
  loaded: LoadedGraphConfig,
): Promise<CheckedPackages | undefined> {
  const { reader, rootName, installCommand, buildCommand } = request;
  const mayAppear = Boolean(installCommand) || Boolean(buildCommand);
  const { python, command } = loaded.config;
  if (python === undefined) {
    if (!mayAppear && command === undefined) {
      await checkFiles(report, reader, loaded, modulesToLoad(loaded.config));
    }
    const folders = await attempt(report, () => readPackageFolders(reader, loaded.folderName));
    return folders && describeInstall(report, planInstall(installCommand, folders));
  }
  const warn = (message: string) => void report.warnings.push(message);
  const plan = await attempt(report, () => loadDependencies({ reader, rootName, warn }, loaded, python));
  if (plan === undefined) return undefined;
  await attempt(report, () => locatePythonModules({ reader, loaded, python, plan, mayAppear }));
  if (installCommand !== undefined) return { kind: 'command', line: installCommand };
  return describePython(reader, python, plan);
}

function describeInstall(report: CheckReport, plan: InstallPlan): CheckedPackages {
  switch (plan.kind) {
    case 'nothing':
      return { kind: 'none' };
    case 'command':
      return { kind: 'command', line: plan.line };
    case 'detected': {
      if (plan.warning !== undefined) report.warnings.push(plan.warning);
      return { kind: 'javascript', folder: plan.folder, line: [plan.manager, ...plan.args].join(' ') };
    }
  }
}

function describePython(
  reader: CheckoutReader,
  { version, installer, source }: PythonConfig,
  plan: DependencyPlan,
): CheckedPackages {
  const shown = (path: string): string => relative(reader.root, path).split(sep).join('/') || '.';
  const folders = [...plan.packages, ...plan.paths, ...plan.flat.map(({ folder }) => folder)];
  return {
    kind: 'python',
    version,
    installer,
    requirements: plan.requirements,
    requirementFiles: source.kind === 'uv' ? [`${source.root}/uv.lock`] : plan.requirementFiles.map(shown),
    folders: source.kind === 'uv' ? [source.root] : folders.map(shown),
  };
}

/** Returns the report as readable text, which contains names from the checkout without escaping. */
export function renderCheck({ configPath, problems, warnings, emulatorOnly, build }: CheckReport): string {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', `${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)];
  return [
    ...(build === undefined ? [`${configPath} cannot be built.`] : describeBuild(configPath, build)),
    ...section('Different in the emulator than on the hosted service', emulatorOnly),
    ...section('Warnings', warnings),
    ...section('The build would fail because of', problems),
    '',
    problems.length === 0 ? 'No problem prevents a build.' : 'Correct these problems before you deploy.',
    '',
  ].join('\n');
}

function describeBuild(configPath: string, build: CheckedBuild): string[] {
  const { graphs, command, named, packages, env } = build;
  const language = build.language === 'python' ? 'Python' : 'JavaScript';
  const program = Array.isArray(command) ? command.join(' ') : command;
  const variables = 'file' in env ? `those of ${env.file}` : env.names.join(', ');
  return [
    program === undefined
      ? `${configPath}: ${graphs.length === 1 ? 'a graph' : `${graphs.length} graphs`} in ${language}`
      : `${configPath}: the program ${program}`,
    ...graphs.map(({ id, module, exportName }) => `  ${id}: ${exportName} of ${module}`),
    ...Object.entries(named).map(([key, text]) => `  ${key}: ${text}`),
    ...(packages ? [`  packages: ${describePackages(packages)}`] : []),
    ...(variables === '' ? [] : [`  variables: ${variables}`]),
  ];
}

function describePackages(packages: CheckedPackages): string {
  switch (packages.kind) {
    case 'none':
      return 'none are installed';
    case 'command':
      return packages.line;
    case 'javascript':
      return `${packages.line}${packages.folder === '' ? '' : ` in ${packages.folder}`}`;
    case 'python': {
      const { version, installer, requirements, requirementFiles, folders } = packages;
      const by = installer === 'auto' ? 'uv' : installer;
      const what = [...requirements, ...requirementFiles, ...folders].join(', ');
      return `Python ${version ?? '3.11 or newer'} with ${what}, by ${by}`;
    }
  }
}
