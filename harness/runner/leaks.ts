import type { ActionRun, Annotation, LogLine, PhaseRun } from './types.ts';

/** Place where a secret was found, and the index of the secret in the list instead of its value. */
export interface Leak {
  secret: number;
  where: string;
}

/** All output of a run or a job. */
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
 * Searches all output of a run for secrets:
 *
 * - every printed line before masking, separately and together, except `add-mask` commands, which the runner never
 *   shows
 * - the lines that the runner shows
 * - outputs, state, exported environment and paths, with their names
 * - the raw files of each phase, including the summary
 * - annotations with their title and file
 * - the arguments of the process
 */
export function findLeaks(run: ActionRun, secrets: readonly string[]): Leak[] {
  const phases = [run.main, run.post].filter((phase) => phase !== null);
  return findLeaksIn({ ...run, phases }, secrets);
}

/** Searches all output of a whole job for secrets. */
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
  // A secret may extend over several lines, so that no single line contains it.
  const whole = searchText(printed.map(({ text }) => text).join('\n'), secrets, 'log');
  return [...leaks, ...whole];
}

/** The raw files contain more than the parsed results if they could not be parsed completely. */
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

/** Searches any string for secrets, such as a journal, a data file or a list of processes. */
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

/** A form of a secret to search for, and whether line breaks in the searched text are removed first. */
interface Form {
  text: string;
  joined: boolean;
}

/**
 * Minimum length in characters of a secret that is searched for as base64 or hex. `SCATTERED` is the minimum length
 * for searches backwards or across line breaks. Shorter strings occur by chance.
 */
const ENCODED = 6;
const SCATTERED = 8;
const LINE = 4;

/**
 * Returns the forms of a secret to search for: whole or line by line, as base64 (at any offset in a longer text, in
 * both alphabets), as hex, and backwards. For other encodings (JSON, URLs, HTML), the searched text is decoded.
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

/**
 * Returns the base64 of a string that begins `shift` bytes into a group, without the letters that depend on the
 * surrounding text.
 */
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

/** Decodes `&lt;`, `&#60;` and `&#x3c;`. */
function html(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (all, hex, decimal, name) => {
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? all;
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** Decodes `%41` if the bytes are valid, and `+` as a space. */
function url(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Decodes the escapes of JSON and JavaScript strings. */
function json(text: string): string {
  const short: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
  return text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis, (_all, four, two, letter) => {
    const hex: unknown = four ?? two;
    return typeof hex === 'string'
      ? String.fromCharCode(Number.parseInt(hex, 16))
      : (short[String(letter)] ?? String(letter));
  });
}

/** Removes invisible characters. */
function visible(text: string): string {
  return text.replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
}

const DECODERS = [html, url, json, visible, (text: string) => text.replaceAll('+', ' ')];
const DEPTH = 3;

/** Returns a string and all its decodings, including nested decodings. */
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

/** Removes the line breaks of a string, and the spaces around them. */
function joinedLines(text: string): string {
  return text.replaceAll(/[ \t]*(?:\r\n|[\r\n])[ \t]*/g, '');
}
