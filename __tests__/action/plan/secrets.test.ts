import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toCurrent } from '../../../src/action/plan/current.ts';
import { planSecrets } from '../../../src/action/plan/plan.ts';

const shown = (secrets: Record<string, string | undefined>) =>
  Object.entries(secrets).map(([name, value]) => ({ name, value }));
const given = (secrets: Record<string, string>) =>
  Object.entries(secrets).map(([name, value]) => ({ name, value }));

describe('secrets', () => {
  test('that are not given are left alone', () => {
    expect(planSecrets(undefined, shown({ A: '1' }), 'replace')).toEqual({ kind: 'keep' });
  });

  test('that are the same are not sent', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: '1' }), 'replace')).toEqual({ kind: 'keep' });
  });

  test('merge keeps the others, by sending them again', () => {
    expect(planSecrets(given({ B: '2' }), shown({ A: '1' }), 'merge')).toMatchObject({
      kind: 'send',
      secrets: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
      changes: [{ field: 'secrets.B', from: null, to: '(set)' }],
    });
  });

  test('replace drops the others, and reports it', () => {
    expect(planSecrets(given({ B: '2' }), shown({ A: '1' }), 'replace')).toMatchObject({
      kind: 'send',
      secrets: [{ name: 'B', value: '2' }],
      changes: [{ field: 'secrets.B' }, { field: 'secrets.A', from: '(set)', to: null }],
    });
  });

  test('an empty set with replace clears them; with merge it changes nothing', () => {
    expect(planSecrets([], shown({ A: '1' }), 'replace')).toMatchObject({ kind: 'send', secrets: [] });
    expect(planSecrets([], shown({ A: '1' }), 'merge')).toEqual({ kind: 'keep' });
  });

  test('hidden ones that are all given are sent, because they cannot be compared', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: undefined }), 'merge')).toMatchObject({
      kind: 'send',
      secrets: [{ name: 'A', value: '1' }],
      changes: [{ from: '(hidden)', to: '(sent again)' }],
    });
  });

  test('a hidden one that is not given stops a merge by its name', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: undefined, B: undefined, C: '3' }), 'merge')).toEqual({
      kind: 'hidden',
      names: ['B'],
    });
  });

  test('a hidden one that is not given is no matter while nothing has to be sent', () => {
    expect(planSecrets(given({ A: '1' }), shown({ A: '1', B: undefined }), 'merge')).toEqual({
      kind: 'keep',
    });
  });

  test('merge is refused when the service does not even say which there are', () => {
    expect(planSecrets(given({ A: '1' }), undefined, 'merge')).toEqual({ kind: 'hidden', names: [] });
    expect(planSecrets(given({ A: '1' }), undefined, 'replace')).toMatchObject({ kind: 'send' });
    expect(planSecrets(undefined, undefined, 'merge')).toEqual({ kind: 'keep' });
  });

  test('a hidden one is dropped by replace without ado', () => {
    expect(planSecrets(given({ A: '1' }), shown({ B: undefined }), 'replace')).toMatchObject({
      kind: 'send',
      secrets: [{ name: 'A', value: '1' }],
    });
  });

  test('an empty one that is given again is the same; one to be kept may be hidden', () => {
    expect(planSecrets(given({ A: '' }), shown({ A: '' }), 'merge')).toEqual({ kind: 'keep' });
    expect(planSecrets(given({ A: 'x' }), shown({ A: '' }), 'merge')).toMatchObject({ kind: 'send' });
    expect(planSecrets(given({ A: 'x' }), shown({ A: 'y', B: '' }), 'merge')).toMatchObject({ names: ['B'] });
  });

  test('values of stars and absent ones count as hidden', () => {
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

  test('never lose one under merge, never send a mask, never show a value', () => {
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

  test('under replace end as exactly what is given', () => {
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
