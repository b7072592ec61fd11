import { describe, expect, test } from '@jest/globals';
import { createJournal } from '../../../src/emulator/admin/journal.ts';
import { VerifyRequest, verifyJournal } from '../../../src/emulator/admin/verify.ts';
import { createJournalRedactor, REDACTED } from '../../../src/emulator/server/journal-redactor.ts';
import { body, exchange } from './exchange.ts';

const clock = { now: () => 0, sleep: () => Promise.resolve() };

describe('the journal in memory', () => {
  test('hides a secret that becomes known later, even in earlier entries', () => {
    const redactor = createJournalRedactor();
    const journal = createJournal(redactor, clock);
    const path = '/x/later-secret';
    const query = 'q=later+secret%2Fwith+signs';
    journal.record(exchange({ path, query, response: body({ said: 'later-secret' }) }));
    expect(journal.after(0).entries[0]).toMatchObject({ path, query, response: { said: 'later-secret' } });
    const secrets = ['later-secret', 'later secret/with signs'].map((value) => ({ name: 'A', value }));
    journal.record(exchange({ request: body({ secrets }) }));
    expect(journal.after(0, 1).entries[0]).toMatchObject({
      path: `/x/${REDACTED}`,
      query: `q=${REDACTED}`,
      response: { said: REDACTED },
    });
    expect(journal.spans(0)[0]?.redacted).toContain('later-secret');
    expect(JSON.stringify(journal.spans(0).map(({ item: what }) => what))).not.toMatch(/later.secret/);
  });

  test('passes its secrets to the redactor before any entry is read', () => {
    const redactor = createJournalRedactor();
    createJournal(redactor, clock).record(exchange({ response: body({ token: 'token-of-answer' }) }));
    expect(redactor.redactText('a line with token-of-answer')).toBe(`a line with ${REDACTED}`);
  });

  test('shows only the length of a very large body', () => {
    const journal = createJournal(createJournalRedactor(), clock);
    const large = body({ text: 'x'.repeat(100_000) });
    journal.record(exchange({ request: large, response: body('small') }));
    expect(journal.after(0).entries[0]).toMatchObject({
      request: { truncated: true, characters: large.json.length },
      response: 'small',
    });
  });

  test('drops the oldest entries above its maximum number without renumbering the others', () => {
    const journal = createJournal(createJournalRedactor(), clock, { entries: 10, characters: 1_000 });
    for (let at = 1; at <= 100; at += 1) journal.record(exchange({ response: body(at) }));
    const { entries, next } = journal.after(0);
    expect(entries.length).toBeGreaterThanOrEqual(10);
    expect(entries.length).toBeLessThanOrEqual(11);
    expect([entries.at(-1)?.seq, next, journal.lastSeq()]).toEqual([100, 100, 100]);
    for (const { seq, response } of entries) expect(response).toBe(seq);
    expect(journal.after(98)).toMatchObject({ entries: [{ seq: 99 }, { seq: 100 }], next: 100 });
    expect(journal.after(95, 2)).toMatchObject({ entries: [{ seq: 96 }, { seq: 97 }], next: 97 });
    expect(journal.after(200)).toEqual({ entries: [], next: 200 });
    expect(journal.droppedUpTo()).toBe((entries[0]?.seq ?? 0) - 1);
    journal.clear();
    expect([journal.after(0), journal.droppedUpTo()]).toEqual([{ entries: [], next: 0 }, 0]);
    journal.record(exchange());
    expect(journal.after(0).entries).toMatchObject([{ seq: 101 }]);
  });

  test('drops the oldest bodies above their maximum size, but still hides secrets from dropped bodies', () => {
    const journal = createJournal(createJournalRedactor(), clock, { entries: 100, characters: 2_000 });
    journal.record(exchange({ request: body({ secrets: [{ name: 'A', value: 'the-secret' }] }) }));
    journal.record(exchange({ request: body({ echo: 'the-secret' }), response: body('x'.repeat(500)) }));
    for (let at = 0; at < 100; at += 1) journal.record(exchange({ response: body('y'.repeat(300)) }));
    const { entries } = journal.after(0);
    expect(entries.slice(0, 2)).toMatchObject([
      { request: { truncated: true }, response: null },
      { request: { truncated: true }, response: { truncated: true, characters: 502 } },
    ]);
    expect(journal.spans(0)[1]?.redacted).toContain('the-secret');
    const whole = entries.filter(({ response }) => typeof response === 'string');
    expect(whole.length).toBe(Math.floor(2_000 / 302));
    expect(entries.at(-1)).toEqual(whole.at(-1));
  });

  // docs/departures.md#what-journal-keeps
  test('reports a verification as incomplete if entries to verify were dropped', () => {
    const journal = createJournal(createJournalRedactor(), clock, { entries: 10, characters: 1_000 });
    const verify = (request: Record<string, unknown>) => {
      const asked = VerifyRequest.parse(request);
      const { droppedUpTo: forgotten, spans: moments } = journal;
      const recorded = { entries: moments(asked.after), events: [], droppedUpTo: forgotten() };
      return verifyJournal(recorded, asked).failures;
    };
    const patches = { expect: [{ match: { method: 'PATCH' }, times: 0 }] };
    for (let at = 0; at < 10; at += 1) journal.record(exchange({ response: body('x'.repeat(200)) }));
    expect(verify(patches)).toEqual([]);
    const lost = [expect.stringContaining('the bodies up to entry 6 were dropped from the journal')];
    expect(verify({ never_contains: ['y'] })).toEqual(lost);
    expect(verify({ expect: [{ match: { response: 'y' }, times: 0 }] })).toEqual(lost);
    expect(verify({ after: 6, never_contains: ['y'] })).toEqual([]);
    journal.record(exchange({ method: 'PATCH' }));
    for (let at = 0; at < 11; at += 1) journal.record(exchange());
    const early = journal.droppedUpTo();
    expect(early).toBeGreaterThan(10);
    expect(verify(patches)).toEqual([
      expect.stringContaining(`the entries up to ${early} were dropped from the journal`),
    ]);
    expect(verify({ ...patches, after: early })).toEqual([]);
  });

  test('verifies very long bodies completely', () => {
    const journal = createJournal(createJournalRedactor(), clock);
    journal.record(exchange({ response: body({ first: 'x'.repeat(100_000), last: 'needle' }) }));
    const recorded = { entries: journal.spans(0), events: [] };
    expect(verifyJournal(recorded, VerifyRequest.parse({ never_contains: ['needle'] })).failures).toEqual([
      'never_contains[0]: found in entries 1',
    ]);
  });
});
