import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { frameLine, frameTone } from '../logic/frame-lines.ts';
import { type FrameRows, framesText } from '../logic/frame-rows.ts';
import { formatCount } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { rowWindow } from '../logic/window.ts';
import { CopyButton, downloadText, UntrustedText } from './basics.tsx';
import { Button } from './button.tsx';
import { JsonView } from './json-view.tsx';

/** Height of a row in pixels, equal to the height in the style sheet. */
const ROW = 28;

/** Lists the received frames of a run's stream. The document contains only the visible rows. */
export function FramesPanel({ frames, run }: { frames: FrameRows; run: string | null }): JSX.Element {
  const search = useSignal('');
  const open = useSignal<number | null>(null);
  const words = search.value.toLowerCase();
  const rows =
    words === ''
      ? frames.rows
      : frames.rows.filter(
          ({ frame }) =>
            frame.event.includes(words) || frame.data.slice(0, 20_000).toLowerCase().includes(words),
        );
  const shown = frames.rows.find(({ seq }) => seq === open.value);
  return (
    <div class="frames-panel">
      <div class="column-head">
        <input
          type="search"
          class="input grow"
          aria-label="Filter frames"
          placeholder="Filter frames"
          value={search.value}
          onInput={({ currentTarget }) => (search.value = currentTarget.value)}
        />
        <Button
          size="little"
          icon="save"
          label="Save the frames"
          onAct={() => downloadText(`${run ?? 'run'}.txt`, framesText(frames), 'text/plain')}
        />
      </div>
      {frames.rows.length === 0 ? (
        <p class="dim column-note">Frames appear here while a run streams.</p>
      ) : (
        <FrameList
          rows={rows}
          open={open.value}
          onOpen={(seq) => (open.value = open.peek() === seq ? null : seq)}
        />
      )}
      <p class="dim column-note" role="status">
        {frames.rows.length === 0 ? '' : formatCount(rows.length, 'frame')}
        {frames.trimmed === 0 ? '' : `, ${formatCount(frames.trimmed, 'older frame')} no longer listed`}
      </p>
      {shown === undefined ? null : (
        <section class="frame-detail" aria-label={`Frame ${shown.seq}`}>
          <div class="row">
            <code>
              <UntrustedText text={shown.frame.event} />
            </code>
            <CopyButton text={shown.frame.data} label="Copy data" />
          </div>
          <FrameData data={shown.frame.data} />
        </section>
      )}
    </div>
  );
}

function FrameData({ data }: { data: string }): JSX.Element {
  const parsed = parseJson(data);
  return <JsonView value={'value' in parsed ? parsed.value : data} label="its data" />;
}

function FrameList({
  rows,
  open,
  onOpen,
}: {
  rows: FrameRows['rows'];
  open: number | null;
  onOpen: (seq: number) => void;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const viewHeight = useSignal(400);
  const measure = () => {
    const element = box.current;
    if (element === null) return;
    scrollTop.value = element.scrollTop;
    viewHeight.value = element.clientHeight;
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // The list scrolls to new frames while its end is visible.
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 3 * ROW;
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    measure();
  }, [rows.length]);
  const range = rowWindow({
    count: rows.length,
    rowHeight: ROW,
    scrollTop: scrollTop.value,
    viewHeight: viewHeight.value,
  });
  return (
    <div ref={box} class="frame-list" role="table" aria-label="Frames" tabIndex={0} onScroll={measure}>
      <div role="rowgroup" class="frame-list-block" style={{ height: `${rows.length * ROW}px` }}>
        <div role="presentation" style={{ transform: `translateY(${range.offset}px)` }}>
          {rows.slice(range.start, range.end).map((row) => {
            const tone = frameTone(row.frame.event);
            return (
              <div
                key={row.seq}
                role="row"
                class="frame-row"
                {...(row.seq === open ? { 'aria-current': 'true' as const } : {})}
                onClick={() => onOpen(row.seq)}
              >
                <span role="cell" class="numeric dim">
                  {row.seq}
                </span>
                <span role="cell" class={`frame-event ${tone ?? 'mid'}`}>
                  <UntrustedText text={row.frame.event} limit={60} />
                </span>
                <span role="cell" class="clipped">
                  <UntrustedText text={frameLine(row)} limit={300} />
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
