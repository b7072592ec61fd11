import type { Passage } from './prose.ts';

/** A pattern in prose that slows readers. A single occurrence is not an error, so occurrences are counted. */
interface Pattern {
  name: string;
  /** Counts the pattern in a passage. */
  count: (passage: Passage) => number;
  /** Text to write instead. */
  plain: string;
  /** Kind of passages in which the pattern is counted; absent for both kinds. */
  kind?: Passage['kind'];
}

/** Maximum number of words in a sentence. Longer sentences are counted. */
const MAX_WORDS = 40;
/** Minimum difference between a budget and its count for a notice: an absolute number, and a share of the budget. */
const SLACK = { count: 10, part: 0.1 };

/** Counts by kind of passage and by name of pattern. */
type Counts = Record<string, Record<string, number>>;

const phrase = (name: string, words: string, plain: string): Pattern => {
  const pattern = new RegExp(`\\b(?:${words})\\b`, 'gi');
  return {
    name,
    plain,
    count: ({ sentences }) =>
      sentences.reduce((sum, sentence) => sum + (sentence.match(pattern)?.length ?? 0), 0),
  };
};

const wordCount = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const PATTERNS: readonly Pattern[] = [
  {
    name: 'long sentence',
    plain: `at most ${MAX_WORDS} words in a sentence: split it`,
    count: ({ sentences }) => sentences.filter((sentence) => wordCount(sentence) > MAX_WORDS).length,
  },
  {
    name: 'opens with What, Of or Whether',
    kind: 'comments',
    plain: 'a noun or a verb first: "Host and port of …", "Returns …"',
    count: ({ sentences }) => (/^(?:What|Of|Whether)\b/.test(sentences[0] ?? '') ? 1 : 0),
  },
  {
    name: '; undefined:',
    kind: 'comments',
    plain: '"`undefined` if …"',
    count: ({ sentences }) => {
      const text = sentences.join(' ');
      return text.match(/[;,:] undefined(?::| for (?:one|those|what)\b)/g)?.length ?? 0;
    },
  },
  phrase('what is', 'what (?:is|are|was|were|has|have)', 'a noun: "the state", "the rest"'),
  phrase('those that', 'those (?:that|of|which|who|with)', 'repeat the noun: "replicas that …"'),
  phrase('one that', '(?:one|ones) (?:that|which|who|of|with)', 'repeat the noun: "a run that …"'),
  phrase('alone', 'alone', '"only"'),
  phrase('gives', 'gives?|gave', '"returns", "provides"'),
  phrase('answers', 'answers?|answered', '"returns", "responds with", "response"'),
  phrase('asks', 'asks?|asked', '"requests", "request"'),
  phrase('says so', '(?:says?|said) (?:so|what|that|how|why|which|whether)', '"reports", "specifies"'),
  phrase('names the', 'names? (?:an?|the|its|what)', '"specifies", "contains"'),
  phrase('of its own', 'of (?:its|their|his) own', '"separate", "its own X"'),
  phrase('of ours', 'of (?:ours|theirs|hers)', '"our X"'),
  phrase('makes a', 'makes? an?', '"creates"'),
  phrase('is there', '(?:is|are|was|were) (?:not )?there', '"exists"'),
  phrase(
    'there is none',
    '(?:is|are|was|were) none|is no(?! longer| more)',
    '"does not exist", "is not an X"',
  ),
  phrase('beside', 'beside', '"alongside", "next to"'),
  phrase('ends it', 'ends? (?:it|them|that)', '"stops"'),
  phrase('stands', 'stands?|stood', '"is", "remains"'),
  phrase('comes to', '(?:comes?|came) (?:to|of)', '"is", "results from"'),
  phrase('nothing of', 'nothing of', '"no part of"'),
  phrase('meanwhile', 'meanwhile', '"while …"'),
  phrase('as it is', 'as (?:it|they) (?:is|are|was|were|stands?)', '"unchanged"'),
  phrase('but for', 'but for', '"except"'),
  phrase('in all', 'in all(?=[.,;:]|$)', '"in total"'),
  phrase('goes with', '(?:goes|go|went|gone) with', '"is deleted with"'),
  phrase('under way', 'under way', '"in progress"'),
];

const applies = (pattern: Pattern, { kind }: Passage): boolean =>
  pattern.kind === undefined || pattern.kind === kind;

/** Counts every pattern in the passages, by kind of passage. A pattern that does not occur has the count 0. */
export function countPatterns(passages: readonly Passage[]): Counts {
  const count = (kind: Passage['kind']): Record<string, number> => {
    const ofKind = passages.filter((passage) => passage.kind === kind);
    const patterns = PATTERNS.filter((pattern) => pattern.kind === undefined || pattern.kind === kind);
    return Object.fromEntries(
      patterns.map(({ name, count: countIn }) => [
        name,
        ofKind.reduce((sum, passage) => sum + countIn(passage), 0),
      ]),
    );
  };
  return { comments: count('comments'), docs: count('docs') };
}

/** Returns one line for each passage that contains a pattern: `file:line: first words of the sentence`. */
export function findPattern(passages: readonly Passage[], name: string): string[] {
  const pattern = PATTERNS.find((candidate) => candidate.name === name);
  if (pattern === undefined) {
    throw new Error(
      `no pattern is named "${name}"; the names are ${PATTERNS.map((p) => `"${p.name}"`).join(', ')}`,
    );
  }
  return passages
    .filter((passage) => applies(pattern, passage) && pattern.count(passage) > 0)
    .map(({ path, line, sentences }) => `${path}:${line}: ${sentences.join(' ').slice(0, 160)}`);
}

/** Result of comparing counts with budgets, as lines of text for people. */
interface BudgetResult {
  /** Counts above their budgets, and budgets without a pattern, which fail the check. */
  problems: string[];
  /** Budgets far above their counts, which do not fail the check. */
  notices: string[];
}

/**
 * Compares the counts of patterns with their budgets. A pattern without a budget and a budget without a pattern are
 * problems.
 */
export function compareWithBudgets(counts: Counts, budgets: Counts): BudgetResult {
  const result: BudgetResult = { problems: [], notices: [] };
  for (const [kind, byName] of Object.entries(counts)) {
    for (const [name, count] of Object.entries(byName)) {
      const budget = budgets[kind]?.[name];
      const plain = PATTERNS.find((pattern) => pattern.name === name)?.plain ?? '';
      if (budget === undefined) {
        result.problems.push(`${kind}: "${name}" has no budget; \`npm run -s words -- --lower\` writes it`);
      } else if (count > budget) {
        result.problems.push(
          `${kind}: "${name}" occurs ${count} times, and at most ${budget} are allowed: write ${plain}; ` +
            `\`npm run -s words -- --list "${name}"\` lists the places`,
        );
      } else if (budget - count >= Math.max(SLACK.count, budget * SLACK.part)) {
        result.notices.push(
          `${kind}: "${name}" has fallen from ${budget} to ${count}: ` +
            'lower its budget with `npm run -s words -- --lower` when the work on sentences is finished',
        );
      }
    }
  }
  for (const [kind, byName] of Object.entries(budgets)) {
    for (const name of Object.keys(byName).filter((key) => counts[kind]?.[key] === undefined)) {
      result.problems.push(`${kind}: the budget of "${name}" has no pattern; remove it from budgets.json`);
    }
  }
  return result;
}

/** Returns the lowered budgets: the lower of budget and count, or the count if no budget exists. */
export function lowerBudgets(counts: Counts, budgets: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).map(([kind, byName]) => [
      kind,
      Object.fromEntries(
        Object.entries(byName).map(([name, count]) => [
          name,
          Math.min(count, budgets[kind]?.[name] ?? count),
        ]),
      ),
    ]),
  );
}
