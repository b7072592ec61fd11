import { signal } from '@preact/signals';
import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { clipText, linkTarget, visibleText } from '../logic/format.ts';
import type { MarkdownNode } from '../logic/markdown.ts';

type Parse = (text: string) => MarkdownNode[];

const parser = signal<Parse | null>(null);

async function load(): Promise<void> {
  parser.value = (await import('../logic/markdown.ts')).parseMarkdown;
}

/** Maximum number of displayed characters. */
const SHOWN = 20_000;

/**
 * Shows Markdown as elements. HTML in the text is displayed as text; links lead only to `http` and `https` URLs; images
 * come only from `data:` URLs in the text. The parser is loaded on first use. Until the parser is loaded, the component
 * displays the unparsed text.
 */
export function Markdown({ text, limit = SHOWN }: { text: string; limit?: number }): JSX.Element {
  useEffect(() => {
    if (parser.peek() === null) void load().catch(() => {});
  }, []);
  const parse = parser.value;
  const clipped = clipText(text, limit);
  if (parse === null) return <div class="markdown text">{visibleText(clipped)}</div>;
  return <div class="markdown">{parse(clipped).map(toElement)}</div>;
}

function toElement(node: MarkdownNode, key: number): ComponentChildren {
  switch (node.kind) {
    case 'text':
      return visibleText(node.text);
    case 'code':
      return node.block ? (
        <pre key={key} class="code" tabIndex={0}>
          <code>{visibleText(node.text)}</code>
        </pre>
      ) : (
        <code key={key}>{visibleText(node.text)}</code>
      );
    case 'image':
      return <img key={key} src={node.source} alt={visibleText(node.alt)} />;
    case 'link':
      return <MarkdownLink key={key} node={node} />;
    case 'table':
      return (
        <div key={key} class="table" tabIndex={0} role="group" aria-label="Table">
          <table>{node.children.map(toElement)}</table>
        </div>
      );
    case 'element':
      return h(node.tag, { key }, node.children.map(toElement));
  }
}

function MarkdownLink({ node }: { node: Extract<MarkdownNode, { kind: 'link' }> }): JSX.Element {
  const target = linkTarget(node.target);
  const content = node.children.map(toElement);
  if (target === undefined) return <span>{content}</span>;
  return (
    <a class="link" href={target} title={target} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}
