import { describe, expect, test } from '@jest/globals';
import { parseException } from '../../dashboard/src/logic/exceptions.ts';
import { type MarkdownNode, parseMarkdown } from '../../dashboard/src/logic/markdown.ts';
import {
  type PaletteEntry,
  parseVisits,
  RECENT,
  searchPalette,
  type Visit,
  withVisit,
} from '../../dashboard/src/logic/palette.ts';
import { parsePatch } from '../../dashboard/src/logic/patch.ts';
import { lineDiff, wordDiff } from '../../dashboard/src/logic/text-diff.ts';
import {
  nodeName,
  revisionState,
  stateOf,
  STATES,
  threadState,
  VERDICTS,
} from '../../dashboard/src/logic/words.ts';

describe('the words for states on the screens', () => {
  test('are ordinary words for the states of runs, threads and revisions', () => {
    const words = [
      stateOf('success'),
      stateOf('interrupted'),
      stateOf('stopped'),
      threadState('idle'),
      revisionState('BUILD_FAILED'),
      revisionState('DEPLOYED', { serves: true }),
      revisionState('DEPLOYED'),
      stateOf('READY'),
    ].map(({ word }) => word);
    expect(words).toEqual([
      'Succeeded',
      'Waiting for you',
      'Stopped',
      'Finished',
      'Build failed',
      'Serving',
      'Served before',
      'Serving',
    ]);
  });

  test('are the unchanged statuses if only a newer emulator knows them', () => {
    expect([revisionState('PAUSED').word, stateOf('paused').word]).toEqual(['PAUSED', 'paused']);
  });

  test('have a symbol of a different shape for each verdict', () => {
    const icons = Object.values(VERDICTS).map(({ icon }) => icon);
    expect(new Set(icons).size).toBe(icons.length);
    expect(STATES.running).toMatchObject({ icon: 'running', moves: true });
  });

  test('contain no underscores for the start and end nodes of a graph', () => {
    expect(['__start__', '__end__', 'plan'].map(nodeName)).toEqual(['start', 'end', 'plan']);
  });
});

describe('an exception on the screens', () => {
  test('of Python is parsed to the type, the message, and the frame that raised the exception', () => {
    const text = [
      'Traceback (most recent call last):',
      '  File "/usr/lib/python3.12/site-packages/langgraph/pregel.py", line 900, in invoke',
      '    return step()',
      '  File "/app/agent.py", line 41, in refund',
      '    raise OrderServiceError(answer.text)',
      'orders.OrderServiceError: connection pool exhausted',
    ].join('\n');
    const { type, message, frames } = parseException(text);
    expect([type, message]).toEqual(['orders.OrderServiceError', 'connection pool exhausted']);
    expect(frames.map(({ file, line, name, library }) => [file, line, name, library])).toEqual([
      ['/app/agent.py', 41, 'refund', false],
      ['/usr/lib/python3.12/site-packages/langgraph/pregel.py', 900, 'invoke', true],
    ]);
    expect(frames[0]?.code).toBe('raise OrderServiceError(answer.text)');
  });

  test('of Node is parsed to the type, the message and the frames', () => {
    const text =
      'TypeError: order is undefined\n    at refund (/app/agent.ts:12:9)\n    at /app/node_modules/x/y.js:1:2';
    expect(parseException(text)).toMatchObject({
      type: 'TypeError',
      message: 'order is undefined',
      frames: [
        { file: '/app/agent.ts', line: 12, name: 'refund', library: false },
        { file: '/app/node_modules/x/y.js', library: true },
      ],
    });
  });

  test('without a trace is parsed to a message', () => {
    expect(parseException('no such order')).toEqual({ type: '', message: 'no such order', frames: [] });
  });
});

/** Returns the first text within a part of Markdown. */
function firstText(node: MarkdownNode): string | undefined {
  if (node.kind === 'text') return node.text;
  const [child] = 'children' in node ? node.children : [];
  return child === undefined ? undefined : firstText(child);
}

describe('Markdown on the screens', () => {
  test('is converted to elements, and HTML remains text', () => {
    expect(parseMarkdown('**bold** <script>alert(1)</script>')).toEqual([
      {
        kind: 'element',
        tag: 'p',
        children: [
          { kind: 'element', tag: 'strong', children: [{ kind: 'text', text: 'bold' }] },
          { kind: 'text', text: ' <script>alert(1)</script>' },
        ],
      },
    ]);
  });

  test('shows the boxes of task lists', () => {
    const [list] = parseMarkdown('- [ ] pack\n- [x] *ship*\n- [y] keep');
    const texts = list?.kind === 'element' ? list.children.map(firstText) : [];
    expect(texts).toEqual(['☐ pack', '☑ ', '[y] keep']);
  });

  test('has headings below the headings of the screen, because a page has only one main title', () => {
    const tags = parseMarkdown('# a\n## b\n### c\n#### d\n##### e\n###### f\n\nUnderlined\n===').map(
      (node) => (node.kind === 'element' ? node.tag : node.kind),
    );
    expect(tags).toEqual(['h3', 'h4', 'h5', 'h6', 'h6', 'h6', 'h3']);
  });

  test('contains only embedded images, and never SVG', () => {
    const kinds = [
      '![a](data:image/png;base64,AAAA)',
      '![a](https://tracker.example/a.png)',
      '![a](data:image/svg+xml;base64,AAAA)',
      '![a](javascript:alert(1))',
    ].map((text) => {
      const [paragraph] = parseMarkdown(text);
      return paragraph?.kind === 'element' ? paragraph.children[0]?.kind : undefined;
    });
    expect(kinds).toEqual(['image', 'text', 'text', 'text']);
  });
});

describe('the difference of two texts on the screens', () => {
  test('by word contains the removed and added words', () => {
    expect(wordDiff('It costs 5 euros', 'It costs 6 euros')).toEqual([
      { kind: 'same', text: 'It costs ' },
      { kind: 'removed', text: '5' },
      { kind: 'added', text: '6' },
      { kind: 'same', text: ' euros' },
    ]);
  });

  test('by line collapses unchanged lines, and numbers the lines of each text separately', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    const after = before.with(19, 'changed');
    const rows = lineDiff(before.join('\n'), after.join('\n'));
    expect(rows.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ['folded', 16],
      ['lines', 5],
    ]);
    expect(rows[1]?.lines.slice(-2)).toEqual([
      { kind: 'removed', text: 'line 20', number: 20 },
      { kind: 'added', text: 'changed', number: 20 },
    ]);
  });
});

describe('the command palette', () => {
  const entries: PaletteEntry[] = [
    { group: 'Screens', name: 'Runs', icon: 'runs', href: '/runs' },
    { group: 'Runs', name: 'Where is my parcel?', icon: 'succeeded', also: ['019aef'], href: '/run' },
    { group: 'Acts', name: 'Turn all faults off', icon: 'fault', run: () => {} },
  ];
  const names = (text: string) => searchPalette(entries, text).map(({ entry }) => entry.name);

  test('finds entries by name or ID', () => {
    expect([names('PARCEL'), names('019a'), names('nothing of this')]).toEqual([
      ['Where is my parcel?'],
      ['Where is my parcel?'],
      [],
    ]);
  });

  test('finds only actions after the sign >', () => {
    expect(names('>')).toEqual(['Turn all faults off']);
  });

  test("lists recently opened entries after the screen's actions, without duplicates", () => {
    const recent: PaletteEntry = { group: RECENT, name: 'Where is my parcel?', icon: 'runs', href: '/run' };
    const act: PaletteEntry = { group: 'This screen', name: 'Stop the run', icon: 'stop', run: () => {} };
    const all = [...entries, recent, act];
    const places = (text: string) =>
      searchPalette(all, text).map(({ entry }) => `${entry.group}: ${entry.name}`);
    expect(places('')).toEqual([
      'This screen: Stop the run',
      'Recent: Where is my parcel?',
      'Acts: Turn all faults off',
      'Screens: Runs',
    ]);
    expect(places('parcel')).toEqual(['Recent: Where is my parcel?']);
  });

  test('restores stored visits only if they lead to screens of the dashboard', () => {
    const visit: Visit = { href: '/_local/ui/runs/a/b', name: 'Where is my parcel?', icon: 'runs' };
    expect(parseVisits(JSON.stringify([visit]))).toEqual([visit]);
    const others: unknown[] = [
      { ...visit, href: 'javascript:alert(1)' },
      { ...visit, href: '//evil.example/' },
      { ...visit, icon: 'skull' },
      { ...visit, name: 7 },
      null,
    ];
    expect(parseVisits(JSON.stringify([...others, visit]))).toEqual([visit]);
    for (const text of [null, '', '{', '7', '{}']) expect(parseVisits(text)).toEqual([]);
  });

  test('remembers the newest visits, and each screen only once', () => {
    const visit = (href: string) => ({ href, name: href, icon: 'runs' as const });
    const visited = ['a', 'b', 'a', 'c'].reduce<Visit[]>((all, href) => withVisit(all, visit(href)), []);
    expect(visited.map(({ href }) => href)).toEqual(['c', 'a', 'b']);
    const many = Array.from({ length: 30 }, (_, index) => `${index}`);
    expect(many.reduce<Visit[]>((all, href) => withVisit(all, visit(href)), []).length).toBeLessThan(10);
  });

  test('marks the matching part of a name', () => {
    expect(searchPalette(entries, 'all faults')[0]).toMatchObject({ from: 5, to: 15 });
  });
});

describe('the patch between two revisions', () => {
  test('is parsed to files with numbered lines', () => {
    const patch = [
      'diff --git a/src/a.py b/src/a.py',
      'index 1..2 100644',
      '--- a/src/a.py',
      '+++ b/src/a.py',
      '@@ -3,3 +3,3 @@ def total():',
      ' one',
      '-two',
      '+2',
      ' three',
      'diff --git a/logo.png b/logo.png',
      'Binary files a/logo.png and b/logo.png differ',
    ].join('\n');
    expect(parsePatch(patch)).toEqual([
      {
        name: 'src/a.py',
        added: 1,
        removed: 1,
        lines: [
          { kind: 'same', text: 'one', number: 3 },
          { kind: 'removed', text: 'two', number: 4 },
          { kind: 'added', text: '2', number: 4 },
          { kind: 'same', text: 'three', number: 5 },
        ],
      },
      {
        name: 'logo.png',
        added: 0,
        removed: 0,
        lines: [{ kind: 'same', text: 'A binary file differs.', number: 0 }],
      },
    ]);
  });

  test('has the names of its files as their authors wrote them', () => {
    const patch = [
      'diff --git a/docs/b notes b/c.md b/docs/b notes b/c.md',
      String.raw`diff --git "a/say \"hi\"\t.md" "b/say \"hi\"\t.md"`,
      String.raw`diff --git "a/\331\205\330\263 \360\237\247\252.txt" "b/\331\205\330\263 \360\237\247\252.txt"`,
    ].join('\n');
    expect(parsePatch(patch).map(({ name }) => name)).toEqual([
      'docs/b notes b/c.md',
      'say "hi"\t.md',
      'مس 🧪.txt',
    ]);
  });
});
