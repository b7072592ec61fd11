import { type Parsed, ok, invalid } from '../../canonical/checked.ts';
import { parseRegex, type RegexSyntax } from './syntax.ts';

/** A step of the machine: take a character, go on in two places at once, or be done. */
type Step = { kind: 'take'; takes: Uint8Array } | { kind: 'fork'; to: number[] } | { kind: 'done' };

/** A regular expression whose time grows with the text alone, whatever it says: no name can keep the proxy busy. */
export type RegexProgram = readonly Step[];

const MOST_STEPS = 500;

/** Makes `^…$` ready to be run; a reason when it cannot be read or is too large. Upper case counts as lower. */
export function compileRegex(text: string): Parsed<RegexProgram> {
  const syntax = parseRegex(text);
  if (!syntax.ok) return syntax;
  const steps: Step[] = [];
  const isRoom = (): boolean => steps.length < MOST_STEPS;
  emit(syntax.value, steps, isRoom);
  steps.push({ kind: 'done' });
  return isRoom() ? ok(steps) : invalid('a regular expression repeats too much: use * or +');
}

/** Whether the whole text is held: all ways through the program are walked at once, one character at a time. */
export function matchesRegex(program: RegexProgram, text: string): boolean {
  // When a step was reached last: each is looked at once per character.
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

/** The steps that take or end, reached from these without taking anything; each once. Empties `waiting`. */
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
