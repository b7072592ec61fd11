/** An old name of a concept, or a citation of a page that readers lack, and the word to write in its place. */
export interface WordRule {
  /** Matched in every line of the files that the rule applies to. */
  pattern: RegExp;
  instead: string;
  /** The pattern matches identifiers, so comments are not searched: "Parts" may begin a sentence. */
  isName?: boolean;
  /** Paths of the files that the rule applies to; all files if absent. */
  files?: RegExp;
}

const CODE = /\.(ts|mjs|cjs)$/;

/** Refuses an old spelling in prose, code and messages. */
const prose = (words: string, instead: string): WordRule => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
  instead,
});

/** Refuses an old name that is a whole identifier of code. */
const oldName = (name: string, instead: string): WordRule => ({
  pattern: new RegExp(`(?<![\\w$.-])(?:${name})(?![\\w$-])`),
  instead,
  isName: true,
  files: CODE,
});

/** Refuses old names as parts of the identifiers of `src`: `deps`, `childDeps`, `DEPS`. */
const namePart = (names: readonly string[], instead: string): WordRule => ({
  pattern: new RegExp(
    names
      .flatMap((name) => [
        // `--no-deps` is a flag of pip and uv.
        `(?<![A-Za-z]|--no-)${name}(?![a-z])`,
        `(?<![A-Z])${name.charAt(0).toUpperCase()}${name.slice(1)}(?![a-z])`,
        `(?<![A-Za-z])${name.toUpperCase()}(?![A-Za-z])`,
      ])
      .join('|'),
  ),
  instead,
  isName: true,
  files: /^src\/.*\.(ts|mjs|cjs)$/,
});

export const WORD_RULES: readonly WordRule[] = [
  prose('roll-outs?', '"rollout" (noun), "roll out" (verb)'),
  namePart(
    ['deps', 'broom', 'fate', 'bury', 'buried', 'sought', 'complaint', 'heard'],
    "the field's own word",
  ),
  oldName('Knock', '`probeStatus`'),
  oldName('Hub', '`GitHubClient`'),
  oldName('Teller|Telling', '`GitHubReporter`, `ReportContext`'),
  oldName('RollOutOf', '`RolloutTarget`'),
  oldName(
    'bringAbout|bringUp|comeBack|mayBury|goOn|mayGoOn',
    'a plain verb: start, restart, expire, continue',
  ),
  oldName('foreignOutcome', '`detectConcurrentChange`'),
  oldName('unlessUnwanted', '`withPreviewCleanup`'),
  oldName(
    'Desk|Fate|Hiding|Heard|Leaving|Occasion|Asker|Flavour|Wanted|World|Deps|Parts',
    "the field's own word (docs/architecture.md, glossary)",
  ),
  // Citations of documents that are not in the repository.
  { pattern: /§/, instead: 'cite an anchor of docs/api.md, or say the rule in words' },
  { pattern: /\bDESIGN\b/, instead: 'cite docs/architecture.md, or say the reason in words' },
  { pattern: /\bfacts(?:[:/]|\.md)|\bspec\.md\b/, instead: 'say the fact itself, or cite a page of docs/' },
];
