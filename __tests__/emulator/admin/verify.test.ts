import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  bodyMatches,
  type Recording,
  verifyJournal,
  VerifyRequest,
} from '../../../src/emulator/admin/verify.ts';
import type { LifecycleEvent } from '../../../src/emulator/admin/events.ts';
import type { JournalEntry } from '../../../src/emulator/admin/journal.ts';
import { startPlane } from '../server/plane.ts';
import { startCloud } from './cloud.ts';

const LIST = '/v2/deployments';

/**
 * Builds a recording from strings in chronological order: `POST` begins a request, `/POST` ends it, and `DEPLOYED` is
 * an event.
 */
function recorded(timeline: readonly string[]): Recording {
  const entries: Recording['entries'][number][] = [];
  const events: Recording['events'][number][] = [];
  for (const [at, token] of timeline.entries()) {
    if (token.startsWith('/')) continue;
    if (!/^[A-Z]+$/.test(token) || ['DEPLOYED', 'FAILED'].includes(token)) {
      const what = {
        seq: events.length + 1,
        kind: 'revision',
        deployment: 'agent',
        status: token,
      } as LifecycleEvent;
      events.push({ item: what, began: at, ended: at });
      continue;
    }
    const ended = timeline.indexOf(`/${token}`, at);
    const what = { seq: entries.length + 1, method: token, path: '/', status: 200 } as JournalEntry;
    entries.push({ item: what, began: at, ended: ended === -1 ? at : ended, redacted: [] });
  }
  return { entries, events };
}
const failures = (timeline: string, request: Record<string, unknown>) =>
  verifyJournal(recorded(timeline.split(' ')), VerifyRequest.parse(request)).failures;
const deployed = { deployment: 'agent', status: 'DEPLOYED' };

describe('the conditions `before` and `after` of an expectation', () => {
  const patch = { match: { method: 'PATCH' }, times: 1, after: deployed };

  test('compare the end of one event with the beginning of another, and are false if the events overlap', () => {
    expect(failures('DEPLOYED PATCH /PATCH', { expect: [patch] })).toEqual([]);
    expect(failures('PATCH DEPLOYED /PATCH', { expect: [patch] })).toEqual([
      'expect[0].after: entry 1 not after event 1',
    ]);
    expect(
      failures('PATCH DEPLOYED /PATCH', { expect: [{ ...patch, after: undefined, before: deployed }] }),
    ).toEqual(['expect[0].before: entry 1 not before event 1']);
    expect(
      failures('PATCH /PATCH DEPLOYED', { expect: [{ match: { method: 'PATCH' }, before: deployed }] }),
    ).toEqual([]);
  });

  test('outside `match` apply to every matching entry, but inside `match` select the matching entries', () => {
    const timeline = 'PATCH /PATCH DEPLOYED PATCH /PATCH';
    expect(failures(timeline, { expect: [{ ...patch, times: 2 }] })).toEqual([
      'expect[0].after: entry 1 not after event 1',
    ]);
    expect(
      failures(timeline, { expect: [{ match: { method: 'PATCH', after: deployed }, times: 1 }] }),
    ).toEqual([]);
    expect(
      failures(timeline, { expect: [{ match: { method: 'PATCH', before: deployed }, times: 0 }] }),
    ).toEqual(['expect[0]: 1 entries match, expected exactly 0']);
  });

  test('can refer to the nth matching request or event, and `times` also counts events', () => {
    const timeline = 'POST /POST DEPLOYED GET /GET DEPLOYED PATCH /PATCH';
    const at = (after: Record<string, unknown>) =>
      failures(timeline, { expect: [{ match: { method: 'GET' }, after }] });
    expect(at(deployed)).toEqual([]);
    expect(at({ ...deployed, nth: 2 })).toEqual(['expect[0].after: entry 2 not after event 2']);
    expect(at({ method: 'POST' })).toEqual([]);
    expect(
      failures(timeline, { expect: [{ match: deployed, times: 2, before: { method: 'PATCH' } }] }),
    ).toEqual([]);
    expect(failures(timeline, { expect: [{ match: { kind: 'removed' }, times: 1 }] })).toEqual([
      'expect[0]: 0 events match, expected exactly 1',
    ]);
  });

  test('fail if they refer to an event that never happened', () => {
    for (const place of ['after', 'before']) {
      const never = { deployment: 'agent', status: 'DEPLOYEDD' };
      for (const expectation of [
        { match: { method: 'GET' }, [place]: never },
        { match: { method: 'GET', [place]: never }, times: 0 },
        { match: { method: 'GET' }, [place]: { ...deployed, nth: 2 } },
      ]) {
        expect(failures('GET /GET DEPLOYED', { expect: [expectation] })).toEqual([
          expect.stringContaining('no entry matches'),
        ]);
      }
    }
  });

  test.each([
    [
      'an order for an event that must not happen',
      { match: { method: 'GET' }, times: 0, after: deployed },
      ['times'],
    ],
    ['a key of requests in a match of events', { match: { deployment: 'x', path: '/' } }, ['match']],
    ['a misspelled key', { match: { methd: 'GET' } }, ['match']],
    ['a misspelled reference', { match: {}, after: { deplyment: 'x' } }, ['after']],
  ])('are refused with a 422 that names the field: %s', async (_what, expectation, loc) => {
    const { api } = await startPlane();
    const answer = await api('POST', '/_local/journal/verify', { expect: [expectation] });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 3 + loc.length)).toEqual(['body', 'expect', 0, ...loc]);
  });

  test('are true exactly if the events occur in the given order, and are never both true', () => {
    const names = ['A', 'B'] as const;
    // Generates two requests and an event, in any order where each request begins before it ends.
    const timelines = fc
      .shuffledSubarray(['A', '/A', 'B', '/B', 'DEPLOYED'], { minLength: 5 })
      .filter((line) => names.every((name) => line.indexOf(name) < line.indexOf(`/${name}`)));
    const place = fc.constantFrom<'A' | 'B' | 'DEPLOYED'>('A', 'B', 'DEPLOYED');
    const matchOf = (name: string) => (name === 'DEPLOYED' ? deployed : { method: name });
    fc.assert(
      fc.property(timelines, place, place, (line, one, other) => {
        fc.pre(one !== other);
        const ok = (order: 'after' | 'before') =>
          verifyJournal(
            recorded(line),
            VerifyRequest.parse({ expect: [{ match: matchOf(one), times: 1, [order]: matchOf(other) }] }),
          ).ok;
        const begin = (name: string) => line.indexOf(name);
        const end = (name: string) => (name === 'DEPLOYED' ? line.indexOf(name) : line.indexOf(`/${name}`));
        expect(ok('after')).toBe(begin(one) > end(other));
        expect(ok('before')).toBe(end(one) < begin(other));
        expect(ok('after') && ok('before')).toBe(false);
      }),
      { numRuns: fc.readConfigureGlobal()?.numRuns ?? 300 },
    );
  });
});

describe('an expected body', () => {
  const body = { name: 'agent', secrets: [{ name: 'A' }, { name: 'B' }], 'a.b': { c: null }, n: 1.5, '*': 1 };
  test.each([
    ['agent', true],
    ['"name":"B"', false],
    ['unknown', false],
    [{ name: 'agent' }, true],
    [{ 'secrets.1.name': 'B' }, true],
    [{ 'secrets.*.name': 'B' }, true],
    [{ 'secrets.*.name': 'C' }, false],
    [{ 'a\\.b.c': null }, true],
    [{ 'a.b.c': null }, false],
    [{ secrets: [{ name: 'A' }, { name: 'B' }] }, true],
    [{ name: 'agent', n: 2 }, false],
    [{ 'name.length': 5 }, false],
    [{ '\\*': 1 }, true],
    [{ '\\*': 1.5 }, false],
  ])('is compared as documented: %j matches the body: %s', (match, fits) => {
    expect(bodyMatches(match, body)).toBe(fits);
  });

  test("matches every value of a body by the value's path, and every string even without a path", () => {
    fc.assert(
      fc.property(
        fc.object({ maxDepth: 3, values: [fc.string(), fc.integer(), fc.constant(null)] }),
        (value) => {
          const given: unknown = JSON.parse(JSON.stringify(value));
          const walk = (inner: unknown, path: string[]): void => {
            if (path.length > 0 && path.every((step) => step !== '')) {
              const written = path.map((step) => step.replaceAll(/[\\.*]/g, '\\$&')).join('.');
              expect([written, bodyMatches({ [written]: inner }, given)]).toEqual([written, true]);
            }
            if (typeof inner === 'string' && inner !== '') expect(bodyMatches(inner, given)).toBe(true);
            if (typeof inner !== 'object' || inner === null) return;
            for (const [key, below] of Object.entries(inner)) walk(below, [...path, key]);
          };
          walk(given, []);
        },
      ),
      { numRuns: fc.readConfigureGlobal()?.numRuns ?? 100 },
    );
  });
});

describe('the control route POST /_local/journal/verify', () => {
  test('can verify that exactly one PATCH with a given image followed the event DEPLOYED', async () => {
    const { api, deploy, revise } = await startCloud();
    const deployment = await deploy({ name: 'agent' });
    await revise(deployment, 'registry.example/agent:2');
    const request = {
      expect: [
        {
          match: {
            method: 'PATCH',
            path: `${LIST}/*`,
            status: 200,
            request: { 'source_revision_config.image_uri': 'registry.example/agent:2' },
          },
          times: 1,
          after: deployed,
          before: { ...deployed, nth: 2 },
        },
        { match: { kind: 'active', deployment: 'agent' }, times: 2 },
        { match: { method: 'PATCH', response: 'no-such-text' }, times: 0 },
      ],
      never_contains: ['never-this-string'],
    };
    expect((await api('POST', '/_local/journal/verify', request)).body).toEqual({ ok: true, failures: [] });
    const { body: mark } = await api('GET', '/_local/journal');
    const later = await api('POST', '/_local/journal/verify', { after: mark.next, ...request });
    expect(later.body).toMatchObject({ ok: false });
  });

  // docs/departures.md#post-local-journal-verify
  test('ignores secrets in fields for secrets, but finds secrets that the journal hides in other fields', async () => {
    const { api, create } = await startPlane();
    const secret = 'the secret/value+1';
    const found = async () => {
      const request = { never_contains: [secret, 'secret/value'] };
      return (await api('POST', '/_local/journal/verify', request)).body.failures;
    };
    const { id } = await create({ secrets: [{ name: 'KEY', value: secret }] });
    await api('GET', `${LIST}/${id}`);
    expect(await found()).toEqual([]);
    await api('GET', `${LIST}?name_contains=${encodeURIComponent(secret)}`);
    await api('GET', `${LIST}/${encodeURIComponent(secret).toLowerCase()}`);
    await api('PATCH', `${LIST}/${id}`, { image_version: `v-${secret}` });
    expect(await found()).toEqual([
      'never_contains[0]: found in entries 3, 4, 5',
      'never_contains[1]: found in entries 3, 4, 5',
    ]);
    const text = JSON.stringify((await api('GET', '/_local/journal')).body);
    for (const form of ['secret/value', 'secret%2Fvalue', 'secret%2fvalue']) expect(text).not.toContain(form);
  });
});
