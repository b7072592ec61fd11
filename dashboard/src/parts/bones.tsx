import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

/** Milliseconds before a placeholder appears, so that fast responses cause no flicker. */
const DELAY_MS = 150;
const WIDTHS = ['38%', '52%', '30%', '44%', '35%', '48%'];

/** Grey bars that take the place of rows while they are loaded. A bar has the height of a row. */
export function Bones({
  rows = 6,
  rowHeight = 56,
  now = false,
}: {
  rows?: number;
  rowHeight?: number;
  now?: boolean;
}): JSX.Element {
  const shown = useSignal(now);
  useEffect(() => {
    const timer = setTimeout(() => (shown.value = true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label="Loading">
      <svg class="bones" height={rows * rowHeight} aria-hidden="true">
        {shown.value
          ? Array.from({ length: rows }, (_, index) => (
              <g key={index}>
                <rect
                  class="bone"
                  x="16"
                  y={index * rowHeight + rowHeight / 2 - 8}
                  width="16"
                  height="16"
                  rx="8"
                />
                <rect
                  class="bone"
                  x="48"
                  y={index * rowHeight + rowHeight / 2 - 6}
                  width={WIDTHS[index % WIDTHS.length]}
                  height="12"
                  rx="3"
                />
              </g>
            ))
          : null}
      </svg>
    </div>
  );
}
