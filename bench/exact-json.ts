import { parseExactJson, stringifyExactJson } from '../src/contract/exact-json.ts';
import { median, type Measurement, type Side } from './support/measure.ts';

const ROUNDS = 60;
const ROWS = 1_500;
const LARGE = '12345678901234567891';

/** Returns a body of about 170 kB, like the states that clients send. `id` is in the last row of the body. */
const bodyWith = (id: string): string =>
  `[${Array.from(
    { length: ROWS },
    (_, at) =>
      `{"id":${at === ROWS - 1 ? id : at},"at":${1_700_000_000_000 + at},"text":"a message of the user, number ${at}","score":${at * 1.5},"list":[1,2,3]}`,
  ).join(',')}]`;

/** A `JSON.parse` reviver that preserves the digits of large integers. */
const exactly = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value;

/** Compares exact parsing with `JSON.parse` and its reviver, for a body with a large integer and a body without one. */
export function measure(): Promise<Measurement> {
  const [plain, large] = [bodyWith('7'), bodyWith(LARGE)];
  const [plainValue, largeValue]: [unknown, unknown] = [parseExactJson(plain), parseExactJson(large)];
  if (stringifyExactJson(largeValue) !== large) throw new Error('an integer is not the same any more');
  const work = {
    'parse exactly, no large integer': () => parseExactJson(plain),
    'JSON.parse': () => JSON.parse(plain) as unknown,
    'parse exactly, one large integer': () => parseExactJson(large),
    'JSON.parse with a reviver': () => JSON.parse(large, exactly) as unknown,
    'stringify exactly, no large integer': () => stringifyExactJson(plainValue),
    'JSON.stringify': () => JSON.stringify(plainValue),
    'stringify exactly, one large integer': () => stringifyExactJson(largeValue),
  };
  const sides = Object.keys(work).map((name): Side => ({ name, unit: 'ms', samples: [] }));
  for (let round = 0; round < ROUNDS + 10; round += 1) {
    for (const [at, run] of Object.values(work).entries()) {
      const began = performance.now();
      for (let times = 0; times < 5; times += 1) run();
      if (round >= 10) sides[at]?.samples.push((performance.now() - began) / 5);
    }
  }
  const of = (at: number): number => median(sides[at]?.samples ?? []);
  const [first, second, ...rest] = sides;
  if (first === undefined || second === undefined) throw new Error('nothing was measured');
  return Promise.resolve({
    claim: 'a body without large integers is parsed and written as fast as by the language itself',
    sides: [first, second, ...rest],
    ratio: { name: 'parse, no large integer', value: of(0) / of(1), aim: { atMost: 1.25 } },
    moreRatios: [
      { name: 'parse, one large integer', value: of(2) / of(1), aim: { atMost: 5 } },
      { name: 'the same by a reviver', value: of(3) / of(1) },
      { name: 'stringify, no large integer', value: of(4) / of(5), aim: { atMost: 1.25 } },
      { name: 'stringify, one large integer', value: of(6) / of(5), aim: { atMost: 5 } },
    ],
  });
}
