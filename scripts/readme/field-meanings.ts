type Meanings = Readonly<Record<string, string>>;

/** Fields of a run that a cron stores for its runs. */
const RUN_SETTINGS: Meanings = {
  input: 'the input of the graph',
  config: 'the configuration of the run, which the graph reads',
  context: 'the static context of the run, which the graph reads',
  metadata: 'data to store with the run',
  webhook: 'the URL to which the server sends the run after its end',
  interrupt_before: 'the nodes before which the run stops, or `"*"` for all nodes',
  interrupt_after: 'the nodes after which the run stops, or `"*"` for all nodes',
  stream_mode: 'the kinds of events in the stream of the run',
  stream_subgraphs: 'adds the events of sub-graphs to the stream',
  stream_resumable: 'stores the events, so that a client can resume the stream',
  durability: 'the time at which checkpoints are stored: in each step, in the background, or at the end',
};

const CRON_SETTINGS: Meanings = {
  schedule: 'the times of the runs, as a cron expression or a nickname such as `@daily`',
  timezone: 'the IANA name of the time zone of the schedule; UTC if unset',
  end_time: 'the time after which the cron creates no runs',
  enabled: '`false` pauses the cron',
  on_run_completed: 'deletes or keeps the thread that the cron created for a run',
};

const MULTITASK = 'the treatment of unfinished runs of the thread when a new run is created';
const CHECKPOINT_DURING = 'the older form of `durability`: `true` means `async`, and `false` means `exit`';

const PAGING: Meanings = {
  limit: 'the maximum number of results',
  offset: 'the number of results to skip',
  sort_by: 'the field by which the results are sorted',
  sort_order: 'the order of the results: ascending or descending',
  select: 'the fields to return; all fields if unset',
};

const SCALED = { '': 'the main container', queue_: 'the queue', redis_: 'Redis', db_: 'the database' };
const UNUSED = { orchestrator_: 'the orchestrator', executor_: 'the executor' };

/** Meanings of the numbers of a resource specification, for each program of a deployment. */
function amounts(programs: Readonly<Record<string, string>>, note = ''): Meanings {
  return Object.fromEntries(
    Object.entries(programs).flatMap(([prefix, program]) => [
      [`${prefix}min_scale`, `the minimum number of replicas of ${program}${note}`],
      [`${prefix}max_scale`, `the maximum number of replicas of ${program}${note}`],
      [`${prefix}cpu`, `the CPU cores that ${program} requests${note}`],
      [`${prefix}cpu_limit`, `the maximum CPU cores of ${program}${note}`],
      [`${prefix}memory_mb`, `the memory that ${program} requests, in MB${note}`],
      [`${prefix}memory_limit_mb`, `the maximum memory of ${program}, in MB${note}`],
    ]),
  );
}

const DEPLOYMENT: Meanings = {
  name: 'the name of the deployment, unique in its workspace',
  source: 'the kind of source of the code or image',
  source_config: 'the settings of the source and of the deployment',
  source_revision_config: 'the settings of the revision, such as its ref or image',
  secrets: 'the environment variables of the agent with their values',
  secret_references: 'the environment variables whose values are in secrets of the cluster',
  image_version: 'the version of the agent server image',
};

/** Meaning of each field in the tables of docs/api, by the name of the field's shape. */
const MEANINGS: Readonly<Record<string, Meanings>> = {
  HTTPValidationError: { detail: 'the invalid fields of the request' },
  ValidationError: {
    loc: 'the path of the invalid field, such as `["body", "name"]`',
    msg: 'the problem, in words',
    type: 'the machine-readable kind of the problem',
  },
  DeploymentCreate: DEPLOYMENT,
  DeploymentPatch: {
    ...DEPLOYMENT,
    name: 'the name of the deployment, which cannot change',
    source: 'the kind of source, which cannot change',
    revision_source: 'a label of the client; it has no effect in the emulator',
  },
  SourceConfig: {
    integration_id: 'the ID of the connection to the Git host',
    repo_url: 'the URL of the repository to build',
    deployment_type: 'the size of the deployment, such as `dev` or `prod`',
    build_on_push: '`true` builds each push to `repo_ref`',
    custom_url: 'the URL of the agent',
    resource_spec: 'the resources and pod settings of an external image',
    listener_id: 'the ID of the listener that deploys to the cluster',
    listener_config: 'the settings for the listener',
    install_command: 'the command that installs packages',
    build_command: 'the command that builds the agent',
  },
  SourceRevisionConfig: {
    repo_ref: 'the branch or tag to build',
    graph_config_path: 'the path of the graph configuration in the source',
    image_uri: 'the image to run',
    source_tarball_path: 'the object path of the uploaded tarball',
    repo_commit_sha: 'the commit that the service built; read-only',
  },
  ListenerCreate: {
    version: 'the version of the listener',
    compute_type: 'the kind of cluster',
    compute_id: 'the name of the cluster, unique in the workspace',
    compute_config: 'the namespaces to which the listener deploys',
  },
  ResourceSpec: {
    ...amounts(SCALED),
    ...amounts(UNUSED, '; it has no effect'),
    db_storage_gi: 'the disk space of the database, in GiB',
    db_max_connections: 'the maximum number of connections to the database',
    labels: 'the labels of the pods',
    annotations: 'the annotations of the pods',
    service_account_name: 'the service account of the pods',
    image_pull_secrets: 'the secrets with the credentials of image registries',
    volumes: 'the volumes of the pods',
    volume_mounts: 'the volumes that the main container mounts',
    init_containers: 'the containers that run before the main container',
    sidecars: 'the containers that run next to the main container',
  },
  ListenerConfig: { k8s_namespace: 'the namespace of the cluster to deploy to' },
  LocalObjectReference: { name: 'the name of the object in the same namespace' },
  Volume: {
    name: 'the name of the volume, unique within the pod',
    configMap: 'a ConfigMap as the content of the volume',
    secret: 'a Secret of the cluster as the content of the volume',
    emptyDir: 'an empty folder that is deleted with the pod',
    persistentVolumeClaim: 'a claim of persistent storage',
    nfs: 'a folder of an NFS server',
    projected: 'several sources in one folder',
    downwardAPI: 'data about the pod itself, as files',
    csi: 'a volume of a CSI storage driver',
  },
  VolumeMount: {
    name: 'the name of the volume to mount',
    mountPath: 'the path of the volume in the container',
    subPath: 'the path inside the volume that is mounted; the root if unset',
    mountPropagation: 'the direction in which mounts are shared with the machine',
    readOnly: '`true` forbids writing to the volume',
    subPathExpr: 'the path inside the volume, with references to environment variables',
  },
  Container: {
    name: 'the name of the container, unique within the pod',
    image: 'the image of the container',
    imagePullPolicy: 'the condition under which the cluster pulls the image',
    command: 'the program to start instead of the entrypoint of the image',
    args: 'the arguments of the program',
    workingDir: 'the working folder of the program',
    env: 'the environment variables of the container',
    envFrom: 'the ConfigMaps and Secrets whose keys become environment variables',
    resources: 'the requested and maximum resources of the container',
    volumeMounts: 'the volumes that the container mounts',
    securityContext: 'the user, capabilities and other privileges of the container',
    restartPolicy: 'the condition under which the cluster restarts a sidecar',
  },
  EnvVar: {
    name: 'the name of the variable',
    value: 'the value of the variable; the empty string if unset',
    valueFrom: 'the source of the value, such as a key of a Secret',
  },
  ResourceRequirements: {
    limits: 'the maximum amounts, by resource, such as `memory: 512Mi`',
    requests: 'the requested amounts, by resource, such as `cpu: 250m`',
  },
  Revision: {
    id: 'the ID of the revision',
    status: 'the [status](#revision-statuses) of the revision',
    status_message: 'the reason of the status, such as the error of a build',
    source: 'the kind of source of the code or image',
    source_revision_config: 'the source from which the revision was created',
    created_at: 'the time of the creation',
    updated_at: 'the time of the last change',
  },
  Secret: { name: 'the name of the environment variable', value: 'the value of the environment variable' },
  SecretReference: {
    name: 'the name of the environment variable',
    secret_name: 'the name of the Secret in the cluster',
    secret_key: 'the key of the Secret that contains the value',
  },
  SandboxCreate: {
    template_name: 'the name of the template of the sandbox',
    name: 'the name of the sandbox',
    wait_for_ready: '`true` delays the response until the sandbox is ready',
    proxy_config: 'the rules of the credential proxy',
  },
  ProxyConfig: {
    rules: 'the rules, each for one external service',
    services: 'well-known APIs, each replaced by a rule for the API; only in the emulator and the action',
    no_proxy: 'the hosts that bypass the proxy',
    access_control: 'the hosts that the sandbox can reach',
    callbacks: 'callbacks that provide headers; the emulator refuses them',
    description: 'a description for readers, which has no effect',
  },
  ProxyRule: {
    name: 'the name of the rule, unique in the configuration',
    type: 'the provider of a rule that signs requests; the emulator refuses such rules, and signs with `sign`',
    enabled: '`false` disables the rule',
    description: 'a description for readers, which has no effect',
    match_hosts: 'the hosts that the rule matches, such as `*.example.com`',
    match_paths: 'the paths that the rule matches, such as `/repos/*`; every path if unset',
    match_headers: 'the headers that a matching request contains, as `name: value`',
    headers: 'the headers that the proxy adds to matching requests',
    placeholders:
      'variables with a sentinel that the proxy replaces by a secret; only in the emulator and the action',
    sign: 'the signature that the proxy adds to requests; only in the emulator and the action',
    budget: 'the limits of the rule; only in the emulator and the action',
    no_proxy: 'the hosts to which the rule does not apply',
    env_vars: 'environment variables that the rule adds to the sandbox while the rule is enabled',
  },
  ProxyHeader: {
    name: 'the name of the header',
    type: 'the treatment of the value: with references to secrets, readable, or write-only',
    value: 'the value of the header',
    is_set: 'in a response, `true` if a value is stored',
  },
  ProxyServiceUse: {
    service: 'the API',
    secret: 'the name of the workspace secret; the variable that clients of the API read if unset',
    match_paths: 'the paths that get the key; the paths of the API if unset',
    region: 'the region of AWS; required for `aws`',
    endpoints:
      'the beginnings of hosts of AWS, such as `bedrock-runtime` or `my-bucket.s3`; required for `aws`',
    session_token: '`true` if the AWS credentials have a session token',
  },
  ProxySigning: {
    aws: 'a signature of AWS Signature Version 4',
    hmac: 'an HMAC of the request in a header',
  },
  AwsSigning: {
    access_key_id: 'the ID of the access key, as text or with references to workspace secrets',
    secret_access_key: 'the secret access key, with references to workspace secrets such as `{KEY}`',
    session_token: 'the session token, with references to workspace secrets',
    region: 'the region of the requests; the region in the host name if unset',
    service: 'the service of the requests; the service in the host name if unset',
  },
  HmacSigning: {
    secret: 'the key, with references to workspace secrets such as `{KEY}`',
    secret_encoding: 'the encoding of the key; `text` if unset',
    algorithm: 'the hash function; `sha256` if unset',
    encoding: 'the encoding of the signature; `hex` if unset',
    signed:
      'the signed text with the variables `{timestamp}`, `{body}`, `{method}` and `{target}`; `{body}` if unset',
    header: 'the name of the header with the signature',
    value:
      'the value of the header with the variables `{signature}` and `{timestamp}`; `{signature}` if unset',
    timestamp_header: 'the name of a header with the timestamp',
  },
  ProxyBudget: {
    uses: 'the number of requests that the rule permits',
    until: 'the time until which the rule permits requests',
  },
  ProxyPlaceholder: {
    env: 'the variable of the sandbox that contains the sentinel',
    value: 'the secret for the sentinel, with references to workspace secrets such as `{API_KEY}`',
    in: 'the parts of a request in which the sentinel is replaced; only headers if unset',
    prefix: 'the beginning of the sentinel, for clients that check the form of a key',
  },
  AccessControl: {
    allow_list: 'the only hosts that the sandbox can reach',
    deny_list: 'the hosts that the sandbox cannot reach',
  },
  ThreadCreate: {
    thread_id: 'the ID of the thread; a random ID if unset',
    metadata: 'data to store with the thread',
    if_exists: 'the response if the thread exists: an error, or the existing thread',
    graph_id: 'the graph of the thread, which is stored in its metadata',
    supersteps: 'the steps that create the initial history of the thread',
    ttl: 'the minutes until the thread expires, or an object with the minutes and the strategy',
  },
  ThreadSearch: {
    status: 'the status of the threads',
    metadata: 'values that the metadata of the threads contain',
    values: 'values that the states of the threads contain',
    ids: 'the IDs of the threads',
    ...PAGING,
    extract: 'the paths of values to return, by the name of each result',
  },
  RunCreate: {
    ...RUN_SETTINGS,
    assistant_id: 'the assistant to run, by its ID or the name of its graph',
    command: 'a command that resumes, changes or redirects an interrupted thread',
    checkpoint: 'the state of the thread where the run starts; by default, the newest state',
    checkpoint_id: 'the ID of the state where the run starts',
    feedback_keys: 'the keys for which the response contains feedback URLs',
    multitask_strategy: MULTITASK,
    if_not_exists: 'decides whether a missing thread is created or the run is rejected',
    on_disconnect: 'cancels or continues the run when its client disconnects',
    on_completion: 'deletes or keeps the temporary thread of a run without a thread',
    checkpoint_during: CHECKPOINT_DURING,
    after_seconds: 'the seconds to wait before the run starts',
  },
  CronCreate: {
    ...RUN_SETTINGS,
    ...CRON_SETTINGS,
    assistant_id: 'the assistant to run, by its ID or the name of its graph',
    metadata: 'data to store with the cron and its runs',
    multitask_strategy: MULTITASK,
    checkpoint_during: CHECKPOINT_DURING,
  },
  CronPatch: {
    ...RUN_SETTINGS,
    ...CRON_SETTINGS,
    metadata: 'data to merge into the metadata of the cron',
  },
  CronSearch: {
    ...PAGING,
    assistant_id: 'the assistant of the crons',
    thread_id: 'the thread of the crons',
    metadata: 'values that the metadata of the crons contain',
    enabled: '`true` for active crons, `false` for paused crons',
  },
  FeedbackSubmission: {
    score: 'the rating, as a number or a boolean',
    value: 'the rating in another form, such as a category',
    comment: 'the explanation of the rating',
    correction: 'the result that would have been right',
    metadata: 'data to store with the feedback',
  },
};

/** Returns the meaning of a field of a shape in docs/api. @throws {Error} if the field has no meaning. */
export function fieldMeaning(shape: string, field: string): string {
  const meaning = MEANINGS[shape]?.[field];
  if (meaning === undefined)
    throw new Error(
      `The field ${field} of ${shape} has no meaning. Add it to scripts/readme/field-meanings.ts.`,
    );
  return meaning;
}
