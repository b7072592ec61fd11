import path from 'node:path';
import * as z from 'zod';
import { DeploymentCreate, DeploymentPatch } from '../../src/contract/deployment.ts';
import { RevisionResponse } from '../../src/contract/revision.ts';
import { HTTPValidationError, ValidationError } from '../../src/contract/error-bodies.ts';
import { FeedbackSubmission } from '../../src/contract/tracing.ts';
import { ListenerCreate } from '../../src/contract/listener.ts';
import {
  Container,
  EnvVar,
  LocalObjectReference,
  ResourceRequirements,
  Volume,
  VolumeMount,
} from '../../src/contract/pod.ts';
import { ResourceSpec } from '../../src/contract/resource-spec.ts';
import { CronCreate, CronPatch, CronSearch } from '../../src/contract/cron.ts';
import { RunCreate } from '../../src/contract/run.ts';
import {
  AccessControl,
  AwsSigning,
  HmacSigning,
  ProxyBudget,
  ProxyConfig,
  ProxyHeader,
  ProxyPlaceholder,
  ProxyRule,
  ProxyServiceUse,
  ProxySigning,
  SandboxCreate,
} from '../../src/contract/sandbox.ts';
import {
  ListenerConfig,
  Secret,
  SecretReference,
  SourceConfig,
  SourceRevisionConfig,
} from '../../src/contract/source.ts';
import { ThreadCreate, ThreadSearch } from '../../src/contract/thread.ts';
import { fieldMeaning } from './field-meanings.ts';
import { SEED_SHAPES } from '../../src/emulator/admin/seed.ts';

/**
 * Shapes whose fields the pages of docs/api show, by page and name. The heading of a shape is the shape's name, and
 * the anchor is the name in lower case.
 */
const SHAPES: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  'docs/api.md': { HTTPValidationError, ValidationError },
  'docs/api/deployments.md': {
    DeploymentCreate,
    DeploymentPatch,
    SourceConfig,
    SourceRevisionConfig,
    ListenerCreate,
  },
  'docs/api/resources.md': {
    ResourceSpec,
    ListenerConfig,
    LocalObjectReference,
    Volume,
    VolumeMount,
    Container,
    EnvVar,
    ResourceRequirements,
  },
  'docs/api/revisions.md': { Revision: RevisionResponse, Secret, SecretReference },
  'docs/api/sandboxes.md': {
    SandboxCreate,
    ProxyConfig,
    ProxyRule,
    ProxyHeader,
    ProxyPlaceholder,
    ProxySigning,
    AwsSigning,
    HmacSigning,
    ProxyBudget,
    ProxyServiceUse,
    AccessControl,
  },
  'docs/api/threads-and-runs.md': {
    ThreadCreate,
    ThreadSearch,
    RunCreate,
    CronCreate,
    CronPatch,
    CronSearch,
    FeedbackSubmission,
  },
};

/** Parts of a JSON schema that the tables show. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  format?: string;
  items?: Schema | false;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
}

/** Renders the tables of fields, by page of docs/api and by name of the markers. */
export function apiFieldTables(): Record<string, Record<string, string>> {
  const tables = tablesOfShapes(
    Object.fromEntries(Object.values(SHAPES).flatMap((shapes) => Object.entries(shapes))),
    fieldTable,
  );
  const pageOf = new Map(
    Object.entries(SHAPES).flatMap(([page, shapes]) =>
      Object.keys(shapes).map((name) => [`#${name.toLowerCase()}`, page]),
    ),
  );
  const linkFrom = (page: string, anchor: string): string => {
    const target = pageOf.get(anchor) ?? page;
    return target === page ? anchor : `${path.posix.relative(path.posix.dirname(page), target)}${anchor}`;
  };
  return Object.fromEntries(
    Object.entries(SHAPES).map(([page, shapes]) => [
      page,
      Object.fromEntries(
        Object.keys(shapes).map((name) => {
          const marker = `fields-${name}`;
          const table = tables[marker] ?? '';
          return [marker, table.replaceAll(/(?<=\]\()#[a-z]+(?=\))/g, (anchor) => linkFrom(page, anchor))];
        }),
      ),
    ]),
  );
}

/** Renders a table of keys for each shape of a seed file, by the name of its markers in docs/reference/seed.md. */
export function seedTables(): Record<string, string> {
  return tablesOfShapes(SEED_SHAPES, keyTable);
}

function tablesOfShapes(
  shapes: Readonly<Record<string, z.ZodType>>,
  render: (schema: Schema, name: string) => string,
): Record<string, string> {
  const names = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(shapes)) names.add(shape, { id });
  const { schemas } = z.toJSONSchema(names, { io: 'input', unrepresentable: 'any', uri: (id) => id });
  return Object.fromEntries(
    // The library returns a JSON schema. `Schema` declares the parts in use.
    Object.entries(schemas).map(([name, schema]) => [`fields-${name}`, render(schema as Schema, name)]),
  );
}

function keyTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const preset = field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``;
    const cells = [`\`${name}\``, describeType(field), required.includes(name) ? 'required' : preset];
    return `| ${[...cells, field.description ?? ''].join(' | ')} |`;
  });
  return ['| Key | Type | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function fieldTable({ properties = {}, required = [] }: Schema, shape: string): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const isNullable = branches(field).some(({ type }) => type === 'null');
    const isRequired = required.includes(name);
    const presence = isRequired
      ? `required${isNullable ? ', may be null' : ''}`
      : `may be omitted${isNullable ? ' or null' : ''}`;
    return `| \`${name}\` | ${describeType(field)} | ${presence} | ${fieldMeaning(shape, name)} |`;
  });
  return ['| Field | Type | Required or not | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Returns the members of a union; a list of types counts as a union. */
function branches(schema: Schema): Schema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(branches);
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

/** Returns the type of a value, for a table cell. */
export function describeType(schema: Schema): string {
  const told = branches(schema)
    .filter(({ type }) => type !== 'null')
    .map(describeOne);
  return [...new Set(told)].join(' or ');
}

function describeOne(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace(/^.*\//, '');
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  switch (schema.type) {
    case 'string': {
      const kind = { uuid: 'UUID', 'date-time': 'date-time' }[schema.format ?? ''] ?? 'string';
      return schema.maxLength === undefined ? kind : `${kind}, at most ${schema.maxLength} characters`;
    }
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema)}`;
    case 'array': {
      const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
      return `list${schema.items ? ` of ${describeType(schema.items)}` : ''}${most}`;
    }
    case 'object': {
      const values = schema.additionalProperties;
      const names = Object.keys(schema.properties ?? {}).map((name) => `\`${name}\``);
      if (names.length > 0) return `object of ${names.join(', ')}`;
      const told = typeof values === 'object' ? describeType(values) : 'any value';
      return told === 'any value' ? 'object' : `map of name to ${told}`;
    }
    case undefined:
      return 'any value';
    default:
      return String(schema.type);
  }
}

/** Returns the range of a number, without limits that equal the largest exact number. */
function range({ minimum, maximum }: Schema): string {
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (least !== undefined && most !== undefined) return `, ${least} to ${most.toLocaleString('en')}`;
  if (least !== undefined) return `, at least ${least}`;
  return most === undefined ? '' : `, at most ${most.toLocaleString('en')}`;
}
