type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };
const ok = <T>(value: T): Parsed<T> => ({ ok: true, value });
const invalid = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

/** A step of a compiled expression: consumes a character, continues at several steps, or accepts the string. */
type Step = { kind: 'take'; takes: Uint8Array } | { kind: 'fork'; to: number[] } | { kind: 'done' };

/** A compiled regular expression. Matching a string takes linear time, so no string can block the process. */
export type RegexProgram = readonly Step[];

const MAX_STEPS = 500;

/**
 * Compiles an expression of the form `^…$` that ignores letter case. Returns a problem if the expression is invalid or
 * too large.
 */
export function compileRegex(text: string): Parsed<RegexProgram> {
  const syntax = parseRegex(text);
  if (!syntax.ok) return syntax;
  const steps: Step[] = [];
  const isRoom = (): boolean => steps.length < MAX_STEPS;
  emit(syntax.value, steps, isRoom);
  steps.push({ kind: 'done' });
  return isRoom() ? ok(steps) : invalid('a regular expression must not repeat this often: use * or +');
}

/** Compiles an expression that matches whole origins. Returns a problem if the expression is invalid or too large. */
export function compileOriginExpression(text: string): Parsed<RegexProgram> {
  // The expression must match the whole origin, even if the agent developer omitted the anchors.
  return compileRegex(`^(?:${text.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')})$`);
}

/**
 * Returns whether the expression matches the whole string. All paths through the program advance together, one
 * character at a time.
 */
export function matchesRegex(program: RegexProgram, text: string): boolean {
  // Index of the last character where each step was reached, so each step is visited only once per character.
  const reachedAt = new Int32Array(program.length).fill(-1);
  let here = follow(program, [0], reachedAt, 0);
  for (let at = 0; at < text.length && here.length > 0; at += 1) {
    const code = text.charCodeAt(at);
    const onward: number[] = [];
    for (const index of here) {
      const step = program[index];
      if (step?.kind === 'take' && step.takes[code] === 1) onward.push(index + 1);
    }
    here = follow(program, onward, reachedAt, at + 1);
  }
  return here.some((index) => program[index]?.kind === 'done');
}

/**
 * Returns the consuming and accepting steps that can be reached from `waiting` without a character, without duplicates.
 * Empties `waiting`.
 */
function follow(program: RegexProgram, waiting: number[], reachedAt: Int32Array, now: number): number[] {
  const found: number[] = [];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reachedAt[index] === now) continue;
    reachedAt[index] = now;
    const step = program[index];
    if (step?.kind !== 'fork') found.push(index);
    else for (const next of step.to) waiting.push(next);
  }
  return found;
}

function emit(syntax: RegexSyntax, steps: Step[], isRoom: () => boolean): void {
  if (!isRoom()) return;
  switch (syntax.kind) {
    case 'set':
      steps.push({ kind: 'take', takes: syntax.takes });
      return;
    case 'sequence':
      for (const part of syntax.parts) emit(part, steps, isRoom);
      return;
    case 'choice':
      emitChoice(syntax.parts, steps, isRoom);
      return;
    case 'repeat':
      emitRepeat(syntax, steps, isRoom);
      return;
  }
}

function emitChoice(parts: readonly RegexSyntax[], steps: Step[], isRoom: () => boolean): void {
  const begin: number[] = [];
  steps.push({ kind: 'fork', to: begin });
  const ends: number[][] = [];
  for (const part of parts) {
    begin.push(steps.length);
    emit(part, steps, isRoom);
    const end: number[] = [];
    ends.push(end);
    steps.push({ kind: 'fork', to: end });
  }
  for (const end of ends) end.push(steps.length);
}

function emitRepeat(
  { part, least, most }: RegexSyntax & { kind: 'repeat' },
  steps: Step[],
  isRoom: () => boolean,
): void {
  for (let count = 0; count < least && isRoom(); count += 1) emit(part, steps, isRoom);
  if (most === null) {
    const loop = steps.length;
    const to = [loop + 1];
    steps.push({ kind: 'fork', to });
    emit(part, steps, isRoom);
    steps.push({ kind: 'fork', to: [loop] });
    to.push(steps.length);
    return;
  }
  const exits: number[][] = [];
  for (let count = least; count < most && isRoom(); count += 1) {
    const to = [steps.length + 1];
    exits.push(to);
    steps.push({ kind: 'fork', to });
    emit(part, steps, isRoom);
  }
  for (const to of exits) to.push(steps.length);
}

/** Syntax tree of an expression. `takes` of a set contains 1 for each ASCII character that the set matches. */
type RegexSyntax =
  | { kind: 'set'; takes: Uint8Array }
  | { kind: 'sequence'; parts: RegexSyntax[] }
  | { kind: 'choice'; parts: RegexSyntax[] }
  | {
      kind: 'repeat';
      part: RegexSyntax;
      least: number;
      /** Maximum number of repetitions, or null for an unlimited number. */
      most: number | null;
    };

const LONGEST = 256;
const MAX_REPEATS = 255;
const MAX_LAYERS = 32;

/** Error that the parser throws internally and converts to a problem. */
class RegexSyntaxError extends Error {}

/**
 * Parses `^…$` with characters, `.`, classes, groups, `|`, `* + ? {n,m}`, and `\d \w \s`. Requires both anchors and
 * groups around alternatives, because an unanchored `api\.test` would also match `api.test.evil.org`. Rejects back
 * references and look-around, because they cannot be matched in linear time.
 */
function parseRegex(text: string): Parsed<RegexSyntax> {
  if (text.length > LONGEST) return invalid(`a regular expression must have at most ${LONGEST} characters`);
  if (!text.startsWith('^') || !text.endsWith('$')) {
    return invalid(
      'a regular expression must begin with ^ and end with $, because it matches the whole name',
    );
  }
  try {
    return ok(new Parser(text.slice(1, -1)).whole());
  } catch (error) {
    if (error instanceof RegexSyntaxError) return invalid(error.message);
    throw error;
  }
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): RegexSyntax {
    const parts = this.#sequence(0);
    if (this.#next() === '|') throw new RegexSyntaxError('alternatives need parentheses, as in ^(a|b)$');
    if (this.#next() !== undefined) throw new RegexSyntaxError('a closing parenthesis has no opening one');
    return parts;
  }

  #sequence(layer: number): RegexSyntax {
    const parts: RegexSyntax[] = [];
    for (let next = this.#next(); next !== undefined && next !== '|' && next !== ')'; next = this.#next()) {
      parts.push(this.#repeated(this.#atom(layer)));
    }
    return { kind: 'sequence', parts };
  }

  #atom(layer: number): RegexSyntax {
    const character = this.#take();
    switch (character) {
      case '(':
        return this.#group(layer + 1);
      case '[':
        return { kind: 'set', takes: this.#class() };
      case '.':
        return { kind: 'set', takes: setOf(() => true) };
      case '\\':
        return { kind: 'set', takes: this.#escape() };
      case '*':
      case '+':
      case '?':
      case '{':
      case '^':
      case '$':
        throw new RegexSyntaxError(
          `${character} has no meaning at this position: write \\${character} for the character`,
        );
      default:
        return { kind: 'set', takes: inLowerCase(only(character)) };
    }
  }

  #group(layer: number): RegexSyntax {
    if (layer > MAX_LAYERS)
      throw new RegexSyntaxError(`groups can be nested at most ${MAX_LAYERS} levels deep`);
    if (this.#next() === '?') {
      this.#take();
      if (this.#take() !== ':')
        throw new RegexSyntaxError('groups that begin with (? are not supported, except (?:');
    }
    const parts = [this.#sequence(layer)];
    while (this.#next() === '|') {
      this.#take();
      parts.push(this.#sequence(layer));
    }
    if (this.#take() !== ')') throw new RegexSyntaxError('a parenthesis is not closed');
    return { kind: 'choice', parts };
  }

  #repeated(part: RegexSyntax): RegexSyntax {
    const [quantifier, , least, comma, most] =
      /^(?:[*+?]|(\{)(\d{1,3})(,?)(\d{1,3})?\})\??/.exec(this.#text.slice(this.#at)) ?? [];
    if (quantifier === undefined) return part;
    this.#at += quantifier.length;
    if (/^[*+?{]/.test(this.#text.slice(this.#at)))
      throw new RegexSyntaxError('a quantifier must not follow another quantifier');
    const sign = quantifier[0];
    if (sign !== '{')
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : null };
    const from = Number(least);
    const to = comma === '' ? from : most === undefined ? null : Number(most);
    if (comma === '' && most !== undefined)
      throw new RegexSyntaxError('a quantifier must be {n}, {n,} or {n,m}');
    if (from > MAX_REPEATS || (to ?? 0) > MAX_REPEATS || (to !== null && to < from)) {
      throw new RegexSyntaxError(
        `the counts of a quantifier must be from 0 to ${MAX_REPEATS}, the smaller one first`,
      );
    }
    return { kind: 'repeat', part, least: from, most: to };
  }

  /** Parses a character class from the character after `[`. */
  #class(): Uint8Array {
    const isNegated = this.#next() === '^';
    if (isNegated) this.#take();
    const takes = new Uint8Array(128);
    let isFirst = true;
    for (let character = this.#take(); character !== ']' || isFirst; character = this.#take()) {
      isFirst = false;
      if (character === '[') throw new RegexSyntaxError('a [ inside a class must be written \\[');
      const from = character === '\\' ? this.#escape() : only(character);
      const isRange = this.#next() === '-' && this.#text[this.#at + 1] !== ']';
      if (isRange) {
        this.#take();
        const last = this.#take();
        add(takes, range(from, last === '\\' ? this.#escape() : only(last)));
      } else add(takes, from);
    }
    const folded = inLowerCase(takes);
    return isNegated ? setOf((code) => folded[code] === 0) : folded;
  }

  /** Parses an escape sequence from the character after the backslash. */
  #escape(): Uint8Array {
    const character = this.#take();
    const named = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ }[character];
    if (named !== undefined) return setOf((code) => named.test(String.fromCharCode(code)));
    if (/[A-Za-z0-9]/.test(character)) {
      throw new RegexSyntaxError(`\\${character} is not supported: use \\d, \\w, \\s, or an escaped symbol`);
    }
    return only(character);
  }

  #next(): string | undefined {
    return this.#text[this.#at];
  }

  #take(): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw new RegexSyntaxError('the expression is incomplete');
    this.#at += 1;
    return character;
  }
}

function setOf(takes: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (takes(code) ? 1 : 0));
}

function only(character: string): Uint8Array {
  const wanted = character.charCodeAt(0);
  if (wanted > 127) throw new RegexSyntaxError('names must be ASCII: write the xn-- form');
  return setOf((code) => code === wanted);
}

/**
 * Returns the set plus the lower-case letter of each capital letter in the set, because strings are converted to lower
 * case before matching.
 */
function inLowerCase(takes: Uint8Array): Uint8Array {
  return setOf((code) => takes[code] === 1 || (code >= 97 && code <= 122 && takes[code - 32] === 1));
}

function add(takes: Uint8Array, more: Uint8Array): void {
  for (const [code, is] of more.entries()) if (is === 1) takes[code] = 1;
}

function range(from: Uint8Array, to: Uint8Array): Uint8Array {
  const [first, last] = [from.indexOf(1), to.indexOf(1)];
  const areSingle = [from, to].every((set) => set.indexOf(1) === set.lastIndexOf(1));
  if (!areSingle || last < first)
    throw new RegexSyntaxError('a range must have two characters, the smaller one first');
  return setOf((code) => code >= first && code <= last);
}
