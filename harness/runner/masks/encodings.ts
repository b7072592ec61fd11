/**
 * The forms in which the runner also hides a value: what base64 (wherever it starts in a longer text), a command line,
 * an expression, JSON, a URL and XML make of it, without quotes around it, and the parts PowerShell colours apart.
 * The base64 forms are the whole words of that text: its last letters depend on what follows, as they do there.
 */
export function runnerForms(value: string): string[] {
  return [
    value,
    base64(value, 0),
    base64(value, 1),
    base64(value, 2),
    value.replaceAll('"', '\\"'),
    value.replaceAll("'", "''"),
    json(value),
    url(value),
    xml(value),
    withoutQuotes(value),
    ...powerShell(value),
  ].filter((form) => form !== '');
}

function base64(value: string, skipped: number): string {
  const bytes = Buffer.from(value);
  return bytes.subarray(bytes.length > skipped ? skipped : 0).toString('base64');
}

/** A JSON text as .NET's writer has it: three more line ends escaped than JavaScript does. */
function json(value: string): string {
  return JSON.stringify(value.toWellFormed())
    .slice(1, -1)
    .replaceAll(
      /[\u0085\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

function url(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function xml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

function withoutQuotes(value: string): string {
  return value.length > 8 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : '';
}

function powerShell(value: string): string[] {
  const coloured = value.indexOf('&+');
  const parts =
    coloured >= 0
      ? [value.slice(0, coloured + 2), value.slice(coloured + 3)]
      : value.includes('&')
        ? [value.slice(0, value.lastIndexOf('&') + 1), value.slice(value.lastIndexOf('&') + 1)]
        : [];
  return parts.filter((part) => part.length >= 6);
}
