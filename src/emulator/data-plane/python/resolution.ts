import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { StepFailure } from '../build/step.ts';

/** Packages of other people, each with its exact version. */
export interface LockedPackages {
  /** Each in the form of a requirements file, without its hashes. */
  packages: readonly LockedPackage[];
  /** Further lines for the requirements file: where the packages are looked for. */
  options: readonly string[];
}
interface LockedPackage {
  requirement: string;
  /** `sha256:…`; none where a commit or nothing tells which content it is. */
  hashes: readonly string[];
}

/** What the requirements come to. */
export interface Resolution extends LockedPackages {
  /** Folders of local projects among them, absolute. */
  projects: readonly string[];
  /** Local archives among the packages, absolute. */
  archives: readonly string[];
}

/**
 * Parses a requirements file as uv writes it; relative paths in it begin at `base`.
 */
export function parseRequirements(text: string, base: string): Resolution {
  const packages: LockedPackage[] = [];
  const options = new Set<string>();
  const projects = new Set<string>();
  const archives = new Set<string>();
  for (const line of logicalLines(text)) {
    const index = /^\s*# from (\S+)$/.exec(line)?.[1];
    const entry = line.replace(/(^|\s)#.*$/, '').trim();
    const named = index ?? /^--(?:extra-)?index-url[\s=]+(\S+)$/.exec(entry)?.[1];
    // A masked address has its credentials in the environment.
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

/** Parses the report of a dry run of pip. @throws StepFailure for what is no such report. */
export function parsePipReport(text: string): Resolution {
  const report = Report.safeParse(parseJson(text));
  if (!report.success)
    throw new StepFailure('pip wrote a report that cannot be read. Is it newer than 22.3?');
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

/** The text of a requirements file. Without `hashed`, no package has hashes: pip accepts them for all or none. */
export function renderRequirements({ packages, options }: LockedPackages, hashed = true): string {
  const lines = packages.map(({ requirement, hashes }) =>
    [requirement, ...(hashed ? hashes.map((hash) => `--hash=${hash}`) : [])].join(' \\\n    '),
  );
  return `${[...options, ...lines].join('\n')}\n`;
}

/** Whether the content of every package is known by its hash. */
export function isFullyHashed({ packages }: LockedPackages): boolean {
  return packages.every(({ hashes }) => hashes.length > 0);
}

/**
 * The key of an environment, over everything its content depends on. The checkout's own path does not count: archives in it
 * are known by their hashes.
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

/** Lines with those that continue them. */
export function logicalLines(text: string): string[] {
  return text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/);
}

/** Where a requirement lies on this machine, relative paths beginning at `base`; undefined for one that is fetched. */
export function localPath(requirement: string, base: string): string | undefined {
  const editable = /^(-e|--editable)[\s=]+(.*)$/s.exec(requirement)?.[2];
  const direct = /^[\w.-]+\s*(?:\[[^\]]*\]\s*)?@\s*(\S+)/.exec(requirement)?.[1];
  const written = (direct ?? editable ?? requirement).replace(/(?<!\s)\s+;\s.*$/s, '').trim();
  if (FILE_ADDRESS.test(written)) return pathOfUrl(written.replace(/^[a-z]+\+/i, ''));
  if (/^[a-z][a-z+]+:/i.test(written)) return undefined;
  // Installers take any name with a separator in it for a path.
  const [name = ''] = written.split(/;|\s--/);
  const isPath = direct !== undefined || editable !== undefined || /[/\\]/.test(name);
  return isPath ? resolve(base, written) : undefined;
}

/** Also that of a repository: `git+file:`. */
const FILE_ADDRESS = /^(?:[a-z]+\+)?file:/i;

function pathOfUrl(text: string): string {
  // uv also writes `file:relative`, which is not ours to guess.
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
