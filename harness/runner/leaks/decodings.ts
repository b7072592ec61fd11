const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  sol: '/',
  bsol: '\\',
  colon: ':',
  equals: '=',
  plus: '+',
  period: '.',
  comma: ',',
  lowbar: '_',
  num: '#',
  excl: '!',
  commat: '@',
  dollar: '$',
  percnt: '%',
};

/** `&lt;`, `&#60;` and `&#x3c;` undone. */
function html(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (all, hex, decimal, name) => {
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? all;
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** `%41` undone, wherever the bytes make sense; `+` for a blank too. */
function url(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** The escapes of JSON and of JavaScript texts undone. */
function json(text: string): string {
  const short: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
  return text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis, (_all, four, two, letter) => {
    const hex: unknown = four ?? two;
    return typeof hex === 'string'
      ? String.fromCharCode(Number.parseInt(hex, 16))
      : (short[String(letter)] ?? String(letter));
  });
}

/** Without characters that are not seen. */
function visible(text: string): string {
  return text.replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
}

const DECODERS = [html, url, json, visible, (text: string) => text.replaceAll('+', ' ')];
const DEPTH = 3;

/** A text and everything it can be decoded to, one layer within another. */
export function readings(text: string): string[] {
  const all = new Set([text]);
  let layer = [text];
  for (let depth = 0; depth < DEPTH && layer.length > 0; depth += 1) {
    layer = layer.flatMap((item) => DECODERS.map((decode) => decode(item))).filter((item) => !all.has(item));
    layer = [...new Set(layer)];
    for (const item of layer) all.add(item);
  }
  return [...all];
}

/** A text without its line breaks and the blanks around them. */
export function joinedLines(text: string): string {
  return text.replaceAll(/[ \t]*(?:\r\n|[\r\n])[ \t]*/g, '');
}
