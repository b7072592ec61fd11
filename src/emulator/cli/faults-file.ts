import { readFile } from 'node:fs/promises';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { FaultPlan, type FaultPlanInput } from '../admin/faults.ts';
import { UsageError } from '../ports/usage-error.ts';

/** Reads and checks a file of fault rules. Throws UsageError with the file, the place and what is wrong there. */
export async function readFaultsFile(file: string): Promise<FaultPlanInput> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`--faults ${file}: cannot be read; name a YAML file`, { cause });
  }
  return parseFaults(text, file);
}

/** The same for its text; `file` is its name in messages. */
export function parseFaults(text: string, file: string): FaultPlanInput {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  const [error] = document.errors;
  if (error !== undefined) {
    throw new UsageError(`--faults ${file}: is not valid YAML in ${placeOf(error.pos[0])}`);
  }
  const given: unknown = document.toJS();
  const result = FaultPlan.safeParse(given);
  // As it was written: the rules show it again.
  if (result.success) return given as FaultPlanInput;
  const problems = result.error.issues.map(({ path, message }) => {
    const node = path.length === 0 ? document.contents : nodeAt(document, path);
    const place = node?.range ? ` (${placeOf(node.range[0])})` : '';
    return `${path.map(String).join('.') || 'the file'}${place}: ${message}`;
  });
  throw new UsageError(`--faults ${file}: ${problems.join('; ')}`);
}

/** The node at a path, or the nearest one above it. */
function nodeAt(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]) {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents;
}
