/** Something that the reference in-memory server does otherwise than the documentation says, which ours follows. */
export interface Difference {
  /** What it is about. */
  place: string;
  documented: string;
  theirs: string;
  ours: string;
  /** The cases that show it, each with what it sees on the reference server. */
  cases: Readonly<Record<string, unknown>>;
}

/**
 * Its errors are text everywhere. That is said once, and shown by this case; the others look at the status alone.
 */
export const ERRORS_ARE_JSON = 'an error is JSON with a detail';

export const DIFFERENCES: readonly Difference[] = [
  {
    place: 'errors',
    documented: 'JSON, `{"detail": …}`',
    theirs: 'plain text, or the validator’s own JSON without `detail`',
    ours: 'as documented',
    cases: { [ERRORS_ARE_JSON]: { status: 404, detail: false } },
  },
  {
    place: 'malformed requests',
    documented: '422',
    theirs: '400',
    ours: '422',
    cases: {
      'threads.create with an id that is no UUID is a 422': { status: 400, detail: true },
      'runs.create with a value that cannot be is a 422': { status: 400, detail: true },
    },
  },
  {
    place: 'a thread’s time to live',
    documented: 'the thread ends after it',
    theirs: 'taken, and ignored',
    ours: 'as documented',
    cases: { 'threads.create with a time to live tells when the thread ends': null },
  },
  {
    place: 'a thread’s fields',
    documented: '`values` and `interrupts` too',
    theirs: 'missing until a run has set them',
    ours: 'always there',
    cases: {
      'threads.create and get answer every documented field': [
        ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'],
        ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'],
      ],
    },
  },
  {
    place: 'copying a thread that is not there',
    documented: '404',
    theirs: '409',
    ours: '404',
    cases: { 'threads.copy of an unknown thread is a 404': { status: 409, detail: true } },
  },
  {
    place: '`Prefer: return=minimal` on changing a thread',
    documented: 'nothing is answered',
    theirs: 'the thread is answered',
    ours: '204',
    cases: { 'threads.update answers nothing when asked for nothing': { answers: true, metadata: { a: 1 } } },
  },
  {
    place:
      '`POST /threads/prune`, `POST /runs/cancel`, `PATCH /threads/{id}/state`, `GET /threads/{id}/stream`',
    documented: 'served',
    theirs: '404',
    ours: 'served',
    cases: {
      'threads.prune deletes threads, or all but the newest checkpoint of each': { thrown: 404 },
      'runs.cancelMany stops the runs that are named': { thrown: 404 },
      'threads.patchState merges metadata of the thread': { thrown: 404 },
      'threads.joinStream hears the runs of a thread': { thrown: 404 },
    },
  },
  {
    place: 'searching threads: `extract`',
    documented: 'what the paths lead to, as `extracted`',
    theirs: 'ignored',
    ours: 'as documented',
    cases: { 'threads.search extracts what paths lead to': null },
  },
  {
    place: 'a state’s `interrupts`',
    documented: 'what is asked, beside `tasks`',
    theirs: 'in `tasks` only',
    ours: 'in both',
    cases: {
      'threads.getState says where a thread stands, and what it asks': {
        values: { steps: ['given'] },
        next: ['ask'],
        asked: [['ask', ['sure?']]],
        checkpoint: [true, '', true],
        parent: true,
        created: true,
        metadata: { source: 'loop', step: 0 },
      },
    },
  },
  {
    place: 'history before a checkpoint, as the official client sends it',
    documented: '`before` is a checkpoint or its configuration',
    theirs: '400 when the configuration holds what a state’s `checkpoint` holds',
    ours: 'both are taken',
    cases: {
      'threads.getHistory can be limited, begin before a checkpoint, and ask for metadata': { thrown: 400 },
    },
  },
  {
    place: 'a second run without `multitask_strategy`',
    documented: 'waits (`enqueue`)',
    theirs: 'is refused: 422',
    ours: 'waits',
    cases: { 'runs.create without a strategy enqueues': { status: 422, detail: true } },
  },
  {
    place: '`reject`',
    documented: '409',
    theirs: '422',
    ours: '409',
    cases: {
      'multitask reject: the second run is a 409, and the first goes on': [
        { status: 422, detail: true },
        'success',
      ],
    },
  },
  {
    place: 'a run on an unknown thread',
    documented: '404',
    theirs: '422, with the words for a busy thread',
    ours: '404',
    cases: {
      'runs.create on an unknown thread is a 404, and makes it when told to': {
        refused: { status: 422, detail: true },
        values: { steps: ['one', 'two'] },
      },
    },
  },
  {
    place: 'a run that is interrupted or cancelled',
    documented: 'status `interrupted`',
    theirs: 'status `error`',
    ours: '`interrupted`',
    cases: {
      'multitask interrupt: the first run is kept as interrupted, with what it did': [
        'error',
        ['first', 'one', 'two'],
        'idle',
      ],
      'runs.cancel interrupts a run, which stays and says so': 'error',
      'runs.cancel without waiting answers at once, and the run ends': 'error',
      'runs.stream stops the run when its reader goes, if told to': 'error',
      'runs.joinStream stops the run when its reader goes, if told to': 'error',
    },
  },
  {
    place: '`rollback` of a run that is under way',
    documented: 'the run and its checkpoints are deleted; it is a 404 afterwards',
    theirs: 'the run stays, with status `error`, and what it did stays in the thread',
    ours: 'as documented, regardless of its nodes',
    cases: {
      'multitask rollback: the first run is gone, and the thread holds the second one’s data': [
        'answered',
        ['first', 'one', 'two'],
        2,
        'idle',
      ],
      'multitask rollback of a run that does not listen: it is gone all the same': [
        'answered',
        ['first', 'one', 'two'],
      ],
      'runs.cancel with rollback leaves nothing of the run': ['answered', ['one', 'two', 'first'], 'error'],
      'runs.stream of a run that is rolled back ends': [
        [{ first: { steps: ['first'] } }],
        ['first', 'one', 'two'],
      ],
    },
  },
  {
    place: 'deleting a run that is under way',
    documented: 'the run is gone',
    theirs: 'it goes on, and what it does lands in the thread',
    ours: 'it is stopped and undone first',
    cases: {
      'runs.delete of a run that is under way stops it, and nothing of it comes later': [
        { status: 404, detail: true },
        ['first', 'waited', 'last', 'one', 'two'],
      ],
    },
  },
  {
    place: '`__error__` of a run that failed',
    documented: 'the kind of error and its message',
    theirs: 'always `Error`, and both as JSON within the message',
    ours: 'as documented',
    cases: {
      'runs.wait throws what the graph threw': 'Error: {"error":"RangeError","message":"out of range"}',
      'runs.wait gives the failure when told not to throw it, and the thread says so': {
        values: {
          __error__: { error: 'Error', message: '{"error":"RangeError","message":"out of range"}' },
        },
        run: 'error',
        thread: 'error',
        state: { values: { steps: ['first'] }, next: ['fail'] },
      },
      'runs.wait holds to the number of steps that is allowed': 'Error',
      'runs.join of a run that failed answers the failure': {
        __error__: { error: 'Error', message: '{"error":"RangeError","message":"out of range"}' },
      },
    },
  },
  {
    place: 'joining an unknown run, or its stream',
    documented: '404',
    theirs: '200, with an error inside',
    ours: '404',
    cases: {
      'runs.join of an unknown run is a 404': 'answered',
      'runs.joinStream of an unknown run is a 404': 'answered',
    },
  },
  {
    place: 'waiting for a run that stops to ask, or before or after a node',
    documented: 'the values, and what is asked as `__interrupt__`',
    theirs: '`__interrupt__` alone',
    ours: 'both; `__interrupt__` where something is asked',
    cases: {
      'runs.wait with a command resumes what was asked': {
        before: [null, 'sure?'],
        after: { steps: ['answer yes', 'after'] },
        status: 'idle',
        interrupts: {},
      },
      'runs.wait stops before and after nodes when told to': [
        [null, ['two']],
        [null, ['two']],
        [null, ['one']],
      ],
    },
  },
  {
    place: '`durability: exit`',
    documented: 'one checkpoint, at the end',
    theirs: 'every step’s',
    ours: 'as documented',
    cases: { 'runs.wait keeps one checkpoint when told to keep the last': 4 },
  },
  {
    place: 'listing runs',
    documented: 'pages of `limit` from `offset`, only what `select` names',
    theirs: 'oldest first, `offset` cuts `limit` short, `select` is ignored',
    ours: 'newest first, as documented',
    cases: {
      'runs.list is of one thread, newest first, in pages, by status': [[0, 1, 2], [], [2], [0, 1]],
      'runs.list answers only the fields that are selected': [
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
  },
  {
    place: 'a stream whose connection breaks',
    documented: '`Location` says where to go on, and the client does so by itself',
    theirs: 'no `Location`: the client gives up',
    ours: 'as documented',
    cases: {
      'runs.stream goes on by itself where its line broke, and no event is lost or told twice': {
        thrown: 'terminated',
      },
    },
  },
  {
    place: 'a resumable stream of a run that a client joins before it begins',
    documented: 'can be read from any event',
    theirs: 'is empty: joining takes its events away',
    ours: 'as documented',
    cases: {
      'runs.joinStream gives a resumable run from its beginning, even if another client waited for its end': 0,
    },
  },
  {
    place: 'an item’s time to live',
    documented: 'the item ends after it',
    theirs: 'taken, and ignored',
    ours: '422: refused rather than ignored',
    cases: {
      'store.putItem takes whether to index, and refuses a time to live it would not keep': [
        { a: 1 },
        'answered',
      ],
    },
  },
  {
    place: 'an assistant of an unknown graph',
    documented: '404',
    theirs: 'is made',
    ours: '404',
    cases: { 'assistants.create of an unknown graph is a 404': 'answered' },
  },
  {
    place: 'searching assistants: `sort_by`, `X-Pagination-Next`',
    documented: 'sorted; the header says where the next page begins',
    theirs: 'always newest first; no header',
    ours: 'as documented',
    cases: {
      'assistants.search finds by name, graph and metadata, sorted, in pages': [
        ['Charlie', 'alpha', 'Bravo'],
        ['Bravo'],
        ['alpha'],
        [],
      ],
      'assistants.search says where the next page begins': [null, null],
    },
  },
];

/** The rows of the table in docs/reference-server.md. */
export const differenceRows = (): string[] =>
  DIFFERENCES.map(
    ({ place, documented, theirs, ours, cases }) =>
      `| ${place} | ${documented} | ${theirs} | ${ours} | ${Object.keys(cases).join('; ')} |`,
  );
