import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseSecrets } from '../../../src/action/inputs/secrets.ts';
import { isReservedName } from '../../../src/contract/reserved-names.ts';
import { cIdentifier } from '../../../src/contract/primitives.ts';
import { Secret } from '../../../src/contract/source.ts';

const cloud = { selfHosted: false };
const read = (text: string, where = cloud) => {
  const parsed = parseSecrets(text, where);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message: problem }) => problem).join('; '));
  return Object.fromEntries(parsed.value.map(({ name, value }) => [name, value]));
};
const complaints = (text: string, where = cloud) => {
  const parsed = parseSecrets(text, where);
  return parsed.ok ? [] : parsed.problems.map(({ message: problem }) => problem);
};

describe('the notation NAME=VALUE in the input `secrets`', () => {
  test.each([
    ['A=1', { A: '1' }],
    ['A=one,two, three', { A: 'one,two, three' }],
    ['A="quoted" \'too\'', { A: '"quoted" \'too\'' }],
    ['A=b=c==', { A: 'b=c==' }],
    ['A= spaced ', { A: ' spaced ' }],
    ['A=""', { A: '' }],
    ['A="" ', { A: '"" ' }],
    ['A=#no comment', { A: '#no comment' }],
    ['A=x<<y', { A: 'x<<y' }],
    ['  A=1', { A: '1' }],
    ['A =1', { A: '1' }],
    ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['# comment\n\nA=1\n   # more\n', { A: '1' }],
    ['A=$HOME ${{ x }}', { A: '$HOME ${{ x }}' }],
    ['a_1=lower', { a_1: 'lower' }],
  ])('is parsed into the expected variables: %j', (text, secrets) => {
    expect(read(text)).toEqual(secrets);
  });

  test('can consist of comments, which yield an empty set', () => {
    expect(parseSecrets('# nothing', cloud)).toEqual({ ok: true, value: [] });
  });
});

describe('the notation NAME<<MARK in the input `secrets`', () => {
  test.each([
    ['A<<END\none\ntwo\nEND', { A: 'one\ntwo' }],
    ['A<<END\n""\nEND', { A: '""' }],
    ['A<<E\nB=1\n# x\n  E\nE\nC=2', { A: 'B=1\n# x\n  E', C: '2' }],
    ['A<< END \nx\nEND', { A: 'x' }],
    ['A<<E=F\nx\nE=F', { A: 'x' }],
    ['A<<E\r\nx\r\ny\r\nE\r\n', { A: 'x\ny' }],
  ])('is parsed into the expected variables: %j', (text, secrets) => {
    expect(read(text)).toEqual(secrets);
  });

  test.each(['A<<END\nx', 'A<<END\nx\nEND ', 'A<<\nx', 'A<<END'])(
    'is rejected if its mark never follows: %j',
    (text) => {
      expect(complaints(text)).toEqual(['the block opened on line 1 is never closed']);
    },
  );
});

describe('an invalid secret', () => {
  test.each([
    ['=value', 'line 1 has a value but no name'],
    ['A=1\nplain words', 'line 2 has neither "=" nor "<<"'],
    ['1A=x', 'the name on line 1 is not a valid name for an environment variable'],
    ['MY-KEY=x', 'the name on line 1 is not a valid name for an environment variable'],
    ['MY KEY=x', 'the name on line 1 is not a valid name for an environment variable'],
    ['A=1\nA=2', 'A is set more than once'],
    ['POSTGRES_URI=x', 'POSTGRES_URI is reserved, because the platform sets it'],
    ['LANGSMITH_API_KEY=x', 'LANGSMITH_API_KEY is reserved, because the platform sets it'],
    ['A=x\0y', 'the value of A contains a NUL character'],
  ])('is rejected: %j', (text, problem) => {
    expect(complaints(text)).toEqual([problem]);
  });

  test('is reported together with all other invalid secrets', () => {
    expect(complaints('=a\nb\nC-D=e\nPOSTGRES_URI=f')).toHaveLength(4);
  });

  test('is allowed on a self-hosted cluster if the name is reserved only in the cloud', () => {
    expect(read('LANGSMITH_API_KEY=x', { selfHosted: true })).toEqual({ LANGSMITH_API_KEY: 'x' });
    expect(complaints('POSTGRES_URI=x', { selfHosted: true })).toHaveLength(1);
  });

  test('is reported without any value or part of a value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 6 }), (piece) => {
        fc.pre(piece.trim().length >= 6 && !/^[\w ]+$/.test(piece));
        for (const problem of complaints(`${piece}\nA<<X\n${piece}`))
          expect(problem).not.toContain(piece.trim());
      }),
    );
  });
});

describe('a missing GitHub secret', () => {
  // docs/security/secrets.md#empty-value-missing-github
  test.each([
    ['A=1\nKEY=', 'line 2: the value of KEY is empty'],
    ['KEY=  ', 'line 1: the value of KEY is empty'],
    ['KEY=\t\r\nB=1', 'line 1: the value of KEY is empty'],
    ['# x\nKEY<<END\nEND', 'line 2: the value of KEY is empty'],
    ['KEY<<END\n\n  \nEND', 'line 1: the value of KEY is empty'],
    ['KEY=Bearer ', 'line 1: the value of KEY is an authentication scheme without a credential'],
  ])('is rejected instead of setting the variable to an empty value: %j', (text, problem) => {
    expect(complaints(text)).toEqual([problem]);
  });

  test('is not suspected if the value is only a URL scheme', () => {
    expect(read('AUTH_SCHEME=Bearer')).toEqual({ AUTH_SCHEME: 'Bearer' });
  });

  test('is reported with its name, its line, and the notation for an empty value', () => {
    const parsed = parseSecrets('KEY=', cloud);
    expect(parsed.ok ? '' : parsed.problems[0]?.hint).toMatch(/check its name.*write KEY=""/);
  });
});

describe('the parser of secrets', () => {
  const name = fc
    .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,15}$/)
    .filter((text) => !isReservedName(text, cloud));
  const lineValue = fc.string().filter((text) => !/[\r\n\0]/.test(text));
  const anyValue = fc
    .array(lineValue, { minLength: 1, maxLength: 4 })
    .map((lines) => lines.join('\n'))
    // Excludes the empty value of a missing secret.
    .filter((value) => value === '' || value.trim() !== '');
  const entries = fc.uniqueArray(fc.tuple(name, anyValue), { selector: ([key]) => key, maxLength: 6 });

  test('returns values exactly as they are written in either notation', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const text = list
          .map(([key, value]) => {
            if (value === '') return `${key}=""`;
            if (!value.includes('\n') && value !== '""') return `${key}=${value}`;
            let mark = 'END';
            while (value.split('\n').includes(mark)) mark += '_';
            return `${key}<<${mark}\n${value}\n${mark}`;
          })
          .join('\n');
        expect(parseSecrets(text, cloud)).toEqual({
          ok: true,
          value: list.map(([key, value]) => ({ name: key, value })),
        });
      }),
    );
  });

  test('accepts or rejects any string, and its results satisfy the contract', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseSecrets(text, cloud);
        if (!parsed.ok) {
          expect(parsed.problems.length).toBeGreaterThan(0);
          return;
        }
        for (const secret of parsed.value) {
          expect(cIdentifier.safeParse(secret.name).success).toBe(true);
          expect(Secret.safeParse(secret).success).toBe(true);
        }
      }),
    );
  });
});
