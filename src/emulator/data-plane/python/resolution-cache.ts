import { createHash } from 'node:crypto';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DependencyPlan } from '../../../graph-config/python.ts';
import { readPlainText } from '../../../os/plain-file.ts';
import type { RequirementSettings } from './requirement-files.ts';
import type { Resolution } from './resolution.ts';

/** Caches the last dependency resolution for later revisions with the same requirements. */
export interface ResolutionCache {
  /**
   * Returns the cached dependency resolution for `inputs`, or `undefined` if none is cached. Paths of local projects
   * are changed to paths in `checkout`.
   */
  find(inputs: string, checkout: string): Promise<Resolution | undefined>;
  keep(inputs: string, checkout: string, resolution: Resolution): Promise<void>;
  forget(): void;
}

/** Creates a cache in memory of one dependency resolution, so packages are resolved again after a restart. */
export function createResolutionCache(): ResolutionCache {
  let kept: { inputs: string; resolution: Resolution } | undefined;
  return {
    async find(inputs, checkout) {
      if (kept?.inputs !== inputs) return undefined;
      const { resolution } = kept;
      const root = await realpath(checkout);
      return { ...resolution, projects: resolution.projects.map((project) => join(root, project)) };
    },
    async keep(inputs, checkout, resolution) {
      const root = await realpath(checkout);
      const projects = resolution.projects.map(async (project) => relative(root, await realpath(project)));
      kept = { inputs, resolution: { ...resolution, projects: await Promise.all(projects) } };
    },
    forget() {
      kept = undefined;
    },
  };
}

/** Names of files that affect a dependency resolution: installer settings, and requirements of local projects. */
const SETTINGS_FILES: ReadonlySet<string> = new Set(['pyproject.toml', 'uv.toml']);
/** Maximum number of settings files in a checkout, above which the dependency resolution is not cached. */
const MAX_SETTINGS_FILES = 1_000;
const MAX_BYTES = 1024 * 1024;
/** Matches the option for a folder of packages, whose content requirements files do not describe. */
const FIND_LINKS = /find[-_]links/i;

/**
 * Returns a digest of everything that affects the dependency resolution. Returns `undefined` if the digest is not
 * possible, because the resolution depends on a requirements file on another server or on a folder of packages, or
 * because the checkout has unusable settings files.
 */
export async function inputsOfResolution(
  checkout: string,
  plan: DependencyPlan,
  requirementFiles: RequirementSettings,
  /** Inputs that are not files, and installer settings. */
  parts: readonly string[],
): Promise<string | undefined> {
  if (requirementFiles.isRemote) return undefined;
  const root = await realpath(checkout);
  const files = await settingsFilesOf(root);
  if (files === undefined) return undefined;
  const hash = createHash('sha256');
  const add = (text: string) => hash.update(`${Buffer.byteLength(text)}\n${text}`);
  const nameOf = (path: string) => relative(root, path);
  const texts = [...parts, ...requirementFiles.options];
  for (const text of texts) add(text);
  for (const list of [plan.requirements, plan.requirementFiles.map(nameOf), plan.packages.map(nameOf)]) {
    add(JSON.stringify(list));
  }
  for (const file of [...requirementFiles.files, ...files.toSorted()]) {
    const text = await readPlainText(file, { maxBytes: MAX_BYTES, within: root });
    texts.push(text);
    add(nameOf(file));
    add(text);
  }
  if (texts.some((text) => FIND_LINKS.test(text))) return undefined;
  return hash.digest('hex');
}

/**
 * Returns whether the packages of a dependency resolution depend only on its inputs (see {@link inputsOfResolution}).
 */
export async function isReusable({ projects, archives, packages }: Resolution): Promise<boolean> {
  if (archives.length > 0) return false;
  // A package without a hash can change, for example a package from a branch.
  if (packages.some(({ hashes }) => hashes.length === 0)) return false;
  const areStatic = projects.map(async (project) =>
    hasStaticRequirements(
      await readPlainText(join(project, 'pyproject.toml'), { maxBytes: MAX_BYTES }).catch(() => ''),
    ),
  );
  return (await Promise.all(areStatic)).every(Boolean);
}

/**
 * Returns whether a project's `pyproject.toml` contains all requirements, so none are computed by the project's code.
 */
export function hasStaticRequirements(text: string): boolean {
  const dynamic = [...text.matchAll(/\bdynamic["']?\s*=\s*\[([^\]]*)/g)];
  if (dynamic.some(([, fields = '']) => fields.includes('dependencies'))) return false;
  return /^\[project\]\s*(#.*)?$/m.test(text) || /["']poetry\.core\.masonry\.api["']/.test(text);
}

/**
 * Returns the settings files of a checkout, or `undefined` if the checkout has too many settings files, or if a
 * settings file is not a regular file in the checkout.
 */
async function settingsFilesOf(root: string): Promise<string[] | undefined> {
  const found: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') waiting.push(path);
      if (!SETTINGS_FILES.has(entry.name)) continue;
      if (!entry.isFile() || (await lstat(path)).size > MAX_BYTES || found.length >= MAX_SETTINGS_FILES)
        return undefined;
      found.push(path);
    }
  }
  return found;
}
