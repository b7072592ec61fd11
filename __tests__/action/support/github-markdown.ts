import MarkdownIt from 'markdown-it';

/** GitHub's rendering of Markdown, with the facts that the tests need. */
export interface Rendered {
  /** Strings outside code and links, which GitHub searches for mentions, references, commits, addresses and emoji. */
  searched: string[];
  /** All visible text, including code. */
  text: string;
  /** Targets of links. */
  links: string[];
  /** Raw HTML tags. */
  html: string[];
  /** Kinds of blocks and spans. */
  kinds: Set<string>;
  /** The cells of all tables, row by row. */
  rows: string[][];
}

/** Patterns that GitHub or GitLab converts outside code; these patterns are broader than those of the sites. */
const LIVE: readonly [string, RegExp][] = [
  ['a mention', /@[\p{L}\p{N}_-]/u],
  ['a reference', /#\d/],
  ['a reference by GH-', /GH-\d/i],
  ['a reference of the repository’s own', /\p{L}[-_:/+=]\d/u],
  ['a commit', /(?<![0-9a-z])[0-9a-f]{7,}(?![0-9a-z])/i],
  ['an address', /:\/\/|www\.|mailto:|xmpp:|ftp:/i],
  ['an emoji', /:[a-z0-9_+-]+:/i],
  ['a formula', /\$/],
  ['a reference of GitLab', /[!&]\d|[%~][\p{L}\d"]|\^alert|\*iteration/u],
  ['a page or a table of contents of GitLab', /\[\[|\[_*TOC/i],
  ['a placeholder or a change mark of GitLab', /%\{|[{[][+-]/],
];

const parser = new MarkdownIt('default', { html: true, linkify: false, typographer: false });

/** Renders as CommonMark with tables and raw HTML. Entities are decoded before the search, as on GitHub. */
export function renderAsGitHub(markdown: string): Rendered {
  const rendered: Rendered = { searched: [], text: '', links: [], html: [], kinds: new Set(), rows: [] };
  const tokens = parser.parse(markdown, {});
  for (const token of tokens) {
    if (token.type !== 'inline') rendered.kinds.add(token.type);
    if (token.type === 'tr_open') rendered.rows.push([]);
    if (token.type === 'html_block') rendered.html.push(...(token.content.match(/<[^>]*>/g) ?? []));
    if (token.type === 'html_block') {
      rendered.searched.push(token.content.replace(/<code>[^<]*<\/code>/g, ' ').replace(/<[^>]*>/g, ' '));
    }
    if (token.type !== 'inline') continue;
    const before = rendered.text.length;
    inlineOf(token.children ?? [], rendered);
    const last = rendered.rows.at(-1);
    if (last !== undefined) last.push(rendered.text.slice(before));
    rendered.text += '\n';
  }
  return rendered;
}

/** Returns the names of all patterns in a rendered text that GitHub would convert. */
export function liveIn({ searched }: Rendered): string[] {
  return searched.flatMap((text) =>
    LIVE.flatMap(([what, pattern]) => (pattern.test(text) ? [`${what}: ${text}`] : [])),
  );
}

type Inline = NonNullable<ReturnType<typeof parser.parse>[number]['children']>;

function inlineOf(children: Inline, rendered: Rendered): void {
  let run = '';
  let linked = 0;
  const end = () => {
    if (run !== '') rendered.searched.push(run);
    run = '';
  };
  for (const child of children) {
    if (child.type === 'text' || child.type === 'text_special') {
      rendered.text += child.content;
      if (linked === 0) run += child.content;
      continue;
    }
    end();
    rendered.kinds.add(child.type);
    if (child.type === 'code_inline') rendered.text += child.content;
    if (child.type === 'html_inline') rendered.html.push(child.content);
    if (child.type === 'link_open') rendered.links.push(String(child.attrGet('href') ?? ''));
    if (child.type === 'link_open') linked += 1;
    if (child.type === 'link_close') linked -= 1;
  }
  end();
}
