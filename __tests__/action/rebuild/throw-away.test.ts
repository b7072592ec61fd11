import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PLAIN_DEPLOYMENT_NAME } from '../../../src/contract/patterns.ts';
import { REBUILD_MARKER } from '../../../src/action/inputs/secrets.ts';
import { NAME_LIMITS } from '../../../src/action/preview/preview-name.ts';
import { readMarker } from '../../../src/action/preview/ownership.ts';
import {
  isLeftover,
  isThrowAwayOf,
  markText,
  readMark,
  throwAwayName,
} from '../../../src/action/rebuild/throw-away.ts';

const ID = '10000000-0000-4000-8000-000000000001';
const HOUR = 3_600_000;
const NOW = Date.parse('2026-01-05T03:00:00Z');

const NAME = 'my-agent-rebuild-abc123';
const marked = (value: string | null) => [{ name: REBUILD_MARKER, value }];
const markOf = (until: number) => marked(markText({ repository: 'acme/agents', productionId: ID, until }));

describe('the marker of a throw-away deployment', () => {
  test('contains the repository, the rebuilt deployment and the end of its use', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'acme/agents', 'group/sub/agents'),
        fc.oneof(fc.uuid(), fc.stringMatching(/^[\w:.~-]{1,100}$/)),
        fc.integer({ min: 0, max: 4e12 }),
        (repository, productionId, until) => {
          const mark = { repository, productionId, until };
          expect(readMark({ name: NAME, secrets: marked(markText(mark)) })).toEqual({ kind: 'of', mark });
        },
      ),
    );
  });

  test.each([
    ['other text', 'acme/agents'],
    ['another form of time', `acme/agents ${ID} tomorrow`],
    ['an impossible time', `acme/agents ${ID} 2026-99-99T00:00:00.000Z`],
    ['more text', `acme/agents ${ID} 2026-01-05T03:00:00.000Z x`],
  ])('is ignored if it has %s', (_what, value) => {
    expect(readMark({ name: NAME, secrets: marked(value) })).toEqual({ kind: 'none' });
    expect(isLeftover({ name: NAME, secrets: marked(value), created_at: '2020-01-01T00:00:00Z' }, NOW)).toBe(
      false,
    );
  });

  test('is ignored on a deployment with another form of name', () => {
    for (const name of ['my-agent', 'my-agent-rebuild', 'my-agent-rebuild-abc1234', `${NAME}-eu`]) {
      const copy = { name, secrets: markOf(NOW - HOUR), created_at: '2020-01-01T00:00:00Z' };
      expect(isLeftover(copy, NOW)).toBe(false);
      expect(isThrowAwayOf(copy, { id: ID, name: 'my-agent' })).toBe(false);
    }
  });

  test('is not the marker of a preview', () => {
    expect(readMarker({ secrets: markOf(NOW) })).toEqual({ kind: 'none' });
  });
});

describe('the name of a throw-away deployment', () => {
  test('is valid within every limit, and is recognized if the service hides the marker', () => {
    const name = fc.stringMatching(/^[A-Za-z][-_A-Za-z0-9]{0,62}$/);
    const token = fc.stringMatching(/^[0-9a-z]{6}$/);
    fc.assert(
      fc.property(name, fc.constantFrom(...NAME_LIMITS), token, (production, limit, random) => {
        const made = throwAwayName(production, limit, random);
        expect(made.length).toBeLessThanOrEqual(limit);
        expect(made).toMatch(PLAIN_DEPLOYMENT_NAME);
        const deployment = { name: made, secrets: marked(null) };
        expect(isThrowAwayOf(deployment, { id: ID, name: production })).toBe(true);
        expect(isThrowAwayOf({ ...deployment, secrets: [] }, { id: ID, name: production })).toBe(false);
      }),
    );
  });

  test('does not match the throw-away deployment of another deployment', () => {
    const hidden = { name: NAME, secrets: marked(null) };
    expect(isThrowAwayOf(hidden, { id: ID, name: 'your-agent' })).toBe(false);
    const shown = { ...hidden, secrets: markOf(NOW) };
    expect(isThrowAwayOf(shown, { id: ID.replace('1', '2'), name: 'my-agent' })).toBe(false);
  });
});

describe('a throw-away deployment', () => {
  const created = (hours: number) => new Date(NOW - hours * HOUR).toISOString();

  test.each([
    ['is in use until the time in its marker', { secrets: markOf(NOW), created_at: created(1) }, false],
    ['is a leftover after this time', { secrets: markOf(NOW - 1), created_at: created(1) }, true],
    [
      'is a leftover after two days, even with a later time',
      { secrets: markOf(NOW + 1e9), created_at: created(49) },
      true,
    ],
    [
      'is in use for two days if the marker is hidden',
      { secrets: marked(null), created_at: created(47) },
      false,
    ],
    [
      'is a leftover after two days if the marker is hidden',
      { secrets: marked('***'), created_at: created(49) },
      true,
    ],
    ['is in use if the marker is hidden and its age is unknown', { secrets: marked(null) }, false],
  ])('%s', (_what, deployment, expected) => {
    expect(isLeftover({ name: NAME, ...deployment }, NOW)).toBe(expected);
  });
});
