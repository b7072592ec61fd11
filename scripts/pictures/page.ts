import MarkdownIt from 'markdown-it';

/** Page of a picture: the action's Markdown, and the line that GitHub shows above it. */
export interface Page {
  name: string;
  title: string;
  markdown: string;
}

export interface PageStyle {
  theme: 'light' | 'dark';
  /** GitHub's style sheet for Markdown in this theme. */
  stylesheet: string;
  /** Text of Mermaid's script. */
  mermaid: string;
}

const FRAME = {
  light: { page: '#ffffff', border: '#d1d9e0', head: '#f6f8fa', text: '#59636e' },
  dark: { page: '#0d1117', border: '#3d444d', head: '#151b23', text: '#9198a1' },
};

/**
 * Returns an HTML page that shows Markdown as GitHub does, including diagrams. The page sets `window.drawn` when it
 * is complete.
 */
export function renderPage({ title, markdown }: Page, { theme, stylesheet, mermaid }: PageStyle): string {
  const renderer = new MarkdownIt({ html: true, linkify: true });
  const fence = renderer.renderer.rules.fence;
  renderer.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    return token?.info.trim() === 'mermaid'
      ? `<pre class="mermaid">${renderer.utils.escapeHtml(token.content)}</pre>`
      : (fence?.(tokens, index, ...rest) ?? '');
  };
  const colours = FRAME[theme];
  return `<!doctype html>
<meta charset="utf-8">
<style>${stylesheet}</style>
<style>
  body { margin: 0; background: ${colours.page}; }
  .frame { margin: 12px; border: 1px solid ${colours.border}; border-radius: 6px; overflow: hidden; background: ${colours.page}; }
  .title { padding: 8px 16px; background: ${colours.head}; border-bottom: 1px solid ${colours.border}; }
  .title, .title p { margin: 0; color: ${colours.text}; font: 14px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
  .markdown-body { padding: 16px; }
  .markdown-body pre.mermaid { background: none; text-align: center; padding: 0; }
</style>
<div class="frame">
  <div class="title">${renderer.render(title)}</div>
  <article class="markdown-body">${renderer.render(markdown)}</article>
</div>
<script>${mermaid.replaceAll('</script', '<\\/script')}</script>
<script>
  mermaid.initialize({ startOnLoad: false, theme: '${theme === 'dark' ? 'dark' : 'default'}' });
  mermaid.run().then(() => { window.drawn = true; });
</script>`;
}
