/**
 * An old name of a concept, or a citation of a document that the repository does not contain, and the text to write
 * instead.
 */
export interface WordRule {
  /** Pattern that no line of the files may match. */
  pattern: RegExp;
  instead: string;
  /** True if the pattern matches identifiers, so that comments are not searched: "Parts" may begin a sentence. */
  isName?: boolean;
  /** Matches the paths of the files to check; by default, all files. */
  files?: RegExp;
}

const CODE = /\.(ts|mjs|cjs)$/;

/** Creates a rule that refuses an old spelling in prose, code and messages. */
const prose = (words: string, instead: string): WordRule => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
  instead,
});

/** Creates a rule that refuses an old name as a whole identifier. */
const oldName = (name: string, instead: string): WordRule => ({
  pattern: new RegExp(`(?<![\\w$.-])(?:${name})(?![\\w$-])`),
  instead,
  isName: true,
  files: CODE,
});

/** Creates a rule that refuses old names as parts of identifiers in `src`, such as `deps`, `childDeps` or `DEPS`. */
const namePart = (names: readonly string[], instead: string): WordRule => ({
  pattern: new RegExp(
    names
      .flatMap((name) => [
        // `--no-deps`, a flag of pip and uv, must not match.
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
  // Matches citations of documents that are not in the repository.
  { pattern: /§/, instead: 'cite an anchor of docs/api.md, or say the rule in words' },
  { pattern: /\bDESIGN\b/, instead: 'cite docs/architecture.md, or say the reason in words' },
  { pattern: /\bfacts(?:[:/]|\.md)|\bspec\.md\b/, instead: 'say the fact itself, or cite a page of docs/' },
];
