import type { ProxyConfig } from '../../contract/sandbox.ts';
import { SANDBOX_STATUSES } from '../../contract/statuses.ts';
import {
  freeForm,
  id,
  json,
  jsonOf,
  nullable,
  nullableSealed,
  autoIncrement,
  type RowOf,
  rowMapper,
  sealed,
  text,
  time,
  timestamps,
} from './columns.ts';
import { needed, owner, table } from './table.ts';

/** Secret of a workspace without its encrypted value, which is read separately. */
const workspaceSecretColumns = {
  id: id(),
  workspaceId: id(),
  name: id(),
  sealed: sealed({
    purpose: 'workspace-secrets',
    owner: { table: 'workspace_secrets', by: 'id' },
    resource: 'workspace-secret',
    id: 'name',
    field: () => 'value',
    ifUnreadable: 'row',
  }),
  ...timestamps(),
};
export type WorkspaceSecretRow = Pick<
  RowOf<typeof workspaceSecretColumns>,
  'name' | 'createdAt' | 'updatedAt'
>;

/**
 * Template that sandboxes are created from with `template_name`. Settings of the template are returned in the client's
 * spelling.
 */
const sandboxTemplateColumns = {
  workspaceId: id(),
  name: id(),
  settings: json(freeForm),
  ...timestamps(),
};
export type SandboxTemplateRow = RowOf<typeof sandboxTemplateColumns>;
export const sandboxTemplateRows = rowMapper(sandboxTemplateColumns);

const SNAPSHOT_STATUSES = ['building', 'ready', 'failed'] as const;

/**
 * Files of a sandbox at one moment, which can become the initial files of other sandboxes. The files of sandbox
 * snapshots are in the data folder.
 */
const sandboxSnapshotColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  name: id(),
  status: text<(typeof SNAPSHOT_STATUSES)[number]>(({ z }) => z.enum(SNAPSHOT_STATUSES)),
  statusMessage: nullable(text()),
  /** ID of the captured sandbox, or null if the snapshot was not taken from a sandbox. */
  sourceSandboxId: nullable(text()),
  settings: json(freeForm),
  ...timestamps(),
};
export type SandboxSnapshotRow = RowOf<typeof sandboxSnapshotColumns>;
export const sandboxSnapshotRows = rowMapper(sandboxSnapshotColumns);

/**
 * Stored proxy configuration with the field names of the API, without the values of opaque headers. The IDs of rules
 * and headers do not change when the rules and headers move, so an encrypted value remains bound to its header.
 */
export interface StoredProxyConfig {
  config: ProxyConfig;
  /** IDs of the rules in `config` and of each rule's headers, in order. */
  ids: { rule: string; headers: string[] }[];
}

/** Requested settings of a sandbox, except its proxy. */
export interface SandboxSettings {
  templateName: string | null;
  snapshotId: string | null;
  idleTtlSeconds: number;
  deleteAfterStopSeconds: number;
  vcpus: number | null;
  cpuMillicores: number | null;
  memBytes: number | null;
  fsCapacityBytes: number | null;
  labels: Record<string, string>;
  preserveMemoryOnStop: boolean | null;
  /** Working directory and user of the sandbox's commands, in the client's spelling. */
  runConfig: Record<string, unknown> | null;
}

export type SandboxState = (typeof SANDBOX_STATUSES)[number];

/** Sandboxes, whose files are not in snapshots of the store. */
const sandboxColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  name: id(),
  status: text<SandboxState>(({ z }) => z.enum(SANDBOX_STATUSES)),
  statusMessage: nullable(text()),
  settings: jsonOf<SandboxSettings>(freeForm),
  proxy: jsonOf<StoredProxyConfig | null>((of) => freeForm(of).nullable()),
  env: nullableSealed({
    purpose: 'sandbox-environments',
    owner: { table: 'sandboxes', by: 'id' },
    resource: 'sandbox',
    id: 'id',
    field: () => 'env',
    ifUnreadable: 'null',
  }),
  ...timestamps(),
  stoppedAt: nullable(time()),
};
export type SandboxRow = RowOf<typeof sandboxColumns>;
export const sandboxRows = rowMapper(sandboxColumns);

/** Encrypted values of opaque proxy headers. */
const sandboxHeaderValueColumns = {
  sandboxId: id(),
  ruleId: id(),
  headerId: id(),
  sealed: sealed({
    purpose: 'proxy-headers',
    owner: { table: 'sandboxes', by: 'sandbox_id' },
    resource: 'sandbox',
    id: 'sandbox_id',
    field: (row) => `proxy.rules[${String(row['rule_id'])}].headers[${String(row['header_id'])}]`,
    ifUnreadable: 'row',
  }),
};

/** Tables of sandboxes, templates, sandbox snapshots, and the secrets of proxy rules. */
export const sandboxTables = {
  workspace_secrets: table(workspaceSecretColumns, {
    key: ['id'],
    unique: [['workspaceId', 'name']],
    references: [needed('workspaceId', 'workspaces')],
    snapshot: { order: ['workspaceId', 'name'] },
  }),
  sandbox_templates: table(sandboxTemplateColumns, {
    key: ['workspaceId', 'name'],
    references: [needed('workspaceId', 'workspaces')],
    snapshot: { order: ['workspaceId', 'name'] },
  }),
  sandbox_snapshots: table(sandboxSnapshotColumns, {
    key: ['id'],
    references: [needed('workspaceId', 'workspaces')],
    indexes: { sandbox_snapshots_page: ['workspaceId', 'ordinal'] },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  sandboxes: table(sandboxColumns, {
    key: ['id'],
    unique: [['workspaceId', 'name']],
    references: [needed('workspaceId', 'workspaces')],
    indexes: { sandboxes_page: ['workspaceId', 'ordinal'] },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  sandbox_header_values: table(sandboxHeaderValueColumns, {
    key: ['sandboxId', 'ruleId', 'headerId'],
    references: [owner('sandboxId', 'sandboxes')],
    snapshot: { order: ['sandboxId', 'ruleId', 'headerId'], groupBy: 'sandboxId' },
  }),
};
