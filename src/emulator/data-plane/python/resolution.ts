import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { StepFailure } from '../build/step.ts';

/** Third-party packages with exact versions. */
export interface LockedPackages {
  /** Packages, each as a line of a requirements file without hashes. */
  packages: readonly LockedPackage[];
  /** Other lines of the requirements file, which configure where packages are found. */
  options: readonly string[];
}
interface LockedPackage {
  requirement: string;
  /** Hashes of the package (`sha256:…`), or an empty list for content without a hash, such as a commit. */
  hashes: readonly string[];
}

/** Result of resolving requirements: packages with exact versions, and local packages. */
export interface Resolution extends LockedPackages {
  /** Absolute paths of the local projects' folders. */
  projects: readonly string[];
  /** Absolute paths of packages that are local archives. */
  archives: readonly string[];
}

/** Parses a requirements file that uv wrote. Resolves relative paths from the folder `base`. */
export function parseRequirements(text: string, base: string): Resolution {
  const packages: LockedPackage[] = [];
  const options = new Set<string>();
  const projects = new Set<string>();
  const archives = new Set<string>();
  for (const line of logicalLines(text)) {
    const index = /^\s*# from (\S+)$/.exec(line)?.[1];
    const entry = line.replace(/(^|\s)#.*$/, '').trim();
    const named = index ?? /^--(?:extra-)?index-url[\s=]+(\S+)$/.exec(entry)?.[1];
    // An address with masked credentials is omitted, because the environment variables contain the complete address.
    if (named !== undefined && !named.includes('****')) options.add(`--extra-index-url ${named}`);
    if (entry === '' || (entry.startsWith('--') && !entry.startsWith('--editable'))) continue;
    const hashes = [...entry.matchAll(/\s--hash[= ](\S+)/g)].map(([, hash]) => hash ?? '');
    const requirement = entry.replaceAll(/\s--hash[= ]\S+/g, '').trim();
    const local = localPath(requirement, base);
    if (local === undefined) packages.push({ requirement, hashes });
    else if (isArchive(local) || /\+file:/i.test(requirement)) {
      archives.add(local);
      packages.push({ requirement, hashes });
    } else projects.add(local);
  }
  return { packages, options: [...options], projects: [...projects], archives: [...archives] };
}

const Report = z.object({
  install: z.array(
    z.object({
      download_info: z.object({
        url: z.string(),
        archive_info: z
          .object({ hash: z.string().optional(), hashes: z.record(z.string(), z.string()).optional() })
          .optional(),
        vcs_info: z.object({ vcs: z.string(), commit_id: z.string() }).optional(),
        dir_info: z.looseObject({}).optional(),
        subdirectory: z.string().optional(),
      }),
      is_direct: z.boolean().optional(),
      metadata: z.object({ name: z.string(), version: z.string() }),
      requested_extras: z.array(z.string()).optional(),
    }),
  ),
});

/** Parses the report of a pip dry run. @throws StepFailure if the text is not a report. */
export function parsePipReport(text: string): Resolution {
  const report = Report.safeParse(parseJson(text));
  if (!report.success)
    throw new StepFailure(
      'pip wrote a report that cannot be read. Install pip 22.3 or newer, or install uv.',
    );
  const packages: LockedPackage[] = [];
  const projects: string[] = [];
  const archives: string[] = [];
  for (const { download_info: info, is_direct: isDirect, metadata } of report.data.install) {
    const path = info.url.startsWith('file:') ? fileURLToPath(info.url) : undefined;
    if (path !== undefined && info.dir_info !== undefined) {
      projects.push(path);
      continue;
    }
    if (path !== undefined) archives.push(path);
    const { hash, hashes = {} } = info.archive_info ?? {};
    const sums = Object.entries(hashes).map(([algorithm, sum]) => `${algorithm}:${sum}`);
    if (sums.length === 0 && hash !== undefined) sums.push(hash.replace('=', ':'));
    packages.push({
      requirement:
        isDirect === true || path !== undefined
          ? `${metadata.name} @ ${directUrl(info)}`
          : `${metadata.name}==${metadata.version}`,
      hashes: sums,
    });
  }
  return { packages, options: [], projects, archives };
}

/**
 * Formats a requirements file, with hashes if `hashed` is true. pip accepts hashes only if all packages have hashes.
 */
export function renderRequirements({ packages, options }: LockedPackages, hashed = true): string {
  const lines = packages.map(({ requirement, hashes }) =>
    [requirement, ...(hashed ? hashes.map((hash) => `--hash=${hash}`) : [])].join(' \\\n    '),
  );
  return `${[...options, ...lines].join('\n')}\n`;
}

/** Returns whether every package has a hash. */
export function isFullyHashed({ packages }: LockedPackages): boolean {
  return packages.every(({ hashes }) => hashes.length > 0);
}

/**
 * Returns the key of an environment: a hash of everything that affects the environment's content. The key does not
 * depend on the path of the checkout, because archives in the checkout are identified by hashes.
 */
export function environmentKey(
  { packages }: LockedPackages,
  { checkout, parts }: { checkout: string; parts: readonly string[] },
): string {
  const hash = createHash('sha256');
  const add = (text: string) => hash.update(`${Buffer.byteLength(text)}\n${text}`);
  for (const part of ['1', ...parts]) add(part);
  const texts = packages.map(({ requirement, hashes }) =>
    [requirement.replaceAll(checkout, ''), ...hashes.toSorted()].join(' '),
  );
  for (const text of texts.toSorted()) add(text);
  return hash.digest('hex').slice(0, 40);
}

function directUrl(info: z.infer<typeof Report>['install'][number]['download_info']): string {
  const { url, vcs_info: vcs, subdirectory } = info;
  const at = vcs === undefined ? url : `${vcs.vcs}+${url}@${vcs.commit_id}`;
  return subdirectory === undefined ? at : `${at}#subdirectory=${subdirectory}`;
}

/** Returns the lines of a string, with continued lines joined. */
export function logicalLines(text: string): string[] {
  return text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/);
}

/** Returns the local path of a requirement, resolved from `base`, or `undefined` if the requirement is downloaded. */
export function localPath(requirement: string, base: string): string | undefined {
  const editable = /^(-e|--editable)[\s=]+(.*)$/s.exec(requirement)?.[2];
  const direct = /^[\w.-]+\s*(?:\[[^\]]*\]\s*)?@\s*(\S+)/.exec(requirement)?.[1];
  const written = (direct ?? editable ?? requirement).replace(/(?<!\s)\s+;\s.*$/s, '').trim();
  if (FILE_ADDRESS.test(written)) return pathOfUrl(written.replace(/^[a-z]+\+/i, ''));
  if (/^[a-z][a-z+]+:/i.test(written)) return undefined;
  // Installers treat a name with a separator as a path.
  const [name = ''] = written.split(/;|\s--/);
  const isPath = direct !== undefined || editable !== undefined || /[/\\]/.test(name);
  return isPath ? resolve(base, written) : undefined;
}

/** Matches file URLs, including repository URLs such as `git+file:`. */
const FILE_ADDRESS = /^(?:[a-z]+\+)?file:/i;

function pathOfUrl(text: string): string {
  // The caller refuses the ambiguous form `file:relative`, which uv also writes.
  const url = URL.parse(text.replace(/#.*$/s, ''));
  if (url === null || url.host !== '') return text;
  return fileURLToPath(url);
}

function isArchive(path: string): boolean {
  return /\.(whl|zip|tar\.(gz|bz2|xz|zst)|tgz|tar)$/i.test(path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
