/** One thing that the language of this repository does without, and what to write in its place. */
export interface WordRule {
  /** Matched in every line of the files it is for. */
  pattern: RegExp;
  instead: string;
  /** Only files whose path fits; every file where absent. */
  files?: RegExp;
}

const CODE = /\.(ts|mjs|cjs)$/;

const prose = (words: string, instead: string): WordRule => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
  instead,
});

/** Old names, replaced by the field's own. Whole identifiers only. */
const oldName = (name: string, instead: string): WordRule => ({
  pattern: new RegExp(`(?<![\\w$.-])(?:${name})(?![\\w$-])`),
  instead,
  files: CODE,
});

/** Old names as a part of any identifier of `src`: `deps`, `childDeps`, `DEPS`. */
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
  files: /^src\/.*\.(ts|mjs|cjs)$/,
});

export const WORD_RULES: readonly WordRule[] = [
  // `nobody:` is a user of /etc/passwd.
  prose('nobody(?!:)|no-one', 'name the actor, or use the passive: "is not read"'),
  prose('somebody|someone', 'name the actor: "a user", "a maintainer", "another process"'),
  prose('whoever|everybody|everyone', 'name the actor: "each caller", "the user who"'),
  prose('whatever|whichever', '"any", "each", or the thing itself'),
  prose('stands? in for|stood in for', '"is the fallback for", "replaces"'),
  prose('comes? of it', '"results"'),
  prose('(?:is|are|was|were) told of', '"is notified of", "learns of"'),
  prose('roll-outs?', '"rollout" (noun), "roll out" (verb)'),
  prose('vouch(?:es|ed)? for', '"trusts", "confirms"'),
  prose('(?:goes|go|going|went) on', '"continues"'),
  prose('(?:is|are|was|were|be) told', '"gets", "is notified", "is reported", or "is distinguished"'),
  prose('anew', '"again", or a verb with re-: "rebuild", "restart"'),
  prose('(?:gives?|gave|given|giving) up', 'what happens: "aborts", "times out", "drops", "releases"'),
  prose('at work', '"in progress", "running", "active"'),
  prose('on (?:its|their) way', '"in progress", "pending"'),
  prose('ends by itself', '"exits"'),
  prose('for ever', '"forever"'),
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
  // Documents that a reader of this repository does not have.
  { pattern: /§/, instead: 'cite an anchor of docs/api.md, or say the rule in words' },
  { pattern: /\bDESIGN\b/, instead: 'cite docs/architecture.md, or say the reason in words' },
  { pattern: /\bfacts(?:[:/]|\.md)|\bspec\.md\b/, instead: 'say the fact itself, or cite a page of docs/' },
];
