import { cp, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createRepository, type FixtureRepository, git } from '../git.ts';
import { findCheckout, createFacade, openRepository } from '../../src/git/repository.ts';
import type { StartOptions } from './options.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A commit to deploy. */
export interface Source {
  repoUrl: string;
  /** Full ref: `refs/heads/…` or `refs/tags/…`. */
  ref: string;
  commit: string;
  /** A remark for the user, for example about uncommitted files. */
  remark: string | null;
}

/** A source with the path of the graph configuration in the repository. */
type OwnSource = Source & { config: string };

/** Names of files and folders that a user's trial leaves in the folder of an example. */
const LEFTOVERS = ['node_modules', '.venv', '__pycache__'];

/** Creates a separate git repository from examples/echo-agent. */
export function echoRepository(): Promise<FixtureRepository> {
  return exampleRepository('echo-agent');
}

/** Creates a separate git repository from examples/python-agent. */
export function pythonRepository(): Promise<FixtureRepository> {
  return exampleRepository('python-agent');
}

async function exampleRepository(name: string): Promise<FixtureRepository> {
  const example = path.join(ROOT, 'examples', name);
  const repository = await createRepository({});
  await cp(example, repository.dir, {
    recursive: true,
    filter: (source) => {
      const parts = path.relative(example, source).split(path.sep);
      return !parts.some((part) => LEFTOVERS.includes(part) || part.endsWith('.egg-info'));
    },
  });
  await repository.commit({}, `Add the ${name.replace('-', ' ')}`);
  return repository;
}

/** The places of the version in the files of the examples. */
const VERSIONS = [
  { file: 'src/agent.ts', pattern: /(?<=VERSION = ')v\d(?=')/ },
  { file: 'src/echo_agent/reply.py', pattern: /(?<=VERSION = ")v\d(?=")/ },
];

/** Commits a change to another version of an example, and returns the commit. */
export async function changeEchoAgent(repository: FixtureRepository, version = 'v2'): Promise<string> {
  for (const { file, pattern } of VERSIONS) {
    const text = await readFile(path.join(repository.dir, file), 'utf8').catch(() => '');
    const changed = text.replace(pattern, version);
    if (changed !== text) return repository.commit({ [file]: changed }, `Answer as ${version}`);
  }
  const files = VERSIONS.map(({ file }) => file).join(' nor ');
  throw new Error(`neither ${files} of the example holds VERSION = v…`);
}

/** Finds the source that the user wants to deploy. Throws with a sentence that explains the alternatives. */
export async function ownSource(options: Extract<StartOptions, { kind: 'own' }>): Promise<OwnSource> {
  const folder = await stat(options.repo).catch(() => null);
  return folder?.isDirectory()
    ? localSource(path.resolve(options.repo), options)
    : { ...(await remoteSource(options.repo, options.ref)), config: options.config };
}

/**
 * Reads a folder of the user through a separate git directory (see `src/git/repository.ts`), because the folder may be
 * a foreign checkout whose configuration starts programs.
 */
async function localSource(
  folder: string,
  options: Extract<StartOptions, { kind: 'own' }>,
): Promise<OwnSource> {
  const real = await realpath(folder);
  const checkout = await findCheckout(real, path.parse(real).root);
  const repository = checkout ?? (await openRepository(real));
  if (repository === undefined) {
    throw new Error(`${folder} is not a git repository: run git init and commit your agent there first`);
  }
  const own = await mkdtemp(path.join(tmpdir(), 'agent-deploy-git-'));
  try {
    const { gitDir, index } = await createFacade(repository, path.join(own, 'git'), process.platform);
    const ask = (args: string[], env: Record<string, string> = {}) =>
      git(gitDir, args, undefined, { GIT_DIR: gitDir, GIT_OPTIONAL_LOCKS: '0', ...env });
    const ref = options.ref ?? (await ask(['symbolic-ref', '--short', 'HEAD']).catch(() => ''));
    if (ref === '') throw new Error(`${folder} has no branch checked out: specify a branch with --ref`);
    const found = await remoteSource(gitDir, ref, folder);
    const source = { ...found, repoUrl: pathToFileURL(checkout?.top ?? real).href };
    // The configuration of a repository's subfolder is in that subfolder.
    const below = checkout === undefined ? '' : path.relative(checkout.top, real);
    const candidates = [path.join(below, options.config).split(path.sep).join('/'), options.config];
    let config: string | undefined;
    for (const candidate of candidates) {
      config ??= await ask(['cat-file', '-e', `${source.commit}:${candidate}`])
        .then(() => candidate)
        .catch(() => undefined);
    }
    if (config === undefined) {
      throw new Error(
        `${ref} of ${folder} does not contain ${options.config}: commit it, or specify another file with --config`,
      );
    }
    const changes =
      checkout === undefined
        ? ''
        : await ask(['status', '--porcelain'], { ...index, GIT_WORK_TREE: checkout.top });
    const remark =
      changes === ''
        ? null
        : `only committed files are deployed, without ${changes.split('\n').length} changed files`;
    return { ...source, config, remark };
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function remoteSource(url: string, ref: string | null, shown = url): Promise<Source> {
  if (url.startsWith('-')) throw new Error(`${url} is neither a folder nor a git URL`);
  const listed = await git(ROOT, ['ls-remote', '--symref', '--', url]).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${shown} cannot be read (${reason}): specify a folder or a git URL`, { cause });
  });
  const refs = new Map<string, string>();
  let head: string | null = null;
  for (const line of listed.split('\n')) {
    const [value = '', name = ''] = line.split('\t');
    if (value.startsWith('ref: ')) head = value.slice(5);
    else refs.set(name, value);
  }
  const candidates =
    ref === null ? [head ?? ''] : ref.startsWith('refs/') ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  const found = candidates.find((name) => refs.has(name));
  if (found === undefined) {
    throw new Error(
      `${shown} has no branch or tag ${ref ?? 'to start from'}: specify a branch or tag with --ref`,
    );
  }
  // The tag object of an annotated tag is listed together with its commit.
  return { repoUrl: url, ref: found, commit: refs.get(`${found}^{}`) ?? refs.get(found) ?? '', remark: null };
}
