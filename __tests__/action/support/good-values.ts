import type { InputName } from '../../../src/action/inputs/registry.ts';
import { IMAGE } from './bad-values.ts';

export interface GoodValue {
  value: string;
  /** Other inputs that the case requires; an empty string removes one of the minimal inputs. */
  with?: Record<string, string>;
  /** Fields of the parsed inputs that exist only with the value. */
  effect: object;
}

const ID = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
const settings = (effect: object) => ({ settings: effect });
const desired = (effect: object) => settings({ desired: effect });
const PREVIEW = { action: 'preview', 'pull-request': '7' };

/** One valid value for every input, with its effect. The type requires a row for each new input. */
export const GOOD_VALUES: Record<InputName, GoodValue> = {
  action: { value: 'status', effect: settings({ verb: 'status' }) },
  'api-key': { value: 'key-of-good', effect: settings({ apiKey: 'key-of-good' }) },
  'workspace-id': { value: ID, effect: settings({ workspaceId: ID }) },
  'control-plane-url': {
    value: 'https://plane.example.org/api-host/',
    effect: settings({ endpoint: { baseUrl: 'https://plane.example.org/api-host', dialect: 'langsmith' } }),
  },
  region: {
    value: 'eu',
    effect: settings({ endpoint: { baseUrl: 'https://eu.api.host.langchain.com' } }),
  },
  'allow-insecure-host': {
    value: 'true',
    with: { 'control-plane-url': 'http://plane.example.org' },
    effect: settings({ endpoint: { baseUrl: 'http://plane.example.org', allowInsecureHost: true } }),
  },
  'api-dialect': {
    value: 'langsmith',
    with: { 'control-plane-url': 'https://plane.example.org' },
    effect: settings({ endpoint: { dialect: 'langsmith' } }),
  },
  'deployment-name': { value: 'other', effect: settings({ target: { by: 'name', name: 'other' } }) },
  'deployment-id': {
    value: ID,
    with: { 'deployment-name': '' },
    effect: settings({ target: { by: 'id', id: ID } }),
  },
  source: {
    value: 'internal_docker',
    with: IMAGE,
    effect: desired({ source: 'internal_docker', isSourceSet: true }),
  },
  'integration-id': { value: ID, effect: desired({ integrationId: ID }) },
  'repo-url': {
    value: 'https://git.example.org/acme/other',
    with: { ref: 'main' },
    effect: desired({ repoUrl: 'https://git.example.org/acme/other' }),
  },
  ref: {
    value: 'refs/tags/v1',
    effect: { settings: { resolveCommit: true, desired: { ref: 'refs/tags/v1', commit: undefined } } },
  },
  commit: { value: 'E'.repeat(40), effect: desired({ commit: 'e'.repeat(40) }) },
  'source-path': {
    value: 'agents/a',
    with: { source: 'internal_source' },
    effect: desired({ sourcePath: 'agents/a' }),
  },
  'graph-config-path': {
    value: 'agents/a/langgraph.json',
    effect: desired({ graphConfigPath: 'agents/a/langgraph.json' }),
  },
  'install-command': { value: 'npm ci --omit=dev', effect: desired({ installCommand: 'npm ci --omit=dev' }) },
  'build-command': { value: 'npm run build', effect: desired({ buildCommand: 'npm run build' }) },
  'build-on-push': { value: 'true', effect: desired({ buildOnPush: true }) },
  'deployment-type': { value: 'prod', effect: desired({ deploymentType: 'prod' }) },
  'image-uri': {
    value: 'registry.example.org/a:2',
    effect: desired({ source: 'external_docker', imageUri: 'registry.example.org/a:2' }),
  },
  'image-version': { value: '0.7', effect: desired({ imageVersion: '0.7' }) },
  'listener-id': { value: ID, with: IMAGE, effect: desired({ listenerId: ID }) },
  'k8s-namespace': { value: 'agents', with: IMAGE, effect: desired({ k8sNamespace: 'agents' }) },
  'custom-url': {
    value: 'https://agent.example.org',
    with: IMAGE,
    effect: desired({ customUrl: 'https://agent.example.org' }),
  },
  'resource-spec': { value: 'cpu: 2', with: IMAGE, effect: desired({ resourceSpec: { cpu: 2 } }) },
  'secret-references': {
    value: '- {name: A, secret_name: b, secret_key: c}',
    with: IMAGE,
    effect: desired({ secretReferences: [{ name: 'A', secret_name: 'b', secret_key: 'c' }] }),
  },
  secrets: {
    value: 'A=1,"2"\nB<<END\nx\ny\nEND',
    effect: desired({
      secrets: [
        { name: 'A', value: '1,"2"' },
        { name: 'B', value: 'x\ny' },
      ],
    }),
  },
  'secrets-strategy': { value: 'replace', effect: desired({ secretsStrategy: 'replace' }) },
  paths: {
    value: 'agents/**\n# not the words\n!**/*.md',
    effect: settings({ paths: ['agents/**', '!**/*.md'] }),
  },
  'pull-request': {
    value: '7',
    with: { action: 'teardown' },
    effect: settings({ pullRequest: 7 }),
  },
  'preview-name-template': {
    value: 'try-{number}',
    with: PREVIEW,
    effect: settings({ nameTemplate: 'try-{number}' }),
  },
  'preview-from': {
    value: 'staging',
    with: PREVIEW,
    effect: settings({ from: { target: { by: 'name', name: 'staging' }, specified: true } }),
  },
  'preview-labels': {
    value: 'preview\ntry it',
    with: PREVIEW,
    effect: settings({ labels: ['preview', 'try it'] }),
  },
  'preview-per': {
    value: 'commit',
    with: PREVIEW,
    effect: settings({ keepCommits: 3 }),
  },
  'preview-keep': {
    value: '5',
    with: { ...PREVIEW, 'preview-per': 'commit' },
    effect: settings({ keepCommits: 5 }),
  },
  'shared-label': {
    value: 'Next up: 🎉',
    with: { action: 'shared-preview', source: 'internal_source' },
    effect: settings({ label: 'Next up: 🎉' }),
  },
  'preview-seed': {
    value: 'inherited\n./data/preview.yml',
    with: { ...PREVIEW, 'preview-from': 'staging' },
    effect: settings({ seed: { inherited: true, file: 'data/preview.yml', reset: false } }),
  },
  'preview-seed-reset': {
    value: 'true',
    with: { ...PREVIEW, 'preview-seed': 'preview.json' },
    effect: settings({ seed: { inherited: false, file: 'preview.json', reset: true } }),
  },
  'fork-approval': {
    value: 'review\nlabel: try this\nenvironment: forks',
    with: { ...PREVIEW, source: 'internal_source' },
    effect: settings({
      forks: {
        rules: [{ by: 'review' }, { by: 'label', name: 'try this' }, { by: 'environment', name: 'forks' }],
        secrets: false,
      },
    }),
  },
  'fork-secrets': {
    value: 'true',
    with: { ...PREVIEW, source: 'internal_source', 'fork-approval': 'review' },
    effect: settings({ forks: { rules: [{ by: 'review' }], secrets: true } }),
  },
  'preview-ttl': { value: '14d', with: { action: 'sweep' }, effect: settings({ ttlMs: 14 * 86_400_000 }) },
  'preview-idle': {
    value: '7d',
    with: { action: 'sweep' },
    effect: settings({ idle: { ms: 7 * 86_400_000, keepLabel: 'keep-preview' } }),
  },
  'preview-keep-label': {
    value: 'long running',
    with: { action: 'sweep', 'preview-idle': '1h' },
    effect: settings({ idle: { ms: 3_600_000, keepLabel: 'long running' } }),
  },
  'sweep-limit': { value: '3', with: { action: 'sweep' }, effect: settings({ limit: 3 }) },
  'rollback-to': {
    value: ID,
    with: { action: 'rollback' },
    effect: settings({ to: { kind: 'revision', id: ID } }),
  },
  'rollback-on-failure': { value: 'true', effect: settings({ rollbackOnFailure: true }) },
  verify: {
    value: 'input: {a: 1}',
    effect: settings({ verification: { checks: { kind: 'given', cases: [{ input: { a: 1 } }] } } }),
  },
  'feedback-key': {
    value: 'smoke',
    with: { verify: 'input: {}' },
    effect: settings({ verification: { feedbackKey: 'smoke' } }),
  },
  locks: { value: 'required', effect: settings({ locks: 'required' }) },
  'lock-reason': {
    value: 'migrating the store',
    with: { action: 'lock' },
    effect: settings({ reason: 'migrating the store' }),
  },
  'lock-for': {
    value: '2h',
    with: { action: 'lock', 'lock-reason': 'migrating' },
    effect: settings({ forMs: 7_200_000 }),
  },
  'revision-id': { value: ID, with: { action: 'wait' }, effect: settings({ revisionId: ID }) },
  'expected-plan': { value: 'f'.repeat(64), effect: settings({ expectedPlan: 'f'.repeat(64) }) },
  wait: { value: 'false', effect: settings({ wait: false }) },
  'wait-timeout': { value: '1h30m', effect: settings({ waitTimeoutMs: 5_400_000 }) },
  'poll-interval': { value: '15', effect: settings({ pollIntervalMs: 15_000 }) },
  'request-timeout': { value: '2m', effect: settings({ requestTimeoutMs: 120_000 }) },
  'on-timeout': { value: 'warn', effect: { policy: { onTimeout: 'warn' } } },
  'on-superseded': { value: 'ignore', effect: { policy: { onSuperseded: 'ignore' } } },
  'on-cancel': { value: 'interrupt', effect: settings({ onCancel: 'interrupt' }) },
  force: { value: 'True', effect: settings({ force: true }) },
  'dry-run': { value: 'true', effect: settings({ dryRun: true }) },
  'github-token': { value: 'ghs_token', effect: settings({ github: { token: 'ghs_token' } }) },
  'github-deployment': { value: 'false', effect: settings({ github: { deployment: false } }) },
  environment: { value: 'staging eu', effect: settings({ github: { environment: 'staging eu' } }) },
  comment: { value: 'false', effect: settings({ github: { comment: false } }) },
  'comment-key': { value: 'billing', effect: settings({ github: { commentKey: 'billing' } }) },
  'comment-logs': { value: 'true', effect: settings({ github: { commentLogs: true } }) },
  summary: { value: 'false', effect: { display: { summary: false } } },
  annotations: { value: 'false', effect: { display: { annotations: false } } },
  'log-lines': { value: '0', effect: settings({ logLines: 0 }) },
  'strict-inputs': {
    value: 'false',
    with: { 'wait-timout': '5m' },
    effect: { ok: true, warnings: [{ path: 'wait-timout' }] },
  },
};
