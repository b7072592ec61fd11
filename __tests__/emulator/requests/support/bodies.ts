import fc from 'fast-check';

// Valid bodies, with which requests pass the first check. `@kind:n` is the n-th object of that kind that exists when
// the request is sent.

type Json = Record<string, unknown>;
const name = fc.integer({ min: 0, max: 30 }).map((n) => `agent-${n}`);
const secret = fc.record({
  name: fc.constantFrom('A', 'B', 'LONGER_NAME'),
  value: fc.string({ maxLength: 12 }),
});
const secrets = fc.uniqueArray(secret, { selector: (one) => one.name, maxLength: 3 });
const spec = fc.record(
  {
    cpu: fc.double({ min: 0.1, max: 8, noNaN: true }),
    memory_mb: fc.integer({ min: 1, max: 4096 }),
    min_scale: fc.integer({ min: 0, max: 3 }),
    labels: fc.constant({ team: 'a' }),
  },
  { requiredKeys: [] },
);
const listener = fc.constantFrom<Json>(
  {},
  {},
  { listener_id: '@listener:0' },
  { listener_id: '@listener:1' },
);
const paths = fc.constantFrom('langgraph.json', 'agents/one/langgraph.json');
const configPath = (path: string) =>
  fc.constantFrom<Json>({ graph_config_path: path }, { langgraph_config_path: path });
const images = fc.constantFrom('registry.example/agent:1', 'registry.example/agent@sha256:' + 'a'.repeat(64));

const sources: fc.Arbitrary<Json> = fc.oneof(
  fc.tuple(listener, spec, images).map(([config, resource_spec, image_uri]) => ({
    source: 'external_docker',
    source_config: { ...config, resource_spec },
    source_revision_config: { image_uri },
  })),
  fc
    .tuple(
      fc.constantFrom('git_host', 'github'),
      paths.chain(configPath),
      fc.constantFrom('main', 'refs/tags/v1'),
    )
    .map(([source, config, repo_ref]) => ({
      source,
      source_config: { integration_id: '@integration:0', repo_url: 'https://git.example/owner/agent' },
      source_revision_config: { ...config, repo_ref },
    })),
  fc
    .tuple(
      fc.constantFrom('internal_source', 'internal_docker'),
      fc.constantFrom<Json>({}, { deployment_type: 'dev' }),
    )
    .map(([source, source_config]) => ({ source, source_config, source_revision_config: {} })),
  paths.chain(configPath).map((source_revision_config) => ({
    source: 'internal_source',
    source_config: {},
    source_revision_config,
  })),
);

const create = fc
  .tuple(name, sources, secrets)
  .map(([n, source, given]) => ({ name: n, ...source, secrets: given }));
const change: fc.Arbitrary<Json> = fc
  .record(
    {
      secrets,
      source_revision_config: fc.oneof(
        images.map((image_uri): Json => ({ image_uri })),
        fc.constantFrom<Json>(
          { repo_ref: 'main' },
          { repo_ref: 'dev' },
          { source_tarball_path: '@object:0' },
        ),
        paths.chain(configPath),
        paths.chain(configPath).map((config): Json => ({ ...config, source_tarball_path: '@object:0' })),
      ),
      source_config: fc.oneof(
        spec.map((resource_spec): Json => ({ resource_spec })),
        fc.constantFrom<Json>(
          { build_on_push: true },
          { listener_id: '@listener:1' },
          { install_command: 'npm ci' },
        ),
      ),
      revision_source: fc.constantFrom('internal_source', 'internal_docker'),
      secret_references: fc.constant([{ name: 'R', secret_name: 's', secret_key: 'k' }]),
    },
    { requiredKeys: [] },
  )
  .map((body): Json => body);
const listenerBody = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.subarray(['a', 'b', 'default']))
  .map(([n, k8s_namespaces]) => ({
    compute_type: 'k8s',
    compute_id: `cluster-${n}`,
    compute_config: { k8s_namespaces },
  }));
const run = fc.record(
  {
    assistant_id: fc.constant('agent'),
    input: fc.constant({ messages: [] }),
    multitask_strategy: fc.constantFrom('reject', 'enqueue', 'interrupt', 'rollback'),
    if_not_exists: fc.constantFrom('create', 'reject'),
  },
  { requiredKeys: ['assistant_id'] },
);

/** Generators of bodies by method and path, also for paths under `/d/{deployment_id}`. */
export const MEANINGFUL: Record<string, fc.Arbitrary<unknown>> = {
  'POST /v2/deployments': create,
  'PATCH /v2/deployments/{deployment_id}': change,
  'POST /v2/deployments/{deployment_id}/revisions': change,
  'POST /v2/listeners': listenerBody,
  'PATCH /v2/listeners/{listener_id}': listenerBody.map(({ compute_config }) => ({ compute_config })),
  'POST /v2/auth/providers': fc.integer({ min: 0, max: 4 }).map((n) => ({
    provider_id: `provider-${n}`,
    name: `Provider ${n}`,
    client_id: 'client',
    client_secret: 'a client secret',
    auth_url: 'https://provider.example/authorize',
    token_url: 'https://provider.example/token',
    uses_pkce: n % 2 === 0,
  })),
  'POST /v2/auth/authenticate': fc
    .integer({ min: 0, max: 4 })
    .map((n) => ({ user_id: 'user-1', provider: `provider-${n}`, scopes: ['read'] })),
  'POST /d/{deployment_id}/threads': fc.constantFrom({}, { metadata: { a: 1 } }, { thread_id: '@thread:0' }),
  'POST /d/{deployment_id}/threads/{thread_id}/runs': run,
};
