import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CLIP_CHARACTERS } from '../../../src/contract/dashboard/clip.ts';
import { visibleText } from '../logic/format.ts';
import { Markdown } from './markdown.tsx';
import { Button } from './button.tsx';

/** Number of characters per block. The browser skips the layout of blocks that are out of sight. */
const BLOCK = 10_000;

/**
 * Shows a text of any length: at first its beginning, and on request all of it. `characters` is the length of the whole
 * text if `text` is only its beginning; `readWhole` then reads the rest.
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
          Show all {total.toLocaleString('en')} characters
        </Button>
      ) : null}
    </>
  );
}

/** Shows a long text in blocks. Blocks end at line breaks where possible, so that no line is divided. */
function Blocks({ text }: { text: string }): JSX.Element {
  const blocks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const line = text.lastIndexOf('\n', from + BLOCK);
    const to = from + BLOCK >= text.length ? text.length : line > from ? line + 1 : from + BLOCK;
    blocks.push(text.slice(from, to).toWellFormed());
    from = to;
  }
  return (
    <div class="long-text" tabIndex={0} role="group" aria-label="Whole text">
      {blocks.map((block, index) => (
        <div key={index} class="long-text-block">
          {visibleText(block)}
        </div>
      ))}
    </div>
  );
}
