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
  /** A remark for the reader, such as about files that are not committed. */
  remark: string | null;
}

/** The same, with the path of the graph configuration in the repository. */
type OwnSource = Source & { config: string };

/** What a reader who tried an example leaves in its folder. */
const LEFTOVERS = ['node_modules', '.venv', '__pycache__'];

/** A git repository of its own, made from examples/echo-agent. */
export function echoRepository(): Promise<FixtureRepository> {
  return exampleRepository('echo-agent');
}

/** A git repository of its own, made from examples/python-agent. */
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

/** Where the examples say their version. */
const VERSIONS = [
  { file: 'src/agent.ts', pattern: /(?<=VERSION = ')v\d(?=')/ },
  { file: 'src/echo_agent/reply.py', pattern: /(?<=VERSION = ")v\d(?=")/ },
];

/** Commits the change that makes another version of an example; gives the commit. */
export async function changeEchoAgent(repository: FixtureRepository, version = 'v2'): Promise<string> {
  for (const { file, pattern } of VERSIONS) {
    const text = await readFile(path.join(repository.dir, file), 'utf8').catch(() => '');
    const changed = text.replace(pattern, version);
    if (changed !== text) return repository.commit({ [file]: changed }, `Answer as ${version}`);
  }
  const files = VERSIONS.map(({ file }) => file).join(' nor ');
  throw new Error(`neither ${files} of the example holds VERSION = v…`);
}

/** Finds what the reader wants deployed. Throws with a sentence that says what to do instead. */
export async function ownSource(options: Extract<StartOptions, { kind: 'own' }>): Promise<OwnSource> {
  const folder = await stat(options.repo).catch(() => null);
  return folder?.isDirectory()
    ? localSource(path.resolve(options.repo), options)
    : { ...(await remoteSource(options.repo, options.ref)), config: options.config };
}

/**
 * Looks at a folder of the reader's through a git directory of ours (see `src/git/repository.ts`): it may be a checkout
 * that others made, whose configuration names programs.
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
    if (ref === '') throw new Error(`${folder} is on no branch: say which one with --ref`);
    const found = await remoteSource(gitDir, ref, folder);
    const source = { ...found, repoUrl: pathToFileURL(checkout?.top ?? real).href };
    // A folder below the top of its repository has its configuration with it.
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
        `there is no ${options.config} in ${ref} of ${folder}: commit it, or name another file with --config`,
      );
    }
    const changes =
      checkout === undefined
        ? ''
        : await ask(['status', '--porcelain'], { ...index, GIT_WORK_TREE: checkout.top });
    const remark =
      changes === ''
        ? null
        : `only what is committed is deployed; ${changes.split('\n').length} changed files are not`;
    return { ...source, config, remark };
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function remoteSource(url: string, ref: string | null, shown = url): Promise<Source> {
  if (url.startsWith('-')) throw new Error(`${url} is neither a folder nor a git URL`);
  const listed = await git(ROOT, ['ls-remote', '--symref', '--', url]).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${shown} cannot be read (${reason}): give a folder or a git URL`, { cause });
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
    throw new Error(`${shown} has no branch or tag ${ref ?? 'to start from'}: name one with --ref`);
  }
  // An annotated tag's own object is listed beside the commit it leads to.
  return { repoUrl: url, ref: found, commit: refs.get(`${found}^{}`) ?? refs.get(found) ?? '', remark: null };
}
