import MarkdownIt from 'markdown-it';

/** Page of a picture, with the action's Markdown and the line that GitHub shows above it. */
export interface Page {
  name: string;
  title: string;
  markdown: string;
}

export interface PageStyle {
  theme: 'light' | 'dark';
  /** URLs of GitHub's style sheet for Markdown in this theme, and of the fonts. */
  styles: readonly string[];
  /** URL of the folder with a picture of each emoji, named after its code point. */
  emoji: string;
}

const FRAME = {
  light: { page: '#ffffff', border: '#d1d9e0', head: '#f6f8fa', text: '#59636e' },
  dark: { page: '#0d1117', border: '#3d444d', head: '#151b23', text: '#9198a1' },
};

/** Returns the text of a diff with a color for each line that was removed or added, as GitHub shows it. */
function diffLines(text: string, escape: (line: string) => string): string {
  const lines = text.trimEnd().split('\n');
  const classOf = (line: string) => (line.startsWith('-') ? 'pl-md' : line.startsWith('+') ? 'pl-mi1' : '');
  return lines.map((line) => `<span class="${classOf(line)}">${escape(line)}</span>`).join('\n');
}

/** Converts a quotation that begins with `[!CAUTION]` or `[!WARNING]` to an alert, as GitHub does. */
function toAlerts(html: string): string {
  return html.replaceAll(
    /<blockquote>\s*<p>\[!(CAUTION|WARNING)\]\s*([\s\S]*?)<\/blockquote>/g,
    (_whole, kind: string, content: string) => {
      const name = kind.toLowerCase();
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      return `<div class="markdown-alert markdown-alert-${name}"><p class="markdown-alert-title">${title}</p><p>${content}</div>`;
    },
  );
}

/** Replaces emoji with pictures. */
function withEmoji(html: string, folder: string): string {
  return html.replaceAll(/\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/gu, (sign) => {
    const point = (sign.codePointAt(0) ?? 0).toString(16);
    return `<img class="emoji" alt="" src="${folder}${point}.svg">`;
  });
}

/** Returns an HTML page that shows Markdown as GitHub does. */
export function renderPage({ title, markdown }: Page, { theme, styles, emoji }: PageStyle): string {
  const renderer = new MarkdownIt({ html: true, linkify: true });
  const fence = renderer.renderer.rules.fence;
  renderer.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    return token?.info.trim() === 'diff'
      ? `<div class="highlight"><pre>${diffLines(token.content, renderer.utils.escapeHtml)}</pre></div>`
      : (fence?.(tokens, index, ...rest) ?? '');
  };
  const colours = FRAME[theme];
  return `<!doctype html>
<meta charset="utf-8">
${styles.map((url) => `<link rel="stylesheet" href="${url}">`).join('\n')}
<style>
  body { margin: 0; background: ${colours.page}; }
  .frame { margin: 12px; border: 1px solid ${colours.border}; border-radius: 6px; overflow: hidden; background: ${colours.page}; }
  .title { padding: 8px 16px; background: ${colours.head}; border-bottom: 1px solid ${colours.border}; }
  .title, .title p { margin: 0; color: ${colours.text}; font: 14px "Noto Sans", sans-serif; }
  .markdown-body { padding: 16px; font: 14px/1.5 "Noto Sans", sans-serif; }
  .markdown-body img.emoji { width: 1em; height: 1em; vertical-align: -0.12em; background: none; }
  .markdown-body > :last-child { margin-bottom: 0; }
  .highlight .pl-md, .highlight .pl-mi1 { display: inline-block; width: 100%; }
</style>
<div class="frame">
  <div class="title">${renderer.render(title)}</div>
  <article class="markdown-body">${withEmoji(toAlerts(renderer.render(markdown)), emoji)}</article>
</div>`;
}
