/** One `::name key=value::message` line, unescaped. */
export interface StdoutCommand {
  name: string;
  properties: Record<string, string>;
  message: string;
}

const KNOWN = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]);

/**
 * Reads one line as a workflow command, as the runner does: leading blanks allowed, the name known, nothing else.
 * Gives `null` for an ordinary line.
 */
export function parseStdoutCommand(line: string): StdoutCommand | null {
  const text = line.trimStart();
  if (!text.startsWith('::')) return null;
  const end = text.indexOf('::', 2);
  if (end < 0) return null;
  const head = text.slice(2, end);
  const space = head.indexOf(' ');
  const name = (space < 0 ? head : head.slice(0, space)).toLowerCase();
  if (!KNOWN.has(name)) return null;
  const properties: Record<string, string> = {};
  for (const pair of space < 0
    ? []
    : head
        .slice(space + 1)
        .trim()
        .split(',')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && equals < pair.length - 1) {
      properties[pair.slice(0, equals)] = unescapeProperty(pair.slice(equals + 1));
    }
  }
  return { name, properties, message: unescapeData(text.slice(end + 2)) };
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapeProperty(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}
