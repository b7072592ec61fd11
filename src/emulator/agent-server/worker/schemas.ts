import type { GraphSchemas } from '../../ports/worker.ts';
import type { LibraryGraph } from './graphs.ts';
import { toPlainRecord } from './plain.ts';

export const UNKNOWN_SCHEMAS: GraphSchemas = {
  state_schema: null,
  input_schema: null,
  output_schema: null,
  config_schema: null,
  context_schema: null,
};

type Describe = (graph: unknown) => unknown;
/** What the graph library offers for describing a graph's types; older versions have none of it. */
type Describer = Partial<
  Record<
    'getStateTypeSchema' | 'getInputTypeSchema' | 'getOutputTypeSchema' | 'getConfigTypeSchema',
    Describe
  >
>;

const describers = new Map<string, Promise<Describer>>();

/** The describer of the checkout's own library, loaded when somebody asks first. */
function describerAt(parentUrl: string): Promise<Describer> {
  const load = async (): Promise<Describer> => {
    try {
      return (await import(import.meta.resolve('@langchain/langgraph/zod/schema', parentUrl))) as Describer;
    } catch {
      return {};
    }
  };
  const found = describers.get(parentUrl) ?? load();
  describers.set(parentUrl, found);
  return found;
}

/**
 * JSON schemas of a graph's types: as its library describes them when they were given as schemas. Of annotations only
 * the names are known. Null where nothing is.
 */
export async function describeSchemas(graph: LibraryGraph, parentUrl: string): Promise<GraphSchemas> {
  const library = await describerAt(parentUrl);
  const builder: unknown = Reflect.get(graph, 'builder');
  const part = (name: string): unknown =>
    typeof builder === 'object' && builder !== null ? Reflect.get(builder, name) : undefined;

  const state = part('_schemaRuntimeDefinition');
  const own = (definition: unknown) => (isSelfDescribing(definition) ? definition : undefined);
  const context = described(() => library.getConfigTypeSchema?.(graph)) ?? named(part('_configSchema'));
  return {
    state_schema:
      described(() => own(state)?.getJsonSchema() ?? library.getStateTypeSchema?.(graph)) ??
      named(part('_schemaDefinition')),
    input_schema:
      described(() => {
        const input = part('_inputRuntimeDefinition');
        const definition = own(input) ?? (isSchema(input) ? undefined : own(state));
        return definition?.getInputJsonSchema() ?? library.getInputTypeSchema?.(graph);
      }) ?? named(part('_inputDefinition')),
    output_schema:
      described(
        () => own(part('_outputRuntimeDefinition'))?.getJsonSchema() ?? library.getOutputTypeSchema?.(graph),
      ) ?? named(part('_outputDefinition')),
    config_schema: context,
    context_schema: context,
  };
}

/** The library's own kind of schema, which is no zod object and describes itself. */
interface SelfDescribing {
  getJsonSchema(): unknown;
  getInputJsonSchema(): unknown;
}
const isSelfDescribing = (value: unknown): value is SelfDescribing =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'getJsonSchema') === 'function' &&
  typeof Reflect.get(value, 'getInputJsonSchema') === 'function';
/** Of the input this also stands for "part of the state", as a symbol. */
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** What `describe` makes, when it makes something: types that JSON schema cannot say make it throw. */
function described(describe: () => unknown): Record<string, unknown> | null {
  try {
    const schema = describe();
    return typeof schema === 'object' && schema !== null ? toPlainRecord(schema) : null;
  } catch {
    return null;
  }
}

function named(definition: unknown): Record<string, unknown> | null {
  if (typeof definition !== 'object' || definition === null) return null;
  const names = Object.keys(definition);
  if (names.length === 0) return null;
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) };
}
