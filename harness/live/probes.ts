import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '../../src/contract/json-safety.ts';
import { type AskOptions, expectAnswer, type LiveContext, ScenarioError } from './context.ts';
import { describe } from './observer.ts';
import type { Exchange } from './wire.ts';

type Json = Record<string, unknown>;
const hasText = (json: unknown): boolean => isJsonObject(json) && typeof json['detail'] === 'string';
const hasDetail = (json: unknown): boolean => isJsonObject(json) && json['detail'] !== undefined;
const hasList = (json: unknown): boolean => isJsonObject(json) && Array.isArray(json['detail']);
const hasFields =
  (...fields: string[]) =>
  (json: unknown): boolean =>
    isJsonObject(json) && fields.every((field) => field in json);
const field = ({ json }: Exchange, name: string): unknown => (isJsonObject(json) ? json[name] : undefined);
const textField = (exchange: Exchange, name: string): string | undefined => {
  const value = field(exchange, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Sends reads, and writes that cannot have an effect. */
export async function probeReads(context: LiveContext): Promise<void> {
  const { guard, names } = context;
  const plane = (method: string, target: string, options?: AskOptions) =>
    context.ask('control-plane', method, target, options);
  const expectOf = (id: string, exchange: Exchange, status: number, text: string, isBody = hasText) =>
    expectAnswer(context, id, exchange, { status, text, isBody });
  const madeUp = randomUUID();
  guard.addMadeUp(madeUp);
  const list = '/v2/deployments?limit=1';
  const one = `/v2/deployments/${madeUp}`;
  const textual = (status: number) => `${status} with a text in \`detail\``;

  const read = await plane('GET', list);
  const isList = (json: unknown) =>
    isJsonObject(json) && Array.isArray(json['resources']) && Number.isInteger(json['offset']);
  const isReadable = expectAnswer(context, 'list-shape', read, {
    status: 200,
    text: '200 with `resources` and `offset`',
    isBody: isList,
  });
  // Without the list, every further request would only repeat the same error.
  if (read.status !== 200) {
    throw new ScenarioError(
      `the list of deployments cannot be read (${describe(read)}): check the key and the region`,
    );
  }
  if (!isReadable) context.note('The list has another shape, so later scenarios can fail too.');
  expectOf('key-missing', await plane('GET', list, { key: null }), 401, textual(401));
  const wrong = `lsv2_pt_${madeUp.replaceAll('-', '')}_0000000000`;
  expectOf('key-wrong', await plane('GET', list, { key: wrong }), 401, textual(401));
  expectOf('tenant-foreign', await plane('GET', list, { workspace: madeUp }), 403, textual(403));
  expectOf(
    'list-limit',
    await plane('GET', '/v2/deployments?limit=101'),
    422,
    '422 with a list in `detail`',
    hasList,
  );
  expectOf('unknown-deployment', await plane('GET', one), 404, textual(404));
  expectOf(
    'invalid-id',
    await plane('GET', '/v2/deployments/not-a-uuid'),
    422,
    '422 with a list in `detail`',
    hasList,
  );
  expectOf('patch-unknown', await plane('PATCH', one, { body: { secrets: [] } }), 404, textual(404));
  const bulk = await plane('DELETE', `/v2/deployments?deployment_ids=${madeUp}`);
  expectOf('bulk-delete-unknown', bulk, 404, '404', () => true);
  const required = await plane('POST', '/v2/deployments', { body: { name: names.api } });
  expectAnswer(context, 'create-required', required, {
    status: 422,
    text: '422 that lists source, source_config, source_revision_config, secrets',
    isBody: (json) => {
      const details = isJsonObject(json) && Array.isArray(json['detail']) ? json['detail'] : [];
      const fields = details.map((item) =>
        isJsonObject(item) && Array.isArray(item['loc']) ? (item['loc'].at(-1) as unknown) : '',
      );
      return ['source', 'source_config', 'source_revision_config', 'secrets'].every((name) =>
        fields.includes(name),
      );
    },
  });
  expectOf(
    'body-not-json',
    await plane('POST', '/v2/deployments', { body: 'not JSON' }),
    422,
    '422 with `detail`',
    hasDetail,
  );
  expectOf('unknown-path', await plane('GET', '/v2/no-such-path'), 404, '404 with `detail`', hasDetail);
  expectOf('unknown-method', await plane('PUT', one, { body: {} }), 405, '405 with `detail`', hasDetail);
  const count = await plane('GET', '/v2/deployments/free-count');
  expectOf('free-count', count, 200, '200 with `count`', hasFields('count'));
  expectOf(
    'listeners',
    await plane('GET', '/v2/listeners?limit=1'),
    200,
    '200 with `resources`',
    hasFields('resources'),
  );
  const isIds = (json: unknown) =>
    Array.isArray(json) && json.every((item) => isJsonObject(item) && 'id' in item);
  const connections = await plane('GET', '/v1/integrations/github/install');
  expectOf('integrations', connections, 200, '200 with an array of objects with `id`', isIds);
  const isDocument = (json: unknown) => {
    const [info, paths] = isJsonObject(json) ? [json['info'], json['paths']] : [];
    return (
      isJsonObject(json) &&
      String(json['openapi']).startsWith('3.') &&
      isJsonObject(info) &&
      info['version'] === '0.1.0' &&
      isJsonObject(paths) &&
      Object.keys(paths).some((at) => /^\/v2\/deployments\/\{\w+\}$/.test(at))
    );
  };
  expectOf(
    'openapi',
    await plane('GET', '/openapi.json'),
    200,
    'OpenAPI 3, version 0.1.0, with deployments',
    isDocument,
  );
  for (const [id, target] of [
    ['tracing-projects', '/api/v1/sessions?limit=1'],
    ['datasets', '/api/v1/datasets?limit=1'],
  ] as const) {
    const answer = await context.ask('platform', 'GET', target);
    expectOf(id, answer, 200, '200 with an array', Array.isArray);
  }
}

const BOXES = '/api/v2/sandboxes/boxes';
const OPAQUE_VALUE = 'made-up-value-of-the-live-tier';

/** Creates a sandbox with the API, uses it, and deletes it. */
export async function probeSandbox(context: LiveContext): Promise<void> {
  const { names, guard } = context;
  const ask = (method: string, target: string, options?: AskOptions) =>
    context.ask('platform', method, target, options);
  const name = `${names.sandbox}-api`;
  const missing = `${names.sandbox}-none`;
  const lists = [await ask('GET', `${BOXES}?limit=1`), await ask('GET', '/v2/sandboxes/boxes?limit=1')];
  for (const list of lists) {
    expectAnswer(context, 'sandbox-prefixes', list, { status: 200, text: '200 below both prefixes' });
  }
  if (lists[0]?.status !== 200) {
    throw new ScenarioError(
      `sandboxes cannot be listed (${describe(lists[0] ?? { status: null, json: null })})`,
    );
  }
  const isNested = (json: unknown) => isJsonObject(json) && isJsonObject(json['detail']);
  const unknown = await ask('GET', `${BOXES}/${missing}`);
  expectAnswer(context, 'sandbox-unknown', unknown, {
    status: 404,
    text: '404 with an object in `detail`',
    isBody: isNested,
  });
  const template = await ask('POST', BOXES, { body: { name: missing, template_name: missing } });
  expectAnswer(context, 'sandbox-template-unknown', template, { status: 404, text: '404' });
  const rules = (header: Json) => ({
    rules: [{ name: 'live', match_hosts: ['api.example.com'], headers: [header] }],
  });
  const secret = `NO_SECRET_${names.sandbox.slice(-6).toUpperCase()}`;
  const reference = { name: 'X-Api-Key', type: 'workspace_secret', value: `{${secret}}` };
  const refused = await ask('POST', BOXES, { body: { name: missing, proxy_config: rules(reference) } });
  expectAnswer(context, 'sandbox-secret-unknown', refused, {
    status: 422,
    text: '422 with the name of the secret',
    isBody: (json) => JSON.stringify(json ?? '').includes(secret),
  });

  const header = { name: 'X-Live', type: 'opaque', value: OPAQUE_VALUE };
  const created = await ask('POST', BOXES, {
    body: { name, wait_for_ready: true, timeout: 120, proxy_config: rules(header) },
  });
  const isCreated = expectAnswer(context, 'sandbox-create', created, {
    status: 201,
    text: '201 with `id`, `name`, `status` and `dataplane_url`',
    isBody: hasFields('id', 'name', 'status', 'dataplane_url'),
  });
  const status = String(field(created, 'status'));
  if (created.status === null || created.status >= 300) {
    throw new ScenarioError(`no sandbox was created (${describe(created)})`);
  }
  if (isCreated) context.evidence.check('sandbox-wait', status === 'ready', 'the status `ready`', status);
  const returned = JSON.stringify(field(created, 'proxy_config') ?? null);
  const isHidden = !returned.includes(OPAQUE_VALUE) && returned.includes('"is_set":true');
  const seen = returned.includes(OPAQUE_VALUE)
    ? 'the value'
    : `a header ${isHidden ? 'with' : 'without'} \`is_set\``;
  context.evidence.check('sandbox-opaque', isHidden, '`is_set: true` without the value', seen);
  const url = textField(created, 'dataplane_url');
  if (url !== undefined && status === 'ready') {
    context.hide(url);
    const run = await context.askUrl(`${url.replace(/\/+$/, '')}/execute`, 'POST', {
      body: { command: 'echo live-tier' },
    });
    expectAnswer(context, 'sandbox-execute', run, {
      status: 200,
      text: '200 with the output and the exit code 0',
      isBody: (json) =>
        isJsonObject(json) && json['exit_code'] === 0 && String(json['stdout']).includes('live-tier'),
    });
    const again = await ask('POST', `${BOXES}/${name}/start`);
    expectAnswer(context, 'sandbox-start-running', again, { status: 409, text: '409' });
    const patched = await ask('PATCH', `${BOXES}/${name}`, { body: { proxy_config: { rules: [] } } });
    expectAnswer(context, 'sandbox-patch', patched, { status: 200, text: '200' });
  }
  const deleted = await ask('DELETE', `${BOXES}/${name}`);
  if (deleted.status !== null && deleted.status < 300) {
    const after = await ask('GET', `${BOXES}/${name}`);
    const isGone = after.status === 404 || field(after, 'status') === 'deleting';
    const shown = after.status === 200 ? String(field(after, 'status')) : describe(after);
    context.evidence.check('sandbox-delete', isGone, 'a 404, or the status `deleting`', shown);
  }
  guard.learn(created.json);
}

/** Creates a deployment whose source is never sent, so nothing is built, and checks the rules of the API with it. */
export async function probeApi(context: LiveContext): Promise<void> {
  const { names, guard, evidence } = context;
  const plane = (method: string, target: string, options?: AskOptions) =>
    context.ask('control-plane', method, target, options);
  const expectOf = (
    id: string,
    exchange: Exchange,
    status: number | number[],
    text: string,
    isBody?: (json: unknown) => boolean,
  ) => expectAnswer(context, id, exchange, { status, text, ...(isBody && { isBody }) });
  const secret = { name: 'LIVE_TIER', value: `value-${names.deployment.slice(-6)}` };
  const body = {
    name: names.api,
    source: 'internal_source',
    source_config: { deployment_type: 'dev' },
    source_revision_config: {},
    secrets: [secret],
  };
  const created = await plane('POST', '/v2/deployments', { body });
  expectOf('create-status', created, 201, '201');
  const isAccepted = created.status !== null && created.status < 300;
  for (const id of ['create-without-config', 'deployment-type']) {
    evidence.check(
      id,
      isAccepted,
      'a deployment',
      describe(isAccepted ? { status: created.status, json: {} } : created),
    );
  }
  const id = textField(created, 'id');
  if (!isAccepted || id === undefined) throw new ScenarioError(`the create failed (${describe(created)})`);
  context.hide(textField(created, 'tenant_id'));
  const at = `/v2/deployments/${id}`;
  const read = await plane('GET', at);
  const secrets = field(read, 'secrets');
  const [first] = Array.isArray(secrets) ? (secrets as unknown[]) : [];
  const value = isJsonObject(first) ? first['value'] : undefined;
  const shown =
    value === secret.value
      ? 'the value'
      : value === null || value === undefined
        ? 'no value'
        : 'another text';
  evidence.check('secret-values', value === secret.value, 'the value', shown);

  const twice = await plane('POST', '/v2/deployments', { body });
  expectOf('name-twice', twice, 409, '409');
  const found = await plane('GET', `/v2/deployments?name_contains=${names.api}&limit=1`);
  const listed =
    isJsonObject(found.json) && Array.isArray(found.json['resources']) ? found.json['resources'] : [];
  const isFound = listed.length === 1 && isJsonObject(listed[0]) && listed[0]['id'] === id;
  evidence.check(
    'list-name-contains',
    isFound,
    'only the new deployment',
    isFound ? 'only the new deployment' : describe(found),
  );
  const offset = field(found, 'offset');
  evidence.check('list-offset', offset === 1, '`offset` 1 after one entry', `\`offset\` ${String(offset)}`);

  const revisions = await plane('GET', `${at}/revisions?limit=5`);
  const items =
    isJsonObject(revisions.json) && Array.isArray(revisions.json['resources'])
      ? revisions.json['resources']
      : [];
  const [waiting] = items as unknown[];
  const revision = isJsonObject(waiting) && typeof waiting['id'] === 'string' ? waiting['id'] : undefined;
  const state = isJsonObject(waiting) ? String(waiting['status']) : 'no revision';
  evidence.check('create-waits', state === 'CREATING', 'one revision with the status CREATING', state);
  const madeUp = randomUUID();
  expectOf(
    'revision-unknown',
    await plane('GET', `${at}/revisions/${madeUp}`),
    404,
    '404 with a text in `detail`',
    hasText,
  );

  const ignored = await plane('PATCH', at, { body: { no_such_field: 1, id: madeUp, status: 'UNUSED' } });
  expectOf(
    'patch-ignored',
    ignored,
    200,
    '200 with the same ID',
    (json) => isJsonObject(json) && json['id'] === id,
  );
  const renamed = await plane('PATCH', at, { body: { name: `${names.deployment}-pr-1` } });
  expectOf('patch-immutable', renamed, 422, '422');
  const reserved = { name: 'LANGSMITH_HOST_PROJECT_ID', value: 'x' };
  const refused = await plane('PATCH', at, { body: { secrets: [secret, reserved] } });
  expectOf('secret-reserved', refused, 400, '400 with a text in `detail`', hasText);
  const upload = await plane('POST', `${at}/upload-url`);
  for (const name of ['upload_url', 'object_path']) context.hide(textField(upload, name));
  expectOf(
    'upload-url',
    upload,
    [200, 201],
    '200 with `upload_url` and `object_path`',
    hasFields('upload_url', 'object_path'),
  );
  const config = { source_tarball_path: `no/such/${madeUp}.tar.gz`, langgraph_config_path: 'langgraph.json' };
  expectOf(
    'tarball-foreign',
    await plane('PATCH', at, { body: { source_revision_config: config } }),
    400,
    '400',
  );
  expectOf(
    'push-token-source',
    await plane('POST', `${at}/push-token`),
    400,
    '400 with a text in `detail`',
    hasText,
  );
  if (revision !== undefined) await probeRevision(context, at, revision);
  const logs = await plane('GET', `/v2/deployment-logs?deployment_id=${id}`);
  expectOf(
    'log-deployment',
    logs,
    200,
    '200 with `items` and `next_cursor`',
    hasFields('items', 'next_cursor'),
  );

  expectOf('force-without-delete', await plane('DELETE', `${at}?force=true`), 400, '400');
  const deleted = await plane('DELETE', `${at}?delete_tracing_project=true`);
  expectOf('delete-status', deleted, 204, '204');
  guard.learn(created.json);
  const renewed = await plane('POST', '/v2/deployments', { body });
  const again = await plane('DELETE', `${at}?delete_tracing_project=true`);
  const patched = await plane('PATCH', at, { body: { secrets: [] } });
  const after = await plane('GET', at);
  expectOf('delete-twice', again, [204, 404], '204, or 404 after the deletion');
  expectOf('patch-deleted', patched, [409, 404], '409, or 404 after the deletion');
  if (after.status === 404 && renewed.status === 201)
    context.note('The deletion was complete before the next create.');
  else expectOf('name-deleted', renewed, 409, '409');
  const isDeleting = after.status === 404 || field(after, 'status') === 'AWAITING_DELETE';
  const status = after.status === 200 ? String(field(after, 'status')) : describe(after);
  evidence.check('delete-begins', isDeleting, 'a 404, or the status AWAITING_DELETE', status);
}

async function probeRevision(context: LiveContext, at: string, revision: string): Promise<void> {
  const plane = (method: string, target: string) => context.ask('control-plane', method, target);
  const one = `${at}/revisions/${revision}`;
  expectAnswer(context, 'log-page', await plane('GET', `${one}/logs?type=build`), {
    status: 200,
    text: '200 with `logs` and `next_offset`',
    isBody: hasFields('logs', 'next_offset'),
  });
  expectAnswer(context, 'log-type', await plane('GET', `${one}/logs`), { status: 422, text: '422' });
  const isInterrupted = (json: unknown) =>
    isJsonObject(json) && json['id'] === revision && json['status'] === 'INTERRUPTED';
  expectAnswer(context, 'interrupt', await plane('POST', `${one}/interrupt`), {
    status: 200,
    text: '200 with the revision, INTERRUPTED',
    isBody: isInterrupted,
  });
  const again = await plane('POST', `${one}/interruption`);
  expectAnswer(context, 'interrupt-twice', again, { status: 200, text: '200' });
}

const GREETING = 'live tier says hello';
const POLL_MS = 500;
const AGENT_MS = 60_000;

/** Sends the requests of a conversation to the deployed agent. */
export async function probeAgent(context: LiveContext, url: string, revisionId: string): Promise<void> {
  const base = url.replace(/\/+$/, '');
  const ask = (method: string, target: string, options?: AskOptions) =>
    context.askUrl(`${base}${target}`, method, options);
  const expectOf = (
    id: string,
    exchange: Exchange,
    status: number | number[],
    text: string,
    isBody?: (json: unknown) => boolean,
  ) => expectAnswer(context, id, exchange, { status, text, ...(isBody && { isBody }) });
  const ok = await ask('GET', '/ok', { key: null });
  expectOf('agent-health', ok, 200, '200 without a key');
  expectOf(
    'agent-ok-services',
    ok,
    200,
    '200 with `ok: true`',
    (json) => isJsonObject(json) && json['ok'] === true,
  );
  expectOf('agent-health', await ask('GET', '/health', { key: null }), 200, '200 without a key');
  expectOf('agent-key', await ask('POST', '/threads', { key: null, body: {} }), [401, 403], '401 or 403');
  const info = await ask('GET', '/info');
  const host = field(info, 'host');
  const revision = isJsonObject(host) ? host['revision_id'] : undefined;
  const isOurs = revision === revisionId;
  context.evidence.check(
    'agent-revision',
    isOurs,
    'the ID of the deployed revision',
    isOurs ? 'the ID' : typeof revision !== 'string' ? 'no ID' : 'another ID',
  );
  const assistants = await ask('POST', '/assistants/search', { body: { graph_id: 'agent' } });
  const isOne = (json: unknown) =>
    Array.isArray(json) && json.some((item) => isJsonObject(item) && item['graph_id'] === 'agent');
  expectOf('agent-assistant', assistants, 200, '200 with the assistant of the graph', isOne);

  const thread = textField(await ask('POST', '/threads', { body: {} }), 'thread_id');
  if (thread === undefined) throw new ScenarioError('the agent created no thread');
  const at = `/threads/${thread}`;
  const input = { messages: [{ role: 'user', content: GREETING }] };
  const run = await ask('POST', `${at}/runs`, { body: { assistant_id: 'agent', input } });
  expectOf('run-create', run, 200, '200 with `run_id` and `status`', hasFields('run_id', 'status'));
  const id = textField(run, 'run_id');
  if (id === undefined) throw new ScenarioError(`the agent created no run (${describe(run)})`);
  expectOf(
    'run-read',
    await ask('GET', `${at}/runs/${id}`),
    200,
    '200 with the run',
    (json) => isJsonObject(json) && json['run_id'] === id,
  );
  const joined = await ask('GET', `${at}/runs/${id}/join`);
  expectOf('run-join', joined, 200, '200 with the reply', (json) =>
    JSON.stringify(json ?? '').includes(GREETING),
  );
  await untilEnded(context, () => ask('GET', `${at}/runs/${id}`));
  const missing = randomUUID();
  expectOf('checkpoint-unknown', await ask('GET', `${at}/state/${missing}`), 404, '404');
  const cancel = await ask('POST', '/runs/cancel', { body: { thread_id: thread, run_ids: [id] } });
  expectOf('cancel-ended', cancel, 404, '404');
  const nulls = await ask('POST', `${at}/runs/wait`, {
    body: { assistant_id: 'agent', input, metadata: null, webhook: null },
  });
  expectOf('run-null-fields', nulls, 200, '200');
  const stream = await ask('POST', `${at}/runs/stream`, {
    body: { assistant_id: 'agent', input, stream_mode: ['values'] },
  });
  const [event = 'no event'] = [...stream.text.matchAll(/^event: ?(.*)$/gm)].map(([, name]) =>
    (name ?? '').trim(),
  );
  context.evidence.check(
    'run-stream',
    stream.status === 200 && event === 'metadata',
    'the event `metadata`',
    event,
  );
  expectOf('agent-invalid-id', await ask('GET', '/threads/not-a-uuid'), 422, '422 with `detail`', hasDetail);
  await ask('DELETE', at);
}

async function untilEnded(context: LiveContext, read: () => Promise<Exchange>): Promise<void> {
  const end = performance.now() + AGENT_MS;
  for (;;) {
    const status = field(await read(), 'status');
    if (status !== 'pending' && status !== 'running') return;
    if (performance.now() > end) throw new ScenarioError('a run of the agent did not end within a minute');
    await pause(POLL_MS, undefined, { signal: context.signal });
  }
}
