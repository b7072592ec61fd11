import type { RepositoryReader } from '../../../src/init/repository.ts';

/** An example repository, and the facts that `init` must find in it. */
export interface RepositoryShape {
  shape: string;
  /** Name of the repository on its host. */
  name: string;
  branch?: string;
  files: Record<string, string>;
  agents: Record<
    string,
    {
      config: string;
      languages?: string[];
      needs?: string[];
      optional?: string[];
      paths?: string[];
      build?: string;
    }
  >;
  source?: 'internal_source';
  /** Patterns for the beginnings of notes. */
  notes?: RegExp[];
  /** Names of the files that are written; the default is all four files. */
  writes?: string[];
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const PYTHON = json({ dependencies: ['.'], graphs: { agent: './agent.py:graph' } });
const TYPESCRIPT = json({ node_version: '22', graphs: { agent: './src/agent.ts:graph' } });

/** Twenty example repositories with agents. */
export const SHAPES: readonly RepositoryShape[] = [
  {
    shape: 'an agent in Python at the root',
    name: 'support-bot',
    files: {
      'langgraph.json': PYTHON,
      'pyproject.toml': '[project]\nname = "support-bot"\n',
      'agent.py': 'import os\nKEY = os.environ["SEARCH_KEY"]\nLEVEL = os.getenv("VERBOSITY", "1")\n',
      'tests/test_agent.py': 'import os\nos.environ["ONLY_IN_TESTS"]\n',
    },
    agents: {
      'support-bot': {
        config: 'langgraph.json',
        languages: ['python'],
        needs: ['SEARCH_KEY'],
        optional: ['VERBOSITY'],
      },
    },
  },
  {
    shape: 'an agent in TypeScript at the root, with a schema of its variables',
    name: 'helper',
    files: {
      'langgraph.json': TYPESCRIPT,
      'package.json': json({ name: 'helper', type: 'module' }),
      'package-lock.json': '{}',
      'src/agent.ts': "import { env } from './env.js';\nexport const graph = env;\n",
      'src/env.ts':
        "import { z } from 'zod';\nexport const env = z.object({\n  CRM_TOKEN: z.string(),\n  CRM_REGION: z.string().default('eu'),\n}).parse(process.env);\n",
    },
    agents: {
      helper: {
        config: 'langgraph.json',
        languages: ['typescript'],
        needs: ['CRM_TOKEN'],
        optional: ['CRM_REGION'],
      },
    },
  },
  {
    shape: 'two agents in Python with a shared package',
    name: 'agents',
    files: {
      'agents/billing/langgraph.json': json({
        dependencies: ['.', '../../shared'],
        graphs: { a: './graph.py:graph' },
      }),
      'agents/billing/graph.py': 'from money import rates\nfrom langchain_openai import ChatOpenAI\n',
      'agents/support/langgraph.json': json({ dependencies: ['.'], graphs: { a: './graph.py:graph' } }),
      'agents/support/graph.py': 'import os\nos.environ["DESK_TOKEN"]\n',
      'shared/money/__init__.py': '',
      'shared/money/rates.py': 'import os\nos.environ["RATES_KEY"]\n',
    },
    agents: {
      billing: {
        config: 'agents/billing/langgraph.json',
        needs: ['OPENAI_API_KEY', 'RATES_KEY'],
        paths: ['agents/billing/**', 'shared/**'],
      },
      support: {
        config: 'agents/support/langgraph.json',
        needs: ['DESK_TOKEN'],
        paths: ['agents/support/**'],
      },
    },
  },
  {
    shape: 'an agent in an npm workspace that imports a sibling package',
    name: 'platform',
    files: {
      'package.json': json({ workspaces: ['apps/*', 'packages/*'] }),
      'package-lock.json': '{}',
      'apps/bot/langgraph.json': TYPESCRIPT,
      'apps/bot/package.json': json({ name: '@acme/bot', dependencies: { '@acme/tools': '*' } }),
      'apps/bot/src/agent.ts': "import { search } from '@acme/tools';\n",
      'packages/tools/package.json': json({ name: '@acme/tools' }),
      'packages/tools/src/index.ts': "export const search = process.env['SEARCH_TOKEN']!;\n",
      'packages/tools/src/index.test.ts': 'process.env.ONLY_IN_TESTS;\n',
      'packages/site/package.json': json({ name: '@acme/site' }),
      'packages/site/src/page.ts': 'process.env.SITE_SECRET;\n',
    },
    agents: {
      bot: {
        config: 'apps/bot/langgraph.json',
        needs: ['SEARCH_TOKEN'],
        paths: ['apps/bot/**', 'packages/tools/**', 'package.json', 'package-lock.json'],
      },
    },
  },
  {
    shape: 'three agents in a pnpm workspace',
    name: 'monorepo',
    files: {
      'pnpm-workspace.yaml': 'packages: [agents/*]\n',
      'pnpm-lock.yaml': '',
      'package.json': json({ private: true }),
      ...Object.fromEntries(
        ['one', 'two', 'three'].flatMap((agent) => [
          [`agents/${agent}/langgraph.json`, TYPESCRIPT],
          [`agents/${agent}/package.json`, json({ name: agent })],
          [`agents/${agent}/src/agent.ts`, 'export const graph = {};\n'],
        ]),
      ),
    },
    agents: Object.fromEntries(
      ['one', 'three', 'two'].map((agent) => [
        agent,
        {
          config: `agents/${agent}/langgraph.json`,
          needs: [],
          paths: [`agents/${agent}/**`, 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
        },
      ]),
    ),
  },
  {
    shape: 'an agent in each language',
    name: 'both',
    files: {
      'python/langgraph.json': PYTHON,
      'python/agent.py': 'from langchain_anthropic import ChatAnthropic\n',
      'typescript/langgraph.json': TYPESCRIPT,
      'typescript/src/agent.ts': "import { ChatAnthropic } from '@langchain/anthropic';\n",
    },
    agents: {
      python: { config: 'python/langgraph.json', languages: ['python'], needs: ['ANTHROPIC_API_KEY'] },
      typescript: {
        config: 'typescript/langgraph.json',
        languages: ['typescript'],
        needs: ['ANTHROPIC_API_KEY'],
      },
    },
  },
  {
    shape: 'an agent next to the web page that calls the agent',
    name: 'travel-planner',
    files: {
      'backend/langgraph.json': json({ dependencies: ['.'], graphs: { a: './src/app/graph.py:graph' } }),
      'backend/pyproject.toml': '',
      'backend/src/app/__init__.py': '',
      'backend/src/app/graph.py': 'from app.tools import flights\nfrom .state import State\n',
      'backend/src/app/state.py': '',
      'backend/src/app/tools/__init__.py': '',
      'backend/src/app/tools/flights.py': 'import os\nos.environ.get("FLIGHTS_API_KEY")\n',
      'frontend/page.tsx': 'process.env.SESSION_SECRET;\n',
    },
    agents: {
      'travel-planner': {
        config: 'backend/langgraph.json',
        needs: ['FLIGHTS_API_KEY'],
        paths: ['backend/**'],
      },
    },
  },
  {
    shape: 'an agent whose modules are created by a build',
    name: 'compiled',
    files: {
      'langgraph.json': json({ node_version: '22', graphs: { agent: './dist/agent.js:graph' } }),
      'package.json': json({ scripts: { build: 'tsc' } }),
      'yarn.lock': '',
      'src/agent.ts': 'export const graph = {};\n',
    },
    agents: { compiled: { config: 'langgraph.json', build: 'yarn run build' } },
    notes: [/`yarn run build` must create them/],
  },
  {
    shape: 'an agent in a uv workspace',
    name: 'uv-workspace',
    files: {
      'pyproject.toml': '[tool.uv.workspace]\nmembers = ["members/*"]\n',
      'uv.lock': '',
      'members/planner/langgraph.json': json({
        source: { kind: 'uv', root: '../..', package: 'planner' },
        graphs: { agent: 'planner.graph:graph' },
      }),
      'members/planner/pyproject.toml': '',
      'members/planner/src/planner/__init__.py': '',
      'members/planner/src/planner/graph.py':
        'import os\nfrom maps.routes import find\nos.environ["PLANNER_TOKEN"]\n',
      'members/maps/pyproject.toml': '',
      'members/maps/src/maps/__init__.py': '',
      'members/maps/src/maps/routes.py': 'import os\nos.environ["MAPS_KEY"]\n',
      'members/site/pyproject.toml': '',
      'members/site/src/site_page.py': 'import os\nos.environ["SITE_SECRET"]\n',
    },
    agents: {
      planner: {
        config: 'members/planner/langgraph.json',
        needs: ['MAPS_KEY', 'PLANNER_TOKEN'],
        paths: ['members/planner/**', 'members/maps/**', 'pyproject.toml', 'uv.lock'],
      },
    },
  },
  {
    shape: 'an agent that needs no variables',
    name: 'echo',
    files: { 'langgraph.json': PYTHON, 'agent.py': 'graph = None\n' },
    agents: { echo: { config: 'langgraph.json', needs: [] } },
  },
  {
    shape: "an agent that the service's command line deploys from the checkout",
    name: 'moving',
    files: {
      'langgraph.json': PYTHON,
      'agent.py': 'graph = None\n',
      '.env':
        'LANGSMITH_DEPLOYMENT_NAME=kept-name\nLANGSMITH_API_KEY=lsv2_pt_not_for_output\nWEATHER_KEY=not-for-output\n',
      '.github/workflows/old.yml':
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: uvx --from langgraph-cli langgraph deploy --remote --no-input\n',
    },
    agents: { 'kept-name': { config: 'langgraph.json', needs: ['WEATHER_KEY'] } },
    source: 'internal_source',
    notes: [/old\.yml runs `langgraph deploy --remote`/],
  },
  {
    shape: 'an agent with the scripts of the sample pipeline',
    name: 'from-the-sample',
    files: {
      'langgraph.json': PYTHON,
      'agent.py': 'graph = None\n',
      '.github/scripts/control_plane.py': '',
      '.github/workflows/deploy-preview.yml':
        'on: pull_request\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: python .github/scripts/control_plane.py\n',
    },
    agents: { 'from-the-sample': { config: 'langgraph.json' } },
    notes: [/replace \S*control_plane\.py and the workflows that call it\. Remove them/],
  },
  {
    shape: 'a repository whose default branch is a release',
    name: 'released',
    branch: 'release/2.x+1',
    files: { 'langgraph.json': TYPESCRIPT, 'src/agent.ts': 'export const graph = {};\n' },
    agents: { released: { config: 'langgraph.json' } },
  },
  {
    shape: 'an agent whose variables are listed in files',
    name: 'configured',
    files: {
      'langgraph.json': json({ dependencies: ['.'], graphs: { agent: './agent.py:graph' }, env: 'prod.env' }),
      'agent.py': 'import os\nos.environ["github_token"]\nif os.getenv("TRACE"):\n    pass\n',
      'prod.env': 'MODEL_NAME=big\nPORT=1\nDATABASE_URL=not-for-output\n',
      '.env.example':
        '# EMBEDDING_KEY=\nCRM_PASSWORD=your-password\nLANGSMITH_PROJECT=x\nTRACE=\nSEARCH_DEPTH=3\n',
    },
    agents: {
      configured: {
        config: 'langgraph.json',
        needs: ['CRM_PASSWORD', 'DATABASE_URL', 'MODEL_NAME', 'github_token'],
        optional: ['SEARCH_DEPTH', 'TRACE'],
      },
    },
    notes: [/^Only a sample of \.env contains CRM_PASSWORD\. /],
  },
  {
    shape: 'agents in folders with names that shells, globs and YAML would interpret',
    name: 'odd',
    files: Object.fromEntries(
      ["it's [new] + ü #1", 'a: b', '- x', 'true', '{y}', '!no *', '  spaced', '#c'].flatMap((folder) => [
        [`agents/${folder}/langgraph.json`, PYTHON],
        [`agents/${folder}/agent.py`, 'graph = None\n'],
      ]),
    ),
    agents: {
      spaced: { config: 'agents/  spaced/langgraph.json', paths: [String.raw`agents/\ \ spaced/**`] },
      no: { config: 'agents/!no */langgraph.json', paths: [String.raw`agents/\!no\ \*/**`] },
      c: { config: 'agents/#c/langgraph.json', paths: [String.raw`agents/\#c/**`] },
      x: { config: 'agents/- x/langgraph.json' },
      'a-b': { config: 'agents/a: b/langgraph.json' },
      'it-s-new-u-1': {
        config: "agents/it's [new] + ü #1/langgraph.json",
        paths: [String.raw`agents/it\'s\ \[new\]\ \+\ ü\ \#1/**`],
      },
      true: { config: 'agents/true/langgraph.json' },
      y: { config: 'agents/{y}/langgraph.json', paths: [String.raw`agents/\{y\}/**`] },
    },
  },
  {
    shape: 'agents in folders with the same name',
    name: 'teams',
    files: {
      'sales/agent/langgraph.json': PYTHON,
      'sales/agent/agent.py': '',
      'legal/agent/langgraph.json': PYTHON,
      'legal/agent/agent.py': '',
    },
    agents: {
      agent: { config: 'legal/agent/langgraph.json' },
      'sales-agent': { config: 'sales/agent/langgraph.json' },
    },
  },
  {
    shape: 'an agent that an existing workflow deploys',
    name: 'half-there',
    files: {
      'langgraph.json': PYTHON,
      'agent.py': '',
      '.github/workflows/cd.yml': `on:
  push:
    branches: [main]
permissions: { contents: read, deployments: write }
concurrency: deploy-it
jobs:
  go:
    runs-on: ubuntu-24.04
    timeout-minutes: 40
    steps:
      - uses: octo/agent-deploy@v0
        with:
          api-key: \${{ secrets.LANGSMITH_API_KEY }}
          deployment-name: its-own-name
`,
    },
    agents: { 'its-own-name': { config: 'langgraph.json' } },
    writes: ['agent-preview.yml', 'agent-manual.yml', 'agent-sweep.yml'],
  },
  {
    shape: 'an agent at the root and an agent in a subfolder',
    name: 'nested',
    files: {
      'langgraph.json': PYTHON,
      'agent.py': '',
      'plugins/ocr/langgraph.json': PYTHON,
      'plugins/ocr/agent.py': '',
    },
    agents: {
      nested: { config: 'langgraph.json', paths: ['**', '!plugins/ocr/**'] },
      ocr: { config: 'plugins/ocr/langgraph.json', paths: ['plugins/ocr/**'] },
    },
  },
  {
    shape: 'an agent next to samples and fixtures',
    name: 'library',
    files: {
      'service/langgraph.json': PYTHON,
      'service/agent.py': '',
      'examples/one/langgraph.json': PYTHON,
      'tests/fixtures/two/langgraph.json': '{ broken',
      'node_modules/three/langgraph.json': PYTHON,
    },
    agents: { service: { config: 'service/langgraph.json', paths: ['service/**'] } },
  },
  {
    shape: 'an agent in TypeScript with aliases, included configuration files and a destructured variable',
    name: 'aliased',
    files: {
      'langgraph.json': json({
        node_version: '22',
        graphs: { agent: { path: './src/agent.ts:graph', description: 'Helps' } },
        auth: { path: './src/auth.ts:auth' },
        store: { index: { dims: 1024, embed: 'cohere:embed-english-v3.0' } },
      }),
      'src/agent.ts': "import { call } from '@/lib/api';\nconst model = 'openai:gpt-5-mini';\n",
      'src/auth.ts': "const { JWT_SECRET, JWT_ISSUER = 'me' } = process.env;\n",
      'src/lib/api.ts': 'export const call = () => process.env.API_TOKEN;\nprocess.env.PATCHED = "1";\n',
    },
    agents: {
      aliased: {
        config: 'langgraph.json',
        needs: ['API_TOKEN', 'COHERE_API_KEY', 'JWT_SECRET', 'OPENAI_API_KEY'],
        optional: ['JWT_ISSUER'],
      },
    },
  },
];

/** Returns a reader of in-memory files. */
export function memoryReader(
  files: Readonly<Record<string, string>>,
  { name = 'repository', branch = 'main' }: { name?: string; branch?: string | null | undefined } = {},
): RepositoryReader {
  return {
    name,
    defaultBranch: branch ?? undefined,
    files: async () => Object.keys(files).filter((path) => !/(^|\/)(\.env|node_modules\/.*)$/.test(path)),
    read: async (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  };
}

/** Values in dotenv files that no output may contain. */
export const VALUES = ['lsv2_pt_not_for_output', 'not-for-output'];
