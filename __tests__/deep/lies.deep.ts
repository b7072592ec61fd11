import { expect, test } from '@jest/globals';
import { hiddenExamples } from '../action/lies/hidden-examples.ts';
import { largeLies, sampleOf, smallLies, sweep } from '../action/lies/sweep.ts';

// Tests every lie about lists, complete responses and hidden values in every scene, and LIES random lies about single
// fields, drawn by DEEP_SEED. Takes about three minutes.
const seed = Number(process.env['DEEP_SEED'] ?? 1);
const count = Number(process.env['LIES'] ?? 8000);
const { telling, other } = smallLies();
const HOUR_MS = 3_600_000;

test.each([
  ['about lists, whole responses and hidden values', largeLies(hiddenExamples())],
  ['about the active revision', sampleOf(telling, Math.ceil(count * 0.75), seed)],
  ['about any other field', sampleOf(other, Math.ceil(count * 0.25), seed)],
])(
  'a false response %s never causes a false green run, a second deployment or a lost variable',
  async (_about, chosen) => {
    const { harm, ...counts } = await sweep(chosen);
    process.stderr.write(`${JSON.stringify(counts)}\n`);
    expect(harm).toEqual([]);
    expect(counts.lies).toBe(chosen.length);
    expect(counts.green).toBeGreaterThan(chosen.length / 10);
    expect(counts.red).toBeGreaterThan(chosen.length / 10);
  },
  HOUR_MS,
);
