import { expect, jest, test } from '@jest/globals';
import { createLiveView, renderLive } from '../../src/cli/live-view.ts';

const state = {
  title: 'Waiting for revision 1',
  usualMs: 61_000,
  elapsedMs: 5_000,
  timeline: [
    { status: 'QUEUED', startMs: 0, endMs: 2_000 },
    { status: 'BUILDING', startMs: 2_000, endMs: undefined },
  ],
  log: ['installing'],
};

// docs/cli.md#terminal
test('the progress display of a wait shows the phases with their durations, and the last log lines', () => {
  expect(renderLive(state, 100, 0)).toEqual([
    '⠋ Waiting for revision 1  5s (earlier revisions took 1m 01s)',
    '  ✓ QUEUED  2s',
    '  › BUILDING  3s',
    '    │ installing',
  ]);
});

test("each line of the progress display is shorter than the terminal's width and therefore does not wrap", () => {
  for (const width of [1, 20, 40]) {
    for (const line of renderLive(state, width, 3))
      expect(line.length).toBeLessThanOrEqual(Math.max(1, width - 1));
  }
});

/** Returns the lines that a terminal of this height shows after a program wrote this text. */
function screenOf(text: string): string[] {
  const lines: string[] = [];
  // oxlint-disable-next-line no-control-regex -- the sequences that the view writes
  for (const [part, up] of text.matchAll(/\u001b\[(\d+)A\u001b\[J|[^\u001b\n]*\n/g)) {
    if (up === undefined) lines.push(part.slice(0, -1));
    else lines.splice(-Number(up));
  }
  return lines;
}

test('log lines stay above the progress display, which disappears when the wait ends', () => {
  jest.useFakeTimers();
  try {
    let written = '';
    let now = 0;
    const view = createLiveView({ write: (text) => (written += text), width: () => 80, now: () => now });
    view.print('Plan');
    view.begin({ title: 'Waiting', usualMs: undefined });
    now = 1_000;
    jest.advanceTimersByTime(300);
    expect(screenOf(written)).toEqual(['Plan', expect.stringMatching(/Waiting {2}1s$/)]);
    view.update([{ status: 'BUILDING', startMs: 0, endMs: undefined }]);
    view.showLog(['compiling']);
    view.print('  BUILDING');
    expect(screenOf(written)).toEqual([
      'Plan',
      '  BUILDING',
      expect.stringContaining('Waiting'),
      '  › BUILDING  1s',
      '    │ compiling',
    ]);
    view.end();
    const atEnd = written;
    jest.advanceTimersByTime(5_000);
    expect(written).toBe(atEnd);
    expect(screenOf(written)).toEqual(['Plan', '  BUILDING']);
  } finally {
    jest.useRealTimers();
  }
});
