import type { JSX } from 'preact';
import type { Tone } from '../logic/words.ts';
import { ICON_NAMES, type IconName } from '../logic/icon-names.ts';
import { ICON_SHAPES } from './icon-shapes.tsx';

export type { IconName } from '../logic/icon-names.ts';

/** Defines the shapes of all icons, and the hatching of bars, once. Drawings refer to the shapes by ID. */
export function IconSprite(): JSX.Element {
  return (
    <svg class="sprite" aria-hidden="true">
      <defs>
        {ICON_NAMES.map((name) => (
          <symbol key={name} id={`icon-${name}`} viewBox="0 0 16 16">
            {ICON_SHAPES[name]()}
          </symbol>
        ))}
        <pattern
          id="hatch"
          class="hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1="0" y1="0" x2="0" y2="6" />
        </pattern>
      </defs>
    </svg>
  );
}

/**
 * Draws an icon. Screen readers skip the icon, because an adjacent word or the label of the button has the same
 * meaning.
 */
export function Icon({
  name,
  size = 'medium',
  tone,
  spins = false,
}: {
  name: IconName;
  size?: 'small' | 'medium' | 'large';
  tone?: Tone;
  spins?: boolean;
}): JSX.Element {
  const classes = ['icon', size === 'medium' ? '' : size, tone ?? '', spins ? 'spins' : ''];
  return (
    <svg class={classes.filter((one) => one !== '').join(' ')} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
