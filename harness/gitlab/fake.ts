import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { createFaults, faultAnswer, type Faults } from '../github/faults.ts';

// A simulated GitLab on this machine: state in memory and real HTTP. The server responds to the requests of the command
// line as GitLab does, and with 501 to all other requests.

/** A note as the simulated GitLab stores it. */
interface Note {
  readonly id: number;
  body: string;
  readonly author: { id: number; username: string };
  readonly createdAt: string;
  updatedAt: string;
  readonly system: boolean;
}

/** A merge request of a project. */
export interface MergeRequest {
  readonly iid: number;
  /** Notes, oldest first. */
  readonly notes: Note[];
  /** Quick actions in notes that GitLab executed, such as `/close`. */
  readonly executed: string[];
  /** Adds a note as if a user wrote it on the page. */
  addNote(body: string, note?: { author?: string; system?: boolean }): Note;
}

/** A received request. */
interface GitLabRequest {
  method: string;
  /** Path below `/api/v4`, with the query. */
  path: string;
  body: string;
  /** Status of the response, or `null` if the connection was closed instead. */
  status: number | null;
}

interface GitLabToken {
  /** User to whom the token belongs. Each token of a project has a separate bot. */
  username: string;
  scope: 'api' | 'read_api';
  /** Token of a job, which can only read. */
  isJobToken?: boolean;
}

/** A simulated GitLab with one project. */
export interface FakeGitLab {
  /** Value of CI_SERVER_URL. */
  readonly serverUrl: string;
  /** Value of CI_API_V4_URL. */
  readonly apiUrl: string;
  readonly projectId: string;
  readonly projectPath: string;
  addMergeRequest(iid: number): MergeRequest;
  /** Creates a token and returns it. */
  addToken(token: GitLabToken): string;
  /** Returns the variables of a job in a pipeline of a merge request. */
  variablesOf(mergeRequest: MergeRequest, job: { commit: string; pipeline?: number }): Record<string, string>;
  readonly faults: Faults;
  /** All requests so far, oldest first. */
  readonly journal: readonly GitLabRequest[];
  /** Maximum number of notes of a page, which is at most 100. */
  pageSize: number;
  close(): Promise<void>;
}

class GitLabError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

const refuse = (status: number, message: string): GitLabError => new GitLabError(status, { message });
const NewNote = z.object({ body: z.string().min(1).max(1_000_000) });
const NOTES = /^\/projects\/(?<project>[^/]+)\/merge_requests\/(?<iid>\d+)\/notes(?:\/(?<note>\d+))?$/;

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Starts a simulated GitLab on a free port, with the project `group/sub/agents`. */
export async function startGitLab(): Promise<FakeGitLab> {
  const projectPath = 'group/sub/agents';
  const projectId = '4711';
  const mergeRequests = new Map<number, MergeRequest>();
  const users = new Map<string, number>();
  const tokens = new Map<string, GitLabToken>();
  const faults = createFaults();
  const journal: GitLabRequest[] = [];
  const closing = new AbortController();
  // IDs exceed 32 bits, so that tests detect a truncated ID.
  let lastId = 5_180_000_000;
  const nextId = () => (lastId += 1);
  const userOf = (username: string) => {
    const id = users.get(username) ?? nextId();
    users.set(username, id);
    return { id, username };
  };

  const createMergeRequest = (iid: number): MergeRequest => {
    const notes: Note[] = [];
    return {
      iid,
      notes,
      executed: [],
      addNote(body, { author = 'someone', system = false } = {}) {
        const at = new Date().toISOString();
        const note = { id: nextId(), body, author: userOf(author), createdAt: at, updatedAt: at, system };
        notes.push(note);
        return note;
      },
    };
  };

  /** Executes the quick actions of a note, and returns the text without them. */
  const executeQuickActions = ({ executed }: MergeRequest, body: string): string => {
    const lines = body.replaceAll('\r', '').split('\n');
    // GitLab does not execute lines in a code block, but older versions detect some code blocks wrongly. Therefore, this
    // server executes all lines.
    const isAction = (line: string) => /^\/[a-z_]+(?: |\s*$)/i.test(line);
    executed.push(...lines.filter(isAction));
    return lines
      .filter((line) => !isAction(line))
      .join('\n')
      .trimEnd();
  };

  const noteBody = ({ iid }: MergeRequest, note: Note) => ({
    id: note.id,
    type: null,
    body: note.body,
    attachment: null,
    author: { ...note.author, name: note.author.username, state: 'active', locked: false },
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    system: note.system,
    noteable_id: iid + 1_000,
    noteable_type: 'MergeRequest',
    project_id: Number(projectId),
    noteable_iid: iid,
    resolvable: false,
    confidential: false,
    internal: false,
    commands_changes: {},
  });

  const list = (mergeRequest: MergeRequest, query: URLSearchParams): Answer => {
    const by = query.get('order_by') === 'updated_at' ? 'updatedAt' : 'createdAt';
    const sign = query.get('sort') === 'asc' ? 1 : -1;
    const shown = mergeRequest.notes
      .filter(({ system }) => !system || query.get('activity_filter') !== 'only_comments')
      .toSorted((a, b) => sign * (a[by].localeCompare(b[by]) || a.id - b.id));
    const size = Math.min(Number(query.get('per_page') ?? 20), 100, gitLab.pageSize);
    const page = Number(query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(shown.length / size));
    return {
      status: 200,
      headers: {
        'X-Page': String(page),
        'X-Per-Page': String(size),
        'X-Next-Page': page < last ? String(page + 1) : '',
        'X-Total-Pages': String(last),
      },
      body: shown.slice((page - 1) * size, page * size).map((note) => noteBody(mergeRequest, note)),
    };
  };

  const write = (
    mergeRequest: MergeRequest,
    token: GitLabToken,
    { method, id, body }: { method: string; id: string | undefined; body: string },
  ): Answer => {
    if (token.isJobToken === true) throw refuse(401, '401 Unauthorized');
    if (token.scope !== 'api') {
      throw new GitLabError(403, {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: 'api',
      });
    }
    const note = mergeRequest.notes.find((one) => String(one.id) === id);
    if (id !== undefined && note === undefined) throw refuse(404, '404 Not found');
    if (note !== undefined && note.author.username !== token.username) throw refuse(403, '403 Forbidden');
    if (method === 'DELETE' && note !== undefined) {
      mergeRequest.notes.splice(mergeRequest.notes.indexOf(note), 1);
      return { status: 204 };
    }
    const given = NewNote.parse(JSON.parse(body)).body;
    const kept = executeQuickActions(mergeRequest, given);
    if (kept === '') return { status: 202, body: { commands_changes: {}, summary: ['Commands applied'] } };
    if (method === 'POST' && note === undefined) {
      const added = mergeRequest.addNote(kept, { author: token.username });
      return { status: 201, body: noteBody(mergeRequest, added) };
    }
    if (method !== 'PUT' || note === undefined) throw refuse(405, '405 Method Not Allowed');
    note.body = kept;
    note.updatedAt = new Date().toISOString();
    return { status: 200, body: noteBody(mergeRequest, note) };
  };

  const serve = (request: IncomingMessage, url: URL, body: string): Answer => {
    const token = tokens.get(String(request.headers['private-token'] ?? ''));
    if (token === undefined) throw refuse(401, '401 Unauthorized');
    const { method = 'GET' } = request;
    if (method === 'GET' && url.pathname === '/user') {
      if (token.isJobToken === true) throw refuse(401, '401 Unauthorized');
      return { status: 200, body: { ...userOf(token.username), bot: true, state: 'active' } };
    }
    const { project, iid, note: id } = NOTES.exec(url.pathname)?.groups ?? {};
    if (project === undefined) {
      throw refuse(501, `${method} ${url.pathname} is not served: add it to fake.ts`);
    }
    if (project !== projectId) throw refuse(404, '404 Project Not Found');
    const mergeRequest = mergeRequests.get(Number(iid));
    if (mergeRequest === undefined) throw refuse(404, '404 Not found');
    if (method === 'GET' && id === undefined) return list(mergeRequest, url.searchParams);
    return write(mergeRequest, token, { method, id, body });
  };

  const answer = (request: IncomingMessage, url: URL, body: string): Answer => {
    try {
      return serve(request, url, body);
    } catch (error) {
      // An error in this file is reported as 501, so that it cannot look like a response of GitLab.
      if (error instanceof GitLabError) return { status: error.status, body: error.body };
      return { status: 501, body: { message: String(error) } };
    }
  };

  const server = createServer((request, response) => {
    const exchange = async () => {
      const body = await text(request);
      const url = new URL((request.url ?? '/').replace(/^\/api\/v4/, ''), 'http://double');
      const effect = faults.decide(request.method ?? 'GET', url.pathname) ?? {};
      if (effect.delay_ms) await pause(effect.delay_ms, undefined, { signal: closing.signal });
      effect.before?.();
      const instead = effect.reset === true ? { status: 0 } : faultAnswer(effect);
      const { status, headers = {}, body: data } = instead ?? answer(request, url, body);
      const isCut = effect.reset === true || effect.drop_answer === true;
      const path = `${url.pathname}${url.search}`;
      journal.push({ method: request.method ?? 'GET', path, body, status: isCut ? null : status });
      if (isCut) return void response.socket?.resetAndDestroy();
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(data === undefined ? undefined : JSON.stringify(data));
    };
    exchange().catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on TCP has an address with a port.
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gitLab: FakeGitLab = {
    serverUrl,
    apiUrl: `${serverUrl}/api/v4`,
    projectId,
    projectPath,
    addMergeRequest(iid) {
      const created = createMergeRequest(iid);
      mergeRequests.set(iid, created);
      return created;
    },
    addToken(token) {
      const value = `${token.isJobToken === true ? 'glcbt' : 'glpat'}-${randomBytes(15).toString('hex')}`;
      tokens.set(value, token);
      return value;
    },
    variablesOf: ({ iid }, { commit, pipeline = 9001 }) => ({
      CI: 'true',
      GITLAB_CI: 'true',
      CI_SERVER_URL: serverUrl,
      CI_API_V4_URL: `${serverUrl}/api/v4`,
      CI_PROJECT_ID: projectId,
      CI_PROJECT_PATH: projectPath,
      CI_PIPELINE_ID: String(pipeline),
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_COMMIT_SHA: commit,
      CI_COMMIT_BEFORE_SHA: '0'.repeat(40),
      CI_MERGE_REQUEST_IID: String(iid),
      CI_MERGE_REQUEST_PROJECT_ID: projectId,
      CI_MERGE_REQUEST_PROJECT_PATH: projectPath,
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: projectPath,
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic',
    }),
    faults,
    journal,
    pageSize: 100,
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gitLab;
}
