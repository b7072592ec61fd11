import { isJsonObject } from '../../src/contract/json-safety.ts';
import { DEPLOYMENT_STATUSES, REVISION_STATUSES } from '../../src/contract/statuses.ts';
import type { Evidence } from './evidence.ts';
import { type OwnKind, startOfName } from './names.ts';
import type { Exchange } from './wire.ts';

const DEPLOYMENT_FIELDS = [
  'id',
  'name',
  'status',
  'source',
  'source_config',
  'source_revision_config',
  'secrets',
  'created_at',
  'updated_at',
  'latest_revision_id',
  'active_revision_id',
];
const REVISION_FIELDS = ['id', 'status', 'source', 'source_revision_config', 'created_at', 'updated_at'];

type Json = Record<string, unknown>;

/** Returns the names of the fields that an object lacks. */
function missingFields(object: Json, fields: readonly string[]): string[] {
  return fields.filter((field) => !(field in object));
}

/** Describes a response by its status and the text of its field `detail`, and never by other contents. */
export function describe({ status, json }: Pick<Exchange, 'status' | 'json'>): string {
  if (status === null) return 'no response';
  const detail = isJsonObject(json) ? json['detail'] : undefined;
  if (typeof detail === 'string') return `${status}: ${detail}`;
  if (Array.isArray(detail)) {
    const fields = detail.map((one) =>
      isJsonObject(one) && Array.isArray(one['loc']) ? one['loc'].join('.') : '?',
    );
    return `${status} with a list in \`detail\`: ${fields.join(', ')}`;
  }
  if (isJsonObject(detail))
    return `${status} with an object in \`detail\`: ${Object.keys(detail).join(', ')}`;
  if (Array.isArray(json)) return `${status} with an array`;
  if (isJsonObject(json)) return `${status} with the fields ${Object.keys(json).join(', ')}`;
  return `${status} ${json === undefined ? 'without JSON' : `with ${typeof json}`}`;
}

/** Checks the inferences that every exchange with the service can confirm or contradict. */
export class Observer {
  readonly #evidence: Evidence;
  /** IDs of the newest known revision of each deployment. */
  readonly #latest = new Map<string, string | null>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  observe(exchange: Exchange): void {
    if (exchange.surface !== 'control-plane') return;
    const [, id, rest = ''] = /^\/v2\/deployments(?:\/([0-9a-f-]{36}))?(\/.*)?$/.exec(exchange.path) ?? [];
    if (exchange.status === null || exchange.status >= 300 || !isJsonObject(exchange.json)) return;
    const { json, method } = exchange;
    if (rest === '/revisions' || /^\/revisions\/[^/]+(\/interrupt(ion)?)?$/.test(rest)) {
      for (const revision of itemsOf(json)) this.#revision(revision);
      return;
    }
    if (rest !== '' && !rest.endsWith('/redeploy')) return;
    for (const deployment of itemsOf(json)) this.#deployment(deployment, Array.isArray(json['resources']));
    if (method === 'PATCH' && id !== undefined) this.#patched(id, exchange);
    for (const { id: of, latest_revision_id: latest } of itemsOf(json)) {
      if (typeof of === 'string') this.#latest.set(of, typeof latest === 'string' ? latest : null);
    }
  }

  #deployment(deployment: Json, isListed: boolean): void {
    const { status, name } = deployment;
    const isOwn = typeof name === 'string' && startOfName('deployment' satisfies OwnKind, name) !== undefined;
    if (!isOwn) return;
    const known: readonly unknown[] = DEPLOYMENT_STATUSES;
    this.#evidence.check(
      'deployment-statuses',
      known.includes(status),
      DEPLOYMENT_STATUSES.join(', '),
      String(status),
    );
    if (isListed) return;
    const missing = missingFields(deployment, DEPLOYMENT_FIELDS);
    this.#evidence.check('create-fields', missing.length === 0, 'all fields', fieldsText(missing));
    const config = deployment['source_revision_config'];
    if (isJsonObject(config)) {
      const isNamed = 'langgraph_config_path' in config;
      this.#evidence.check('field-names', isNamed, '`langgraph_config_path`', Object.keys(config).join(', '));
    }
  }

  #revision(revision: Json): void {
    const known: readonly unknown[] = REVISION_STATUSES;
    const { status } = revision;
    this.#evidence.check(
      'revision-statuses',
      known.includes(status),
      REVISION_STATUSES.join(', '),
      String(status),
    );
    const missing = missingFields(revision, REVISION_FIELDS);
    this.#evidence.check('revision-fields', missing.length === 0, 'all fields', fieldsText(missing));
  }

  #patched(id: string, { json, requestJson }: Exchange): void {
    const config = isJsonObject(requestJson) ? requestJson['source_revision_config'] : undefined;
    if (!isJsonObject(config) || typeof config['source_tarball_path'] !== 'string') return;
    const before = this.#latest.get(id);
    const after = isJsonObject(json) ? json['latest_revision_id'] : undefined;
    if (before === undefined) return;
    const isNew = typeof after === 'string' && after !== before;
    const seen = isNew ? 'another revision' : after === before ? 'the revision from before' : String(after);
    this.#evidence.check('patch-new-revision', isNew, 'another revision', seen);
  }
}

function itemsOf(json: Json): Json[] {
  const list = json['resources'];
  return Array.isArray(list) ? list.filter(isJsonObject) : [json];
}

function fieldsText(missing: readonly string[]): string {
  return missing.length === 0 ? 'all fields' : `without ${missing.join(', ')}`;
}
