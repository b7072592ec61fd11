import { isJsonObject } from '../../../contract/json-safety.ts';
import type { McpTool } from '../../../contract/mcp.ts';
import type { AssistantRow } from '../../ports/store.ts';

/** Maximum length of a tool's name in the Model Context Protocol, in characters. */
const MAX_NAME_LENGTH = 128;

/**
 * Converts an assistant's name to a tool name of letters, digits, `_`, `-` and `.`, as the protocol requires. White
 * space becomes `_`, and all other characters are removed, so the tool name can be empty.
 */
export function toToolName(assistantName: string): string {
  return assistantName
    .trim()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^a-zA-Z0-9_\-.]/g, '')
    .slice(0, MAX_NAME_LENGTH);
}

/**
 * Describes an assistant as a tool.
 * @param schema JSON schema of the graph's input. The protocol requires a schema of type object.
 */
export function toTool({ name, description }: AssistantRow, schema: Record<string, unknown>): McpTool {
  return {
    name: toToolName(name),
    title: name,
    description:
      description !== null && description !== '' ? description : `Tool based on the ${name} assistant`,
    inputSchema: { type: 'object', ...simplifyMessages(schema) },
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
  };
}

const REF_PREFIX = '#/$defs/';
const MESSAGE_TYPES: ReadonlySet<string> = new Set(
  ['AI', 'Human', 'Chat', 'System', 'Function', 'Tool'].flatMap((kind) => [
    `${kind}Message`,
    `${kind}MessageChunk`,
  ]),
);
const MESSAGE_PARTS: ReadonlySet<string> = new Set([
  'ToolCall',
  'ToolCallChunk',
  'InvalidToolCall',
  'UsageMetadata',
  'InputTokenDetails',
  'OutputTokenDetails',
]);

/**
 * Replaces the schema of a list of chat messages with the schema of a string, because a language model can fill in a
 * string, and removes the unused message definitions.
 */
function simplifyMessages(schema: Record<string, unknown>): Record<string, unknown> {
  const { $defs: defs, ...rest } = schema;
  if (!isJsonObject(defs) || !Object.keys(defs).some((name) => MESSAGE_TYPES.has(name))) return schema;
  const kept = Object.entries(defs).filter(([name]) => !MESSAGE_TYPES.has(name) && !MESSAGE_PARTS.has(name));
  const properties = isJsonObject(rest['properties']) ? rest['properties'] : undefined;
  return {
    ...(kept.length > 0 && { $defs: Object.fromEntries(kept) }),
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [
          key,
          isListOfMessages(property)
            ? {
                type: 'string',
                title: property['title'] ?? key,
                description: 'The user message to send to the agent.',
              }
            : property,
        ]),
      ),
    }),
  };
}

function isListOfMessages(property: unknown): property is Record<string, unknown> {
  if (!isJsonObject(property) || property['type'] !== 'array' || !isJsonObject(property['items']))
    return false;
  const { oneOf, anyOf } = property['items'];
  const alternatives: unknown = oneOf ?? anyOf;
  return (
    Array.isArray(alternatives) &&
    alternatives.some((one: unknown) => {
      const ref = isJsonObject(one) ? one['$ref'] : undefined;
      return (
        typeof ref === 'string' &&
        ref.startsWith(REF_PREFIX) &&
        MESSAGE_TYPES.has(ref.slice(REF_PREFIX.length))
      );
    })
  );
}
