import * as z from 'zod';
import { DeploymentResponse } from '../../../src/contract/deployment.ts';
import { RevisionResponse } from '../../../src/contract/revision.ts';
import { Integration } from '../../../src/contract/integration.ts';
import { COMMIT, OTHER_COMMIT } from '../support/scenario.ts';
import { type Asked, type Json, type Liar, QUESTIONS, type Question } from './lying-transport.ts';
import { NAME } from './scenes.ts';

export interface Lie {
  about: string;
  liar: () => Liar;
  /** Set if the service allows two deployments with one name, so that only the action prevents a duplicate. */
  hasDuplicates: boolean;
  /** Set if the service itself applies the requested change to another deployment. */
  misleads?: boolean;
  /** Set if the false response is about a field that specifies what runs. */
  telling?: boolean;
}

/** Response schema of each kind of request, from the contract. */
const ANSWERS = {
  'list deployments': DeploymentResponse,
  'get deployment': DeploymentResponse,
  'create deployment': DeploymentResponse,
  'patch deployment': DeploymentResponse,
  'list revisions': RevisionResponse,
  'get revision': RevisionResponse,
  redeploy: DeploymentResponse,
  'list integrations': Integration,
} as const satisfies Record<Question, z.ZodType>;

type Path = readonly string[];

/** Returns the paths of all fields of a schema, including nested fields; `*` is an item of a list. */
function fieldsOf(schema: z.ZodType): Path[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? fieldsOf(inner) : [];
  }
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return element instanceof z.ZodType ? fieldsOf(element).map((path) => ['*', ...path]) : [];
  }
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, field]): Path[] => [
    [key],
    ...(field instanceof z.ZodType ? fieldsOf(field).map((path) => [key, ...path]) : []),
  ]);
}

const OTHER_ID = '99999999-9999-4999-8999-999999999999';
/** Requested value of each field. A response that falsely contains the requested value looks like success. */
const WISHED: Readonly<Record<string, unknown>> = {
  status: 'DEPLOYED',
  name: NAME,
  repo_commit_sha: COMMIT,
  repo_ref: 'main',
  image_uri: 'r.example.org/a:2',
  build_command: 'make wanted',
  install_command: 'npm ci --wanted',
  image_version: '0.2.14',
  value: 'given-value-5a0e',
};
/** Plausible values that belong to something else. */
const OTHERS: Readonly<Record<string, unknown>> = {
  status: 'READY',
  name: `${NAME}-0`,
  repo_commit_sha: OTHER_COMMIT,
  repo_ref: 'other',
  image_uri: 'r.example.org/a:3',
  value: '<redacted>',
  source: 'external_docker',
  repo_url: 'https://github.com/acme/else',
  build_on_push: true,
  url: 'https://else.example.org',
};

type Change = (value: unknown, key: string, from: From) => unknown;
interface From {
  /** Value of the same field in the first response to this request. */
  first: unknown;
  /** Value of the same field in another entry, or another known value. */
  sibling: unknown;
  /** IDs of revisions and deployments in all responses. */
  ids: readonly string[];
}
const GONE = Symbol('left out');

const CHANGES: Readonly<Record<string, Change>> = {
  missing: () => GONE,
  null: () => null,
  'of the wrong type': (value) => (typeof value === 'object' ? 'text' : { of: [value] }),
  'a number': () => 7,
  empty: (value) => (Array.isArray(value) ? [] : ''),
  'as wished': (value, key) => WISHED[key] ?? value,
  'of another': (value, key, { sibling }) => OTHERS[key] ?? sibling ?? value,
  'an ID of nothing': (value, key) => (/^id$|_id$/.test(key) ? OTHER_ID : `${String(value)}-2`),
  'the newest ID': (value, key, { ids }) => (/^id$|_id$/.test(key) ? (ids.at(-1) ?? value) : value),
  'an earlier ID': (value, key, { ids }) => (/^id$|_id$/.test(key) ? (ids[0] ?? value) : value),
  stale: (_value, _key, { first }) => first,
};

const TIMES: Readonly<Record<string, (nth: number) => boolean>> = {
  always: () => true,
  'the first time': (nth) => nth === 0,
  'the second time': (nth) => nth === 1,
  'from the second time on': (nth) => nth > 0,
  'every other time': (nth) => nth % 2 === 1,
};

/** Fields that specify what runs and where. */
const TELLING: ReadonlySet<string> = new Set([
  ...Object.keys(WISHED),
  'id',
  'secrets',
  'latest_revision_id',
  'active_revision_id',
  'source_config',
  'source_revision_config',
]);
/** Fields whose contents do not matter for the scenes. */
const WHOLE: readonly string[] = ['resource_spec', 'listener_config', 'secret_references'];

/** Returns false responses that change every field of every response, in every way and at every time. */
export function fieldLies(): Lie[] {
  return QUESTIONS.flatMap((question) =>
    fieldsOf(ANSWERS[question])
      .filter((path) => !path.slice(0, -1).some((key) => WHOLE.includes(key)))
      .flatMap((path) =>
        Object.entries(CHANGES).flatMap(([way, change]) =>
          Object.entries(TIMES).map(([time, when]) => ({
            about: `${question}: ${path.join('.')} is ${way}, ${time}`,
            liar: () => lieAbout(question, path, change, when),
            telling: TELLING.has(path.at(-1) ?? ''),
            // A list that shows a deployment under another name hides the deployment, which only the service can
            // detect.
            hasDuplicates: false,
          })),
        ),
      ),
  );
}

function lieAbout(question: Question, path: Path, change: Change, when: (nth: number) => boolean): Liar {
  let first: Json[] | undefined;
  const ids: string[] = [];
  return {
    says: (asked, answer) => {
      const items = itemsOf(answer);
      for (const { id, latest_revision_id: latest } of items) {
        for (const one of [id, latest]) if (typeof one === 'string' && !ids.includes(one)) ids.push(one);
      }
      if (asked.question !== question) return answer;
      first ??= structuredClone(items);
      if (!when(asked.nth)) return answer;
      for (const [index, item] of items.entries()) {
        const from = { first: first[index], sibling: items[(index + 1) % items.length], ids };
        changeAt(item, path, change, from);
      }
      return answer;
    },
  };
}

function changeAt(holder: unknown, [key = '', ...rest]: Path, change: Change, from: From): void {
  if (Array.isArray(holder)) {
    for (const [index, item] of holder.entries()) {
      changeAt(item, rest, change, {
        ...from,
        first: at(from.first, index),
        sibling: at(from.sibling, index),
      });
    }
    return;
  }
  if (typeof holder !== 'object' || holder === null) return;
  const inner = { ...from, first: at(from.first, key), sibling: at(from.sibling, key) };
  if (rest.length > 0) return changeAt(at(holder, key), rest, change, inner);
  const value = change(at(holder, key), key, inner);
  if (value === GONE) Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, key, value);
}

function at(holder: unknown, key: string | number): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}

function itemsOf(answer: unknown): Json[] {
  if (Array.isArray(answer)) return answer as Json[];
  const resources = at(answer, 'resources');
  return (Array.isArray(resources) ? resources : [answer]) as Json[];
}

const LISTS = ['list deployments', 'list revisions'] as const;
const limitOf = (url: URL) => Number(url.searchParams.get('limit') ?? 20);
const offsetOf = ({ url }: Asked) => Number(url.searchParams.get('offset') ?? 0);

/** Returns false lists that are truncated, repeated, or have wrong totals. */
export function listLies(): Lie[] {
  return LISTS.flatMap((question) => {
    /** Replaces the request with a request for a page of at most this size, which starts where `begin` specifies. */
    const page = (size: number, begin = (offset: number) => offset): Liar => ({
      does: (asked) => {
        if (asked.question !== question) return asked;
        const url = new URL(asked.url);
        url.searchParams.set('limit', String(Math.min(size, limitOf(url))));
        url.searchParams.set('offset', String(begin(offsetOf(asked))));
        return { ...asked, url };
      },
    });
    const says = (change: (answer: Json, asked: Asked) => unknown): Liar => ({
      says: (asked, answer) => (asked.question === question ? change(answer as Json, asked) : answer),
    });
    const entries = (change: (items: Json[], asked: Asked) => Json[]): Liar =>
      says((answer, asked) => ({ ...answer, resources: change(itemsOf(answer), asked) }));
    const offsets: Record<string, (offset: number) => unknown> = {
      'an echo': (offset) => offset,
      zero: () => 0,
      'going back': (offset) => offset - 1,
      'far ahead': (offset) => offset + 5000,
      null: () => null,
      'a text': () => '20',
    };
    const liars: Record<string, Liar> = {
      ...Object.fromEntries([1, 2, 7, 20, 50, 99].map((size) => [`pages of ${size}`, page(size)])),
      ...Object.fromEntries(
        Object.entries(offsets).flatMap(([what, next]) =>
          [20, 100].map((size) => [
            `pages of ${size}, whose offset is ${what}`,
            { ...page(size), ...says((answer, asked) => ({ ...answer, offset: next(offsetOf(asked)) })) },
          ]),
        ),
      ),
      'the first page forever': page(20, () => 0),
      'pages that go back': page(20, (offset) => (offset > 40 ? 20 : offset)),
      'no entries named': says(({ offset }) => ({ offset })),
      'the entries as null': says((answer) => ({ ...answer, resources: null })),
      'a bare list': says(itemsOf),
      'nothing the first time': entries((items, { nth }) => (nth === 0 ? [] : items)),
      'nothing the second time': entries((items, { nth }) => (nth === 1 ? [] : items)),
      'nothing under a filter': entries((items, { url }) =>
        url.searchParams.has('name_contains') ? [] : items,
      ),
      'each entry twice': entries((items) => items.flatMap((one) => [one, one])),
      'another order': entries((items) => items.toReversed()),
    };
    return Object.entries(liars).map(([what, liar]) => ({
      about: `${question}: ${what}`,
      liar: () => liar,
      hasDuplicates: true,
    }));
  });
}

/** Returns a service that applies only a part of a PATCH, or nothing. */
const ignoring = (change: (body: Json) => Json | undefined): Liar => ({
  does: (asked) => {
    if (asked.question !== 'patch deployment') return asked;
    const body = change(asked.body as Json);
    return body && { ...asked, body };
  },
});

/**
 * Returns responses that are false as a whole: of another deployment, of an earlier state, empty, or to a change that
 * never happened.
 */
export function wholeLies(): Lie[] {
  const parts = ['source_config', 'source_revision_config', 'secrets', 'image_version', 'everything'];
  const ignored = parts.flatMap((part) => {
    const liar = ignoring(({ [part]: _dropped, ...body }) => (part === 'everything' ? undefined : body));
    const obedient: Liar['says'] = (asked, answer) =>
      asked.question === 'patch deployment'
        ? { ...(answer as Json), ...merged(answer as Json, asked.body as Json) }
        : answer;
    const about = `patch deployment: ${part} is ignored`;
    return [
      { about, liar: () => liar, hasDuplicates: false },
      {
        about: `${about}, and answered as if it were not`,
        liar: () => ({ ...liar, says: obedient }),
        hasDuplicates: false,
      },
    ];
  });
  const keys = ['build_command', 'install_command', 'build_on_push'].map((key) => ({
    about: `patch deployment: ${key} alone is ignored`,
    liar: () =>
      ignoring((body) => {
        const { [key]: _dropped, ...config } = (body['source_config'] ?? {}) as Json;
        return { ...body, source_config: config };
      }),
    hasDuplicates: false,
  }));
  const kinds = {
    'that of before': 'stale',
    'of another ID': 'other',
    'of another ID and name': 'renamed',
    nothing: 'nothing',
    'a text': 'text',
    'a list': 'list',
  } as const;
  const times = Object.entries(TIMES);
  const answers = QUESTIONS.filter((question) => question !== 'list integrations').flatMap((question) =>
    times.flatMap(([time, when]) =>
      Object.entries(kinds).map(([what, kind]) => ({
        about: `${question}: the answer is ${what}, ${time}`,
        liar: () => wholeAnswer(question, kind, when),
        hasDuplicates: false,
      })),
    ),
  );
  const misled = (['get deployment', 'patch deployment', 'list revisions', 'get revision'] as const).flatMap(
    (question) =>
      times.map(([time, when]) => ({
        about: `${question}: about another deployment, ${time}`,
        liar: () => misleading(question, when),
        hasDuplicates: false,
        misleads: true,
      })),
  );
  return [...ignored, ...keys, ...answers, ...misled];
}

/**
 * Confuses two deployments: a request about the run's deployment is executed, and answered, for the other deployment.
 */
function misleading(question: Question, when: (nth: number) => boolean): Liar {
  let other: string | undefined;
  return {
    does: (asked) => {
      if (asked.question !== question || !when(asked.nth) || other === undefined) return asked;
      const [, version, kind, , ...rest] = asked.url.pathname.split('/');
      const url = new URL(asked.url);
      url.pathname = ['', version, kind, other, ...rest].join('/');
      // The response to a request about a revision is the revision of the other deployment.
      return question === 'get revision' ? { ...asked, question: 'list revisions', url } : { ...asked, url };
    },
    says: (asked, answer) => {
      if (asked.question === 'list deployments') {
        const id = itemsOf(answer).find(({ name }) => name !== NAME)?.['id'];
        if (typeof id === 'string') other ??= id;
      }
      return asked.question === 'get revision' ? itemsOf(answer)[0] : answer;
    },
  };
}

function wholeAnswer(
  question: Question,
  kind: 'stale' | 'other' | 'renamed' | 'nothing' | 'text' | 'list',
  when: (nth: number) => boolean,
): Liar {
  let before: unknown;
  return {
    says: (asked, answer) => {
      if (asked.question !== question) return answer;
      before ??= structuredClone(answer);
      if (!when(asked.nth)) return answer;
      switch (kind) {
        case 'stale':
          return structuredClone(before);
        case 'nothing':
          return undefined;
        case 'text':
          return 'fine';
        case 'list':
          return [answer];
        case 'other':
        case 'renamed':
          for (const item of itemsOf(answer)) {
            item['id'] = OTHER_ID;
            if (kind === 'renamed' && 'name' in item) item['name'] = 'other';
          }
          return answer;
      }
    },
  };
}

/** Returns the response of a correct service to a PATCH. */
function merged(answer: Json, body: Json): Json {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const is = answer[key];
      const nested = typeof is === 'object' && is !== null && !Array.isArray(is) && !Array.isArray(value);
      return [key, nested ? { ...is, ...(value as Json) } : value];
    }),
  );
}

/** Returns services that hide values, each in a different form. A hidden value must never be sent back. */
export function maskingLies(forms: readonly string[]): Lie[] {
  return forms.map((form) => ({
    about: `all: values of variables are shown as ${form}`,
    liar: () => ({
      says: (_asked, answer) => {
        for (const item of itemsOf(answer)) {
          for (const secret of itemsOf(at(item, 'secrets') ?? [])) secret['value'] = form;
        }
        return answer;
      },
    }),
    hasDuplicates: false,
  }));
}
