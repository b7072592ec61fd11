import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

/** A part of a Markdown text, which never contains HTML. */
export type MarkdownNode =
  | { kind: 'text'; text: string }
  | { kind: 'code'; block: boolean; text: string }
  | { kind: 'image'; source: string; alt: string }
  | { kind: 'link'; target: string; children: MarkdownNode[] }
  | { kind: 'table'; children: MarkdownNode[] }
  | { kind: 'element'; tag: MarkdownTag; children: MarkdownNode[] };

/** Elements that Markdown may create. Headings begin at `h3`, because screens and their cards use `h1` and `h2`. */
const TAGS = [
  'p',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'em',
  's',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'hr',
  'br',
] as const;
export type MarkdownTag = (typeof TAGS)[number];

/**
 * Matches images whose content is part of the message. SVG is excluded, because an SVG document can contain scripts
 * and links.
 */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/;

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
// The library would drop links and images whose scheme it does not allow. The dashboard checks each link and image when
// it is shown.
markdown.validateLink = () => true;

/** Parses a Markdown text. Never throws, because unknown syntax stays text. */
export function parseMarkdown(text: string): MarkdownNode[] {
  return nodesOf(markdown.parse(text, {}));
}

interface Open {
  token: Token;
  children: MarkdownNode[];
}

/** Converts the library's list of opening and closing tokens to a tree. */
function nodesOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: Open[] = [];
  const add = (...nodes: MarkdownNode[]) => (open.at(-1)?.children ?? root).push(...nodes);
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({ token, children: [] });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed !== undefined) add(...wrapped(closed));
    } else {
      add(...leaf(token));
    }
  }
  return root;
}

function wrapped({ token, children }: Open): MarkdownNode[] {
  if (token.type === 'link_open')
    return [{ kind: 'link', target: String(token.attrGet('href') ?? ''), children }];
  if (token.type === 'table_open') return [{ kind: 'table', children }];
  const shifted = token.tag.replace(/^h(\d)$/, (_tag, level) => `h${Math.min(Number(level) + 2, 6)}`);
  const tag = TAGS.find((name) => name === shifted);
  // The library marks paragraphs in tight lists as hidden.
  if (tag === undefined || token.hidden) return children;
  return [{ kind: 'element', tag, children: tag === 'li' ? withBox(children) : children }];
}

/** Shows the box of a task list's item as a character. */
function withBox([first, ...rest]: readonly MarkdownNode[]): MarkdownNode[] {
  if (first?.kind === 'element' && first.tag === 'p')
    return [{ ...first, children: withBox(first.children) }, ...rest];
  if (first?.kind !== 'text') return first === undefined ? [] : [first, ...rest];
  const text = first.text.replace(/^\[([ xX])\] /, (_box, mark) => (mark === ' ' ? '☐ ' : '☑ '));
  return [{ ...first, text }, ...rest];
}

function leaf(token: Token): MarkdownNode[] {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'code_inline':
      return [{ kind: 'code', block: false, text: token.content }];
    case 'fence':
    case 'code_block':
      return [{ kind: 'code', block: true, text: token.content.replace(/\n$/, '') }];
    case 'softbreak':
    case 'hardbreak':
      return [{ kind: 'element', tag: 'br', children: [] }];
    case 'hr':
      return [{ kind: 'element', tag: 'hr', children: [] }];
    case 'image': {
      const source = String(token.attrGet('src') ?? '');
      const alt = token.content;
      return IMAGE.test(source) ? [{ kind: 'image', source, alt }] : [{ kind: 'text', text: alt }];
    }
    default:
      return token.content === '' ? [] : [{ kind: 'text', text: token.content }];
  }
}
