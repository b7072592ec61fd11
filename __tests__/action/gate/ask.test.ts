import { describe, expect, test } from '@jest/globals';
import { shownOutputOf } from '../../../src/action/gate/ask.ts';
import { judge } from '../../../src/judgement/judge.ts';
import { answer, comparedCase, settings } from './support.ts';

const said = (content: string) => ({ messages: [{ type: 'ai', content }] });

describe('the output of a response that the reports show', () => {
  test('is the whole output if the output is not large', () => {
    expect(shownOutputOf(said('hello'))).toEqual(said('hello'));
  });

  test('differs if two large outputs differ only at their ends', () => {
    const large = 'word '.repeat(1_000_000);
    const [one, same, other] = ['a', 'a', 'b'].map((end) => shownOutputOf(said(`${large}${end}`)));
    expect(String(one).length).toBeLessThan(101_000);
    expect(one).toMatch(/^word .*… \(shortened from 5000001 characters\) with the digest [0-9a-f]{12}$/);
    const verdicts = judge(
      [
        comparedCase('same', [answer({ output: one })], [answer({ output: same })]),
        comparedCase('other', [answer({ output: one })], [answer({ output: other })]),
      ],
      settings(),
    ).cases.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['same', 'changed']);
  });
});
