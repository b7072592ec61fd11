import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { classifyFetchFailure } from '../../../../src/emulator/data-plane/git/fetch.ts';
import {
  isCommitSha,
  parseRef,
  parseRepositoryUrl,
  redactCredentials,
  refNameProblem,
} from '../../../../src/emulator/data-plane/git/names.ts';
import { cloneFolderName } from '../../../../src/emulator/data-plane/git/checkout.ts';

const local = { local: true };

describe('a repository URL', () => {
  test.each([
    ['ext::sh -c touch% /tmp/owned', 'ext::'],
    ['EXT::whoami', 'EXT::'],
    ['fd::17', 'fd::'],
    ['::evil', '::'],
    ['--upload-pack=touch /tmp/owned', 'option'],
    ['-o', 'option'],
    ['https://github.com/o/r\n--upload-pack=x', 'control characters'],
    ['git@github.com:o/r.git', 'ssh is not supported'],
    ['ssh://-oProxyCommand=x/r', '"ssh" is not supported'],
    ['git://github.com/o/r', '"git" is not supported'],
    ['javascript://x', '"javascript" is not supported'],
    ['../elsewhere', 'neither an http(s) URL nor an absolute path'],
    ['', 'neither an http(s) URL nor an absolute path'],
    ['https://github.com/o/r?x=1', 'query'],
    ['http://', 'not a valid URL'],
  ])('such as %j is rejected', (text, reason) => {
    expect(parseRepositoryUrl(text, local)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('is rejected if it is a local folder and other machines can reach the emulator', () => {
    for (const text of ['/srv/repo', 'file:///srv/repo']) {
      expect(parseRepositoryUrl(text, { local: false })).toEqual({
        ok: false,
        reason: expect.stringContaining('loopback'),
      });
      expect(parseRepositoryUrl(text, local)).toMatchObject({
        ok: true,
        url: { address: expect.stringMatching(/srv.repo$/), local: true },
      });
    }
  });

  test("never passes its credentials to git's arguments, and is never shown with them", () => {
    const read = parseRepositoryUrl('https://user:p%40ss@example.com/o/r.git', local);
    expect(read).toEqual({
      ok: true,
      url: {
        address: 'https://example.com/o/r.git',
        authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
        origin: 'https://example.com',
        displayUrl: 'https://***@example.com/o/r.git',
        local: false,
      },
    });
  });

  test('has a separate clone for each set of credentials', () => {
    const name = (text: string) => {
      const read = parseRepositoryUrl(text, local);
      return read.ok ? cloneFolderName(read.url) : '';
    };
    expect(name('https://a:b@example.com/r')).not.toBe(name('https://example.com/r'));
    expect(name('https://example.com/r')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('loses its credentials wherever it appears in the output of git', () => {
    expect(redactCredentials(`fatal: https://tok@h/r and http://u:p@h`)).toBe(
      'fatal: https://***@h/r and http://***@h',
    );
  });
});

describe('a git ref', () => {
  // docs/conformance.md#sourcerevisionconfig-repo-ref
  // docs/departures.md#sourcerevisionconfig-repo-ref
  test('is a branch if its name is short, and can be a tag if its name is complete', () => {
    expect(parseRef('main')).toMatchObject({ ok: true, ref: { full: 'refs/heads/main' } });
    expect(parseRef('feature/x')).toMatchObject({ ok: true, ref: { full: 'refs/heads/feature/x' } });
    expect(parseRef('refs/heads/main')).toMatchObject({ ok: true, ref: { full: 'refs/heads/main' } });
    expect(parseRef('refs/tags/v1')).toMatchObject({ ok: true, ref: { full: 'refs/tags/v1' } });
    expect(parseRef('tags/v1')).toMatchObject({ ok: true, ref: { full: 'refs/heads/tags/v1' } });
    expect(parseRef(null)).toMatchObject({ ok: true, ref: { full: 'HEAD' } });
  });

  test('is rejected if git could read it as an option, a range or several refs', () => {
    for (const text of ['-x', 'refs/tags/-x', 'a..b', 'a:b', '+a', 'a b', 'a\n', '@{0}', 'refs/tags/', '']) {
      const read = parseRef(text);
      expect([text, read.ok]).toEqual([text, text === '+a']);
    }
  });

  test('is valid exactly if git accepts it', () => {
    const unit = fc.constantFrom(...Array.from('ab/.-@{}~^:?*[\\ \t\u007f#+é'), 'lock', '.lock', '..', '@{');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (name) => {
        const { status } = spawnSync('git', ['check-ref-format', `refs/heads/${name}`]);
        const ours = refNameProblem(name) === undefined;
        // Git stores these two names, but they cannot be passed on a command line.
        const stricter = name.startsWith('-') || name === '@';
        expect([name, ours]).toEqual([name, status === 0 && !stricter]);
      }),
      { numRuns: 150 },
    );
  });

  test('is a commit only if it is a full commit ID', () => {
    expect(isCommitSha('a'.repeat(40))).toBe(true);
    expect(isCommitSha('a'.repeat(64))).toBe(true);
    expect(isCommitSha('a'.repeat(39))).toBe(false);
    expect(isCommitSha('A'.repeat(40))).toBe(false);
    expect(isCommitSha(`${'a'.repeat(40)}\n`)).toBe(false);
  });
});

test('the kind of a failed fetch is derived from the output of git', () => {
  expect(classifyFetchFailure("fatal: couldn't find remote ref refs/heads/x")).toBe('ref-missing');
  expect(classifyFetchFailure("fatal: '/x' does not appear to be a git repository")).toBe('remote');
  expect(classifyFetchFailure("fatal: unable to access 'https://h/': Could not resolve host: h")).toBe(
    'remote',
  );
  expect(classifyFetchFailure('error: object file objects/ab/cd is empty')).toBe('unknown');
});
