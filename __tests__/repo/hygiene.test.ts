import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const tracked = git('ls-files', '-z').split('\0').filter(Boolean);

/** Returns tracked lines that match an extended regular expression, as `file:line:text`. */
function grep(pattern: string, ...paths: string[]): string[] {
  try {
    return git('grep', '-nIE', pattern, '--', ...paths)
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(0, 160));
  } catch (error) {
    // The exit code of git grep is 1 if no line matches.
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

describe('the repository', () => {
  test("contains no path of a developer's machine", () => {
    expect(grep('/wor[k]/|/far[m]/|/home/[a-z]+/|/Users/[A-Za-z]+/|C:\\\\Users', '.')).toEqual([]);
  });

  test('contains no package registry, so each user installs from their own registry', () => {
    expect(grep('registry\\.(npmj[s]|yarnpk[g])|pyp[i]\\.(org|python)|pythonhoste[d]', '.')).toEqual([]);
    expect(grep('"resolved": *"http', '*package-lock.json', '*npm-shrinkwrap.json')).toEqual([]);
    expect(grep('registry *=|_auth', '*.npmrc')).toEqual([]);
  });

  // docs/security.md#repository-holds-nothing-looks
  test('contains nothing that looks like a credential', () => {
    expect(
      grep(
        'gh[pousr]_[A-Za-z0-9]{36}|lsv2_[a-z]{2}_[0-9a-f]{32}|AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY',
        '.',
      ),
    ).toEqual([]);
  });

  test('contains no built or installed files apart from dist', () => {
    const litter = tracked.filter((file) => /(^|\/)(node_modules|lib|coverage|\.tmp)\//.test(file));
    // A package may contain a folder `lib`. The folder `lib` of this repository is output of the compiler.
    expect(litter.filter((file) => !file.startsWith('dist/'))).toEqual([]);
    const large = tracked.filter((file) => statSync(path.join(root, file)).size > 1_000_000);
    expect(large).toEqual([]);
  });

  test('contains only source files of at most 650 lines', () => {
    const long = tracked
      .filter((file) => /^(src|dashboard|harness|scripts|bench)\/.*\.tsx?$/.test(file))
      .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 650);
    expect(long).toEqual([]);
  });

  test('has no skipped or focused tests', () => {
    expect(grep('\\b(test|it|describe)\\.(skip|only|todo)\\(', '__tests__')).toEqual([]);
  });

  // docs/security.md#dependencies-pinned-exact-versions
  test('pins every dependency to one version', () => {
    // npm reads the repository's own manifest first.
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}).filter(
        ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      ),
    );
    expect(ranges).toEqual([]);
  });

  test('installs exactly one copy of undici', () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>;
    };
    expect(Object.keys(lock.packages).filter((name) => name.endsWith('node_modules/undici'))).toEqual([
      'node_modules/undici',
    ]);
  });
});
