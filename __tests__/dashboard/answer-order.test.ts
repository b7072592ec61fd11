import { expect, test } from '@jest/globals';
import { createAnswerOrder } from '../../dashboard/src/logic/answer-order.ts';

test('a response is discarded if the response to a newer request was accepted', () => {
  const order = createAnswerOrder();
  const [first, second, third] = [order.begin(), order.begin(), order.begin()];
  expect(first()).toBe(true);
  expect(third()).toBe(true);
  expect(second()).toBe(false);
});

test('a response is discarded if the query has changed since the request', () => {
  const order = createAnswerOrder();
  const earlier = order.begin();
  order.discardOpen();
  const later = order.begin();
  expect(earlier()).toBe(false);
  expect(later()).toBe(true);
});
