import { describe, expect, test } from '@jest/globals';
import { cellsOf } from '../../../harness/workflow/matrix.ts';
import { printed, run } from './fixture.ts';

const around = { contexts: { github: { list: '["x","y"]' } }, functions: {} };
const cells = (matrix: Parameters<typeof cellsOf>[0]) => cellsOf(matrix, around).map((cell) => cell.matrix);
const job = (rest: string, more = '') =>
  `on: push\njobs:\n  a:\n    runs-on: x\n    ${rest}\n${more === '' ? '' : `  ${more}\n`}`;
const results = async (text: string, options?: Parameters<typeof run>[1]) => {
  const result = await run(text, options);
  return [result.conclusion, ...Object.values(result.jobs).map(({ id, result: of }) => `${id}: ${of}`)];
};

describe('the combinations of a matrix', () => {
  test('are the product of its lists, and the first list changes slowest', () => {
    expect(cells({ matrix: { os: ['l', 'w'], node: [20, 24] } })).toEqual([
      { os: 'l', node: 20 },
      { os: 'l', node: 24 },
      { os: 'w', node: 20 },
      { os: 'w', node: 24 },
    ]);
  });

  test('follow exclude and include as in GitHub’s documentation', () => {
    expect(
      cells({ matrix: { a: [1, 2], b: [{ c: 1 }, { c: 2 }], exclude: [{ a: 1, b: { c: 2 } }, { a: 2 }] } }),
    ).toEqual([{ a: 1, b: { c: 1 } }]);
    expect(
      cells({
        matrix: {
          fruit: ['apple', 'pear'],
          animal: ['cat', 'dog'],
          include: [
            { color: 'green' },
            { color: 'pink', animal: 'cat' },
            { fruit: 'apple', shape: 'circle' },
            { fruit: 'banana' },
            { fruit: 'banana', animal: 'cat' },
          ],
        },
      }),
    ).toEqual([
      { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
      { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
      { fruit: 'pear', animal: 'cat', color: 'pink' },
      { fruit: 'pear', animal: 'dog', color: 'green' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ]);
  });

  test('can come from an expression, completely or in part', () => {
    expect(cells({ matrix: { v: '${{ fromJSON(github.list) }}' } })).toEqual([{ v: 'x' }, { v: 'y' }]);
    expect(cells({ matrix: '${{ fromJSON(\'{"include":[{"v":1}]}\') }}' })).toEqual([{ v: 1 }]);
  });

  test.each([
    [{ matrix: { v: "${{ fromJSON('[]') }}" } }, 'does not contain any values'],
    [{ matrix: { v: "${{ 'a' }}" } }, "the vector 'v' is not a sequence"],
    [{ matrix: "${{ 'a' }}" }, 'not a mapping'],
    [{ matrix: { v: [1], exclude: [{ v: 1 }] } }, 'gives no job'],
    [{ matrix: { v: [1] }, 'max-parallel': '0' }, 'max-parallel'],
    [{ matrix: { v: [1] }, 'fail-fast': 'perhaps' }, 'fail-fast'],
    [{ matrix: { v: Array.from({ length: 257 }, (_, index) => index) } }, 'more than 256'],
  ])('are rejected for the matrix %j', (strategy, problem) => {
    expect(() => cellsOf(strategy, around)).toThrow(problem);
  });
});

describe('the jobs of a matrix', () => {
  test('have separate names, and can read their values and their index', async () => {
    const result = await run(
      job(
        'name: Deploy ${{ matrix.agent }}\n    strategy: { matrix: { agent: [one, two], size: [1] } }\n    concurrency: of-${{ matrix.agent }}\n    steps: [ { run: "echo ${{ matrix.agent }} ${{ strategy.job-index }}/${{ strategy.job-total }} ${{ github.job }}" } ]',
      ),
    );
    expect(
      Object.values(result.jobs).map(({ id, name, concurrency }) => [id, name, concurrency?.group]),
    ).toEqual([
      ['a (one, 1)', 'Deploy one', 'of-one'],
      ['a (two, 1)', 'Deploy two', 'of-two'],
    ]);
    expect(printed(result, 'a (two, 1)')).toEqual(['two 1/2 a']);
    const plain = await run(
      job("name: Build\n    strategy: { matrix: { v: [1, { w: z }] } }\n    steps: [ { run: 'true' } ]"),
    );
    expect(Object.values(plain.jobs).map(({ name }) => name)).toEqual(['Build (1)', 'Build (z)']);
  });

  test('end after the first failure, unless fail-fast is off', async () => {
    const one = 'steps: [ { run: "test ${{ matrix.v }} != 1" } ]';
    const last = "b: { needs: a, runs-on: x, steps: [ { run: 'true' } ] }";
    expect(
      await results(job(`strategy: { max-parallel: 1, matrix: { v: [0, 1, 2] } }\n    ${one}`, last)),
    ).toEqual(['failure', 'a (0): success', 'a (1): failure', 'a (2): cancelled', 'b: skipped']);
    expect(
      await results(
        job(`strategy: { fail-fast: false, max-parallel: 1, matrix: { v: [0, 1, 2] } }\n    ${one}`),
      ),
    ).toEqual(['failure', 'a (0): success', 'a (1): failure', 'a (2): success']);
    expect(
      await results(
        job(
          `continue-on-error: \${{ matrix.v == 1 }}\n    strategy: { max-parallel: 1, matrix: { v: [1, 2] } }\n    ${one}`,
          last,
        ),
      ),
    ).toEqual(['success', 'a (1): failure', 'a (2): success', 'b: success']);
  });

  test('are cancelled by a failure even if they already run', async () => {
    expect(
      await results(
        job('strategy: { matrix: { v: [0, 60] } }\n    steps: [ { run: "sleep ${{ matrix.v }}; false" } ]'),
        { cancelAfterMs: { terminate: 50, kill: 50 } },
      ),
    ).toEqual(['failure', 'a (0): failure', 'a (60): cancelled']);
  });

  test('return each output from the last job that set it', async () => {
    const result = await run(
      job(
        'strategy: { max-parallel: 1, matrix: { v: [1, 2, ""] } }\n    outputs: { of: "${{ matrix.v }}" }\n    steps: [ { run: "true" } ]',
        'b: { needs: a, runs-on: x, steps: [ { run: "echo ${{ needs.a.outputs.of }}" } ] }',
      ),
    );
    expect(printed(result, 'b')).toEqual(['2']);
  });

  test('fail as a single job if the matrix is invalid', async () => {
    const result = await run(
      job("strategy: { matrix: { v: \"${{ fromJSON('[]') }}\" } }\n    steps: [ { run: 'true' } ]"),
    );
    expect(result.jobs['a']?.annotations[0]?.message).toBe(
      "strategy: Matrix vector 'v' does not contain any values",
    );
    expect(result.conclusion).toBe('failure');
  });
});
