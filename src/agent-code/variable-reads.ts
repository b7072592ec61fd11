import { parseEnv } from 'node:util';
import { C_IDENTIFIER } from '../contract/patterns.ts';
import { isReservedName } from '../contract/reserved-names.ts';
import type { Variable } from './code-reader.ts';

/** Name of a variable that code reads, and whether the code works without a value. */
interface Reading {
  name: string;
  isNeeded: boolean;
}

const NAME = String.raw`[A-Za-z_][A-Za-z0-9_]{0,127}`;
/**
 * Matches a default, a comparison or a condition after a variable, which shows that the code handles a missing value.
 */
const PY_OPTIONAL = /^\s*(?:or\b|==|!=|is\b|in\b|if\b|\)\s*(?::|or\b|and\b))/;
const JS_OPTIONAL = /^\s*(?:\?\?|\|\||&&|===?|!==?|\?(?!\.)|\?\.)/;
const CONDITION = /(?:\b(?:if|elif|while|not|bool)\b\s*\(?\s*|!{1,2}|\bBoolean\()$/;
const ASSIGNED = /^\s*(?:=(?!=)|\?\?=|\|\|=)/;

const PY_SUBSCRIPT = new RegExp(String.raw`\benviron\s{0,4}\[\s{0,4}(["'])(${NAME})\1\s{0,4}\]`, 'g');
const PY_GET = new RegExp(
  String.raw`\b(os\s{0,4}\.\s{0,4}getenv|getenv|environ\s{0,4}\.\s{0,4}get)\s{0,4}\(\s{0,40}(["'])(${NAME})\2\s{0,40}([,)])`,
  'g',
);
const JS_MEMBER = new RegExp(
  String.raw`\bprocess\s{0,4}\.\s{0,4}env\s{0,4}(?:\??\.\s{0,4}(${NAME})|(?:\?\.)?\[\s{0,4}(["'\x60])(${NAME})\2\s{0,4}\])`,
  'g',
);
const JS_TAKEN_APART = /\{([^{}]{0,4000})\}\s{0,4}=\s{0,4}process\s{0,4}\.\s{0,4}env\b(?!\s{0,4}[.[?])/g;
const JS_SCHEMA = new RegExp(String.raw`^[ \t]*(["']?)(${NAME})\1[ \t]*:[ \t]*z\b([^\n]{0,400})`, 'gm');
const PY_SETTINGS = /^class[ \t]+\w{1,200}\([^)\n]{0,400}\bBaseSettings\b[^)\n]{0,400}\)[ \t]*:/gm;
const PY_FIELD = new RegExp(String.raw`^[ \t]+(${NAME})[ \t]*:[ \t]*([^=\n#]{1,400})(=?)`);

/**
 * Returns the environment variables that a module reads. Searches the text of the module, so names that are built at
 * run time are not found. Accepts any text, and takes time proportional to the length of the text.
 */
export function findReads(text: string, language: 'python' | 'typescript'): Reading[] {
  return language === 'python'
    ? pythonReadings(withoutComments(text, '#'))
    : scriptReadings(withoutComments(text, '//'));
}

/** Removes the lines that are comments. */
function withoutComments(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line) => {
      const start = line.trimStart();
      return start.startsWith(mark) || (mark === '//' && start.startsWith('*')) ? '' : line;
    })
    .join('\n');
}

function pythonReadings(text: string): Reading[] {
  const found: Reading[] = [];
  for (const match of text.matchAll(PY_SUBSCRIPT)) {
    if (!ASSIGNED.test(after(text, match))) found.push({ name: match[2] ?? '', isNeeded: true });
  }
  for (const match of text.matchAll(PY_GET)) {
    const isOptional = match[4] === ',' || PY_OPTIONAL.test(after(text, match)) || isCondition(text, match);
    found.push({ name: match[3] ?? '', isNeeded: !isOptional });
  }
  for (const match of text.matchAll(PY_SETTINGS)) {
    found.push(...fieldsOfSettings(text.slice(match.index + match[0].length, match.index + 20_000)));
  }
  return found;
}

/**
 * Returns the fields of a pydantic settings class in `body`, up to the next unindented line. Pydantic reads each field
 * from the variable whose name is the field's name in capitals.
 */
function fieldsOfSettings(body: string): Reading[] {
  const end = /\n[^\s#]/.exec(body)?.index ?? body.length;
  const own = body.slice(0, end);
  const prefix =
    new RegExp(String.raw`\benv_prefix["']?\s{0,4}[:=]\s{0,4}["']([A-Za-z0-9_]{0,64})["']`).exec(own)?.[1] ??
    '';
  const indent = /\n([ \t]+)\S/.exec(own)?.[1] ?? '';
  return own.split('\n').flatMap((line) => {
    const [, name = '', type = '', given = ''] = PY_FIELD.exec(line) ?? [];
    if (name === '' || name === 'model_config' || /^[ \t]*/.exec(line)?.[0] !== indent) return [];
    const isNeeded = given === '' && !/\bNone\b|\bOptional\b/.test(type);
    return [{ name: (prefix + name).toUpperCase(), isNeeded }];
  });
}

function scriptReadings(text: string): Reading[] {
  const found: Reading[] = [];
  for (const match of text.matchAll(JS_MEMBER)) {
    const rest = after(text, match);
    if (ASSIGNED.test(rest)) continue;
    found.push({
      name: match[1] ?? match[3] ?? '',
      isNeeded: !JS_OPTIONAL.test(rest) && !isCondition(text, match),
    });
  }
  for (const [, names = ''] of text.matchAll(JS_TAKEN_APART)) {
    for (const part of names.split(',')) {
      const [, name = '', rest = ''] = new RegExp(String.raw`^\s*(${NAME})\b([\s\S]*)$`).exec(part) ?? [];
      if (name !== '') found.push({ name, isNeeded: !rest.includes('=') });
    }
  }
  if (/\bparse\(\s{0,4}process\.env\b|\b(?:runtimeEnv|runtimeEnvStrict)\s{0,4}:/.test(text)) {
    for (const [, , name = '', rest = ''] of text.matchAll(JS_SCHEMA)) {
      if (name === name.toUpperCase()) {
        found.push({ name, isNeeded: !/\.(?:optional|default|nullish|catch)\(/.test(rest) });
      }
    }
  }
  return found;
}

const after = (text: string, match: RegExpExecArray): string =>
  text.slice(match.index + match[0].length, match.index + match[0].length + 40);
const isCondition = (text: string, match: RegExpExecArray): boolean =>
  CONDITION.test(
    text.slice(Math.max(0, match.index - 40), match.index).replace(/\b(?:os|process)\s*\.\s*$/, ''),
  );

/** Returns the names of variables in a file of `NAME=value` lines. `isSet` is true if the variable has a value. */
export function namesOfEnvFile(text: string): { name: string; isSet: boolean }[] {
  return Object.entries(parseEnv(text)).map(([name, value]) => ({ name, isSet: value !== '' }));
}

/**
 * Matches names of variables that the machine, GitHub or the service sets, or that only the development of the agent
 * uses.
 */
const NOT_OURS =
  /^(?:NODE_ENV|NODE_OPTIONS|PATH|HOME|PWD|USER|SHELL|TZ|LANG|LC_.*|TMPDIR|TMP|TEMP|CI|PORT|HOSTNAME|TERM|APPDATA|USERPROFILE|PYTHON[A-Z]*|VIRTUAL_ENV|PYTEST_.*|npm_.*|VERCEL(?:_.*)?|NEXT_PUBLIC_.*|VITE_.*|RUNNER_.*|ACTIONS_.*|GITHUB_(?:ACTIONS|ACTOR|EVENT_.*|REF.*|REPOSITORY.*|RUN_.*|SHA|WORKSPACE|OUTPUT|ENV|PATH|STEP_SUMMARY|HEAD_REF|BASE_REF|SERVER_URL|API_URL)|LANGSMITH_(?:TRACING|WORKSPACE_ID)|LANGCHAIN_TRACING|LANGCHAIN_REVISION_ID|LANGGRAPH_CLI_.*|AGENT_DEPLOY_PREVIEW)$/;

/** Returns whether a deployment of the agent can and should set this variable. */
export const isOfTheAgent = (name: string): boolean =>
  C_IDENTIFIER.test(name) &&
  name.length > 1 &&
  !NOT_OURS.test(name) &&
  !isReservedName(name, { selfHosted: false });

/** Matches names of variables whose values are not secret. */
const PLAIN =
  /(?:^|_)(?:MODEL|MODEL_NAME|LEVEL|NAME|REGION|LOCATION|HOST|ENV|ENVIRONMENT|DEBUG|TIMEOUT|TEMPERATURE|VERSION|MODE|LIMIT|SIZE|COUNT|ENABLED|LOCALE|LANGUAGE|TIMEZONE|INDEX|NAMESPACE|DEPLOYMENT|BUCKET|COLLECTION|DATASET|FORMAT|PROVIDER|BACKEND|FLAG|STAGE|PROMPT)$/i;
const SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|PRIVATE|AUTH|COOKIE|DSN|WEBHOOK/i;

/** Returns whether a name indicates a secret value. */
export const isSecretName = (name: string): boolean => SECRET.test(name);

/**
 * Returns whether the repository on GitHub should store the variable as a secret or as a variable. An unclear name
 * results in `secret`.
 */
export const kindOf = (name: string): Variable['kind'] =>
  PLAIN.test(name) && !SECRET.test(name) ? 'variable' : 'secret';

/**
 * Packages and the variables that the packages read. The patterns match imported Python modules and package names of
 * JavaScript.
 */
const READ_BY_PACKAGES: readonly [RegExp, string][] = [
  [/^(?:langchain_openai|openai|@langchain\/openai|@ai-sdk\/openai)$/, 'OPENAI_API_KEY'],
  [
    /^(?:langchain_anthropic|anthropic|@langchain\/anthropic|@anthropic-ai\/sdk|@ai-sdk\/anthropic)$/,
    'ANTHROPIC_API_KEY',
  ],
  [/^(?:langchain_google_genai|@langchain\/google-genai)$/, 'GOOGLE_API_KEY'],
  [/^(?:langchain_mistralai|mistralai|@langchain\/mistralai)$/, 'MISTRAL_API_KEY'],
  [/^(?:langchain_groq|groq|@langchain\/groq|groq-sdk)$/, 'GROQ_API_KEY'],
  [/^(?:langchain_cohere|cohere|@langchain\/cohere)$/, 'COHERE_API_KEY'],
  [/^(?:langchain_fireworks|fireworks)$/, 'FIREWORKS_API_KEY'],
  [/^(?:langchain_together|together)$/, 'TOGETHER_API_KEY'],
  [/^(?:langchain_deepseek|@langchain\/deepseek)$/, 'DEEPSEEK_API_KEY'],
  [/^(?:langchain_xai|@langchain\/xai)$/, 'XAI_API_KEY'],
  [/^(?:langchain_tavily|tavily|@langchain\/tavily|@tavily\/core)$/, 'TAVILY_API_KEY'],
];
/**
 * Matches a model name of the form `provider:model`, as in `init_chat_model`, `createAgent` and the embedding settings
 * of configurations.
 */
const MODEL_NAME =
  /["'](openai|anthropic|google_genai|google-genai|mistralai|groq|cohere|fireworks|together|deepseek|xai):[\w./-]{1,100}["']/g;
/**
 * Matches a model name of the form `provider/model`. The pattern lists model names, because gateways also use this form
 * for models of other providers.
 */
const SLASHED_MODEL = /["'](openai|anthropic)\/(?:gpt|o\d|claude)[\w.-]{0,100}["']/g;
const OF_PROVIDERS: Readonly<Record<string, string>> = {
  google_genai: 'GOOGLE_API_KEY',
  'google-genai': 'GOOGLE_API_KEY',
  mistralai: 'MISTRAL_API_KEY',
};

/**
 * Returns the variables that packages read: the packages that a module imports, and the packages of the model providers
 * in the module's text.
 */
export function readByPackages(
  text: string,
  packages: readonly string[],
): { name: string; foundIn: string }[] {
  const imported = packages.flatMap((name) =>
    READ_BY_PACKAGES.filter(([pattern]) => pattern.test(name)).map(([, variable]) => ({
      name: variable,
      foundIn: name,
    })),
  );
  const slashed = /openrouter|gateway|litellm/i.test(text) ? [] : [...text.matchAll(SLASHED_MODEL)];
  const named = [...text.matchAll(MODEL_NAME), ...slashed].map(([, provider = '']) => ({
    name: OF_PROVIDERS[provider] ?? `${provider.toUpperCase()}_API_KEY`,
    foundIn: `a model of ${provider}`,
  }));
  return [...imported, ...named];
}
