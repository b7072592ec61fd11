import * as z from 'zod';
import { GraphConfigFile } from '../../src/graph-config/schema.ts';
import { KEY_SUPPORT, type Support } from '../../src/graph-config/support.ts';
import { describeType, type Schema } from './api-fields.ts';

type GraphConfigSchema = Schema & { $schema?: string; title?: string };

/**
 * Returns the JSON schema of `langgraph.json` for editors. The schema forbids unknown keys, so that editors mark them.
 */
export function graphConfigSchema(): GraphConfigSchema {
  // The library returns a JSON schema. `GraphConfigSchema` declares the parts in use.
  const schema = z.toJSONSchema(GraphConfigFile, {
    io: 'input',
    unrepresentable: 'any',
  }) as GraphConfigSchema;
  const { $schema, ...rest } = strict(schema);
  return { ...($schema !== undefined && { $schema }), title: 'langgraph.json', ...rest };
}

/** Forbids unknown keys in a schema. The emulator itself only warns about unknown keys. */
function strict<T extends Schema>(schema: T): T {
  const { properties, anyOf, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(strict) }),
    ...(items && { items: strict(items) }),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, strict(inner)]),
          ),
          additionalProperties: false,
        }
      : typeof additionalProperties === 'object' && { additionalProperties: strict(additionalProperties) }),
  };
}

/**
 * Sections of docs/reference/langgraph-json.md with tables for the keys of the same name. All other keys are in
 * `keys`.
 */
const SECTIONS = ['http', 'auth', 'store', 'checkpointer', 'encryption', 'priority', 'webhooks', 'source'];

/** Renders the tables of the keys of `langgraph.json`, by the name of the markers. */
export function graphConfigTables(): Record<string, string> {
  const { properties = {} } = graphConfigSchema();
  const tables: Record<string, string> = {};
  const own = Object.entries(properties).filter(([name]) => name !== '_INTERNAL_docker_tag');
  tables['fields-keys'] = table(own.map(([name, field]) => row([name], field)));
  for (const name of SECTIONS) {
    const field = properties[name];
    if (field) tables[`fields-${name}`] = table(rowsBelow([name], field));
  }
  return tables;
}

const table = (rows: readonly string[]): string =>
  ['| Key | Type | Meaning | In the emulator |', '| --- | --- | --- | --- |', ...rows].join('\n');

/** Returns one row for each key below a key, where the path of a nested key contains dots. */
function rowsBelow(path: readonly string[], schema: Schema): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    const inner = [...path, name];
    // A definition that several keys share is described only once.
    const below = isDescribedElsewhere(name) ? [] : rowsBelow(inner, field);
    return [row(inner, field), ...below];
  });
}

const isDescribedElsewhere = (name: string): boolean => name === 'logging_headers';

function propertiesOf(schema: Schema): Record<string, Schema> {
  if (schema.properties) return schema.properties;
  for (const branch of schema.anyOf ?? []) {
    const found = propertiesOf(branch);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
}

function row(path: readonly string[], field: Schema): string {
  const key = path.join('.');
  const isSection = path.length === 1 && SECTIONS.includes(key);
  const type = isSection ? `[section](#${key})` : describeType(field).replaceAll('|', '\\|');
  return `| \`${key}\` | ${type} | ${field.description ?? ''} | ${supportCell(key)} |`;
}

/** Returns the support of a key. A key without its own row refers to the nearest containing key with a row. */
function supportCell(key: string): string {
  const support = Object.hasOwn(KEY_SUPPORT, key) ? KEY_SUPPORT[key] : undefined;
  if (support === undefined) {
    const above = keysAbove(key).find((name) => Object.hasOwn(KEY_SUPPORT, name));
    return above === undefined ? 'see the section' : `as \`${above}\``;
  }
  const link =
    support.departure === undefined ? '' : ` ([departure](../departures/graphs.md#${support.departure}))`;
  const [javascript, python] = [describeSupport(support.javascript), describeSupport(support.python)];
  const text = javascript === python ? javascript : `In JavaScript, ${javascript}. In Python, ${python}`;
  return `${text.replaceAll('|', '\\|')}${link}`;
}

/** Returns the keys that contain a key, the nearest first. */
function keysAbove(key: string): string[] {
  const parts = key.split('.').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

function describeSupport(support: Support): string {
  switch (support.kind) {
    case 'supported':
      return 'supported';
    case 'warned':
      return `a warning: ${support.message.replace(/^is not supported: /, '')}`;
    case 'refused':
      return `refused: it ${support.message}`;
  }
}
