import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseNameTemplate } from '../../../src/action/inputs/parsers.ts';
import {
  defaultTemplate,
  containsNumber,
  NAME_LIMITS,
  nameLimit,
  type NameValues,
  previewName,
} from '../../../src/action/preview/preview-name.ts';
import { DEPLOYMENT_NAME } from '../../../src/contract/patterns.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const values: NameValues = { number: 7, owner: 'Acme', repo: 'Agents', branch: 'topic', name: 'my-agent' };
const name = (template: string, more: Partial<NameValues> = {}, limit = 63) =>
  previewName(template, { ...values, ...more }, limit, digest);

describe('the name of a preview', () => {
  test.each([
    [defaultTemplate(undefined), 'agents-pr-7'],
    [defaultTemplate('my-agent'), 'my-agent-pr-7'],
    ['{owner}-{repo}-pr-{number}', 'acme-agents-pr-7'],
    ['PR-{number}-{branch}', 'pr-7-topic'],
  ])('from the template %s is the rendered string if that is a valid name', (template, expected) => {
    expect(name(template)).toBe(expected);
  });

  test.each([
    ['{repo}-pr-{number}', { repo: 'a-very-long-name-of-a-repository' }, 21, /^a-very-lo-7-x[0-9a-z]{8}$/],
    ['{repo}-pr-{number}', { repo: 'x.y' }, 63, /^x-y-pr-7-x[0-9a-z]{8}$/],
    ['{branch}-{number}', { branch: 'feature/über' }, 63, /^feature-ber-7-x[0-9a-z]{8}$/],
    ['{number}-{branch}', {}, 63, /^topic-7-x[0-9a-z]{8}$/],
    ['{number}', {}, 63, /^p-7-x[0-9a-z]{8}$/],
    ['{repo}{number}', {}, 63, /^agents-7-x[0-9a-z]{8}$/],
    ['{repo}-pr-{number}', { repo: 'r'.repeat(50), number: 999_999_999 }, 21, /^r-999999999-x[0-9a-z]{8}$/],
  ])(
    'from the template %s with %j is truncated to %i characters, but contains its number and a hash',
    (template, more, limit, expected) => {
      expect(name(template, more, limit)).toMatch(expected);
    },
  );

  test('differs for branches that differ only in letter case, and for values that share a dash', () => {
    expect(name('{branch}-{number}', { branch: 'Topic' })).not.toBe(name('{branch}-{number}'));
    const template = '{owner}-{repo}-{number}';
    expect(name(template, { owner: 'a-b', repo: 'c' })).not.toBe(name(template, { owner: 'a', repo: 'b-c' }));
  });

  test('is undefined if a placeholder has no value', () => {
    expect(name('{branch}-{number}', { branch: undefined })).toBeUndefined();
  });

  // docs/self-hosted.md#preview-names
  test('can be long only for a repository source on the hosted service', () => {
    expect(nameLimit({ source: 'git_host', hosted: true })).toBe(63);
    expect(nameLimit({ source: 'external_docker', hosted: true })).toBe(21);
    expect(nameLimit({ source: 'git_host', hosted: false })).toBe(21);
  });

  test('contains a number only as a whole, not as part of a longer number', () => {
    expect([containsNumber('a-pr-17', 17), containsNumber('a-pr17', 17)]).toEqual([true, true]);
    expect([containsNumber('a-pr-17', 7), containsNumber('a-pr-17', 1), containsNumber('a', 1)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

/** Strings that are easily confused with each other. */
const word = fc.oneof(
  fc.stringMatching(/^[a1-]{1,4}$/),
  fc.stringMatching(/^[aA1./_-]{1,30}$/),
  fc.constantFrom('a-pr-1', 'a-1-x00000000', 'A', 'a'),
);
const piece = fc.constantFrom('{number}', '{owner}', '{repo}', '{branch}', '{name}', '-', 'x', '1', '-pr-');
const template = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(''))
  .filter((text) => parseNameTemplate(text).ok);
const someValues = fc.record({
  number: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 999_999_999 })),
  owner: word,
  repo: word,
  branch: word,
  name: word,
});

describe('the name of a preview, regardless of template and values', () => {
  test('is valid and short, contains the number, and is always the same', () => {
    fc.assert(
      fc.property(template, someValues, fc.constantFrom(...NAME_LIMITS), (text, given, limit) => {
        const made = previewName(text, given, limit, digest) ?? '';
        expect(made).toMatch(DEPLOYMENT_NAME);
        expect(made).toBe(made.toLowerCase());
        expect(made.length).toBeLessThanOrEqual(limit);
        expect(containsNumber(made, given.number)).toBe(true);
        expect(previewName(text, { ...given }, limit, digest)).toBe(made);
      }),
      { numRuns: 200 },
    );
  });

  // docs/security/pull-requests.md#two-pull-requests-share
  test('differs between pull requests', () => {
    const placeholders = ['number', 'owner', 'repo', 'branch', 'name'] as const;
    fc.assert(
      fc.property(
        template,
        fc.array(someValues, { minLength: 2, maxLength: 12 }),
        fc.constantFrom(...NAME_LIMITS),
        (text, all, limit) => {
          const used = placeholders.filter((key) => text.includes(`{${key}}`));
          const fold = (key: string, value: string | number) =>
            key === 'owner' || key === 'repo' ? String(value).toLowerCase() : value;
          const whose = new Map<string, string>();
          for (const given of all) {
            const made = previewName(text, given, limit, digest) ?? '';
            const from = JSON.stringify(used.map((key) => fold(key, given[key])));
            expect(whose.get(made) ?? from).toBe(from);
            whose.set(made, from);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
