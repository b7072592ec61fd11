/**
 * Returns the forms of a secret that are searched for in a log: literal, quoted for shells and SQL, base64 and hex. The
 * log is decoded to find other encodings, such as encodings of URLs, JSON, HTML and terminals.
 */
export function logForms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  return [...new Set([text, ...quoted(text), ...base64(bytes), hex, hex.toUpperCase()])];
}

function quoted(text: string): string[] {
  const forms: string[] = [];
  if (text.includes("'")) {
    forms.push(text.replaceAll("'", "'\\''"), text.replaceAll("'", "'\"'\"'"), text.replaceAll("'", "''"));
  }
  if (text.includes('"')) forms.push(text.replaceAll('"', '""'));
  return forms;
}

/**
 * Returns strings for finding `bytes` in base64. The base64 encoding of any data that contains `bytes` contains one of
 * the strings. Each string is for one of the three positions of `bytes` in a group of three bytes, and contains only
 * characters that depend entirely on `bytes`.
 */
export function base64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + bytes.length) * 8) / 6);
    const settled = encoded.slice(from, to);
    return [settled, settled.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
