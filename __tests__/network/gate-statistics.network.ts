import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { meanInterval, percentile, shareInterval } from '../../src/judgement/intervals.ts';
import { adjustByHolm, createRandom, signFlipTest } from '../../src/judgement/permutation.ts';
import { installPython, run } from './support/installs.ts';

const Pair = z.tuple([z.number(), z.number()]);
const References = z.array(
  z.object({
    lower: z.number(),
    higher: z.number(),
    t: Pair,
    wilson: Pair,
    p95: z.number(),
    mcnemar: z.number(),
    holm: z.array(z.number()),
  }),
);

/** Returns samples of all sizes that the exact test covers, in tenths, with zeros and equal differences. */
function drawSamples() {
  const random = createRandom('samples');
  const integer = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  return Array.from({ length: 60 }, (_, at) => {
    const total = integer(1, 200);
    const differences = Array.from({ length: 2 + (at % 12) }, () => integer(-10, 10) / 10);
    const probabilities = Array.from({ length: integer(1, 8) }, random);
    const [gained, lost] = [integer(0, 7), integer(1, 7)];
    // The reference has no interval for a sample without variation.
    return {
      differences: [...differences, 1.1],
      successes: integer(0, total),
      total,
      probabilities,
      gained,
      lost,
    };
  });
}

describe('the statistics of the gate, compared with scipy', () => {
  const samples = drawSamples();
  let folder: string;
  let references: z.infer<typeof References>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ad-statistics-'));
    const bin = await installPython(path.join(folder, 'env'), ['scipy==1.15.3', 'numpy==2.2.6']);
    const file = path.join(folder, 'samples.json');
    await writeFile(file, JSON.stringify(samples));
    const program = path.join(import.meta.dirname, 'support', 'reference_statistics.py');
    const output = await run(path.join(bin, 'python'), [program, file]);
    references = References.parse(JSON.parse(output));
    expect(references).toHaveLength(samples.length);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const each = (
    compare: (sample: (typeof samples)[number], reference: (typeof references)[number]) => void,
  ) => {
    for (const [at, sample] of samples.entries()) compare(sample, references[at]!);
  };

  test("equal the p-values of scipy's exact permutation test of paired samples", () => {
    each(({ differences }, reference) => {
      const { lower, higher } = signFlipTest(differences, { seed: '' });
      expect(lower).toBeCloseTo(reference.lower, 10);
      expect(higher).toBeCloseTo(reference.higher, 10);
    });
  });

  test("equal the p-value of scipy's binomial test on scores of 0 and 1", () => {
    each(({ gained, lost }, reference) => {
      const differences = [...Array<number>(gained).fill(1), ...Array<number>(lost).fill(-1)];
      expect(signFlipTest(differences, { seed: '' }).lower).toBeCloseTo(reference.mcnemar, 10);
    });
  });

  test("equal scipy's t intervals", () => {
    each(({ differences }, { t: [low, high] }) => {
      const interval = meanInterval(differences);
      expect(interval.low).toBeCloseTo(low, 9);
      expect(interval.high).toBeCloseTo(high, 9);
    });
  });

  test("equal scipy's Wilson intervals", () => {
    each(({ successes, total }, { wilson: [low, high] }) => {
      const interval = shareInterval(successes, total);
      expect(interval.low).toBeCloseTo(low, 9);
      expect(interval.high).toBeCloseTo(high, 9);
    });
  });

  test("equal numpy's percentiles and a reference implementation of the Holm adjustment", () => {
    each(({ differences, probabilities }, { p95, holm }) => {
      expect(percentile(differences, 0.95)).toBeCloseTo(p95, 10);
      for (const [at, adjusted] of adjustByHolm(probabilities).entries()) {
        expect(adjusted).toBeCloseTo(holm[at]!, 10);
      }
    });
  });
});
