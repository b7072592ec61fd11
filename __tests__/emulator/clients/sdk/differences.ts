/**
 * A difference between the in-memory reference server and the documentation. The emulator follows the documentation.
 */
export interface Difference {
  /** Call or field that differs. */
  place: string;
  documented: string;
  theirs: string;
  ours: string;
  /** Cases that show the difference, each with its result on the reference server. */
  cases: Readonly<Record<string, unknown>>;
}

/**
 * All errors of the reference server are plain text. Only this case compares the format of an error; other cases
 * compare only the status.
 */
export const ERRORS_ARE_JSON = 'an error is JSON with a detail';

const difference = (
  place: string,
  documented: string,
  theirs: string,
  ours: string,
  cases: Difference['cases'],
): Difference => ({ place, documented, theirs, ours, cases });

export const DIFFERENCES: readonly Difference[] = [
  difference(
    'errors',
    'An error is JSON, `{"detail": …}`.',
    'returns plain text, or the validator’s own JSON without `detail`',
    'as documented',
    { [ERRORS_ARE_JSON]: { status: 404, detail: false } },
  ),
  difference('malformed requests', 'return a 422', 'returns a 400', 'returns a 422', {
    'threads.create with an ID that is not a UUID causes a 422': { status: 400, detail: true },
    'runs.create with an invalid value causes a 422': { status: 400, detail: true },
  }),
  difference('a thread’s time to live', 'The thread expires.', 'accepts and ignores it', 'as documented', {
    'threads.get returns the time to live that threads.create set': null,
  }),
  difference(
    'a thread’s fields',
    'include `values` and `interrupts`',
    'omits both until a run sets them',
    'always returns both',
    {
      'threads.create and threads.get return every documented field': [
        ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'],
        ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'],
      ],
    },
  ),
  difference('copying an unknown thread', 'returns a 404', 'returns a 409', 'returns a 404', {
    'threads.copy of an unknown thread causes a 404': { status: 409, detail: true },
  }),
  difference(
    '`Prefer: return=minimal` on changing a thread',
    'returns no body',
    'returns the thread',
    'returns a 204',
    {
      'threads.update returns no body with returnMinimal': { answers: true, metadata: { a: 1 } },
    },
  ),
  difference(
    '`POST /threads/prune`, `POST /runs/cancel`, `PATCH /threads/{id}/state`, `GET /threads/{id}/stream`',
    'exist',
    'returns a 404',
    'serves them',
    {
      'threads.prune deletes threads, or all checkpoints except the newest of each thread': { thrown: 404 },
      'runs.cancelMany cancels the given runs': { thrown: 404 },
      'threads.patchState merges the metadata of the thread': { thrown: 404 },
      'threads.joinStream streams the runs of a thread': { thrown: 404 },
    },
  ),
  difference(
    'searching threads: `extract`',
    'returns the values at the paths, as `extracted`',
    'ignores it',
    'as documented',
    { 'threads.search extracts the values at the given paths': null },
  ),
  difference(
    'a state’s `interrupts`',
    'contain the open interrupts, which are also in `tasks`',
    'returns them only in `tasks`',
    'returns them in both',
    {
      'threads.getState returns the next nodes and the open interrupts': {
        values: { steps: ['given'] },
        next: ['ask'],
        asked: [['ask', ['sure?']]],
        checkpoint: [true, '', true],
        parent: true,
        created: true,
        metadata: { source: 'loop', step: 0 },
      },
    },
  ),
  difference(
    'history before a checkpoint, as the official client sends it',
    '`before` is a checkpoint or its configuration',
    'returns a 400 if the configuration has the fields of a state’s `checkpoint`',
    'accepts both',
    {
      'threads.getHistory accepts a limit, a checkpoint to start before, and a metadata filter': {
        thrown: 400,
      },
    },
  ),
  difference(
    'a second run without `multitask_strategy`',
    'waits (`enqueue`)',
    'returns a 422',
    'enqueues the run',
    {
      'runs.create without a multitask strategy enqueues': { status: 422, detail: true },
    },
  ),
  difference('`multitask_strategy: reject`', 'returns a 409', 'returns a 422', 'returns a 409', {
    'multitask reject: the second run causes a 409, and the first run continues': [
      { status: 422, detail: true },
      'success',
    ],
  }),
  difference(
    'a run on an unknown thread',
    'returns a 404',
    'returns a 422, with the message for a busy thread',
    'returns a 404',
    {
      'runs.create on an unknown thread causes a 404, or creates the thread with ifNotExists': {
        refused: { status: 422, detail: true },
        values: { steps: ['one', 'two'] },
      },
    },
  ),
  difference(
    'status of a run that is interrupted or cancelled',
    'is `interrupted`',
    'returns `error`',
    'returns `interrupted`',
    {
      'multitask interrupt: the first run becomes interrupted, and keeps its writes': [
        'error',
        ['first', 'one', 'two'],
        'idle',
      ],
      'runs.cancel interrupts a run, which then has the status interrupted': 'error',
      'runs.cancel without wait responds immediately, and the run ends': 'error',
      'runs.stream with onDisconnect cancel stops the run when its reader disconnects': 'error',
      'runs.joinStream with cancelOnDisconnect stops the run when its reader disconnects': 'error',
    },
  ),
  difference('cancelling a finished run', 'returns a 404', 'reports success', 'returns a 404', {
    'runs.cancel of a finished run is refused and leaves the run unchanged': ['answered', 'success'],
  }),
  difference(
    '`rollback` of a running run',
    'The run and its checkpoints are deleted; getting the run returns a 404.',
    'keeps the run with the status `error`, and its writes in the thread',
    'as documented, even if a node ignores its abort signal',
    {
      'multitask rollback: the first run is deleted, and the thread has the data of the second run': [
        'answered',
        ['first', 'one', 'two'],
        2,
        'idle',
      ],
      'multitask rollback: a run that ignores its abort signal is also deleted': [
        'answered',
        ['first', 'one', 'two'],
      ],
      'runs.cancel with rollback deletes the run and its checkpoints': [
        'answered',
        ['one', 'two', 'first'],
        'error',
      ],
      'runs.stream of a rolled back run ends': [[{ first: { steps: ['first'] } }], ['first', 'one', 'two']],
    },
  ),
  difference(
    'deleting a running run',
    'The run is deleted.',
    'continues the run, which writes to the thread',
    'stops the run and undoes its writes',
    {
      'runs.delete stops and removes a running run, and its writes are undone': [
        { status: 404, detail: true },
        ['first', 'waited', 'last', 'one', 'two'],
      ],
    },
  ),
  difference(
    '`__error__` of a failed run',
    'contains the error’s class and message',
    'always returns `Error`, with class and message as JSON in the message',
    'as documented',
    {
      'runs.wait throws the error of the graph': 'Error: {"error":"RangeError","message":"out of range"}',
      'runs.wait without raiseError returns the error, and the thread has the status error': {
        values: {
          __error__: { error: 'Error', message: '{"error":"RangeError","message":"out of range"}' },
        },
        run: 'error',
        thread: 'error',
        state: { values: { steps: ['first'] }, next: ['fail'] },
      },
      'runs.wait ends a run at the recursion limit': 'Error',
      'runs.join of a failed run returns its error': {
        __error__: { error: 'Error', message: '{"error":"RangeError","message":"out of range"}' },
      },
    },
  ),
  difference(
    'joining an unknown run, or its stream',
    'returns a 404',
    'returns a 200 with an error in the body',
    'returns a 404',
    {
      'runs.join of an unknown run causes a 404': 'answered',
      'runs.joinStream of an unknown run causes a 404': 'answered',
    },
  ),
  difference(
    'waiting for a run that stops at an interrupt, or before or after a node',
    'returns the values, and the interrupts as `__interrupt__`',
    'returns only `__interrupt__`',
    'returns the values, and `__interrupt__` if there are interrupts',
    {
      'runs.wait with a command resumes an interrupt': {
        before: [null, 'sure?'],
        after: { steps: ['answer yes', 'after'] },
        status: 'idle',
        interrupts: {},
      },
      'runs.wait stops before and after the given nodes': [
        [null, ['two']],
        [null, ['two']],
        [null, ['one']],
      ],
    },
  ),
  difference(
    'checkpoints with `durability: exit`',
    'one checkpoint, at the end',
    'stores one checkpoint for each step',
    'as documented',
    {
      'runs.wait with durability exit keeps only the last checkpoint': 4,
    },
  ),
  difference(
    'listing runs',
    'returns pages of `limit` from `offset`, with the fields of `select`',
    'returns the oldest first; `offset` shortens the page; `select` is ignored',
    'returns the newest first, as documented',
    {
      'runs.list returns the runs of one thread by status, newest first and in pages': [
        [0, 1, 2],
        [],
        [2],
        [0, 1],
      ],
      'runs.list returns only the selected fields': [
        'assistant_id',
        'created_at',
        'kwargs',
        'metadata',
        'multitask_strategy',
        'run_id',
        'status',
        'thread_id',
        'updated_at',
      ],
    },
  ),
  difference(
    'a stream whose connection breaks',
    '`Location` has the address where the client continues.',
    'sends no `Location`, so the client stops',
    'as documented',
    {
      'runs.stream reconnects after a broken connection without losing or repeating events': {
        thrown: 'terminated',
      },
    },
  ),
  difference(
    'a resumable stream of a run that a client joins before it begins',
    'A client can read it from any event.',
    'sends nothing, because joining consumes its events',
    'as documented',
    {
      'runs.joinStream sends a resumable run from its start, even if another client waited for its end': 0,
    },
  ),
  difference(
    'crons',
    'exist',
    'does not implement them; creating a cron returns a 400 that requires a thread',
    'serves them',
    {
      'crons.create stores a cron that a search returns with every documented field': { thrown: 400 },
      'crons.create accepts a time zone and an end time': { thrown: 400 },
      'crons.createForThread stores a cron of the given thread': { thrown: 400 },
      'crons.create of an unknown assistant causes a 404': { status: 400, detail: true },
      'crons.createForThread of an unknown thread causes a 404': { status: 400, detail: true },
      'crons.create with an invalid schedule causes a 422': { status: 400, detail: true },
      'crons.search finds crons by assistant, thread and state, sorted and in pages': { thrown: 400 },
      'crons.search and crons.count find crons by metadata': { thrown: 400 },
      'crons.update changes the given fields, merges metadata, and pauses the cron': { thrown: 400 },
      'crons.delete removes a cron': { thrown: 400 },
    },
  ),
  difference('an assistant of an unknown graph', 'returns a 404', 'creates the assistant', 'returns a 404', {
    'assistants.create of an unknown graph causes a 404': 'answered',
  }),
  difference(
    'searching assistants: `sort_by`, `X-Pagination-Next`',
    'The result is sorted; the header has the offset of the next page.',
    'always returns the newest first, without the header',
    'as documented',
    {
      'assistants.search finds assistants by name, graph and metadata, sorted and in pages': [
        ['Charlie', 'alpha', 'Bravo'],
        ['Bravo'],
        ['alpha'],
        [],
      ],
      'assistants.search returns the offset of the next page': [null, null],
    },
  ),
];

/** Returns the rows of the table in docs/reference-server.md. */
export const differenceRows = (): string[] =>
  DIFFERENCES.map(
    ({ place, documented, theirs, ours, cases }) =>
      `| ${place} | ${documented} | ${theirs} | ${ours} | ${Object.keys(cases).join('; ')} |`,
  );
