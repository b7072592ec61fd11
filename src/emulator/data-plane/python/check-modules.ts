import { relative } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod';
import type { PythonModule } from '../../../graph-config/python-modules.ts';
import { type StepContext, StepAborted, StepFailure } from '../build/step.ts';
import type { FoundPython } from './find-python.ts';

/**
 * Python program that parses modules without running them, and prints all names that each module's code binds,
 * including globals declared in functions. The result contains "open" for a module that may have further names (`from x
 * import *`, `globals()`).
 */
const PROGRAM = String.raw`
import ast, json, sys, warnings

warnings.simplefilter("ignore")
DYNAMIC = {"globals", "locals", "vars", "exec", "eval", "setattr"}


def names_of(tree):
    names, is_open = set(), False
    waiting = [(tree, True)]
    while waiting:
        node, at_top = waiting.pop()
        if isinstance(node, ast.Global):
            names.update(node.names)
        if isinstance(node, ast.Name) and node.id in DYNAMIC:
            is_open = True
        if isinstance(node, ast.Attribute) and node.attr == "modules":
            is_open = True
        inner = at_top
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            inner = False
            if at_top:
                names.add(node.name)
        elif isinstance(node, ast.Lambda):
            inner = False
        elif at_top and isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                if alias.name == "*":
                    is_open = True
                else:
                    names.add(alias.asname or alias.name.partition(".")[0])
        elif at_top and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif at_top and isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            names.add(node.name)
        waiting.extend((child, inner) for child in ast.iter_child_nodes(node))
    return names, is_open or "__getattr__" in names


def look(path):
    try:
        with open(path, "rb") as file:
            source = file.read()
        compile(source, path, "exec", dont_inherit=True)
        names, is_open = names_of(ast.parse(source, path))
        return {"names": sorted(names)[:1000], "open": is_open}
    except SyntaxError as error:
        return {"line": error.lineno, "error": str(error.msg)}
    except ValueError as error:
        return {"line": None, "error": str(error)}
    except (RecursionError, MemoryError, OSError):
        return {"names": [], "open": True}


print(json.dumps([look(path) for path in json.loads(sys.argv[1])]))
`;

const ModuleReports = z.array(
  z.union([
    z.object({ names: z.array(z.string()), open: z.boolean() }),
    z.object({ line: z.number().nullable(), error: z.string() }),
  ]),
);
const TIMEOUT_MS = 30_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;
/** Maximum number of names that a message lists. */
const LISTED = 12;

/**
 * Finds syntax errors and missing names before packages are installed.
 * @throws StepFailure with the configuration, the key and a hint, or with the line.
 */
export async function checkModules(
  context: StepContext,
  {
    python,
    modules,
    folder,
    shown,
    cwd,
  }: {
    python: FoundPython;
    modules: readonly PythonModule[];
    folder: string;
    shown: string;
    /** Working directory of the program, which contains no files of the repository. */
    cwd: string;
  },
): Promise<void> {
  const files = [...new Set(modules.flatMap(({ file }) => (file?.endsWith('.py') ? [file] : [])))];
  if (files.length === 0) return;
  const lines: string[] = [];
  const end = await context.processes.start({
    command: python.executable,
    // `-S` halves the time until Python starts, because the program needs no installed packages.
    args: ['-I', '-S', '-c', PROGRAM, JSON.stringify(files)],
    cwd,
    env: context.env,
    kind: 'python',
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: OUTPUT_BYTES,
    signal: context.signal,
    onLine: (line, stream) => {
      if (stream === 'stdout') lines.push(line);
    },
  }).ended;
  if (end.kind === 'aborted') throw new StepAborted('the check of the modules was aborted');
  const reports = ModuleReports.safeParse(parseJson(lines.join('')));
  // If a file makes every parser fail, the parsers' output is invalid, but the import of the file will report the
  // error.
  if (!reports.success) return;
  for (const module of modules) {
    const report = reports.data[files.indexOf(module.file ?? '')];
    if (report === undefined) continue;
    const key = `Graph configuration ${shown}: the key "${module.key}" names`;
    if ('error' in report) {
      const at = `${relative(folder, module.file ?? '').replaceAll('\\', '/')}${report.line === null ? '' : `:${report.line}`}`;
      throw new StepFailure(
        `${key} "${module.path}", which Python ${python.version} cannot parse: ${at}: ${report.error}. Correct the file.`,
      );
    }
    if (module.exportName === '' || report.open || report.names.includes(module.exportName)) continue;
    throw new StepFailure(
      `${key} "${module.exportName}", but ${module.path} does not define this name. ${hintFor(module.exportName, report.names)}`,
    );
  }
}

function hintFor(wanted: string, names: readonly string[]): string {
  const near = names.length === 0 ? undefined : closest(wanted, names);
  if (near !== undefined && distance(near, wanted) <= 2) return `Did you mean "${near}"?`;
  const shown = names.filter((name) => !name.startsWith('_'));
  if (shown.length === 0) return `The module defines no names. Define "${wanted}" in it.`;
  const rest = shown.length > LISTED ? `, and ${shown.length - LISTED} more` : '';
  return `The module defines ${shown.slice(0, LISTED).join(', ')}${rest}. Use one of these names, or define "${wanted}".`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
