import { describe, expect, test } from '@jest/globals';
import { citationsIn, shownRows, withoutAnchor } from './support/shown-by.ts';

const rows = shownRows('docs/conformance.md');

describe('the description, sentence by sentence', () => {
  test('has rows for each part of it, and names no place twice', () => {
    const places = rows.map(({ cells }) => withoutAnchor(cells[0]));
    for (const part of [
      'deploymentcreate',
      'sourceconfig',
      'sourcerevisionconfig',
      'secret',
      'resourcespec',
      'listenerconfig',
      'pods',
      'revision',
      'sandboxcreate',
      'revision-triggers',
      'deployments',
      'errors',
      'limits',
    ]) {
      expect(places.filter((place) => place.includes(`(api.md#${part})`))).not.toEqual([]);
    }
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    for (const { cells } of rows) expect(cells).toHaveLength(3);
  });

  test.each(rows.map((row) => [row.citation, row] as const))(
    'shows %s by a test that cites it',
    (_place, { file, citation }) => {
      expect(citationsIn(file)).toContain(citation);
    },
  );
});
