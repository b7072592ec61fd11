// Testcontainers module of the emulator, in the shape of the official modules: a builder, and the container it started.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import {
  AbstractStartedContainer,
  BoundPorts,
  GenericContainer,
  getContainerRuntimeClient,
  type InspectResult,
  type RestartOptions,
  type StartedTestContainer,
  Wait,
  type WaitStrategy,
} from 'testcontainers';

const EMULATOR_PORT = 4400;
const DEFAULT_IMAGE = 'ghcr.io/OWNER/agent-deploy-emulator:0';
const STARTUP_TIMEOUT_MS = 120_000;
/** Maximum length of the log in an error, in characters. */
const MAX_OUTPUT = 2000;
/** Only root can write to this folder in the container, so agents cannot change its files. */
const FOLDER = '/etc/agent-deploy-emulator';
const KEY_FILE = `${FOLDER}/api-key`;
const PUBLIC_URL_FILE = `${FOLDER}/public-url`;
const SEED_FILE = `${FOLDER}/seed.yaml`;
const FAULTS_FILE = `${FOLDER}/faults.yaml`;
const API_KEY = /^[\x21-\x7e]{8,}$/;

/** Waits for the file with the public URL, and then runs the image's own entrypoint with the flags. */
const WAIT_FOR_PUBLIC_URL = [
  `until read -r EMULATOR_PUBLIC_URL <${PUBLIC_URL_FILE}; do sleep 0.1; done 2>/dev/null`,
  'export EMULATOR_PUBLIC_URL',
  'exec entrypoint.sh "$@"',
].join('\n');
/** Writes its first argument to the file with the public URL. The line break marks the end of the URL. */
const WRITE_PUBLIC_URL = `printf '%s\\n' "$1" >${PUBLIC_URL_FILE}`;

/** Resets the emulator from inside the container, because the route refuses hosts other than the public URL's. */
const RESET = `
  const headers = { 'x-api-key': require('node:fs').readFileSync('${KEY_FILE}', 'utf8').trim() };
  fetch('http://127.0.0.1:${EMULATOR_PORT}/_local/reset', { method: 'POST', headers }).then(async (response) => {
    if (!response.ok) throw new Error(\`status \${response.status}: \${await response.text()}\`);
  });`;

/**
 * Container of the agent-deploy emulator.
 *
 * The emulator returns absolute URLs of uploads and deployments, so it has to know the address that clients use before
 * it starts. The engine chooses the port of this address when it starts the container. The container therefore waits
 * until the module has written the address into the container, and only then starts the emulator.
 */
export class AgentDeployEmulatorContainer extends GenericContainer {
  private apiKey: string | undefined;
  private publicUrl: string | undefined;
  private readonly flags: string[] = [];
  private readonly flagFiles = new Map<string, { flag: string; content: string }>();

  constructor(image: string = DEFAULT_IMAGE) {
    super(image);
    this.withExposedPorts(EMULATOR_PORT)
      .withEnvironment({ EMULATOR_API_KEY_FILE: KEY_FILE })
      .withWaitStrategy(
        new WaitInOrder([
          Wait.forLogMessage(/^\{"ready":true,/),
          Wait.forHttp('/ok', EMULATOR_PORT).forStatusCode(200),
        ]),
      )
      .withStartupTimeout(STARTUP_TIMEOUT_MS);
  }

  /**
   * Sets the API key. By default, each container gets a random key.
   * @throws TypeError if the key has fewer than 8 characters, or blanks or characters outside of ASCII.
   */
  public withApiKey(apiKey: string): this {
    if (!API_KEY.test(apiKey)) {
      throw new TypeError(
        'withApiKey: the key is invalid; expected at least 8 characters of printable ASCII without blanks',
      );
    }
    this.apiKey = apiKey;
    return this;
  }

  /**
   * Sets the URL under which clients reach the emulator, for example `http://emulator:4400` for clients in other
   * containers of a network. By default, it is the host and the mapped port.
   * @throws TypeError if the URL is not an HTTP URL.
   */
  public withPublicUrl(url: string): this {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new TypeError('withPublicUrl: the URL is invalid; expected an absolute http: or https: URL');
    }
    this.publicUrl = url;
    return this;
  }

  /** Adds flags of the emulator, such as `--compat`, `hosted`. Never pass secrets as flags: other programs see them. */
  public withFlags(...flags: string[]): this {
    this.flags.push(...flags);
    return this;
  }

  /** Sets the text of the seed file, YAML with workspaces, keys and deployments. The seed applies again after a reset. */
  public withSeed(yaml: string): this {
    this.flagFiles.set(SEED_FILE, { flag: '--seed', content: yaml });
    return this;
  }

  /** Sets the text of the file with fault rules (YAML), which apply from the start and again after a reset. */
  public withFaults(yaml: string): this {
    this.flagFiles.set(FAULTS_FILE, { flag: '--faults', content: yaml });
    return this;
  }

  /**
   * Starts the container, and waits until the emulator is ready.
   * @throws Error if the emulator does not become ready, or for a reused container without a key.
   */
  public override async start(): Promise<StartedAgentDeployEmulatorContainer> {
    if (this.reuse && this.apiKey === undefined) {
      throw new Error(
        'withReuse: a reused container keeps the key of its first start, so call withApiKey(key) with a fixed key',
      );
    }
    this.apiKey ??= randomBytes(24).toString('hex');
    const container = await this.startWithLog();
    try {
      const ready = await readReadyLine(container);
      return new StartedAgentDeployEmulatorContainer(
        container,
        this.apiKey,
        ready,
        this.publicUrl !== undefined,
      );
    } catch (error) {
      await container.stop();
      throw error;
    }
  }

  /** Starts the container. If this fails, the error contains the last lines of the log, unless a consumer reads the log. */
  private async startWithLog(): Promise<StartedTestContainer> {
    if (this.logConsumer !== undefined) return super.start();
    let log: Readable | undefined;
    let output = '';
    this.logConsumer = (stream) => {
      log = stream.on('data', (data) => {
        output = `${output}${data}`.slice(-MAX_OUTPUT);
      });
    };
    try {
      return await super.start();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${reason}. Last output of the container: ${output.trim() || 'none'}`, {
        cause: error,
      });
    } finally {
      delete this.logConsumer;
      log?.destroy();
    }
  }

  protected override async beforeContainerCreated(): Promise<void> {
    const files = [
      { target: KEY_FILE, content: `${this.apiKey}\n` },
      ...Array.from(this.flagFiles, ([target, { content }]) => ({ target, content })),
    ];
    const targets = new Set(files.map(({ target }) => target));
    this.contentsToCopy = [
      ...this.contentsToCopy.filter(({ target }) => !targets.has(target)),
      ...files.map((file) => ({ ...file, mode: 0o444 })),
    ];
    if (this.publicUrl === undefined) this.withEntrypoint(['/bin/sh', '-c', WAIT_FOR_PUBLIC_URL, 'sh']);
    else this.withEnvironment({ EMULATOR_PUBLIC_URL: this.publicUrl });
    const ownFlags = Array.from(this.flagFiles, ([target, { flag }]) => [flag, target]).flat();
    if (ownFlags.length + this.flags.length > 0) this.withCommand([...ownFlags, ...this.flags]);
  }

  protected override async containerStarting(inspectResult: InspectResult): Promise<void> {
    if (this.publicUrl !== undefined) return;
    const client = await getContainerRuntimeClient();
    const { host, hostIps } = client.info.containerRuntime;
    const port = BoundPorts.fromInspectResult(hostIps, inspectResult).getBinding(EMULATOR_PORT);
    const container = client.container.getById(inspectResult.name.replace(/^\//, ''));
    const write = ['/bin/sh', '-c', WRITE_PUBLIC_URL, 'sh', httpUrl(host, port)];
    const { exitCode, output } = await client.container.exec(container, write, { user: '0' });
    if (exitCode === 0) return;
    await client.container.stop(container, { timeout: 0 });
    await client.container.remove(container, { removeVolumes: true });
    throw new Error(`The emulator's public URL could not be written into the container: ${output.trim()}`);
  }
}

/** Running container of the emulator. */
export class StartedAgentDeployEmulatorContainer extends AbstractStartedContainer {
  private readonly port: number;
  private readonly apiKey: string;
  private readonly ready: ReadyLine;
  private readonly hasFixedUrl: boolean;

  constructor(container: StartedTestContainer, apiKey: string, ready: ReadyLine, hasFixedUrl: boolean) {
    super(container);
    this.port = container.getMappedPort(EMULATOR_PORT);
    this.apiKey = apiKey;
    this.ready = ready;
    this.hasFixedUrl = hasFixedUrl;
  }

  /** Returns the port of this machine on which the emulator listens. */
  public getPort(): number {
    return this.getMappedPort(EMULATOR_PORT);
  }

  /** Returns the URL of the control plane: the value for `control-plane-url` of the action. */
  public getControlPlaneUrl(): string {
    return this.ready.urls.controlPlane;
  }

  /** Returns the URL of the sandboxes' API. */
  public getSandboxesUrl(): string {
    return this.ready.urls.sandboxes;
  }

  /** Returns the URL of the tracing API: the value for `LANGSMITH_ENDPOINT`. */
  public getTracingUrl(): string {
    return this.ready.urls.tracing;
  }

  /** Returns the URL of the routes for tests: faults, journal, clock, snapshots. */
  public getAdminUrl(): string {
    return this.ready.urls.admin;
  }

  /** Returns the API key, the value of the header `X-Api-Key`. */
  public getApiKey(): string {
    return this.apiKey;
  }

  /** Returns the ID of the workspace that the API key can access. */
  public getWorkspaceId(): string {
    return this.ready.workspaceId;
  }

  /**
   * Resets the emulator to the state after its start, which is faster than a new container.
   * @throws Error if the emulator does not accept the reset.
   */
  public async reset(): Promise<void> {
    const { exitCode, output } = await this.exec(['node', '--eval', RESET]);
    if (exitCode !== 0) throw new Error(`The emulator could not be reset: ${output.trim()}`);
  }

  /**
   * Restarts the container with its data.
   * @throws Error if the engine maps another port than before, because the emulator's URLs contain the port.
   */
  public override async restart(options?: Partial<RestartOptions>): Promise<void> {
    await super.restart(options);
    if (this.hasFixedUrl || this.getPort() === this.port) return;
    throw new Error(
      `The engine mapped port ${this.getPort()} instead of ${this.port}, but the emulator's URLs still contain ${this.port}. ` +
        'Bind a fixed port with withExposedPorts({ container: 4400, host: … }), or start a new container.',
    );
  }
}

/**
 * Waits for one strategy after the other. With `Wait.forAll`, a container that exits at once would leave the HTTP
 * strategy running in the background until its timeout.
 */
class WaitInOrder implements WaitStrategy {
  private readonly strategies: readonly WaitStrategy[];

  constructor(strategies: readonly WaitStrategy[]) {
    this.strategies = strategies;
  }

  public async waitUntilReady(...args: Parameters<WaitStrategy['waitUntilReady']>): Promise<void> {
    for (const strategy of this.strategies) await strategy.waitUntilReady(...args);
  }

  public withStartupTimeout(startupTimeoutMs: number): this {
    for (const strategy of this.strategies) strategy.withStartupTimeout(startupTimeoutMs);
    return this;
  }

  public isStartupTimeoutSet(): boolean {
    return this.strategies.some((strategy) => strategy.isStartupTimeoutSet());
  }

  public getStartupTimeout(): number {
    return Math.max(...this.strategies.map((strategy) => strategy.getStartupTimeout()));
  }
}

/** Line of JSON that the emulator prints when it is ready. */
interface ReadyLine {
  urls: { controlPlane: string; sandboxes: string; tracing: string; admin: string };
  workspaceId: string;
}

function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the ready line of the container's log, which the wait strategy has already seen. */
async function readReadyLine(container: StartedTestContainer): Promise<ReadyLine> {
  const log = await container.logs();
  try {
    for await (const line of createInterface({ input: log })) {
      if (line.startsWith('{"ready":true,')) return JSON.parse(line) as ReadyLine;
    }
  } finally {
    log.destroy();
  }
  throw new Error(
    'The log of the container has no ready line; expected the image of the agent-deploy emulator',
  );
}
