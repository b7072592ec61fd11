import { createHash } from 'node:crypto';
import type { Clock } from '../../../src/clients/clock.ts';
import type { Asked, Json, Liar, Question } from './lying-transport.ts';

/** A service that reports the truth in a different way than the emulator. */
export interface HonestService {
  about: string;
  /** Set if the values of preserved variables are hidden: a merge then requires them as inputs, or fails. */
  hides?: true;
  /** Set if the revision in progress does not show its commit, so that waiting for it is futile. */
  silent?: true;
  createService: (clock: Clock) => Liar;
}

type Edit = (item: Json, asked: Asked) => Json;

const OF_DEPLOYMENTS: readonly Question[] = [
  'list deployments',
  'get deployment',
  'create deployment',
  'patch deployment',
  'redeploy',
];
const OF_REVISIONS: readonly Question[] = ['list revisions', 'get revision'];

function edits(questions: readonly Question[], edit: Edit): Liar {
  return {
    says: (asked, answer) => {
      if (!questions.includes(asked.question) || !isJson(answer)) return answer;
      const { resources } = answer;
      if (!Array.isArray(resources)) return edit(answer, asked);
      return { ...answer, resources: resources.map((item: Json) => edit(item, asked)) };
    },
  };
}

const deployments = (about: string, edit: Edit, more: Partial<HonestService> = {}): HonestService => ({
  about,
  createService: () => edits(OF_DEPLOYMENTS, edit),
  ...more,
});
const config =
  (edit: (config: Json) => Json): Edit =>
  (item) =>
    isJson(item['source_config']) ? { ...item, source_config: edit(item['source_config']) } : item;
const everywhere = (about: string, edit: Edit): HonestService => ({
  about,
  createService: () => edits([...OF_DEPLOYMENTS, ...OF_REVISIONS], edit),
});
const revisionConfig =
  (edit: (config: Json) => Json): Edit =>
  (item) =>
    isJson(item['source_revision_config'])
      ? { ...item, source_revision_config: edit(item['source_revision_config']) }
      : item;
const texts = (edit: (text: string, key: string) => unknown) => (fields: Json) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === 'string' ? edit(value, key) : value]),
  );
/** Returns a function that edits the strings of these keys in responses. */
const reported = (keys: RegExp, edit: (text: string) => string) =>
  texts((text, key) => (keys.test(key) ? edit(text) : text));
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const NAMED = /^repo_url$/;
const COMMANDS = /_command$/;
const IMAGE = /^image_uri$/;
const noCommit = revisionConfig(({ repo_commit_sha: _c, ...rest }) => rest);
const without =
  (...keys: string[]): Edit =>
  (item) =>
    Object.fromEntries(Object.entries(item).filter(([key]) => !keys.includes(key)));

let serial = 0;
function secrets(about: string, show: (value: string, name: string) => unknown): HonestService {
  return deployments(
    `variables whose values are shown as ${about}`,
    (item) => ({
      ...item,
      secrets: ((item['secrets'] ?? []) as Json[]).map(({ name, value }) => {
        const shown = show(String(value), String(name));
        return shown === undefined ? { name } : { name, value: shown };
      }),
    }),
    { hides: true },
  );
}

/** Returns a service whose responses are this old, in milliseconds. */
function late(about: string, questions: readonly Question[], ms: number): HonestService {
  return {
    about: `${about} from ${ms / 1000} seconds ago`,
    createService: (clock) => {
      const kept = new Map<string, { at: number; answer: unknown }[]>();
      return {
        says: (asked, answer) => {
          if (!questions.includes(asked.question)) return answer;
          const key = `${asked.url.pathname}${asked.url.search}`;
          const history = kept.get(key) ?? [];
          history.push({ at: clock.now(), answer: structuredClone(answer) });
          kept.set(key, history);
          const old = history.findLast(({ at }) => at <= clock.now() - ms) ?? history[0];
          return structuredClone(old?.answer);
        },
      };
    },
  };
}

const SUMMARY = ['id', 'name', 'status', 'source', 'latest_revision_id', 'active_revision_id'];

export const HONEST_SERVICES: readonly HonestService[] = [
  { about: 'no deviations', createService: () => ({}) },
  secrets('null', () => null),
  secrets('no value', () => undefined),
  secrets('an empty string', () => ''),
  secrets('their last four characters', (value) => value.slice(-4)),
  secrets('their first four characters', (value) => value.slice(0, 4)),
  secrets('their first and last characters', (value) => `${value.slice(0, 3)}..${value.slice(-4)}`),
  secrets('a fixed word', () => 'secret'),
  secrets('their name', (_value, name) => name),
  secrets('a digest', (value) => digest(value)),
  secrets('a short digest', (value) => digest(value).slice(0, 12)),
  secrets('base64', (value) => Buffer.from(value).toString('base64')),
  secrets('a ciphertext', (value) => `vault:v1:${Buffer.from(value + serial++).toString('base64')}`),
  secrets(
    'a fixed ciphertext',
    (value) => `vault:v1:${createHash('sha256').update(`k${value}`).digest('base64')}`,
  ),
  secrets('an ID', (_value, name) => `secret-ref-${createHash('md5').update(name).digest('hex')}`),
  secrets('asterisks', () => '********'),
  deployments('no variables', without('secrets'), { hides: true }),
  deployments('variables as null', (item) => ({ ...item, secrets: null }), { hides: true }),
  deployments('an empty list of variables', (item) => ({ ...item, secrets: [] }), { hides: true }),
  {
    about: 'no variables in lists',
    createService: () => edits(['list deployments'], without('secrets')),
    hides: true,
  },
  {
    about: 'no values in lists',
    createService: () =>
      edits(['list deployments'], (item) => ({
        ...item,
        secrets: ((item['secrets'] ?? []) as Json[]).map(({ name }) => ({ name, value: null })),
      })),
    hides: true,
  },
  {
    about: 'short entries in lists',
    createService: () =>
      edits(['list deployments'], (item) => Object.fromEntries(SUMMARY.map((key) => [key, item[key]]))),
    hides: true,
  },
  {
    about: 'short entries in lists of revisions',
    silent: true,
    createService: () =>
      edits(['list revisions'], ({ id, status, created_at, updated_at }) => ({
        id,
        status,
        created_at,
        updated_at,
      })),
  },
  {
    about: 'short responses to writes',
    createService: () =>
      edits(['create deployment', 'patch deployment', 'redeploy'], ({ id, name }) => ({ id, name })),
  },
  {
    about: 'responses to writes without a revision',
    createService: () =>
      edits(['create deployment', 'patch deployment', 'redeploy'], (item) => ({
        ...item,
        latest_revision_id: null,
      })),
  },
  everywhere('IDs in upper case', (item) => ({
    ...item,
    id: String(item['id']).toUpperCase(),
    ...Object.fromEntries(
      ['latest_revision_id', 'active_revision_id']
        .filter((key) => typeof item[key] === 'string')
        .map((key) => [key, String(item[key]).toUpperCase()]),
    ),
  })),
  deployments('repo_url with .git', config(reported(NAMED, (url) => `${url}.git`))),
  deployments(
    'repo_url in a different letter case',
    config(reported(NAMED, () => 'https://GitHub.com/Acme/Agents/')),
  ),
  deployments(
    'repo_url for ssh',
    config(reported(NAMED, (url) => url.replace('https://github.com/', 'git@github.com:'))),
  ),
  deployments('commands inside a call of sh', config(reported(COMMANDS, (command) => `sh -c '${command}'`))),
  deployments('commands with a line end', config(reported(COMMANDS, (command) => `${command}\n`))),
  deployments(
    'no commands',
    config(({ install_command: _i, build_command: _b, ...rest }) => rest),
  ),
  deployments(
    'null in place of false',
    config((fields) => ({ ...fields, build_on_push: fields['build_on_push'] || null })),
  ),
  deployments(
    'no fields that are false',
    config(({ build_on_push: push, ...fields }) => (push ? { ...fields, build_on_push: push } : fields)),
  ),
  deployments('no image_version', without('image_version')),
  deployments('image_version with a base', (item) => ({
    ...item,
    image_version: item['image_version'] && `3.12-${String(item['image_version'])}`,
  })),
  deployments('no source_config', without('source_config')),
  deployments('source_config as null', (item) => ({ ...item, source_config: null })),
  deployments(
    'added default values',
    config((fields) => ({
      deployment_type: 'dev',
      resource_spec: { cpu: 1, memory_mb: 1024, min_scale: 1, max_scale: 1 },
      listener_id: null,
      custom_url: 'https://x.langgraph.app',
      ...fields,
    })),
  ),
  deployments('no source_revision_config', without('source_revision_config')),
  deployments('no commit in deployments', noCommit),
  everywhere("the hosted service's field names", (item) => {
    const { graph_config_path: path, ...rest } = (item['source_revision_config'] ?? {}) as Json;
    return {
      ...item,
      ...(item['source'] === 'git_host' ? { source: 'github' } : {}),
      source_revision_config: path === undefined ? rest : { ...rest, langgraph_config_path: path },
    };
  }),
  everywhere(
    'full refs',
    revisionConfig((fields) => ({
      ...fields,
      repo_ref: fields['repo_ref'] && `refs/heads/${String(fields['repo_ref'])}`,
    })),
  ),
  everywhere(
    'images with a digest',
    revisionConfig(reported(IMAGE, (image) => `${image}@sha256:${digest(image)}`)),
  ),
  everywhere(
    'images by digest',
    revisionConfig(reported(IMAGE, (image) => `${image.replace(/:\d$/, '')}@sha256:${digest(image)}`)),
  ),
  everywhere(
    'images with a registry',
    revisionConfig(reported(IMAGE, (image) => `mirror.example.org/${image}`)),
  ),
  everywhere(
    'commits in upper case',
    revisionConfig(reported(/^repo_commit_sha$/, (commit) => commit.toUpperCase())),
  ),
  {
    about: 'no commits',
    silent: true,
    createService: () => edits([...OF_DEPLOYMENTS, ...OF_REVISIONS], noCommit),
  },
  { about: 'commits only in deployments', silent: true, createService: () => edits(OF_REVISIONS, noCommit) },
  {
    about: 'commits only in responses about a single revision',
    silent: true,
    createService: () => edits([...OF_DEPLOYMENTS, 'list revisions'], noCommit),
  },
  deployments('an unknown status', (item) => ({ ...item, status: 'UNKNOWN' })),
  deployments('the status UNUSED', (item) => ({ ...item, status: 'UNUSED' })),
  deployments('no status', without('status')),
  everywhere('fields of a future version', (item) => ({
    ...item,
    display_name: 'x',
    agent: { agent_id: 'a' },
    deployment_id: undefined,
    is_preview: false,
  })),
  ...([2000, 10_000, 25_000] as const).flatMap((ms) => [
    late('lists of deployments', ['list deployments'], ms),
    late('lists of revisions', ['list revisions'], ms),
    late('lists', ['list deployments', 'list revisions'], ms),
    late('deployments', ['get deployment'], ms),
    late('responses about a single deployment or revision', ['get deployment', 'get revision'], ms),
    late('all reads', ['list deployments', 'list revisions', 'get deployment', 'get revision'], ms),
  ]),
  ...([null, undefined, 0, 20] as const).map((offset) => ({
    about: `lists whose offset is ${String(offset)}`,
    createService: () => ({
      says: (asked: Asked, answer: unknown) =>
        asked.question.startsWith('list') && isJson(answer) ? { ...answer, offset } : answer,
    }),
  })),
  ...([1, 20] as const).map((size) => ({
    about: `pages of at most ${size} entries`,
    createService: () => ({
      does: (asked: Asked) => {
        const url = new URL(asked.url);
        url.searchParams.set('limit', String(Math.min(size, Number(url.searchParams.get('limit') ?? 20))));
        return { ...asked, url };
      },
    }),
  })),
  {
    about: 'an ignored name filter',
    createService: () => ({
      does: (asked: Asked) => {
        const url = new URL(asked.url);
        url.searchParams.delete('name_contains');
        return { ...asked, url };
      },
    }),
  },
];

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
