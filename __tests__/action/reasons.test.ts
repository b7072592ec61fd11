import { describe, expect, test } from '@jest/globals';
import { DEFAULT_POLICY, type OutcomeKind, REASONS, severityOf } from '../../src/action/outcome.ts';
import { REACHED, type Way } from './support/reached.ts';
import { exampleLine, readTroubleshooting } from './support/troubleshooting.ts';

const sections = readTroubleshooting();

type Table<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;
const codes = <T>(table: Table<T>): string[] =>
  Object.entries(table).flatMap(([kind, reasons]) => Object.keys(reasons).map((code) => `${kind}/${code}`));

const ways = Object.entries(REACHED as Table<Way>).flatMap(([kind, rows]) =>
  Object.entries(rows).map(([reason, way]) => ({ kind, reason, way })),
);

const WRITES = ['createDeployment', 'patchDeployment', 'redeployRevision'] as const;
/** Reason codes that guarantee that no change was sent. */
const NOTHING_SENT: ReadonlySet<string> = new Set([
  'already-active',
  'already-building',
  'ambiguous-integration',
  'ambiguous-listener',
  'ambiguous-name',
  'deployment-not-found',
  'dry-run',
  'immutable-field',
  'invalid-input',
  'invalid-plan',
  'plan-changed',
  'secrets-hidden',
]);
/** Text that a message must contain, in addition to its example in docs/troubleshooting. */
const SAID: Readonly<Record<string, RegExp>> = {
  'ambiguous-integration': /integration-id/,
  'deployment-not-found': /deployment-name/,
  'immutable-field': /create it again/,
  'invalid-plan': /build-on-push: false/,
  'name-taken': /tracing project/,
  'secrets-hidden': /KEPT/,
};

describe('every reason code', () => {
  test('has a scenario in this test, and no scenario has an unknown code', () => {
    expect(codes(REACHED as Table<unknown>).toSorted()).toEqual(codes(REASONS).toSorted());
  });

  test.each(ways)('($kind/$reason) is reported by its scenario', async ({ kind, reason, way }) => {
    const { run, controlPlane } = await way();
    const { code, host, result } = await run();
    expect({ ...host.outputs }).toMatchObject({ outcome: kind, 'reason-code': reason });
    expect(result).toMatchObject({ outcome: kind, reason_code: reason });
    const { example = [] } = sections.find((section) => section.reason === reason) ?? {};
    const shown = [...host.lines, ...host.annotations.map(({ message }) => message)].join('\n');
    for (const line of example) expect(shown).toMatch(exampleLine(line));
    expect(shown).toMatch(SAID[reason] ?? /./);
    const sent = WRITES.map((method) => controlPlane?.count(method) ?? 0);
    if (NOTHING_SENT.has(reason)) expect(sent).toEqual([0, 0, 0]);
    const severity = severityOf(kind as OutcomeKind, DEFAULT_POLICY);
    expect(code).toBe(severity === 'error' ? 1 : 0);
    expect(host.annotations.map(({ level }) => level)).toEqual(severity === 'fine' ? [] : [severity]);
  });
});
