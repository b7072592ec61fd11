import { type RunnerEvent, scheduleEvent, tagEvent } from '../../../harness/events.ts';

export const IMAGE = { 'image-uri': 'registry.example.org/team/agent:1' };

const PREVIEW = { action: 'preview', 'pull-request': '7' };
const SHARED = { action: 'shared-preview', source: 'internal_source' };
const FORK = { action: 'preview', 'pull-request': '7', source: 'internal_source' };

export interface BadValue {
  value: string;
  /** Other inputs that the case requires. */
  with?: Record<string, string>;
  event?: RunnerEvent;
  /** Problem that is reported for the value. */
  problem: RegExp;
  /** Hint that is reported for the value. */
  cure?: RegExp;
}

/** At least one invalid value for every input of action.yml. A new input without a row here fails the first test. */
export const BAD_VALUES: Record<string, [BadValue, ...BadValue[]]> = {
  action: [
    { value: 'undeploy', problem: /not one of auto, command, deploy/ },
    {
      value: 'auto',
      event: scheduleEvent({ sha: 'a'.repeat(40) }),
      problem: /"schedule"/,
      cure: /action: deploy/,
    },
  ],
  'api-key': [
    { value: 'two words', problem: /not allowed in a key/ },
    { value: 'line\nbreak', problem: /not allowed in a key/ },
    { value: 'kéy', problem: /not allowed in a key/ },
    { value: '', problem: /missing/, cure: /secrets\./ },
  ],
  'workspace-id': [{ value: 'my-workspace', problem: /not a UUID/ }],
  'control-plane-url': [
    { value: 'http://127.0.0.1.evil.example', problem: /must use https/ },
    { value: 'http://localhost@evil.example', problem: /credentials/ },
    { value: 'HTTP://Evil.Example', problem: /must use https/ },
    { value: 'http://evil.example.', problem: /must use https/ },
    { value: 'http://[::ffff:10.0.0.1]', problem: /must use https/ },
    { value: 'http://0.0.0.0', problem: /must use https/ },
    { value: 'http://localhost.evil.example', problem: /must use https/ },
    { value: 'ftp://localhost', problem: /must start with https/ },
    { value: 'javascript:alert(1)', problem: /must start with https/ },
    { value: 'localhost:4400', problem: /https/ },
    { value: 'https://', problem: /not a URL/ },
    { value: 'https://h.example/api/v1', problem: /tracing API/ },
    { value: 'https://h.example/?x=1', problem: /query/ },
    { value: 'http://deploy.example.org', problem: /https/, cure: /allow-insecure-host/ },
    { value: 'https://deploy.example.org/v2', problem: /remove the path from \/v2/ },
  ],
  region: [
    { value: 'US', with: { 'control-plane-url': '' }, problem: /not one of us/ },
    { value: 'mars', with: { 'control-plane-url': '' }, problem: /"mars"/ },
    {
      value: 'eu',
      with: { 'control-plane-url': 'https://h.example' },
      problem: /region and control-plane-url are mutually exclusive/,
    },
  ],
  'allow-insecure-host': [{ value: '1', problem: /not a boolean/ }],
  'api-dialect': [{ value: 'github', problem: /not one of auto/ }],
  'deployment-name': [
    { value: 'my agent', problem: /letters, digits, dashes and underscores/ },
    { value: 'my_agent_', problem: /end with a letter or a digit/ },
    { value: '"my-agent"', problem: /letters, digits, dashes/ },
    { value: 'a\nb', problem: /letters, digits, dashes/ },
    { value: 'agent/../x', problem: /letters, digits, dashes/ },
    { value: '9_lives', problem: /"9_lives"/ },
    { value: 'a'.repeat(64), problem: /64 characters/ },
    { value: '', problem: /both missing/, cure: /xactly one/ },
  ],
  'deployment-id': [
    { value: '42', with: { 'deployment-name': '' }, problem: /not a UUID/ },
    {
      value: '0f9e2d4c-1b3a-4c5d-8e7f-001122334455/revisions',
      with: { 'deployment-name': '' },
      problem: /UUID/,
    },
    {
      value: '0f9e2d4c-1b3a-4c5d-8e7f-001122334455',
      problem: /deployment-id and deployment-name are mutually exclusive/,
      cure: /xactly one/,
    },
  ],
  source: [
    { value: 'github', problem: /not one of git_host/ },
    { value: 'internal_template', problem: /not one of git_host/ },
  ],
  'integration-id': [{ value: 'github', problem: /not a UUID/ }],
  'repo-url': [
    { value: '--upload-pack=touch /tmp/x', problem: /not the URL/ },
    { value: 'ext::sh -c x', problem: /not the URL/ },
    { value: 'https://git.example.org/a/b?token=x', problem: /query/ },
    { value: 'https://me:hidden-value@git.example.org/a/b', problem: /contains credentials/ },
  ],
  ref: [
    { value: '--all', problem: /not a valid git ref/ },
    { value: 'refs/heads/refs/tags/v1', problem: /begins with refs/ },
    { value: 'refs/notes/x', problem: /neither a branch nor a tag/ },
    {
      value: 'v1',
      event: tagEvent({ tag: 'v1', commit: 'a'.repeat(40) }),
      problem: /means a branch, but the tag/,
    },
    { value: 'refs/pull/7/merge', problem: /merge commit/, cure: /github\.head_ref/ },
  ],
  commit: [
    { value: 'main', problem: /full commit SHA/ },
    { value: 'a1b2c3d', problem: /full commit SHA/ },
  ],
  'source-path': [
    { value: '../elsewhere', with: { source: 'internal_source' }, problem: /not a path inside/ },
    { value: '/etc', with: { source: 'internal_source' }, problem: /not a path inside/ },
    { value: 'agents', problem: /applies only to internal_source/ },
  ],
  'graph-config-path': [
    { value: '/etc/passwd', problem: /not a path inside/ },
    { value: 'a/../../b', problem: /not a path inside/ },
    { value: 'C:\\x', problem: /not a path inside/ },
  ],
  'install-command': [
    { value: 'npm ci', with: IMAGE, problem: /applies only to git_host and internal_source/ },
  ],
  'build-command': [
    { value: 'npm run build', with: IMAGE, problem: /applies only to git_host and internal_source/ },
  ],
  'build-on-push': [
    { value: 'on', problem: /not a boolean/ },
    {
      value: 'true',
      event: tagEvent({ tag: 'v1', commit: 'a'.repeat(40) }),
      problem: /"refs\/tags\/v1" is a tag/,
      cure: /build-on-push: false/,
    },
  ],
  'deployment-type': [
    { value: 'Prod', problem: /not a deployment type/ },
    { value: 'dev, prod', problem: /not a deployment type/ },
    { value: '--prod', problem: /not a deployment type/ },
  ],
  'image-uri': [
    { value: 'a b', problem: /not an image reference/ },
    { value: 'robot:pw@registry.example.org/a:1', problem: /not an image reference/ },
    {
      value: 'https://registry.example.org/a:1',
      problem: /is not an image reference/,
      cure: /^Write a reference such as/,
    },
    {
      value: 'registry.example.org/a:1',
      with: { source: 'git_host' },
      problem: /applies only to external_docker/,
    },
    { value: '', with: { source: 'external_docker' }, problem: /requires an image/ },
  ],
  'image-version': [{ value: '0.7 beta', problem: /not a valid version/ }],
  'listener-id': [{ value: 'k8s', with: IMAGE, problem: /not a UUID/ }],
  'k8s-namespace': [{ value: 'Agents', with: IMAGE, problem: /not a valid namespace/ }],
  'custom-url': [
    { value: 'agent.example.org', with: IMAGE, problem: /not an http\(s\) URL/ },
    { value: 'javascript:alert(1)', with: IMAGE, problem: /not an http\(s\) URL/ },
    { value: 'https://u:p@agent.example.org', with: IMAGE, problem: /credentials/ },
  ],
  'resource-spec': [
    { value: 'cpu: 1\ncpu: 2', with: IMAGE, problem: /line 2: DUPLICATE_KEY/ },
    { value: '{"cpu": 1, "cpu": 2}', with: IMAGE, problem: /DUPLICATE_KEY/ },
    { value: 'cpu: .inf', with: IMAGE, problem: /cpu/ },
    { value: 'cpu: "1"', with: IMAGE, problem: /cpu/ },
    { value: '--- 1\n--- 2', with: IMAGE, problem: /MULTIPLE_DOCS/ },
    { value: '['.repeat(50_000), with: IMAGE, problem: /nested too deep|neither YAML/ },
    { value: bomb(), with: IMAGE, problem: /expands to too much/ },
    { value: 'cpu: 1\n? [a, b]\n: 2', with: IMAGE, problem: /no field with this name exists/ },
    { value: 'cpu: 9\nqueue_cpu: 0.05', with: IMAGE, problem: /\bcpu: .*8[\s\S]*queue_cpu: .*0\.1/ },
    {
      value: 'memory: 512',
      with: IMAGE,
      problem: /memory: no field with this name exists/,
      cure: /Did you mean memory_mb\?/,
    },
    { value: 'cpu: [1\nmemory_mb: {', with: IMAGE, problem: /neither YAML nor JSON: line \d/ },
    { value: 'cpu: 1', problem: /applies only to external_docker/ },
  ],
  'secret-references': [
    { value: 'name: A', with: IMAGE, problem: /not a list/ },
    {
      value: '- {name: A, secret_name: s, secret_key: k}\n- {name: A, secret_name: s, secret_key: k}',
      with: IMAGE,
      problem: /A is set more than once/,
    },
    {
      value: '- {name: AGENT_DEPLOY_PREVIEW, secret_name: s, secret_key: k}',
      with: IMAGE,
      problem: /AGENT_DEPLOY_PREVIEW is reserved/,
    },
    {
      value: '- {name: A, secret_name: s, secret_key: k}',
      with: { ...IMAGE, secrets: 'A=given-as-a-value' },
      problem: /A is set more than once/,
    },
    { value: '- name: A\n  secret_name: b', with: IMAGE, problem: /0\.secret_key/ },
  ],
  secrets: [
    { value: 'A=first-value\r\nA=second-value', problem: /A is set more than once/ },
    { value: '1A=some-value', problem: /line 1 is not a valid name/ },
    { value: '{"A": "some-value"}', problem: /neither/ },
    { value: 'AGENT_DEPLOY_PREVIEW=acme/agents#7', problem: /AGENT_DEPLOY_PREVIEW is reserved/ },
    { value: 'AGENT_DEPLOY_REBUILD=acme/agents', problem: /AGENT_DEPLOY_REBUILD is reserved/ },
    { value: 'AGENT_DEPLOY_SHARED_PREVIEW=a', problem: /AGENT_DEPLOY_SHARED_PREVIEW is reserved/ },
    { value: 'GOOD=1\n=hidden-value', problem: /line 2 has a value but no name/ },
    { value: 'KEY=-----BEGIN\nhidden-value', problem: /line 2/, cure: /NAME<<MARK/ },
    { value: 'KEY<<END\nhidden-value', problem: /opened on line 1 is never closed/ },
    { value: 'LANGCHAIN_API_KEY=hidden-value', problem: /LANGCHAIN_API_KEY is reserved/ },
  ],
  'secrets-strategy': [{ value: 'keep', problem: /not one of merge, replace/ }],
  paths: [
    { value: '# nothing but this', problem: /all lines are blank/ },
    { value: '!docs/**', problem: /no file is included/ },
    { value: './agents/**', problem: /relative to the root/ },
    { value: 'agents/billing/', problem: /ends in a slash/ },
    { value: 'src/[ab', problem: /a \[ is never closed/ },
  ],
  'pull-request': [{ value: '#7', with: { action: 'teardown' }, problem: /not an integer/ }],
  'preview-name-template': [
    { value: 'preview', with: { action: 'teardown', 'pull-request': '7' }, problem: /lacks \{number\}/ },
    {
      value: '{nmae}-{number}',
      with: { action: 'teardown', 'pull-request': '7' },
      problem: /\{nmae\} does not exist/,
    },
    {
      value: '{repo}_{number}',
      with: { action: 'teardown', 'pull-request': '7' },
      problem: /not allowed in a name/,
    },
  ],
  'preview-from': [
    {
      value: 'my agent',
      with: { action: 'preview', 'pull-request': '7' },
      problem: /letters, digits, dashes and underscores/,
    },
  ],
  'preview-labels': [
    {
      value: '# none',
      with: { action: 'preview', 'pull-request': '7' },
      problem: /all lines are blank/,
    },
  ],
  'preview-per': [
    { value: 'push', with: PREVIEW, problem: /not one of/ },
    { value: 'Commit', with: PREVIEW, problem: /not one of/ },
    {
      value: 'commit',
      with: { ...PREVIEW, ref: 'elsewhere' },
      problem: /the commit of `ref` is unknown/,
      cure: /Set `commit` too/,
    },
  ],
  'preview-keep': [
    { value: '0', with: { ...PREVIEW, 'preview-per': 'commit' }, problem: /not an integer from 1 to 10/ },
    { value: '11', with: { ...PREVIEW, 'preview-per': 'commit' }, problem: /not an integer from 1 to 10/ },
    { value: '2.5', with: { ...PREVIEW, 'preview-per': 'commit' }, problem: /not an integer/ },
    { value: '-1', with: { ...PREVIEW, 'preview-per': 'commit' }, problem: /not an integer/ },
    {
      value: '3',
      with: PREVIEW,
      problem: /applies only to the previews of commits/,
      cure: /preview-per: commit/,
    },
  ],
  'shared-label': [
    { value: '', with: SHARED, problem: /missing/, cure: /the label of the pull requests/ },
    { value: 'l'.repeat(51), with: SHARED, problem: /not one label/ },
    { value: 'two\nlines', with: SHARED, problem: /not one label/ },
    { value: '\u001b[2J', with: SHARED, problem: /not one label/ },
    {
      value: 'next',
      with: { action: 'shared-preview' },
      problem: /applies only to internal_source, but the source is git_host/,
      cure: /source: internal_source/,
    },
  ],
  'preview-seed': [
    { value: '# none', with: PREVIEW, problem: /the input lists no data/ },
    { value: 'production', with: PREVIEW, problem: /"production" is neither `inherited` nor a file/ },
    { value: 'Inherited', with: PREVIEW, problem: /neither `inherited` nor a file/ },
    { value: 'seed.csv', with: PREVIEW, problem: /neither `inherited` nor a file/ },
    { value: '../seed.yml', with: PREVIEW, problem: /not a path inside/ },
    { value: '/etc/seed.yml', with: PREVIEW, problem: /not a path inside/ },
    { value: 'a.yml\nb.yml', with: PREVIEW, problem: /more than one file/ },
    { value: 'inherited\ninherited', with: PREVIEW, problem: /inherited twice/ },
    {
      value: 'inherited',
      with: { ...PREVIEW, 'deployment-name': '' },
      problem: /inherits from no deployment/,
      cure: /preview-from/,
    },
    { value: 'a.yml', with: { ...PREVIEW, wait: 'false' }, problem: /wait is false/ },
    {
      value: 'a.yml',
      with: { ...FORK, 'fork-approval': 'review' },
      problem: /code of a fork could read them/,
    },
  ],
  'preview-seed-reset': [
    { value: 'yes', with: PREVIEW, problem: /not a boolean/ },
    { value: 'true', with: PREVIEW, problem: /preview-seed is missing/, cure: /Set preview-seed/ },
  ],
  'fork-approval': [
    { value: 'comment', with: FORK, problem: /"comment" is not a way to approve a commit/ },
    { value: 'label:', with: FORK, problem: /"label:" is not a way to approve a commit/ },
    { value: 'Review', with: FORK, problem: /"Review" is not a way to approve a commit/ },
    { value: '# none', with: FORK, problem: /the input lists no way to approve a commit/ },
    {
      value: 'review',
      with: { action: 'preview', 'pull-request': '7' },
      problem: /applies only to internal_source, but the source is git_host/,
    },
  ],
  'fork-secrets': [{ value: 'yes', with: FORK, problem: /not a boolean/ }],
  'preview-ttl': [{ value: '5m', with: { action: 'sweep' }, problem: /out of range/ }],
  'preview-idle': [
    { value: '59m', with: { action: 'sweep' }, problem: /out of range/ },
    { value: 'a week', with: { action: 'sweep' }, problem: /not a duration/ },
    {
      value: '7d',
      with: { action: 'sweep', comment: 'false' },
      problem: /announces each deletion in a comment/,
    },
  ],
  'preview-keep-label': [
    { value: 'one\ntwo', with: { action: 'sweep' }, problem: /not one label/ },
    { value: 'x'.repeat(51), with: { action: 'sweep' }, problem: /at most 50 characters/ },
  ],
  'sweep-limit': [{ value: '101', with: { action: 'sweep' }, problem: /integer from 1 to 100/ }],
  'rollback-to': [{ value: '--all', with: { action: 'rollback' }, problem: /not a valid git ref/ }],
  'rollback-on-failure': [{ value: 'always', problem: /not a boolean/ }],
  verify: [
    { value: 'input: {}\nexpcet: {}', problem: /line 2: the case: expcet: no field with this name exists/ },
    { value: 'input: {}', with: { wait: 'false' }, problem: /wait is false/ },
    {
      value: 'input: {}',
      with: { ...FORK, 'fork-approval': 'review' },
      problem: /code of a fork could read the key/,
    },
    { value: '../checks.yml', problem: /not a path inside/ },
    { value: 'nowhere.yml.txt', problem: /neither a case nor a path/ },
    { value: 'input: {}\nexpect: {last-message: "("}', problem: /not a valid regular expression/ },
    { value: bomb(), problem: /expands to too much/ },
  ],
  'feedback-key': [{ value: 'two words', problem: /not a valid feedback key/ }],
  'revision-id': [{ value: 'latest', with: { action: 'wait' }, problem: /not a UUID/ }],
  'expected-plan': [{ value: 'abc', problem: /not a plan ID/ }],
  wait: [
    { value: 'no', problem: /not a boolean/ },
    { value: 'yes', problem: /"yes" is not a boolean/, cure: /true or false/ },
  ],
  'wait-timeout': [
    { value: '0', problem: /out of range/ },
    { value: '-5m', problem: /not a duration/ },
    { value: '99999999', problem: /out of range/ },
    { value: '1e3', problem: /not a duration/ },
    { value: '30 minutes', problem: /"30 minutes" is not a duration/ },
  ],
  locks: [{ value: 'off', problem: /not one of auto, required, ignore/ }],
  'lock-reason': [
    { value: 'r'.repeat(301), with: { action: 'lock' }, problem: /not a valid reason/, cure: /at most 300/ },
    { value: 'two\nlines', with: { action: 'lock' }, problem: /not a valid reason/ },
    { value: 'turned \u202earound', with: { action: 'lock' }, problem: /not a valid reason/ },
    { value: '\u001b[2J', with: { action: 'lock' }, problem: /not a valid reason/ },
  ],
  'lock-for': [
    { value: '1s', with: { action: 'lock', 'lock-reason': 'why' }, problem: /out of range/ },
    { value: '91d', with: { action: 'lock', 'lock-reason': 'why' }, problem: /out of range/ },
    { value: 'tomorrow', with: { action: 'lock', 'lock-reason': 'why' }, problem: /not a duration/ },
  ],
  'poll-interval': [{ value: '10ms', problem: /out of range/ }],
  'request-timeout': [{ value: '1h', problem: /out of range/ }],
  'on-timeout': [{ value: 'ignore', problem: /not one of fail, warn, interrupt/ }],
  'on-superseded': [{ value: 'skip', problem: /not one of fail, warn, ignore/ }],
  force: [{ value: 'please', problem: /not a boolean/ }],
  'dry-run': [{ value: 'y', problem: /not a boolean/ }],
  'on-cancel': [{ value: 'rollback', problem: /not one of leave, interrupt/ }],
  'github-token': [{ value: 'two words', problem: /not allowed in a token/ }],
  'github-deployment': [{ value: 'auto', problem: /not a boolean/ }],
  environment: [{ value: 'a\nb', problem: /not a valid environment name/ }],
  comment: [{ value: 'once', problem: /not a boolean/ }],
  'comment-key': [{ value: 'two words', problem: /not a valid name/ }],
  'comment-logs': [{ value: 'tail', problem: /not a boolean/ }],
  summary: [{ value: 'short', problem: /not a boolean/ }],
  annotations: [{ value: '2', problem: /not a boolean/ }],
  'log-lines': [
    { value: '1001', problem: /integer from 0 to 1000/ },
    { value: '3.5', problem: /integer/ },
  ],
  'strict-inputs': [{ value: 'loose', problem: /not a boolean/ }],
};

/** Returns a YAML document of a few hundred bytes that expands to billions. */
function bomb(): string {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (let index = 1; index < 9; index += 1) {
    const name = String.fromCharCode(97 + index);
    const before = String.fromCharCode(96 + index);
    lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`);
  }
  return lines.join('\n');
}
