import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const here = 'scripts/package/trims.ts';

/** An edit of a file in a copied package before the package is bundled; `find` must occur exactly once. */
interface Trim {
  file: string;
  why: string;
  edits: { find: string; put: string }[];
}

/** Package with the table of all GitHub API calls, of which the action uses a few. */
const ENDPOINTS = '@octokit/plugin-rest-endpoint-methods';
const TABLE = `${ENDPOINTS}/dist-src/generated/endpoints.js`;

/**
 * Trimmed packages are copied first, and the copies take precedence over the originals. Packages that import a copied
 * package are copied too, because the bundle would otherwise contain the copied package twice. The versions are
 * pinned, and an edit whose text is not found fails the build, so no update changes the bundle unnoticed.
 */
const COPIED = ['undici', '@actions/github', ENDPOINTS];

const TRIMS: Trim[] = [
  {
    file: '@actions/github/lib/internal/utils.js',
    why: 'an HTTP client of its own, for a proxy that our pool knows already: the client is always given our fetch',
    edits: [
      { find: `import * as httpClient from '@actions/http-client';\n`, put: '' },
      { find: `import { fetch } from 'undici';\n`, put: '' },
      {
        find: `    const hc = new httpClient.HttpClient();\n    return hc.getAgent(destinationUrl);`,
        put: '    return undefined;',
      },
      {
        find: `    const hc = new httpClient.HttpClient();\n    return hc.getAgentDispatcher(destinationUrl);`,
        put: '    return undefined;',
      },
      {
        find: 'return fetch(url, Object.assign(Object.assign({}, opts), { dispatcher: httpDispatcher }));',
        put: `throw new Error('the client was not given our fetch');`,
      },
    ],
  },
  {
    file: 'undici/lib/dispatcher/client-h1.js',
    why: 'the experimental second HTTP/1 parser, switched on by an environment variable; Node core leaves it out likewise',
    edits: [
      { find: `typeof esbuildDetection === 'undefined'\n  ? require('./parser-h1.js')\n  : {}`, put: '{}' },
      {
        find: `typeof esbuildDetection === 'undefined' && (client[kUseMilo] ?? getMiloEnabled())`,
        put: 'false',
      },
      {
        find: `extractBody = require('../web/fetch/body.js').extractBody`,
        put: `throw new Error('form data is left out of this bundle')`,
      },
    ],
  },
  {
    file: 'undici/lib/dispatcher/client-h1.js',
    why: 'the parser a second time, for processors with SIMD: the plain one runs everywhere, and our answers are short',
    edits: [{ find: `require('../llhttp/llhttp_simd-wasm.js')`, put: `require('../llhttp/llhttp-wasm.js')` }],
  },
  {
    file: 'undici/lib/core/request.js',
    why: 'form data as a body, and with it half of fetch: this action sends JSON only',
    edits: [
      {
        find: `  if (isFormData === undefined) {\n    require('../web/fetch/formdata')\n    isFormData = require('../web/webidl').webidl.is.FormData\n  }\n  return isFormData(body)`,
        put: '  return false',
      },
    ],
  },
  {
    file: 'undici/lib/dispatcher/client.js',
    why: 'HTTP/2, which the transport does not offer to servers (`allowH2: false`)',
    edits: [
      {
        find: `require('./client-h2.js')`,
        put: `() => { throw new Error('HTTP/2 is left out of this bundle') }`,
      },
    ],
  },
];

/**
 * Copies the packages of {@link COPIED} from `modules` (a node_modules folder) to `target`, and removes the code that
 * the action (its `sources`) never uses. Throws if a package's text differs from the expected text.
 */
export async function copyTrimmedPackages(modules: string, target: string, sources: string): Promise<void> {
  for (const name of COPIED) await cp(path.join(modules, name), path.join(target, name), { recursive: true });
  for (const { file, edits } of TRIMS) {
    const at = path.join(target, file);
    let text = await readFile(at, 'utf8');
    for (const { find, put } of edits) {
      if (text.split(find).length !== 2) {
        throw new Error(
          `${file} no longer holds, exactly once: ${find}\nRead the new version and mend ${here}.`,
        );
      }
      text = text.replace(find, () => put);
    }
    await writeFile(at, text);
  }
  await trimEndpoints(path.join(target, TABLE), sources);
}

/** Reduces the table of GitHub API calls to the calls in the sources, such as `rest.issues.getComment`. */
async function trimEndpoints(table: string, sources: string): Promise<void> {
  const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(sources, file), 'utf8')));
  const used = new Set(
    texts.flatMap((text) =>
      Array.from(
        text.matchAll(/\brest\s*\.(\w+)\s*\.(\w+)/g),
        ([, group = '', name = '']) => `${group}.${name}`,
      ),
    ),
  );
  const text = await readFile(table, 'utf8');
  const [head = '', ...groups] = text.split(/^(?=  \w+: \{$)/m);
  const tail = /^\};[^]*/m.exec(groups.at(-1) ?? '')?.[0];
  let found = 0;
  const kept = groups.flatMap((group) => {
    const name = /\w+/.exec(group)?.[0] ?? '';
    const calls = group
      .replace(/^  \}[^]*/m, '')
      .split(/^(?=    \w+: \[)/m)
      .slice(1);
    const ours = calls.filter((call) => used.has(`${name}.${/\w+/.exec(call)?.[0] ?? ''}`));
    found += ours.length;
    return ours.length > 0
      ? [`  ${name}: {\n`, ...ours.map((call) => call.replace(/\],?\s*$/, '],\n')), '  },\n']
      : [];
  });
  if (found !== used.size || !head.endsWith('const Endpoints = {\n') || tail === undefined) {
    throw new Error(`${TABLE} has another form than expected.\nRead the new version and mend ${here}.`);
  }
  await writeFile(table, [head, ...kept, tail].join(''));
}
