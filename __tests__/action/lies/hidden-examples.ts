import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = path.resolve(import.meta.dirname, '..', '..', '..', 'docs', 'answers.md');

/** Returns the recognized forms of hidden values on the page, each with its examples. */
export function hiddenForms(): { form: string; examples: string[] }[] {
  const rows = /\| form \| examples \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(
    readFileSync(PAGE, 'utf8'),
  )?.[1];
  return (rows ?? '')
    .trim()
    .split('\n')
    .map((line) => {
      const [form = '', examples = ''] = line.split('|').slice(1, -1);
      return { form: form.trim(), examples: [...examples.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one) };
    });
}

export function hiddenExamples(): string[] {
  return hiddenForms().flatMap(({ examples }) => examples);
}
