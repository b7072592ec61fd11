import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type FrameRow, framePreview, type FrameRows, framesText } from '../logic/frame-rows.ts';
import { formatCount } from '../logic/format.ts';
import { parseJson } from '../logic/input-form.ts';
import { CopyButton, downloadText, Empty, UntrustedText } from './basics.tsx';
import { JsonView } from './json-view.tsx';
import { type Column, VirtualList } from './virtual-list.tsx';

/** Lists the received frames of a run's stream. */
export function RunFrames({ frames, run }: { frames: FrameRows; run: string | null }): JSX.Element {
  const selected = useSignal<number | null>(null);
  const { rows, trimmed } = frames;
  if (rows.length === 0) return <Empty>No frames yet. They appear while a run streams.</Empty>;
  const shown = rows.find(({ seq }) => seq === selected.value);
  return (
    <>
      <p class="row">
        <output>{formatCount(rows.length, 'frame')}</output>
        {trimmed === 0 ? null : (
          <span class="dim">{formatCount(trimmed, 'older one is', 'older ones are')} gone</span>
        )}
        <button
          type="button"
          onClick={() => downloadText(`${run ?? 'run'}.txt`, framesText(frames), 'text/plain')}
        >
          Download
        </button>
      </p>
      <VirtualList
        label="Frames"
        rows={rows}
        columns={COLUMNS}
        trimmed={trimmed}
        selected={selected.value}
        onSelect={(row) => (selected.value = row.seq)}
        rowClass={({ frame }) => (frame.event === 'error' ? 'bad' : '')}
      />
      {shown === undefined ? null : <Frame row={shown} />}
    </>
  );
}

const COLUMNS: readonly Column<FrameRow>[] = [
  { name: 'ID', kind: 'code', cell: ({ frame }) => frame.id },
  { name: 'Event', kind: 'surface', cell: ({ frame }) => <UntrustedText text={frame.event} /> },
  { name: 'Data', kind: 'path', cell: (row) => <UntrustedText text={framePreview(row)} /> },
];

function Frame({ row: { frame, seq } }: { row: FrameRow }): JSX.Element {
  const parsed = parseJson(frame.data);
  return (
    <section class="detail" aria-label={`Frame ${seq}`}>
      <p class="row">
        <code>{frame.event}</code>
        <CopyButton text={frame.data} label="Copy data">
          Copy data
        </CopyButton>
      </p>
      <JsonView value={'value' in parsed ? parsed.value : frame.data} label="its data" />
    </section>
  );
}
