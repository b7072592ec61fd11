import { expect, test } from '@jest/globals';
import { textsOf } from '../../../../src/emulator/data-plane/worker/item-texts.ts';

const ITEM = {
  title: 'Tea',
  year: 1999,
  isNew: true,
  nothing: null,
  author: { name: 'Ada', likes: ['cats', 'cars'] },
  chapters: [{ text: 'one' }, { text: 'two' }, { other: 'x' }],
};

test.each<[string, [string, string][]]>([
  ['title', [['title', 'Tea']]],
  ['year', [['year', '1999']]],
  ['isNew', [['isNew', 'true']]],
  ['nothing', []],
  ['missing', []],
  ['title.deeper', []],
  ['constructor', []],
  ['author.name', [['author.name', 'Ada']]],
  ['author', [['author', '{"likes":["cats","cars"],"name":"Ada"}']]],
  [
    'chapters[*].text',
    [
      ['chapters[*].text.0', 'one'],
      ['chapters[*].text.1', 'two'],
    ],
  ],
  ['chapters[0].text', [['chapters[0].text', 'one']]],
  ['author.likes[-1]', [['author.likes[-1]', 'cars']]],
  ['author.likes[7]', []],
  ['author.likes[x]', []],
  ['title[0]', []],
  [
    '{title, author.name}',
    [
      ['{title, author.name}.0', 'Tea'],
      ['{title, author.name}.1', 'Ada'],
    ],
  ],
  [
    'author.*',
    [
      ['author.*.0', 'Ada'],
      ['author.*.1', '["cats","cars"]'],
    ],
  ],
])('the strings to embed are found in an item at the path %s', (path, expected) => {
  expect(textsOf(ITEM, [path]).map(({ field, text }) => [field, text])).toEqual(expected);
});

test('a whole item is embedded as one string, and equal items have equal strings', () => {
  expect(textsOf({ b: 1, a: [{ d: 1, c: 2 }] }, ['$'])).toEqual([
    { field: '$', text: '{"a":[{"c":2,"d":1}],"b":1}' },
  ]);
});
