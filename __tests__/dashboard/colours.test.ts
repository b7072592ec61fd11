import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const css = readFileSync(path.resolve(import.meta.dirname, '../../dashboard/src/styles/tokens.css'), 'utf8');

/** Colors of both schemes, by the names of their variables. */
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

/** Surfaces on which text of any tone may be drawn. */
const SURFACES = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'chosen'];
const TONES = ['ok', 'bad', 'wait', 'live', 'rest', 'model', 'tool'];

describe.each(['light', 'dark'] as const)('the %s color scheme', (scheme) => {
  const tooLow = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs
      .map(([name, behind]) => ({ name, behind, ratio: contrast(name, behind, scheme) }))
      .filter(({ ratio }) => !(ratio >= least));
  const onAll = (names: readonly string[], grounds: readonly string[]) =>
    names.flatMap((name) => grounds.map((behind) => [name, behind] as const));

  test('has readable text on every surface', () => {
    expect(tooLow(onAll(['ink', 'ink-2', 'ink-3', ...TONES], SURFACES), 4.5)).toEqual([]);
  });

  test("has readable text on every verdict's background", () => {
    const grounds = TONES.map((tone) => `${tone}-soft`);
    expect(tooLow(onAll(['ink', 'ink-2'], [...grounds, 'plus', 'minus']), 4.5)).toEqual([]);
    expect(
      tooLow(
        TONES.map((tone) => [tone, `${tone}-soft`] as const),
        4.5,
      ),
    ).toEqual([]);
    expect(tooLow([['on-ink', 'ink']], 4.5)).toEqual([]);
  });

  // Accessibility checkers do not evaluate drawings, so this test does.
  test('has visible bars, symbols and field borders', () => {
    const bars = TONES.map((tone) => `${tone}-fill`);
    expect(tooLow(onAll([...bars, 'edge'], ['canvas', 'surface', 'raised']), 3)).toEqual([]);
  });
});
