import { realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import process from 'node:process';
import { readPlainTextSync } from '../../../os/plain-file.ts';
import {
  type CompilerFlags,
  type CompilerType,
  toTypeSchema,
  type TypeChecker,
  type TypeSchema,
} from './type-converter.ts';

// Program that describes the types of TypeScript graphs with the checkout's compiler. The program never executes code
// of the graphs. The program's argument is a `ParserRequest` in JSON, and its output is `ParsedTypes` in JSON. The
// program runs without secrets and with limits, and can read only the folders of the request (`type-schemas.ts`).

/** Graphs to describe, and folders whose files may be read, of which the first folder is the checkout. */
export interface ParserRequest {
  folders: readonly string[];
  graphs: readonly { id: string; file: string; exportName: string }[];
}
/** Schemas of a graph, without the fields of unknown types. */
export interface GraphTypes {
  state?: TypeSchema;
  input?: TypeSchema;
  output?: TypeSchema;
  context?: TypeSchema;
}
type ParsedTypes = Record<string, GraphTypes>;

interface SourceFile {
  text: string;
}
type Options = Record<string, unknown>;
interface CompilerHost {
  getSourceFile(path: string, options: unknown): SourceFile | undefined;
  getDefaultLibLocation(): string;
  getDefaultLibFileName(options: Options): string;
  getCurrentDirectory(): string;
  getCanonicalFileName(path: string): string;
  useCaseSensitiveFileNames(): boolean;
  getNewLine(): string;
  writeFile(): void;
  fileExists(path: string): boolean;
  directoryExists(path: string): boolean;
  readFile(path: string): string | undefined;
  realpath(path: string): string;
}
interface Checker extends TypeChecker {
  getSymbolAtLocation(node: SourceFile): CompilerModule | undefined;
  getExportsOfModule(module: CompilerModule): readonly CompilerAlias[];
  getDeclaredTypeOfSymbol(symbol: CompilerAlias): CompilerType;
}
interface CompilerModule {
  readonly exports?: unknown;
}
interface CompilerAlias {
  name: string;
}
/** Functions of the `typescript` package that the parser uses, and that the package does not have since version 7. */
interface Compiler extends CompilerFlags {
  createProgram(request: { rootNames: string[]; options: Options; host: CompilerHost }): {
    getTypeChecker(): Checker;
    getSourceFile(path: string): SourceFile | undefined;
  };
  createSourceFile(path: string, text: string, options: unknown): SourceFile;
  getDefaultLibFileName(options: Options): string;
  readConfigFile(path: string, read: (path: string) => string | undefined): { config?: unknown };
  parseJsonConfigFileContent(config: unknown, host: object, folder: string): { options: Options };
  ScriptTarget: { ESNext: number };
  ModuleKind: { ESNext: number };
  ModuleResolutionKind: { Bundler?: number };
}

/** Maximum length of a source or declaration file in bytes. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** Options in the agent's tsconfig that determine where modules are found. Other options are ignored. */
const AUTHOR_OPTIONS = ['paths', 'baseUrl', 'pathsBasePath', 'customConditions', 'jsx', 'jsxImportSource'];

/** Describes the graphs, or returns an empty object if the checkout has no usable compiler. */
function parseTypes({ folders, graphs }: ParserRequest): ParsedTypes {
  const [first] = graphs;
  if (first === undefined) return {};
  const compilerFile = findCompiler(first.file, folders);
  const compiler = compilerFile === undefined ? undefined : loadCompiler(compilerFile);
  if (compilerFile === undefined || compiler === undefined) return {};
  const options: Options = {
    ...authorOptions(compiler, first.file, folders),
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    esModuleInterop: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    types: ['node'],
    target: compiler.ScriptTarget.ESNext,
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
  };
  const inferences = new Map(
    graphs.map(({ file, exportName }, index) => [
      join(dirname(file), `__agent_deploy_types_${index}.ts`),
      inferenceText(basename(file), exportName),
    ]),
  );
  const rootNames = [...inferences.keys()];
  const host = createHost(compiler, { folders, library: dirname(compilerFile), inferences });
  const program = compiler.createProgram({ rootNames, options, host });
  const checker = program.getTypeChecker();
  const parsed = graphs.map(({ id }, index) => {
    const source = program.getSourceFile(rootNames[index] ?? '');
    const module = source && checker.getSymbolAtLocation(source);
    const aliases = module ? checker.getExportsOfModule(module) : [];
    const parts = aliases.flatMap((alias) => {
      const schema = toTypeSchema(checker.getDeclaredTypeOfSymbol(alias), checker, compiler);
      if (schema['type'] !== 'object' || schema['properties'] === undefined) return [];
      // `required` is removed, because a client can omit any field of an input or a state.
      const { required: _, ...rest } = schema;
      return [[alias.name, rest] as const];
    });
    return [id, Object.fromEntries(parts)] as const;
  });
  return Object.fromEntries(parsed);
}

/**
 * Returns the source of a module that exports the types of one graph under the names of `GraphTypes`. The export may
 * also be a factory or an uncompiled graph. The types come from the definitions of the graph's builder, or else from
 * the graph's input and output.
 */
function inferenceText(fileName: string, exportName: string): string {
  return `import type * as module from ${JSON.stringify(`./${fileName}`)};
import type { StateDefinition, StateType, UpdateType } from '@langchain/langgraph';
type Made<T> = T extends { invoke: unknown } ? T : T extends (...args: never[]) => infer R ? Awaited<R> : Awaited<T>;
type Built<T> = T extends { builder: unknown } ? T : T extends { compile(...args: never[]): infer C } ? C : T;
type Graph = Built<Made<(typeof module)[${JSON.stringify(exportName)}]>>;
type Known<T> = 0 extends 1 & T ? never : T;
type Definition<K extends string, G = Graph> =
  G extends { builder: { [P in K]?: infer D } } ? Known<Exclude<D, undefined>> : never;
type Whole =
  Graph extends { RunInput: infer S; RunOutput: infer U } ? { state: Known<S>; input: Known<U> }
  : Graph extends { '~InputType': infer I; '~OutputType': infer O } ? { state: Known<O>; input: Known<I> }
  : { state: unknown; input: unknown };
type Value<D, F> = [D] extends [never] ? F : D extends StateDefinition ? StateType<D> : unknown;
type Update<D, F> = [D] extends [never] ? F : D extends StateDefinition ? UpdateType<D> : unknown;
export type state = Whole['state'];
export type input = Update<Definition<'_inputDefinition'>, Whole['input']>;
export type output = Value<Definition<'_outputDefinition'>, Whole['state']>;
export type context = Value<Definition<'_configSchema'>, unknown>;
`;
}

/** Returns the path of the compiler for a source file, or `undefined` if the compiler is outside these folders. */
function findCompiler(file: string, folders: readonly string[]): string | undefined {
  try {
    return allowed(createRequire(file).resolve('typescript'), folders);
  } catch {
    return undefined;
  }
}

function loadCompiler(file: string): Compiler | undefined {
  const loaded: unknown = createRequire(file)(file);
  // Since version 7, the module does not have these functions.
  const isCompiler =
    typeof loaded === 'object' &&
    loaded !== null &&
    typeof Reflect.get(loaded, 'createProgram') === 'function' &&
    typeof Reflect.get(Reflect.get(loaded, 'ModuleResolutionKind') as object, 'Bundler') === 'number';
  return isCompiler ? (loaded as Compiler) : undefined;
}

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}${sep}`);

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Returns the path with links resolved, if the path is in one of the folders. */
function allowed(path: string, folders: readonly string[]): string | undefined {
  const real = realPath(path);
  return real !== undefined && folders.some((folder) => isBelow(real, folder)) ? real : undefined;
}

function statOf(path: string, folders: readonly string[]) {
  const real = allowed(path, folders);
  return real === undefined ? undefined : statSync(real, { throwIfNoEntry: false });
}

/** Returns the content of a regular file in one of the folders, or `undefined` if the file cannot be read. */
function readText(path: string, folders: readonly string[]): string | undefined {
  const real = allowed(path, folders);
  try {
    return real === undefined ? undefined : readPlainTextSync(real, { maxBytes: MAX_FILE_BYTES });
  } catch {
    return undefined;
  }
}

/** Returns the nearest tsconfig's options for finding modules. Ignores a base configuration outside the checkout. */
function authorOptions(compiler: Compiler, file: string, folders: readonly string[]): Options {
  const [checkout = ''] = folders;
  const read = (path: string) => readText(path, folders);
  for (let folder = dirname(file); isBelow(folder, checkout); folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json');
    if (read(path) === undefined) continue;
    const host = {
      useCaseSensitiveFileNames: true,
      fileExists: (one: string) => read(one) !== undefined,
      readFile: read,
      readDirectory: () => [],
    };
    const { config } = compiler.readConfigFile(path, read);
    const { options } = compiler.parseJsonConfigFileContent(config, host, folder);
    return Object.fromEntries(Object.entries(options).filter(([name]) => AUTHOR_OPTIONS.includes(name)));
  }
  return {};
}

function createHost(
  compiler: Compiler,
  {
    folders,
    library,
    inferences,
  }: { folders: readonly string[]; library: string; inferences: ReadonlyMap<string, string> },
): CompilerHost {
  const read = (path: string) => inferences.get(path) ?? readText(path, folders);
  return {
    getSourceFile(path, options) {
      const text = read(path);
      return text === undefined ? undefined : compiler.createSourceFile(path, text, options);
    },
    getDefaultLibLocation: () => library,
    getDefaultLibFileName: (options) => join(library, compiler.getDefaultLibFileName(options)),
    getCurrentDirectory: () => folders[0] ?? library,
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
    fileExists: (path) => inferences.has(path) || statOf(path, folders)?.isFile() === true,
    directoryExists: (path) => statOf(path, folders)?.isDirectory() === true,
    readFile: read,
    realpath: (path) => allowed(path, folders) ?? path,
  };
}

const request = process.argv[2];
if (request === undefined) {
  process.stderr.write(
    'This program describes the types of graphs. Only a worker can start it, because it needs the list of graphs.\n',
  );
  process.exitCode = 2;
} else {
  process.stdout.write(JSON.stringify(parseTypes(JSON.parse(request) as ParserRequest)));
}
