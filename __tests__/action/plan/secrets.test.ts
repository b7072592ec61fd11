import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toCurrent } from '../../../src/action/plan/current.ts';
import { planSecrets } from '../../../src/action/plan/plan.ts';

const shown = (secrets: Record<string, string | undefined>) =>
  Object.entries(secrets).map(([name, value]) => ({ name, value }));
const given = (secrets: Record<string, string>) =>
  Object.entries(secrets).map(([name, value]) => ({ name, value }));

describe('the secrets of a deployment', () => {
  test('stay unchanged if the inputs contain no secrets', () => {
    expect(planSecrets(undefined, shown({ A: '1' }), 'replace')).toEqual({ kind: 'keep' });
  });

  test('are not sent if they equal the inputs', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: '1' }), 'replace')).toEqual({ kind: 'keep' });
  });

  test('are preserved by the merge strategy, which sends them again', () => {
    expect(planSecrets(given({ B: '2' }), shown({ A: '1' }), 'merge')).toMatchObject({
      kind: 'send',
      secrets: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
      changes: [{ field: 'secrets.B', from: null, to: '(set)' }],
    });
  });

  test('are removed by the replace strategy if the inputs do not contain them, as the run reports', () => {
    expect(planSecrets(given({ B: '2' }), shown({ A: '1' }), 'replace')).toMatchObject({
      kind: 'send',
      secrets: [{ name: 'B', value: '2' }],
      changes: [{ field: 'secrets.B' }, { field: 'secrets.A', from: '(set)', to: null }],
    });
  });

  test('are cleared by replace and unchanged by merge if the inputs contain an empty set', () => {
    expect(planSecrets([], shown({ A: '1' }), 'replace')).toMatchObject({ kind: 'send', secrets: [] });
    expect(planSecrets([], shown({ A: '1' }), 'merge')).toEqual({ kind: 'keep' });
  });

  test('are sent if they are hidden and all are in the inputs, because they cannot be compared', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: undefined }), 'merge')).toMatchObject({
      kind: 'send',
      secrets: [{ name: 'A', value: '1' }],
      changes: [{ from: '(hidden)', to: '(sent again)' }],
    });
  });

  test('stop the merge strategy if they are hidden and missing in the inputs, with a message that names them', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: undefined, B: undefined, C: '3' }), 'merge')).toEqual({
      kind: 'hidden',
      names: ['B'],
    });
  });

  test('that are hidden do not stop the merge strategy if no secret has to be sent', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: '1', B: undefined }), 'merge')).toEqual({
      kind: 'keep',
    });
  });

  test('stop the merge strategy if the service does not even return their names', () => {
    expect(planSecrets(given({ A: '1' }), undefined, 'merge')).toEqual({ kind: 'hidden', names: [] });
    expect(planSecrets(given({ A: '1' }), undefined, 'replace')).toMatchObject({ kind: 'send' });
    expect(planSecrets(undefined, undefined, 'merge')).toEqual({ kind: 'keep' });
  });

  test('are removed by replace even if they are hidden', () => {
    expect(planSecrets(given({ A: '1' }), shown({ B: undefined }), 'replace')).toMatchObject({
      kind: 'send',
      secrets: [{ name: 'A', value: '1' }],
    });
  });

  test('count as equal to an empty input if they are empty, and as hidden if a merge must preserve them', () => {
    expect(planSecrets(given({ A: '' }), shown({ A: '' }), 'merge')).toEqual({ kind: 'keep' });
    expect(planSecrets(given({ A: 'x' }), shown({ A: '' }), 'merge')).toMatchObject({ kind: 'send' });
    expect(planSecrets(given({ A: 'x' }), shown({ A: 'y', B: '' }), 'merge')).toMatchObject({ names: ['B'] });
  });

  test('count as hidden if their value is asterisks or missing', () => {
    const secrets = [
      { name: 'A', value: '***' },
      { name: 'B', value: '' },
      { name: 'C', value: null },
      { name: 'D' },
      { name: 'E', value: 'real' },
    ];
    const actual = toCurrent({ id: 'd', name: 'n', status: 'READY', secrets }, []);
    expect(actual.secrets?.map(({ value }) => value)).toEqual([undefined, '', undefined, undefined, 'real']);
  });

  const names = fc.constantFrom('A', 'B', 'C', 'D');
  const value = fc.constantFrom('1', '2', '3');
  const set = fc.uniqueArray(fc.record({ name: names, value }), { selector: ({ name }) => name });
  const shownSet = fc.uniqueArray(fc.record({ name: names, value: fc.option(value, { nil: undefined }) }), {
    selector: ({ name }) => name,
  });

  test('are never lost in a merge, sent as asterisks, or shown', () => {
    fc.assert(
      fc.property(set, shownSet, (want, is) => {
        const plan = planSecrets(want, is, 'merge');
        if (plan.kind !== 'send') return;
        const sent = plan.secrets.map(({ name }) => name);
        expect([...sent].sort()).toEqual([...new Set([...want, ...is].map(({ name }) => name))].sort());
        expect(new Set(sent).size).toBe(sent.length);
        for (const secret of want) expect(plan.secrets).toContainEqual(secret);
        for (const { from, to } of plan.changes) expect([from, to].join()).not.toMatch(/[123]/);
      }),
    );
  });

  test('are exactly the secrets of the inputs after a replace', () => {
    fc.assert(
      fc.property(set, shownSet, (want, is) => {
        const plan = planSecrets(want, is, 'replace');
        if (plan.kind === 'send') expect(plan.secrets).toEqual(want);
        else expect([...want].sort(byName)).toEqual([...is].sort(byName));
      }),
    );
  });
});

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
