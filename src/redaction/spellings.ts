/**
 * Returns the forms of a secret in a log that decoding escapes does not reveal: literal, quoted for shells and SQL,
 * base64 and hex. Encodings of URLs, JSON, HTML and terminals are decoded in the text instead.
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
 * Returns the base64 text that must appear if these bytes are encoded, alone or inside longer data. Preceding bytes
 * may shift them by zero, one or two, and only the characters that depend entirely on these bytes are compared.
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
