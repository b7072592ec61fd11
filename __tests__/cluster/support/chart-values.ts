/** Image of the control plane. */
export const IMAGE = { repository: 'registry.test/control-plane', tag: '1' };
/** Values that set every optional value of the chart. */
export const EVERYTHING = {
  replicas: 3,
  image: { ...IMAGE, tag: '', digest: `sha256:${'0'.repeat(64)}`, pullPolicy: 'Always' },
  imagePullSecrets: [{ name: 'registry' }],
  secrets: {
    databaseUrl: { name: 'database', key: 'url' },
    apiKey: { name: 'keys', key: 'api' },
    adminKey: { name: 'keys', key: 'admin' },
    keyring: { name: 'keys', key: 'ring' },
    seed: { name: 'seed', key: 'seed.yaml' },
    registries: { name: 'registries', key: '.dockerconfigjson' },
  },
  certificates: { configMap: 'company', key: 'ca.pem' },
  volumes: [{ name: 'more', emptyDir: {} }],
  volumeMounts: [{ name: 'more', mountPath: '/more' }],
  topologySpread: [
    { topologyKey: 'kubernetes.io/hostname', maxSkew: 9, whenUnsatisfiable: 'ScheduleAnyway' },
  ],
  autoscaling: { enabled: true, minReplicas: 2, maxReplicas: 3, cpu: 60 },
  fixedUser: 'never',
  admin: { port: 4500 },
  trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
  publicUrl: 'https://agents.example',
  flags: ['--compat=hosted'],
  env: [{ name: 'UV_DEFAULT_INDEX', value: 'https://packages.example/simple' }],
  service: { port: 8080, annotations: { of: 'the team' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
    hosts: ['agents.example'],
    tls: [{ secretName: 'tls', hosts: ['agents.example'] }],
  },
  gateway: {
    enabled: true,
    parents: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
    hosts: ['agents.example'],
    annotations: { of: 'the team' },
    timeouts: { request: '1h' },
  },
  builds: { memory: 2048, disk: 10_240, queue: 'builds' },
  migrations: { job: true, resources: {} },
  networkPolicy: {
    clients: [{ namespaceSelector: { matchLabels: { team: 'a' } } }],
    allow: { agents: [{ to: [{ ipBlock: { cidr: '10.1.0.0/16' } }] }], builds: [{}], databases: [{}] },
  },
  admissionPolicy: { serviceAccounts: ['agent'] },
  webhookNetworks: ['10.1.0.0/16'],
  log: 'text',
  metrics: {
    port: 9999,
    clients: [{ namespaceSelector: { matchLabels: { team: 'monitoring' } } }],
    podMonitor: { enabled: false },
    alerts: { enabled: false },
  },
  podLabels: { team: 'a' },
  podAnnotations: { team: 'a' },
  serviceAccount: { annotations: { team: 'a' } },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'system-cluster-critical',
};

export const WORKSPACE = '0198c0de-0000-7000-8000-00000000000a';
/** Settings of agents that set every optional value. */
export const AGENTS = {
  idleTimeout: 1_800,
  image: `registry.test/agents@sha256:${'0'.repeat(64)}`,
  images: {
    postgres: 'registry.test/postgres:16',
    redis: `registry.test/redis@sha256:${'0'.repeat(64)}`,
    digests: 'required',
    networks: ['10.1.0.0/16'],
    allowed: ['registry.test/**'],
    signatures: [{ images: ['registry.test/**'], keys: ['-----BEGIN PUBLIC KEY-----\nMA==\n'] }],
  },
  imagePullSecrets: [{ name: 'registry' }],
  defaults: { nodeSelector: { pool: 'agents' }, builds: { runtimeClassName: 'kata' } },
  workspaces: {
    [WORKSPACE]: {
      runtimeClassName: 'gvisor',
      tolerations: [{ key: 'team', operator: 'Exists' }],
      namespaces: ['team'],
      quota: { deployments: 1, cpu: 0.5, memory: 100 },
      secrets: ['team-*'],
      images: ['registry.test/team/*'],
    },
  },
  resources: { cpu: 0.1, cpuLimit: 1, memory: 256, memoryLimit: 4096, disk: 20_480 },
};
