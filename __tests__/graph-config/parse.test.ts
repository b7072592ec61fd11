import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { LINEAR_LIMIT_MS, threadMs } from '../../harness/hang-limit.ts';
import { parseGraphConfig } from '../../src/graph-config/parse.ts';

const read = (value: unknown) => parseGraphConfig(JSON.stringify(value));

describe('a graph configuration', () => {
  test('defines graphs as strings or objects, and can contain keys besides the graphs', () => {
    expect(
      read({
        graphs: { a: './src/a.ts:graph', b: { path: 'b.mjs:default', description: 'x' } },
        env: { N: 1, T: 'text', F: false },
        node_version: '22',
        dependencies: ['.'],
        store: {},
      }),
    ).toEqual({
      ok: true,
      warnings: [],
      refusals: [],
      config: {
        command: undefined,
        language: 'javascript',
        graphs: [
          { id: 'a', path: './src/a.ts', exportName: 'graph' },
          { id: 'b', path: 'b.mjs', exportName: 'default', description: 'x' },
        ],
        env: { kind: 'values', values: { N: '1', T: 'text', F: 'false' } },
        nodeVersion: '22',
        sections: { store: {} },
        references: { modules: [], ui: [] },
      },
    });
    expect(parseGraphConfig('\uFEFF{"graphs":{"a":"a.js:g"},"env":".env"}')).toMatchObject({
      ok: true,
      config: { env: { kind: 'file', path: '.env' } },
    });
  });

  // docs/departures/graphs.md#emulator-command-graph-configuration
  test.each(['python -m agent', ['python', '-m', 'agent', '']])(
    'can specify the program that serves the agent (%s), which then interprets all other keys',
    (command) => {
      for (const graphs of [
        undefined,
        {},
        { agent: './agent.py:graph' },
        { agent: { path: 'x' } },
        { a: 'a.ts:g', b: './b.py:g' },
      ]) {
        expect(read({ graphs, emulator: { command }, http: { app: 'x' }, python_version: 7 })).toMatchObject({
          ok: true,
          warnings: [],
          config: { command, graphs: [], env: { kind: 'none' } },
        });
      }
    },
  );

  test.each([
    [{}, 'graphs', 'is missing. Expected "graphs"'],
    [{ graph: { a: 'a.ts:g' } }, 'graphs', 'is missing. Rename "graph" to "graphs".'],
    [{ graphs: {} }, 'graphs', 'contains no graph'],
    [{ graphs: ['./a.ts:graph'] }, 'graphs', 'is not an object of graphs'],
    [{ graphs: { agent: 7 } }, 'graphs.agent', 'is neither "<file>:<export>"'],
    [{ graphs: { agent: './a.ts' } }, 'graphs.agent', 'Expected "<file>:<export>"'],
    [{ graphs: { agent: './a.py' } }, 'graphs.agent', 'Expected "<file>:<export>"'],
    [
      { graphs: { agent: { path: './a.ts:g', description: 7 } } },
      'graphs.agent.description',
      'is not a string',
    ],
    [{ emulator: { command: '' } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { command: [] } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { command: ['a', 1] } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { command: 'a\0b' } }, 'emulator.command', 'is neither a command line nor a list'],
    [{ emulator: { comand: 'a' } }, 'emulator', 'Only "command" is supported'],
    [{ emulator: 'python -m agent' }, 'emulator', 'Only "command" is supported'],
    [{ graphs: { agent: './a.rb:graph' } }, 'graphs.agent', 'extension is unknown'],
    [{ graphs: { agent: ':graph' } }, 'graphs.agent', 'Expected "<file>:<export>"'],
    [{ graphs: { a: 'a.ts:g' }, env: ['.env'] }, 'env', 'is neither the name of a file nor an object'],
    [{ graphs: { a: 'a.ts:g' }, project_root: '.' }, 'project_root', 'Write "source.root" instead'],
    [{ graphs: { a: 'a.ts:g' }, package: 'a' }, 'package', 'Write "source.package" instead'],
    [[], undefined, 'is not a JSON object'],
    ['text', undefined, 'is not a JSON object'],
  ])('such as %j is rejected with the key and the remedy', (value, key, message) => {
    expect(read(value)).toEqual({ ok: false, problem: { key, message: expect.stringContaining(message) } });
  });

  test.each([
    ['{ "graphs": { "agent": \n', 'Unexpected end of JSON input (line 2 column 1)'],
    ['{\n  "graphs": x\n}', "Unexpected token 'x' (line 2 column 13)"],
    [`{\n  "graphs": {\n${'    "a": "./a.ts:g",\n'.repeat(9)}  },\n  ''\n}`, '(line 12 column 3)'],
    ['{"a":tru\n}', "Unexpected token ' ' (line 1 column 9)"],
    ["{'a':1}", '(line 1 column 2)'],
    ['\uFEFF[1,,2]', "Unexpected token ',' (line 1 column 4)"],
    ['{} x', '(line 1 column 4)'],
    ['{"a":"\\x"}', '(line 1 column 8)'],
    ['', 'Unexpected end of JSON input (line 1 column 1)'],
  ])('that is not JSON is reported on one line with the position: %j', (text, reason) => {
    const read = parseGraphConfig(text);
    const message = read.ok ? '' : read.problem.message;
    expect(message).toContain('is not valid JSON (');
    expect(message).toContain(reason);
    expect(message).not.toContain('\n');
  });

  // docs/departures/graphs.md#graph-configuration-languages
  test('with graphs of both languages is rejected with the name of one graph of each language', () => {
    const python = { helper: 'pkg.helper:graph' };
    const javascript = { web: './web.ts:graph' };
    for (const graphs of [
      { ...python, ...javascript },
      { ...javascript, ...python },
    ]) {
      expect(read({ graphs, dependencies: ['.'] })).toEqual({
        ok: false,
        problem: {
          key: 'graphs.web',
          message: expect.stringContaining(
            'contains the JavaScript module "./web.ts", but "graphs.helper" is the Python module "pkg.helper"',
          ),
        },
      });
    }
  });
});

describe('a graph configuration for Python', () => {
  const config = (more: object = {}) =>
    read({ graphs: { agent: './agent.py:graph' }, dependencies: ['.'], ...more });

  test('contains files and modules, an interpreter and the locations of packages', () => {
    const graphs = {
      file: { path: './src/my agent.py:graph', description: 'answers' },
      module: 'pkg.módulo:make_graph',
    };
    const dependencies = [
      '.',
      '../shared',
      'httpx>=0.27',
      'a[b] @ https://example.test/a.whl',
      'git+https://h/r.git',
    ];
    expect(
      read({
        graphs,
        dependencies,
        python_version: '3.12',
        pip_installer: 'pip',
        pip_config_file: 'pip.conf',
      }),
    ).toEqual({
      ok: true,
      warnings: [],
      refusals: [],
      config: {
        command: undefined,
        language: 'python',
        graphs: [
          { id: 'file', path: './src/my agent.py', exportName: 'graph', description: 'answers' },
          { id: 'module', path: 'pkg.módulo', exportName: 'make_graph' },
        ],
        env: { kind: 'none' },
        nodeVersion: undefined,
        sections: {},
        references: { modules: [], ui: [] },
        python: {
          version: '3.12',
          installer: 'pip',
          pipConfigFile: 'pip.conf',
          source: { kind: 'dependencies', entries: dependencies },
        },
      },
    });
  });

  test('can omit most of the keys for Python', () => {
    expect(
      config({ python_version: null, pip_installer: null, pip_config_file: null, source: null }),
    ).toMatchObject({
      ok: true,
      config: { python: { version: undefined, installer: 'auto', pipConfigFile: undefined } },
    });
  });

  test('can have a uv project instead of dependencies', () => {
    const graphs = { agent: './agent.py:graph' };
    expect(read({ graphs, source: { kind: 'uv' }, dependencies: [] })).toMatchObject({
      ok: true,
      config: { python: { source: { kind: 'uv', root: '.', package: undefined } } },
    });
    expect(read({ graphs, source: { kind: 'uv', root: '../..', package: 'my-agent' } })).toMatchObject({
      ok: true,
      warnings: [],
      config: { python: { source: { kind: 'uv', root: '../..', package: 'my-agent' } } },
    });
  });

  // docs/departures/graphs.md#graph-configuration-dependencies
  test.each<[object, string, string]>([
    [{ python_version: 3.11 }, 'python_version', 'is not a string'],
    [{ python_version: '3.11.7' }, 'python_version', 'such as "3.11"'],
    [{ python_version: '3' }, 'python_version', 'such as "3.12"'],
    [{ python_version: '>=3.11' }, 'python_version', 'Expected only the major and minor version'],
    [{ python_version: '3.10' }, 'python_version', 'which is too old. The oldest supported Python is 3.11'],
    [{ python_version: '2.7' }, 'python_version', 'which is too old'],
    [
      { python_version: '4.0' },
      'python_version',
      'which is not a supported Python version. Write a version such as "3.12"',
    ],
    [{ python_version: '3.11-bullseye' }, 'python_version', 'whose image is no longer available'],
    [{ pip_installer: 'poetry' }, 'pip_installer', 'Expected "auto", "uv" or "pip"'],
    [{ pip_config_file: 7 }, 'pip_config_file', 'is not the name of a file'],
    [
      { dependencies: undefined },
      'dependencies',
      'is missing, but "graphs.agent" is the Python module "./agent.py"',
    ],
    [{ dependencies: [] }, 'dependencies', 'is empty, but'],
    [{ dependencies: '.' }, 'dependencies', 'is not a list. Expected "dependencies": ["."]'],
    [{ dependencies: ['.', 7] }, 'dependencies.1', 'is not a string'],
    [{ dependencies: [' '] }, 'dependencies.0', 'is empty'],
    [{ dependencies: ['a\n-r b'] }, 'dependencies.0', 'contains a control character'],
    [{ dependencies: ['-r requirements.txt'] }, 'dependencies.0', 'an option of the installer'],
    [{ dependencies: ['--index-url=https://x'] }, 'dependencies.0', 'an option of the installer'],
    [{ dependencies: ['/opt/pkg'] }, 'dependencies.0', 'which is not a requirement'],
    [{ dependencies: ['my agent'] }, 'dependencies.0', 'which is not a requirement'],
    [{ dependencies: ['requirements.txt'] }, 'dependencies.0', 'a file. Write its folder'],
    [{ dependencies: ['httpx>>1'] }, 'dependencies.0', 'which is not a requirement'],
    [{ dependencies: ['httpx pydantic'] }, 'dependencies.0', 'which is not a requirement'],
    [{ dependencies: ['pkg @ file:///opt/pkg'] }, 'dependencies.0', 'which is outside the repository'],
    [{ dependencies: ['git+file:///opt/pkg'] }, 'dependencies.0', 'which is outside the repository'],
    [{ dependencies: ['hg+https://h/r'] }, 'dependencies.0', 'which is not a requirement'],
    [{ source: { kind: 'uv' } }, 'dependencies', 'and "source" are mutually exclusive'],
    [{ source: 'uv', dependencies: [] }, 'source', 'is not an object'],
    [
      { source: { kind: 'pip' }, dependencies: [] },
      'source.kind',
      'is unknown. The only supported kind is uv',
    ],
    [{ source: { kind: 'uv', root: ' ' } }, 'source.root', 'is empty'],
    [{ source: { kind: 'uv', package: 1 } }, 'source.package', 'is not a string'],
    [{ graphs: { agent: 'agent.py:graph' } }, 'graphs.agent', 'Write "./agent.py:graph"'],
    [
      { graphs: { agent: './src\\agent.py:graph' } },
      'graphs.agent',
      'Write "/" instead of "\\": "./src/agent.py:graph"',
    ],
    [
      { graphs: { agent: 'my-agent.graph:graph' } },
      'graphs.agent',
      'or a Python module such as "my_agent.graph"',
    ],
    [
      { graphs: { agent: './agent.py:builder.compile()' } },
      'graphs.agent',
      'Expected the name of a variable',
    ],
  ])('with %j is rejected with the key and the remedy', (more, key, message) => {
    expect(config(more)).toEqual({ ok: false, problem: { key, message: expect.stringContaining(message) } });
  });

  test.each([
    'httpx',
    'langchain_openai',
    'ruamel.yaml ~= 0.18',
    'discord.py',
    'httpx[http2, socks] >=0.27, <1',
    'uvloop (>=0.19); sys_platform != "win32"',
    'torch==2.*',
    'x @ https://example.test/x-1-py3-none-any.whl ; python_version < "3.13"',
    'git+ssh://git@example.test/r.git@v1#subdirectory=x',
  ])('accepts the requirement %s', (entry) => {
    expect(config({ dependencies: ['.', entry] })).toMatchObject({ ok: true });
  });

  test('is read in time proportional to the length of its entries', () => {
    const long = ' '.repeat(200_000);
    const startedAt = threadMs();
    for (const entry of [`a${long}x`, `a[${long}`, `a>=1${',>=1'.repeat(50_000)}?`, 'a-'.repeat(100_000)]) {
      expect(config({ dependencies: [entry] }).ok).toBe(false);
    }
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`graphz${index}`, 1]));
    expect(config(keys).ok).toBe(true);
    expect(threadMs() - startedAt).toBeLessThan(LINEAR_LIMIT_MS);
  });

  // docs/departures/graphs.md#graph-configuration-git-credentials
  test.each([
    'git+https://me:token-1@h/r.git',
    'x @ git+https://token-1@h/r.git',
    'x y @ https://me:token-1@h/r',
  ])('is rejected without repeating the credentials in a URL: %s', (entry) => {
    const result = config({ dependencies: ['.', entry] });
    expect(result).toMatchObject({ ok: false, problem: { key: 'dependencies.1' } });
    expect(JSON.stringify(result)).not.toContain('token-1');
  });
});

describe('a key without effect in a graph configuration', () => {
  const warnings = (value: object) => {
    const result = read(value);
    if (!result.ok) return [result.problem];
    return [...result.refusals, ...result.warnings].map(({ key, message }) => `${key} ${message}`);
  };
  const javascript = { graphs: { agent: './agent.ts:graph' } };
  const python = { graphs: { agent: './agent.py:graph' }, dependencies: ['.'] };

  // docs/departures/graphs.md#own-encryption
  test('is rejected if the key is about encryption, because the data would not be encrypted', () => {
    expect(warnings({ ...python, encryption: { path: './encryption.py:own' } })).toEqual([]);
    expect(warnings({ ...javascript, encryption: { path: './encryption.ts:own' } })).toEqual([
      { key: 'encryption', message: expect.stringMatching(/^applies only to Python graphs/) },
    ]);
  });

  // docs/departures/graphs.md#checkpointer-serde
  test('causes a warning if only the other language supports the key', () => {
    const sections = { checkpointer: { serde: { pickle_fallback: false } } };
    expect(warnings({ ...python, ...sections })).toEqual([]);
    expect(warnings({ ...javascript, ...sections })).toEqual([
      'checkpointer.serde is not supported: the key applies to Python classes. Remove it',
    ]);
  });

  // docs/departures/graphs.md#graph-configuration-keys
  test('causes a warning that describes the actual behavior', () => {
    for (const [language, extension] of [
      [javascript, 'ts'],
      [python, 'py'],
    ] as const) {
      const module = `./module.${extension}:name`;
      const reported = warnings({
        ...language,
        checkpointer: { path: module, ttl: { default_ttl: 1 } },
        http: { logging_headers: { includes: ['x-a'] } },
        store: { index: { embed: module, dims: 4 }, path: module },
        ui: { a: './ui.tsx' },
      });
      for (const name of ['checkpointer.path', 'http.logging_headers', 'store.path']) {
        expect(reported).toContainEqual(expect.stringMatching(new RegExp(`^${name} is not supported: `)));
      }
      expect(reported).toHaveLength(3);
    }
  });

  test.each([
    [javascript, './src/auth.ts:auth'],
    [python, './src/auth.py:auth'],
    [python, 'my_agent.auth:auth'],
  ])('is never auth.path, auth.disable_studio_auth or auth.openapi: %j with %s', (language, path) => {
    const auth = { path, disable_studio_auth: true, openapi: { security: [] } };
    expect(warnings({ ...language, auth })).toEqual([]);
  });

  // docs/departures/graphs.md#graph-configuration-auth-cache
  test('such as auth.cache causes a warning for Python graphs but not for JavaScript graphs', () => {
    const cache = { cache_keys: ['authorization'] };
    expect(warnings({ ...javascript, auth: { path: './src/auth.ts:auth', cache } })).toEqual([]);
    expect(warnings({ ...python, auth: { path: './auth.py:auth', cache } })).toEqual([
      expect.stringMatching(/^auth\.cache is not supported: /),
    ]);
  });

  test('causes no warning if its value is empty or the default', () => {
    const nothing = {
      dockerfile_lines: [],
      http: { disable_mcp: false, app: null },
      store: {},
      ui: null,
      auth: {},
    };
    expect(warnings({ ...python, ...nothing })).toEqual([]);
  });

  test('causes a warning if it belongs to the other language, except for the dependencies in templates', () => {
    expect(warnings({ ...javascript, dependencies: ['.'], python_version: '2', source: 7 })).toEqual([
      'python_version is not supported: the graphs are written in JavaScript. Remove the key',
      'source is not supported: the graphs are written in JavaScript. Remove the key',
    ]);
    expect(warnings({ ...python, node_version: '22', python_version: '3.12-bookworm' })).toEqual([
      expect.stringMatching(/^node_version is not supported: the graphs are written in Python/),
      expect.stringMatching(
        /^python_version contains the distribution "bookworm", which is not supported there/,
      ),
    ]);
  });

  test('causes a warning that suggests a similar known key if the key is unknown, at each level', () => {
    expect(
      warnings({
        ...python,
        graphs: { agent: { path: './agent.py:graph', descripton: 'x' } },
        $schema: 'https://example.test/schema.json',
        dockerfile_line: ['x'],
        anything: 1,
        http: { ap: 'x', configurable_headers: { includs: ['x-a'] } },
        store: { index: null, ttl: { default_tll: 1 } },
        ui: { 'my-ui': './ui.tsx' },
      }).filter((line) => !line.toString().includes('is not supported')),
    ).toEqual([
      'dockerfile_line is unknown and ignored. Did you mean "dockerfile_lines"?',
      'anything is unknown and ignored. Remove it if no other tool reads it',
      'graphs.agent.descripton is unknown and ignored. Did you mean "description"?',
      'http.ap is unknown and ignored. Did you mean "app"?',
      'http.configurable_headers.includs is unknown and ignored. Did you mean "includes"?',
      'store.ttl.default_tll is unknown and ignored. Did you mean "default_ttl"?',
    ]);
  });
});

describe('a section of a graph configuration', () => {
  const graphs = { agent: './agent.ts:graph' };
  const python = { graphs: { agent: './agent.py:graph' }, dependencies: ['.'] };

  test('is returned as written, except for null values', () => {
    const sections = {
      http: { disable_mcp: true, configurable_headers: { includes: ['x-a'], excludes: null } },
      webhooks: { url: { allowed_domains: ['*.example.com'] } },
      checkpointer: { serde: { allowed_msgpack_modules: null }, ttl: null },
      store: null,
    };
    const result = read({ graphs, ...sections });
    expect(result.ok && result.config.sections).toEqual({
      http: { disable_mcp: true, configurable_headers: { includes: ['x-a'] } },
      webhooks: { url: { allowed_domains: ['*.example.com'] } },
      checkpointer: { serde: { allowed_msgpack_modules: null } },
    });
  });

  test('lists its modules and components, each with the key', () => {
    const result = read({
      ...python,
      http: { app: './src/app.py:app' },
      store: { index: { dims: 4, embed: 'my_agent.py:embed' } },
      encryption: { path: 'my_agent.encryption:encryption' },
      ui: { agent: './ui.tsx' },
    });
    expect(result.ok && result.config.references).toEqual({
      modules: [
        { key: 'http.app', path: './src/app.py', exportName: 'app', kind: 'file' },
        { key: 'store.index.embed', path: 'my_agent.py', exportName: 'embed', kind: 'file' },
        { key: 'encryption.path', path: 'my_agent.encryption', exportName: 'encryption', kind: 'module' },
      ],
      ui: [{ key: 'ui.agent', name: 'agent', path: './ui.tsx' }],
    });
    const model = read({ graphs, store: { index: { dims: 4, embed: 'openai:text-embedding-3-small' } } });
    expect(model.ok && model.config.references.modules).toEqual([]);
    // docs/departures/graphs.md#store-index
    expect(model.ok && model.warnings).toEqual([
      {
        key: 'store.index.embed',
        message: expect.stringContaining('the emulator loads only for Python graphs'),
      },
    ]);
  });

  // docs/departures/graphs.md#graph-configuration-values
  test.each<[object, string, string]>([
    [{ image_distro: 'alpine' }, 'image_distro', 'Expected "debian", "wolfi" or "bookworm"'],
    [{ keep_pkg_tools: ['poetry'] }, 'keep_pkg_tools', 'a list of "pip", "setuptools" and "wheel"'],
    [{ api_version: 'newest' }, 'api_version', 'is not a version'],
    [{ auth: { path: './auth.ts' } }, 'auth.path', 'is not "<file>:<name>"'],
    [{ http: { app: 7 } }, 'http.app', 'is not "<file>:<name>"'],
    [{ http: { app: './app.rb:app' } }, 'http.app', 'whose extension is unknown'],
    [
      { http: { app: './app.py:app' } },
      'http.app',
      'a Python module, but the graphs are written in JavaScript',
    ],
    [{ http: { app: '.\\app.ts:app' } }, 'http.app', 'Write "/" instead: "./app.ts:app"'],
    [{ http: { disable_mcp: 'yes' } }, 'http.disable_mcp', 'is neither true nor false'],
    [{ http: { mount_prefix: 'agent' } }, 'http.mount_prefix', 'is not a path prefix'],
    [{ http: { middleware_order: 'x' } }, 'http.middleware_order', 'Expected "auth_first" or'],
    [{ store: 'mine' }, 'store', 'is not an object. Expected "store": {'],
    [{ store: { index: { embed: 'a:b' } } }, 'store.index.dims', 'is missing. Expected 1536'],
    [{ store: { ttl: { default_ttl: '1h' } } }, 'store.ttl.default_ttl', 'is not a number of minutes'],
    [{ checkpointer: { ttl: { strategy: 'x' } } }, 'checkpointer.ttl.strategy', '"delete" or "keep_latest"'],
    [{ encryption: {} }, 'encryption.path', 'is missing. Expected a reference such as'],
    [
      { webhooks: { url: { allowed_domains: ['a.*.com'] } } },
      'webhooks.url.allowed_domains.0',
      'is not a host',
    ],
    [{ ui: ['./ui.tsx'] }, 'ui', 'is not an object'],
    [{ ui: { a: 7 } }, 'ui.a', 'is not a string'],
  ])('is rejected with the invalid key: %j', (section, key, message) => {
    expect(read({ graphs, ...section })).toMatchObject({
      ok: false,
      problem: { key, message: expect.stringContaining(message) },
    });
  });
});

describe('the parser of graph configurations', () => {
  /** Generates valid and invalid values of configurations. */
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '.',
      './a.py:g',
      'p.m:g',
      'a.ts:g',
      '3.12',
      '3.11.1',
      'uv',
      'git+https://u:p@h/r',
      '__proto__',
    ),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      word,
      fc.jsonValue(),
      fc.array(tie('value')),
      fc.dictionary(fc.oneof(word, fc.constantFrom('path', 'kind', 'root', 'app')), tie('value')),
    ),
  }));
  const KEYS = [
    'graphs',
    'dependencies',
    'source',
    'python_version',
    'pip_installer',
    'pip_config_file',
    'node_version',
    'env',
    'http',
    'store',
    'auth',
    'project_root',
  ];
  const anything = fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), value);

  test('never throws, even for an invalid string', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          anything.map((json) => JSON.stringify(json)),
        ),
        (text) => {
          expect(typeof parseGraphConfig(text).ok).toBe('boolean');
        },
      ),
    );
  });

  test('never ignores a key silently, but supports or rejects the key, or warns about the key', () => {
    const carriedOut = new Set(['graphs', 'env', 'node_version', '$schema', 'dependencies', 'emulator']);
    const forPython = new Set(['python_version', 'pip_installer', 'pip_config_file', 'source']);
    const base = fc.constantFrom<object>({ agent: './a.ts:g' }, { agent: './a.py:g' });
    fc.assert(
      fc.property(anything, base, (more, graphs) => {
        const json = { ...more, dependencies: ['.'], graphs };
        const result = read(json);
        if (!result.ok) return;
        const warned = new Set(result.warnings.map(({ key }) => key?.split('.')[0]));
        for (const [key, given] of Object.entries(json)) {
          const isCarriedOut =
            (carriedOut.has(key) && !(key === 'node_version' && result.config.language === 'python')) ||
            (forPython.has(key) && result.config.language === 'python');
          const asksForNothing =
            !given || (typeof given === 'object' && Object.values(given).every((inner) => isNothing(inner)));
          if (!isCarriedOut && !asksForNothing) expect([...warned]).toContain(key.split('.')[0]);
        }
      }),
    );
  });
});

function isNothing(value: unknown): boolean {
  if (value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
