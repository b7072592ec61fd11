import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cellsOf } from '../../repo/support/shown-by.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const INDEX = 'docs/troubleshooting.md';

/** Section of the docs about one reason code. */
export interface HelpSection {
  /** Path of the page, relative to the root of the repository. */
  page: string;
  /** Text of the whole page. */
  text: string;
  outcome: string;
  reason: string;
  /** Paragraphs of the section, of which the first explains the reason code. */
  paragraphs: string[];
  /** Expected log lines, where `…` matches any text. */
  example: string[];
}

/**
 * Reads the sections on all pages in docs/troubleshooting, one for each reason code below the heading of its outcome.
 */
export function readTroubleshooting(): HelpSection[] {
  return globSync('docs/troubleshooting/*.md', { cwd: ROOT })
    .toSorted()
    .flatMap((page) => sectionsOf(page, readFileSync(path.join(ROOT, page), 'utf8')));
}

function sectionsOf(page: string, text: string): HelpSection[] {
  const sections: HelpSection[] = [];
  for (const group of text.split(/^## /m).slice(1)) {
    const outcome = group.slice(0, group.indexOf('\n'));
    for (const part of group.split(/^### /m).slice(1)) {
      const reason = /^`([a-z-]+)`\n/.exec(part)?.[1] ?? part.slice(0, part.indexOf('\n'));
      const example = [...part.matchAll(/^```text\n(.*?)\n```$/gms)].flatMap(([, lines = '']) =>
        lines.split('\n'),
      );
      const paragraphs = part
        .replace(/^```text\n.*?\n```$/gms, '')
        .split(/\n\s*\n/)
        .slice(1)
        .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
        .filter((paragraph) => paragraph !== '');
      sections.push({ page, text, outcome, reason, paragraphs, example });
    }
  }
  return sections;
}

/** Reads the index of all reason codes: the outcomes that are headings, and the table rows below them. */
export function readTroubleshootingIndex(): {
  groups: string[];
  rows: { outcome: string; cells: string[] }[];
} {
  const parts = readFileSync(path.join(ROOT, INDEX), 'utf8').split(/^## /m).slice(1);
  const groups = parts.map((part) => part.slice(0, part.indexOf('\n')));
  const rows = parts.flatMap((part, index) =>
    part
      .split('\n')
      .filter((line) => line.startsWith('| <a id='))
      .map((line) => ({ outcome: groups[index] ?? '', cells: cellsOf(line) })),
  );
  return { groups, rows };
}

/** Converts a line of an example to a pattern. */
export function exampleLine(line: string): RegExp {
  return new RegExp(`^${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.+')}$`, 'm');
}
