import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { ActionMetadata } from '../../harness/workflow/validate.ts';

export interface Source {
  name: string;
  text: string;
}

const read = (root: string, name: string): Source => ({
  name,
  text: readFileSync(path.join(root, name), 'utf8'),
});
const find = (root: string, pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .map((name) => name.split(path.sep).join('/'))
    .toSorted()
    .map((name) => read(root, name));

/** Returns the action.yml files of this repository: in the root, and in the folders of other actions. */
export const actionFiles = (root: string): Source[] => [
  ...find(root, 'action.yml'),
  ...find(root, '{emulator,sandbox,verify}/action.yml'),
];

/** Returns the workflows that run in this repository. */
export const ownWorkflows = (root: string): Source[] => find(root, '.github/workflows/*.yml');

const FENCE = /^```ya?ml\n(.*?)^```$/gms;

/**
 * Returns the workflows that this repository shows to users: files below `examples/`, and fenced blocks with jobs in
 * Markdown.
 */
export function shownWorkflows(root: string): Source[] {
  const fenced = find(root, '{*.md,docs/**/*.md}').flatMap(({ name, text }) =>
    [...text.matchAll(FENCE)]
      .map((match, index) => ({ name: `.github/workflows/${name}-${index + 1}.yml`, text: match[1] ?? '' }))
      .filter((block) => /^jobs:/m.test(block.text)),
  );
  return [...find(root, 'examples/workflows/*.yml'), ...fenced].map(({ name, text }) => ({
    // The path shows the validator the kind of the file.
    name: name.replace(/^examples\/workflows\//, '.github/workflows/examples-'),
    text,
  }));
}

/** Returns the metadata of this repository's actions by folder, which is an empty string for the root. */
export const ownActions = (root: string): Map<string, ActionMetadata> =>
  new Map(
    actionFiles(root).map(({ name, text }) => [
      name.replace(/\/?action\.yml$/, ''),
      // The validator has already checked the file's shape.
      parse(text) as ActionMetadata,
    ]),
  );
