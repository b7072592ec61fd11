import { spawn } from 'node:child_process';
import { git, gitEnvironment } from '../git.ts';
import { blobOf, keepCommit } from './state/objects.ts';
import type { Blob, Repository } from './state/model.ts';
import { moveRef, type Push } from './state/refs.ts';
import { timestamp, type GitHubState } from './state/state.ts';

const FIELDS = ['%H', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%B'];

/**
 * Brings every commit, branch and tag of a real git repository (a folder, bare or not) into a repository of the double,
 * under its real names, as one push each; gives the pushes that changed something. Throws with git's own words.
 */
export async function importGit(state: GitHubState, repository: Repository, folder: string): Promise<Push[]> {
  const format = `--format=${FIELDS.join('%x00')}%x01`;
  const log = await git(folder, ['log', '--branches', '--tags', '--topo-order', '--reverse', format]);
  const records = log
    .split('\x01')
    .map((record) => record.trimStart().split('\0'))
    .filter((fields) => fields.length === FIELDS.length);
  const { commits } = repository.network;
  const blobs = new Map<string, Blob>();
  for (const [
    sha = '',
    parents = '',
    an = '',
    ae = '',
    at = '',
    cn = '',
    ce = '',
    ct = '',
    message = '',
  ] of records) {
    if (commits.has(sha)) continue;
    const files = await treeOf(folder, sha);
    await readBlobs(folder, new Set(files.values()), blobs);
    const date = (seconds: string) => timestamp(Number(seconds) * 1000);
    keepCommit(repository, {
      sha,
      parents: parents === '' ? [] : parents.split(' '),
      message: message.trimEnd(),
      author: { name: an, email: ae, date: date(at) },
      committer: { name: cn, email: ce, date: date(ct) },
      account: state.account('octocat'),
      tree: new Map([...files].flatMap(([path, name]) => [[path, blobs.get(name) ?? blobOf('')] as const])),
    });
  }
  return takeRefs(state, repository, folder);
}

async function takeRefs(state: GitHubState, repository: Repository, folder: string): Promise<Push[]> {
  const listed = await git(folder, [
    'for-each-ref',
    '--format=%(objectname) %(objecttype) %(*objectname) %(refname)',
    'refs/heads',
    'refs/tags',
  ]);
  const pushes: Push[] = [];
  for (const line of listed.split('\n').filter((text) => text !== '')) {
    const [object = '', type = '', ...rest] = line.split(' ');
    const ref = rest.at(-1) ?? '';
    const commit = rest[0] ?? '';
    if (type === 'tag') {
      const tag = ref.replace('refs/tags/', '');
      const tagger = repository.network.commits.get(commit)?.committer;
      if (tagger !== undefined) {
        repository.network.tags.set(object, { sha: object, tag, message: tag, commit, tagger });
      }
    }
    if (repository.refs.get(ref) !== object) {
      pushes.push(moveRef(state, repository, ref, object, { force: true }));
    }
  }
  return pushes;
}

/** Path → name of the content. */
async function treeOf(folder: string, sha: string): Promise<Map<string, string>> {
  const listed = await git(folder, ['ls-tree', '-r', '-z', sha]);
  const entries = listed.split('\0').map((line) => /^\d+ blob (\S+)\t(.*)$/s.exec(line));
  return new Map(
    entries.flatMap((match) => (match === null ? [] : [[match[2] ?? '', match[1] ?? ''] as const])),
  );
}

/** Reads what is not known yet, all in one git process. */
async function readBlobs(
  folder: string,
  wanted: ReadonlySet<string>,
  known: Map<string, Blob>,
): Promise<void> {
  const names = [...wanted].filter((name) => !known.has(name));
  if (names.length === 0) return;
  const child = spawn('git', ['cat-file', '--batch'], { cwd: folder, env: gitEnvironment() });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.end(`${names.join('\n')}\n`);
  const code = await ended;
  if (code !== 0) throw new Error(`git cat-file ended with ${code} in ${folder}`);
  const output = Buffer.concat(chunks);
  let at = 0;
  for (const name of names) {
    const end = output.indexOf('\n', at);
    const size = Number(output.subarray(at, end).toString().split(' ')[2]);
    if (end < 0 || !Number.isInteger(size)) throw new Error(`git has no content ${name} in ${folder}`);
    known.set(name, blobOf(Buffer.from(output.subarray(end + 1, end + 1 + size))));
    at = end + 1 + size + 1;
  }
}
