import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const css = readFileSync(path.resolve(import.meta.dirname, '../../dashboard/src/styles.css'), 'utf8');

/** Colors of both schemes, keyed by the names of their variables. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name ?? '', { light: light ?? '', dark: dark ?? '' }],
  ),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio as WCAG defines it, from 1 to 21. */
function contrast(name: string, behind: string, scheme: 'light' | 'dark'): number {
  const [first, second] = [name, behind].map((one) => luminance(colours.get(one)?.[scheme] ?? ''));
  const [dark = 0, light = 0] = [first ?? 0, second ?? 0].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const BEHIND = ['back', 'raised', 'selected', 'warn-back'];

describe.each(['light', 'dark'] as const)('the %s color scheme', (scheme) => {
  test.each(['text', 'dim', 'link', 'working', 'serving', 'failed', 'ended'])(
    'has readable text in the color %s on all its backgrounds',
    (name) => {
      for (const behind of BEHIND) {
        expect({ behind, isReadable: contrast(name, behind, scheme) >= 4.5 }).toEqual({
          behind,
          isReadable: true,
        });
      }
    },
  );

  // Accessibility checkers do not evaluate drawings, so this test does.
  test.each(['waiting', 'working', 'serving', 'failed', 'ended'])(
    'has visible bars in the color %s',
    (name) => {
      expect(contrast(name, 'back', scheme)).toBeGreaterThanOrEqual(3);
      expect(contrast(name, 'raised', scheme)).toBeGreaterThanOrEqual(3);
    },
  );
});
