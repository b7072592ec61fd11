import { type TextFile, withoutComments } from './prose.ts';
import { WORD_RULES, type WordRule } from './rules.ts';

const CITATION = /(?<![\w/.-])(docs\/[\w/-]+\.md)(#[\w-]+)?/g;
/** Matches the path of a file in the inline code of a page. */
const FILE = /`((?:src|harness|scripts|bench|examples)\/[\w./-]+\.(?:ts|mjs|yml|md))`/g;
const LINK = /\]\(([^)\s#]*)(#[\w-]+)?\)/g;

/**
 * Returns the anchors of a page: first the anchors that GitHub derives from headings, then the explicit `<a id>`s.
 * Duplicates are preserved.
 */
export function anchorsOf(markdown: string): string[] {
  const headings = Array.from(markdown.matchAll(/^#+ +(.+?) *$/gm), ([, title = '']) => slug(title));
  const own = Array.from(markdown.matchAll(/<a id="([^"]*)"/g), ([, id = '']) => id);
  return [...headings, ...own];
}

/** Returns the anchor that GitHub derives from a heading. */
const slug = (title: string): string =>
  title
    .replaceAll(/<[^>]*>|[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function wordProblems({ path, text }: TextFile): string[] {
  const rules = WORD_RULES.filter(({ files }) => files?.test(path) ?? true);
  let code: string[] | undefined;
  return text.split('\n').flatMap((line, index) =>
    rules.flatMap(({ pattern, instead, isName = false }: WordRule) => {
      let match = pattern.exec(line);
      if (match !== null && isName) {
        code ??= withoutComments({ path, text }).split('\n');
        match = pattern.exec(code[index] ?? '');
      }
      return match === null ? [] : [`${path}:${index + 1}: "${match[0]}": write ${instead}`];
    }),
  );
}

function fileProblems({ path, text }: TextFile, paths: ReadonlySet<string>): string[] {
  if (!path.endsWith('.md') || path === 'CHANGELOG.md') return [];
  return text.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(FILE), ([, file = '']) => file)
      .filter((file) => !paths.has(file) && !paths.has(linked(path, file)))
      .map(
        (file) => `${path}:${index + 1}: ${file}: the file does not exist; cite the file that replaced it`,
      ),
  );
}

/** Resolves the target `to` of a link in the page `from` to a path relative to the root. */
function linked(from: string, to: string): string {
  const parts = to.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function citationProblems(file: TextFile, pages: ReadonlyMap<string, Set<string>>): string[] {
  const isPage = file.path.endsWith('.md');
  return file.text.split('\n').flatMap((line, index) => {
    // In tests, only a path in a comment is a citation; a path in a string is an example.
    const mayCite = !file.path.startsWith('__tests__/') || /^\s*(?:\/\/|\/?\*)/.test(line);
    const cited = mayCite
      ? Array.from(line.matchAll(CITATION), ([, page = '', anchor]) => ({ page, anchor }))
      : [];
    const links = isPage
      ? Array.from(line.matchAll(LINK), ([, to = '', anchor]) => ({
          page: to === '' ? file.path : linked(file.path, to),
          anchor,
        })).filter(({ page }) => page.endsWith('.md') && !page.includes(':'))
      : [];
    return [...cited, ...links].flatMap(({ page, anchor }) => {
      const anchors = pages.get(page);
      const at = `${file.path}:${index + 1}: ${page}${anchor ?? ''}`;
      if (anchors === undefined) return [`${at}: the page does not exist; cite a page of the repository`];
      if (anchor === undefined || anchors.has(anchor.slice(1))) return [];
      return [`${at}: the page has no such anchor; cite a heading or an \`<a id>\` of the page`];
    });
  });
}

/**
 * Finds old names, and citations of pages, anchors or files that do not exist, in tracked text files.
 * @returns one line per problem, without duplicates: `file:line: the problem: the words to write`.
 */
export function checkWords(files: readonly TextFile[]): string[] {
  const pages = new Map(
    files
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, text }) => [path, new Set(anchorsOf(text))]),
  );
  const paths = new Set(files.map(({ path }) => path));
  return [
    ...new Set(
      files.flatMap((file) => [
        ...wordProblems(file),
        ...citationProblems(file, pages),
        ...fileProblems(file, paths),
      ]),
    ),
  ];
}
