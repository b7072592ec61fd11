import { describe, expect, test } from '@jest/globals';
import {
  isOfTheAgent,
  kindOf,
  namesOfEnvFile,
  readByPackages,
  findReads,
} from '../../src/agent-code/variable-reads.ts';

const names = (text: string, language: 'python' | 'typescript') =>
  findReads(text, language).map(({ name, isNeeded }) => (isNeeded ? name : `${name}?`));

// docs/init.md#variables
describe('the environment variables of a module', () => {
  test.each([
    ['os.environ["A_KEY"]', ['A_KEY']],
    ["environ [ 'A_KEY' ]", ['A_KEY']],
    ['os.environ["A_KEY"] = "1"', []],
    ['os.environ["A_KEY"] == "1"', ['A_KEY']],
    ['os.getenv("A_KEY")', ['A_KEY']],
    ['os.getenv("A_KEY", "x")', ['A_KEY?']],
    ['os.getenv("A_KEY") or "x"', ['A_KEY?']],
    ['os.environ.get("A_KEY")', ['A_KEY']],
    ['if os.environ.get("A_KEY"):', ['A_KEY?']],
    ['# os.environ["A_KEY"]', []],
    ['os.environ[name]', []],
    [
      'class S(BaseSettings):\n    model_config = SettingsConfigDict(env_prefix="APP_")\n    token: str\n    level: int = 3\n    maybe: str | None\n\nx: str\n',
      ['APP_TOKEN', 'APP_LEVEL?', 'APP_MAYBE?'],
    ],
  ])('in Python: %s', (text, expected) => {
    expect(names(text, 'python')).toEqual(expected);
  });

  test.each([
    ['process.env.A_KEY', ['A_KEY']],
    ['process.env["A_KEY"]!', ['A_KEY']],
    ['process.env?.A_KEY', ['A_KEY']],
    ["process.env.A_KEY ?? 'x'", ['A_KEY?']],
    ["process.env.A_KEY || 'x'", ['A_KEY?']],
    ["process.env.A_KEY === 'x'", ['A_KEY?']],
    ['if (process.env.A_KEY) {', ['A_KEY?']],
    ['!!process.env.A_KEY', ['A_KEY?']],
    ["process.env.A_KEY = 'x'", []],
    ['// process.env.A_KEY', []],
    ['const { A_KEY, B_KEY: b, C_KEY = 1 } = process.env;', ['A_KEY', 'B_KEY', 'C_KEY?']],
    [
      'createEnv({ server: {\n  A_KEY: z.string(),\n  B_KEY: z.string().optional(),\n}, runtimeEnv: process.env })',
      ['A_KEY', 'B_KEY?'],
    ],
  ])('in TypeScript: %s', (text, expected) => {
    expect(names(text, 'typescript')).toEqual(expected);
  });

  test("include variables that the module's packages and models read", () => {
    const found = readByPackages('model = \'google_genai:gemini\' or "anthropic:claude"', [
      'langchain_openai',
      'httpx',
    ]);
    expect(found.map(({ name }) => name)).toEqual(['OPENAI_API_KEY', 'GOOGLE_API_KEY', 'ANTHROPIC_API_KEY']);
  });

  test("are found in time proportional to the module's length", () => {
    const attacks = [
      '{'.repeat(300_000),
      'process.env.'.repeat(50_000),
      'class A(BaseSettings):\n'.repeat(15_000),
      'environ['.repeat(50_000),
      '{a,'.repeat(100_000),
    ];
    for (const text of attacks) {
      expect(findReads(text, 'typescript').length + findReads(text, 'python').length).toBeLessThan(
        text.length,
      );
    }
  });
});

test('a dotenv file is used only for the names of its variables and whether they have values', () => {
  expect(namesOfEnvFile('# A=1\nexport B="x\nC=y"\nD=\n E = 1\n')).toEqual([
    { name: 'B', isSet: true },
    { name: 'D', isSet: false },
    { name: 'E', isSet: true },
  ]);
});

test("environment variables of the machine, of GitHub and of the service do not count as the agent's", () => {
  for (const name of [
    'PATH',
    'NODE_ENV',
    'GITHUB_SHA',
    'LANGSMITH_API_KEY',
    'LANGSMITH_TRACING',
    'POSTGRES_URI',
    'a-b',
  ]) {
    expect([name, isOfTheAgent(name)]).toEqual([name, false]);
  }
  for (const name of ['OPENAI_API_KEY', 'GITHUB_TOKEN', 'DATABASE_URL'])
    expect([name, isOfTheAgent(name)]).toEqual([name, true]);
});

// docs/init.md#secret-or-variable
test('a variable is treated as a secret unless its name shows that it is not secret', () => {
  for (const name of [
    'OPENAI_API_KEY',
    'DATABASE_URL',
    'ENDPOINT',
    'AUTH_MODE',
    'SLACK_WEBHOOK',
    'anything',
  ]) {
    expect([name, kindOf(name)]).toEqual([name, 'secret']);
  }
  for (const name of ['MODEL_NAME', 'LOG_LEVEL', 'AWS_REGION'])
    expect([name, kindOf(name)]).toEqual([name, 'variable']);
});
