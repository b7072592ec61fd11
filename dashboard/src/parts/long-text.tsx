import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { CLIP_CHARACTERS } from '../../../src/contract/dashboard/clip.ts';
import { formatNumber, visibleText } from '../logic/format.ts';
import { Markdown } from './markdown.tsx';
import { Button } from './button.tsx';

/** Number of characters per block. The browser does not lay out blocks of the text outside of the window. */
const BLOCK = 10_000;

/**
 * Shows a text of any length. At first, only the beginning of the text is displayed, and the user can request the whole
 * text. If `text` is only the beginning of the text, `characters` is the length of the whole text, and `readWhole`
 * reads the whole text.
 */
export function LongText({
  text,
  characters,
  markdown = false,
  readWhole,
}: {
  text: string;
  characters: number | null;
  markdown?: boolean;
  readWhole?: (() => Promise<string>) | undefined;
}): JSX.Element {
  const whole = useSignal<string | null>(null);
  const total = characters ?? text.length;
  if (whole.value !== null) return <Blocks text={whole.value} />;
  const shown = text.length > CLIP_CHARACTERS ? text.slice(0, CLIP_CHARACTERS).toWellFormed() : text;
  const isClipped = total > shown.length;
  return (
    <>
      {markdown ? (
        <Markdown text={shown} limit={CLIP_CHARACTERS} />
      ) : (
        <div class="plain-text">{visibleText(shown)}</div>
      )}
      {isClipped ? (
        <Button
          size="little"
          onAct={async () => {
            whole.value = characters === null || readWhole === undefined ? text : await readWhole();
          }}
        >
          Show all {formatNumber(total)} characters
        </Button>
      ) : null}
    </>
  );
}

/** Number of blocks that are added at a time. */
const STEP = 20;

/** Shows a long text in blocks, and adds blocks when the user scrolls to the last block. */
function Blocks({ text }: { text: string }): JSX.Element {
  const blocks = useMemo(() => blocksOf(text), [text]);
  const count = useSignal(STEP);
  const onScroll = ({ currentTarget: box }: { currentTarget: HTMLElement }) => {
    const left = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (left < 2 * box.clientHeight) count.value = Math.min(count.peek() + STEP, blocks.length);
  };
  return (
    <div class="long-text" tabIndex={0} role="group" aria-label="Whole text" onScroll={onScroll}>
      {blocks.slice(0, count.value).map((block, index) => (
        <div key={index} class="long-text-block">
          {visibleText(block)}
        </div>
      ))}
      {count.value < blocks.length ? (
        <p class="dim">
          Scroll for the other {formatNumber((blocks.length - count.value) * BLOCK)} characters.
        </p>
      ) : null}
    </div>
  );
}

/** Divides a text into blocks. A block ends at a line break if possible. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const block = text.slice(from, from + BLOCK);
    const line = from + BLOCK < text.length ? block.lastIndexOf('\n') : -1;
    const length = line > 0 ? line + 1 : block.length;
    blocks.push(block.slice(0, length).toWellFormed());
    from += length;
  }
  return blocks;
}
