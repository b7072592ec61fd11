import type { ActionRun, Annotation, LogLine, PhaseRun } from './types.ts';

/** Where a secret was seen, and which (by its place in the list, never by its value). */
export interface Leak {
  secret: number;
  where: string;
}

/** What a run, or a job, gave away. */
export interface JobOutput {
  lines: readonly LogLine[];
  annotations: readonly Annotation[];
  phases: readonly PhaseRun[];
  outputs: Readonly<Record<string, string>>;
  state: Readonly<Record<string, string>>;
  exportedEnv: Readonly<Record<string, string>>;
  addedPaths: readonly string[];
}

/**
 * Looks for secrets in everything a run gave away: every line its processes printed but the `add-mask` commands (which
 * the runner never shows), before masking, each by itself and all together; what the runner printed, as shown; outputs,
 * state, exported environment and paths with their names; the raw files of each phase, summary and all; annotations with
 * title and file; argv.
 */
export function findLeaks(run: ActionRun, secrets: readonly string[]): Leak[] {
  const phases = [run.main, run.post].filter((phase) => phase !== null);
  return findLeaksIn({ ...run, phases }, secrets);
}

/** The same for a whole job. */
export function findLeaksIn(given: JobOutput, secrets: readonly string[]): Leak[] {
  const printed = given.lines.flatMap((line) => {
    const text = line.stream === 'runner' ? (line.text ?? '') : line.raw;
    return line.command === 'add-mask' ? [] : [{ name: `${line.phase} ${line.stream}`, text }];
  });
  const named = (kind: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).flatMap(([name, value], index): [string, string][] => [
      [`${kind} ${name}`, value],
      [`name of ${kind} ${index + 1}`, name],
    ]);
  const places: [string, string][] = [
    ...printed.map(({ name, text }, index): [string, string] => [`${name} line ${index + 1}`, text]),
    ...named('output', given.outputs),
    ...named('state', given.state),
    ...named('env', given.exportedEnv),
    ...given.addedPaths.map((path, index): [string, string] => [`path ${index + 1}`, path]),
    ...given.annotations.flatMap((item, index): [string, string][] => [
      [`annotation ${index + 1}`, item.message],
      [`title of annotation ${index + 1}`, item.title ?? ''],
      [`file of annotation ${index + 1}`, item.file ?? ''],
    ]),
    ...given.phases.flatMap((phase) => ofPhase(phase, given)),
  ];
  const leaks = places.flatMap(([where, text]) => searchText(text, secrets, where));
  // A secret may be broken over several lines: then no place by itself holds it.
  const whole = searchText(printed.map(({ text }) => text).join('\n'), secrets, 'log');
  return [...leaks, ...whole];
}

/** The raw files say more than what was read of them only when they could not be read to their end. */
function ofPhase(phase: PhaseRun, given: JobOutput): [string, string][] {
  const read = [given.outputs, given.state, given.exportedEnv].flatMap((values) => Object.values(values));
  const { env, state, output, path } = phase.files;
  const rest = Object.entries({ env, state, output, path }).map(([name, text]): [string, string] => [
    `${phase.phase} file ${name}`,
    read.reduce((left, value) => (value === '' ? left : left.replaceAll(value, '')), text),
  ]);
  return [
    [`${phase.phase} summary`, phase.files.step_summary],
    [`${phase.phase} argv`, phase.argv.join('\0')],
    ...rest,
  ];
}

/** The same search in any text: a journal, a data file, a process table. */
export function searchText(text: string, secrets: readonly string[], where: string): Leak[] {
  if (text === '') return [];
  const texts = readings(text);
  const joined = texts.map(joinedLines);
  return secrets.flatMap((value, secret) => {
    const seen = secretForms(value).some(
      (form) =>
        texts.some((item) => item.includes(form.text)) ||
        (form.joined && joined.some((item) => item.includes(form.text))),
    );
    return seen ? [{ secret, where }] : [];
  });
}

/** A text to look for, and whether it may also be found with the line breaks of its surroundings taken out. */
interface Form {
  text: string;
  joined: boolean;
}

/** Shorter texts than these are found by chance: as base64 or hex, and backwards or across line breaks. */
const ENCODED = 6;
const SCATTERED = 8;
const LINE = 4;

/**
 * How a secret may have been written down: whole or line by line, as base64 (wherever it starts in a longer text, in both
 * alphabets), as hex, backwards. What a text can be decoded from (JSON, URLs, HTML) is undone in the text instead.
 */
function secretForms(secret: string): Form[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  const parts = new Set([secret, ...lines.filter((line) => line.length >= LINE)]);
  return [...parts].flatMap((part) =>
    writings(part).map((text) => ({ text, joined: part.length >= SCATTERED })),
  );
}

function writings(part: string): string[] {
  const list = [part];
  if (part.length >= ENCODED) {
    const base64 = [0, 1, 2].map((shift) => aligned(part, shift));
    const hex = Buffer.from(part).toString('hex');
    list.push(
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
      hex,
      hex.toUpperCase(),
    );
  }
  if (part.length >= SCATTERED) list.push(Array.from(part).toReversed().join(''));
  return [...new Set(list)].filter((text) => text !== '');
}

/** Base64 of a text that starts `shift` bytes into a group, cut to the letters that its surroundings cannot change. */
function aligned(text: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
  const letters = bytes.toString('base64').replaceAll('=', '');
  return letters.slice(shift === 0 ? 0 : shift + 1, bytes.length % 3 === 0 ? letters.length : -1);
}

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
function readings(text: string): string[] {
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
function joinedLines(text: string): string {
  return text.replaceAll(/[ \t]*(?:\r\n|[\r\n])[ \t]*/g, '');
}
