import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/troubleshooting.md');

/** One section of docs/troubleshooting.md. */
export interface HelpSection {
  outcome: string;
  reason: string;
  /** Its paragraphs; the first is what the code means. */
  paragraphs: string[];
  /** Lines that the log is said to hold, `…` standing for any text. */
  example: string[];
}

/** The page as its readers take it: one section per reason code, below the heading of its outcome. */
export function readTroubleshooting(): { text: string; sections: HelpSection[] } {
  const text = readFileSync(PAGE, 'utf8');
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
      sections.push({ outcome, reason, paragraphs, example });
    }
  }
  return { text, sections };
}

/** A line of an example as a pattern. */
export function exampleLine(line: string): RegExp {
  return new RegExp(`^${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.+')}$`, 'm');
}
