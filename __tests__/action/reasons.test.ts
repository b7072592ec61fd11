import { describe, expect, test } from '@jest/globals';
import { DEFAULT_POLICY, type OutcomeKind, REASONS, severityOf } from '../../src/action/outcome.ts';
import { REACHED, type Way } from './support/reached.ts';
import { exampleLine, readTroubleshooting } from './support/troubleshooting.ts';

const { sections } = readTroubleshooting();

type Table<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;
const codes = <T>(table: Table<T>): string[] =>
  Object.entries(table).flatMap(([kind, reasons]) => Object.keys(reasons).map((code) => `${kind}/${code}`));

const ways = Object.entries(REACHED as Table<Way>).flatMap(([kind, rows]) =>
  Object.entries(rows).map(([reason, way]) => ({ kind, reason, way })),
);

describe('every reason code', () => {
  test('has its way, and no way leads to what is none', () => {
    expect(codes(REACHED as Table<unknown>).toSorted()).toEqual(codes(REASONS).toSorted());
  });

  test.each(ways)('$kind/$reason is reached', async ({ kind, reason, way }) => {
    const { code, host, result } = await (await way()).run();
    expect({ ...host.outputs }).toMatchObject({ outcome: kind, 'reason-code': reason });
    expect(result).toMatchObject({ outcome: kind, reason_code: reason });
    const { example = [] } = sections.find((section) => section.reason === reason) ?? {};
    const shown = [...host.lines, ...host.annotations.map(({ message }) => message)].join('\n');
    for (const line of example) expect(shown).toMatch(exampleLine(line));
    const severity = severityOf(kind as OutcomeKind, DEFAULT_POLICY);
    expect(code).toBe(severity === 'error' ? 1 : 0);
    expect(host.annotations.map(({ level }) => level)).toEqual(severity === 'fine' ? [] : [severity]);
  });
});
