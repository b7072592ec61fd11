/** A frame of a stack trace. `library` is true for a frame outside the user's own files. */
export interface StackFrame {
  file: string;
  line: number;
  name: string;
  /** Line of code, or an empty string. */
  code: string;
  library: boolean;
}

/** An exception, parsed from the output of an agent's program. */
export interface Exception {
  /** Name of the exception's class, such as `ValueError`, or an empty string if the text has no class name. */
  type: string;
  message: string;
  /** Frames, with the frame that raised the exception first. */
  frames: StackFrame[];
}

/** Maximum length of a text to parse. */
const PARSED = 100_000;
const MAX_FRAMES = 100;

const PYTHON_FRAME = /^ {2}File "([^"\n]{1,1000})", line (\d{1,9})(?:, in ([^\n]{1,300}))?$/;
const NODE_FRAME = /^ {4}at (?:([^\n(]{1,300}) \()?([^\n()]{1,1000}):(\d{1,9}):\d{1,9}\)?$/;
const HEADLINE = /^([A-Za-z_][\w.]{0,200}(?:Error|Exception|Exit|Interrupt|Warning|Timeout|Stop\w*)): ?(.*)$/;

const isLibrary = (file: string): boolean =>
  /(?:^|[/\\])(?:site-packages|dist-packages|node_modules|lib[/\\]python3[^/\\]*)[/\\]|^node:|<frozen /.test(
    file,
  );

/** Parses an exception with a Python or Node stack trace. A text without a trace is a message without frames. */
export function parseException(text: string): Exception {
  const lines = text.slice(0, PARSED).split(/\r?\n/);
  const python = lines.some((line) => PYTHON_FRAME.test(line));
  const frames = (python ? pythonFrames(lines) : nodeFrames(lines)).slice(0, MAX_FRAMES);
  const headlines = lines.flatMap((line) => {
    const match = HEADLINE.exec(line);
    return match === null ? [] : [{ line, type: match[1] ?? '', message: match[2] ?? '' }];
  });
  // Python prints the exception after the stack trace, and Node prints the exception before the stack trace.
  const headline = python ? headlines.at(-1) : headlines[0];
  if (headline !== undefined) return { type: headline.type, message: headline.message, frames };
  const first = lines.find((line) => line.trim() !== '' && !PYTHON_FRAME.test(line)) ?? '';
  return { type: '', message: frames.length === 0 ? text.slice(0, PARSED).trim() : first.trim(), frames };
}

function pythonFrames(lines: readonly string[]): StackFrame[] {
  return lines
    .flatMap((line, index): StackFrame[] => {
      const match = PYTHON_FRAME.exec(line);
      if (match === null) return [];
      const [, file = '', number = '0', name = ''] = match;
      const next = lines[index + 1] ?? '';
      const code = next.startsWith('    ') ? next.trim() : '';
      return [{ file, line: Number(number), name, code, library: isLibrary(file) }];
    })
    .toReversed();
}

function nodeFrames(lines: readonly string[]): StackFrame[] {
  return lines.flatMap((line): StackFrame[] => {
    const match = NODE_FRAME.exec(line);
    if (match === null) return [];
    const [, name = '', file = '', number = '0'] = match;
    return [{ file, line: Number(number), name, code: '', library: isLibrary(file) }];
  });
}
