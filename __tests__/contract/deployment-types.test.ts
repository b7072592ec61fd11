import { describe, expect, test } from '@jest/globals';
import { isSameDeploymentType } from '../../src/contract/patterns.ts';

describe('a deployment type', () => {
  test.each([
    ['serverless', 'dev_zero', true],
    ['dev_zero', 'serverless', true],
    ['dedicated', 'prod', true],
    ['dedicated', 'dedicated', true],
    ['dedicated', 'serverless', false],
    ['serverless', 'dev', false],
    [undefined, undefined, true],
    [undefined, 'prod', false],
  ])('%s is the same as %s: %p', (one, other, same) => {
    expect(isSameDeploymentType(one, other)).toBe(same);
  });
});
