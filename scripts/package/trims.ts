import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const here = 'scripts/package/trims.ts';

/** One change to a file of a copied package, before it is bundled. `find` must occur exactly once. */
interface Trim {
  file: string;
  why: string;
  edits: { find: string; put: string }[];
}

/**
 * Only these packages are copied; copies resolve before the originals, so what is bundled is the copy, once.
 * The versions are pinned, and an edit whose text is not found stops the build: no bump changes the bundle unseen.
 */
const COPIED = ['@actions/core', '@actions/github', '@actions/http-client', 'undici'];

const TRIMS: Trim[] = [
  {
    file: '@actions/core/lib/oidc-utils.js',
    why: 'an HTTP client is loaded by every program for an OIDC token that only some ask for',
    edits: [
      {
        find: `import { HttpClient } from '@actions/http-client';\nimport { BearerCredentialHandler } from '@actions/http-client/lib/auth';\n`,
        put: '',
      },
      { find: 'static createHttpClient(', put: 'static async createHttpClient(' },
      {
        find: '        const requestOptions = {',
        put: `        const { HttpClient } = await import('@actions/http-client');\n        const { BearerCredentialHandler } = await import('@actions/http-client/lib/auth');\n        const requestOptions = {`,
      },
      { find: '= OidcClient.createHttpClient();', put: '= yield OidcClient.createHttpClient();' },
    ],
  },
  {
    file: '@actions/core/lib/platform.js',
    why: 'child processes are only needed by platform.getDetails',
    edits: [
      {
        find: `import * as exec from '@actions/exec';`,
        put: `const exec = { getExecOutput: async (...args) => (await import('@actions/exec')).getExecOutput(...args) };`,
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
    ],
  },
];

// The HTTP/1 parser for machines without SIMD; Node 24 on x64 and arm64, which is where runners are, always has it.
const WITHOUT_SIMD = 'undici/lib/llhttp/llhttp-wasm.js';

// What the bundle takes from undici: the dispatchers and `request`. `fetch`, which only the toolkit's GitHub client
// asks for, arrives when it is called; mocks, caches, cookies, web sockets and event sources stay out.
const undiciIndex = (makeDispatcher: string): string => `'use strict'

const errors = require('./lib/core/errors')
const util = require('./lib/core/util')
const { InvalidArgumentError } = errors
const api = require('./lib/api')
const { getGlobalDispatcher, setGlobalDispatcher } = require('./lib/global')
const Dispatcher = require('./lib/dispatcher/dispatcher')

Object.assign(Dispatcher.prototype, api)

module.exports.Dispatcher = Dispatcher
module.exports.Client = require('./lib/dispatcher/client')
module.exports.Pool = require('./lib/dispatcher/pool')
module.exports.Agent = require('./lib/dispatcher/agent')
module.exports.ProxyAgent = require('./lib/dispatcher/proxy-agent')
module.exports.EnvHttpProxyAgent = require('./lib/dispatcher/env-http-proxy-agent')
module.exports.errors = errors
module.exports.setGlobalDispatcher = setGlobalDispatcher
module.exports.getGlobalDispatcher = getGlobalDispatcher

${makeDispatcher}
module.exports.request = makeDispatcher(api.request)
module.exports.fetch = async (...args) => (await import('./lib/web/fetch/index.js')).default.fetch(...args)
`;

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0)
    throw new Error(`undici/index.js no longer holds "${start}" … "${end}"; see ${here}`);
  return text.slice(from, to);
}

/**
 * Copies the packages of {@link COPIED} from `modules` (a node_modules folder) into `target` and trims the copies:
 * what the action never reaches is left out, what it seldom reaches is loaded when asked for. Throws when a package's
 * text is not the one the trims were written for.
 */
export async function copyTrimmedPackages(modules: string, target: string): Promise<void> {
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
  await readFile(path.join(target, WITHOUT_SIMD));
  await writeFile(path.join(target, WITHOUT_SIMD), 'module.exports = undefined\n');
  const index = path.join(target, 'undici/index.js');
  const text = await readFile(index, 'utf8');
  await writeFile(
    index,
    undiciIndex(between(text, 'function makeDispatcher (fn) {', 'module.exports.setGlobalDispatcher')),
  );
}
