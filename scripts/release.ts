// `npm run release-commit [-- --dry-run]` creates the commit for a release's tags without touching the work tree. The
// commit contains only files for users: the actions, dist, the packed emulator, the reusable workflows, and pages that
// a reader of the tag expects. The last printed line is the hash of the commit. With --dry-run, everything is checked,
// but no object is stored.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { buildEmulatorPackage } from './package-emulator/build.ts';

const root = path.resolve(import.meta.dirname, '..');
/**
 * Maximum size in bytes of all files except the packed emulator. Only the emulator action needs the packed emulator.
 */
const AT_MOST_BYTES = 1_000_000;
const EMULATOR_AT_MOST_BYTES = 3_250_000;
/**
 * Matches the files of the release. Reusable workflows are included, because callers refer to them at the tag. Other
 * workflows stay as on main, because a push that changes workflows needs a permission that the release does not have.
 * dist/dashboard is left out, because no action reads it and the packed emulator has its own copy.
 */
const HELD =
  /^(action\.yml|(emulator|verify|sandbox)\/action\.yml|dist\/(?!dashboard\/).*|\.github\/workflows\/.*\.yml|LICENSE|README\.md)$/;

const folder = mkdtempSync(path.join(tmpdir(), 'release-commit-'));
mkdirSync(path.join(folder, 'objects'));
const dryRun = process.argv.includes('--dry-run');

const objects = path.resolve(root, text(['rev-parse', '--git-path', 'objects']));

/** Runs git in this repository. New objects of a dry run go to a separate folder. */
function git(args: string[], input?: string | Buffer): Buffer {
  return execFileSync('git', args, {
    cwd: root,
    input,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      GIT_INDEX_FILE: path.join(folder, 'index'),
      ...(dryRun
        ? { GIT_OBJECT_DIRECTORY: path.join(folder, 'objects'), GIT_ALTERNATE_OBJECT_DIRECTORIES: objects }
        : {}),
    },
  });
}

function text(args: string[], env: Record<string, string> = {}): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } }).trim();
}

/** Returns the files that an action.yml refers to and the release does not contain. */
function missing(held: ReadonlySet<string>): string[] {
  return [...held]
    .filter((file) => file.endsWith('action.yml'))
    .flatMap((file) => {
      const { runs } = parse(readFileSync(path.join(root, file), 'utf8')) as { runs: Record<string, string> };
      return ['pre', 'main', 'post']
        .flatMap((phase) => runs[phase] ?? [])
        .map((started) => path.posix.join(path.posix.dirname(file), started))
        .filter((started) => !held.has(started))
        .map((started) => `${file} starts ${started}, which the release does not hold`);
    });
}

/** Returns the README of the release, whose links lead to the commit from which the release was built. */
function readme(source: string): string {
  const repository = `https://github.com/${process.env['GITHUB_REPOSITORY'] ?? 'OWNER/agent-deploy'}`;
  return readFileSync(path.join(root, 'README.md'), 'utf8')
    .replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, `](${repository}/blob/${source}/$1)`)
    .replaceAll(/(src|srcset)="(?!https?:)([^"]+)"/g, `$1="${repository}/raw/${source}/$2"`);
}

try {
  const source = text(['rev-parse', 'HEAD']);
  const entries = git(['ls-tree', '-r', '-z', 'HEAD'])
    .toString('utf8')
    .split('\0')
    .filter((entry) => HELD.test(entry.slice(entry.indexOf('\t') + 1)));
  const held = new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
  const problems = missing(held);
  git(['read-tree', '--empty']);
  git(['update-index', '-z', '--index-info'], entries.map((entry) => `${entry}\0`).join(''));
  const blob = git(['hash-object', '-w', '--stdin'], readme(source)).toString('utf8').trim();
  git(['update-index', '--cacheinfo', `100644,${blob},README.md`]);
  const withoutEmulator = git(['write-tree']).toString('utf8').trim();
  const { file: tarball, version } = await buildEmulatorPackage(folder);
  const packed = readFileSync(tarball);
  const packedBlob = git(['hash-object', '-w', '--stdin'], packed).toString('utf8').trim();
  git(['update-index', '--add', '--cacheinfo', `100644,${packedBlob},emulator/${path.basename(tarball)}`]);
  const tree = git(['write-tree']).toString('utf8').trim();
  const archive = gzipSync(git(['archive', '--format=tar', withoutEmulator]), { level: 9 });
  if (archive.length > AT_MOST_BYTES) {
    problems.push(
      `the archive has ${archive.length} bytes, ${AT_MOST_BYTES} are allowed: find what grew in dist`,
    );
  }
  if (packed.length > EMULATOR_AT_MOST_BYTES) {
    problems.push(
      `the packed emulator has ${packed.length} bytes, ${EMULATOR_AT_MOST_BYTES} are allowed: find what grew in it`,
    );
  }
  for (const problem of problems) console.error(`release: ${problem}`);
  console.log(
    `release ${version}: ${held.size + 1} files, ${archive.length.toLocaleString('en')} bytes to download, and ${packed.length.toLocaleString('en')} of the emulator`,
  );
  if (problems.length > 0) process.exitCode = 1;
  else if (!dryRun) {
    const date = text(['show', '-s', '--format=%cI', 'HEAD']);
    // Author and committer are fixed, so that the same source results in the same commit on every machine.
    const identity = Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) => [
        [`GIT_${role}_NAME`, 'Agent Deploy release'],
        [`GIT_${role}_EMAIL`, 'release@users.noreply.github.com'],
        [`GIT_${role}_DATE`, date],
      ]),
    );
    const message = `release: ${version}\n\nBuilt from ${source}; holds what the actions run.`;
    console.log(text(['commit-tree', tree, '-p', source, '-m', message], identity));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
