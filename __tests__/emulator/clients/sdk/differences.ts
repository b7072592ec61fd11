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
    'JSON, `{"detail": …}`',
    'plain text, or the validator’s own JSON without `detail`',
    'as documented',
    { [ERRORS_ARE_JSON]: { status: 404, detail: false } },
  ),
  difference('malformed requests', '422', '400', '422', {
    'threads.create with an id that is no UUID is a 422': { status: 400, detail: true },
    'runs.create with a value that cannot be is a 422': { status: 400, detail: true },
  }),
  difference('a thread’s time to live', 'the thread ends after it', 'taken, and ignored', 'as documented', {
    'threads.create with a time to live tells when the thread ends': null,
  }),
  difference(
    'a thread’s fields',
    '`values` and `interrupts` too',
    'missing until a run has set them',
    'always there',
    {
      'threads.create and get answer every documented field': [
        ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'],
        ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'],
      ],
    },
  ),
  difference('copying a thread that is not there', '404', '409', '404', {
    'threads.copy of an unknown thread is a 404': { status: 409, detail: true },
  }),
  difference(
    '`Prefer: return=minimal` on changing a thread',
    'nothing is answered',
    'the thread is answered',
    '204',
    { 'threads.update answers nothing when asked for nothing': { answers: true, metadata: { a: 1 } } },
  ),
  difference(
    '`POST /threads/prune`, `POST /runs/cancel`, `PATCH /threads/{id}/state`, `GET /threads/{id}/stream`',
    'served',
    '404',
    'served',
    {
      'threads.prune deletes threads, or all but the newest checkpoint of each': { thrown: 404 },
      'runs.cancelMany stops the runs that are named': { thrown: 404 },
      'threads.patchState merges metadata of the thread': { thrown: 404 },
      'threads.joinStream hears the runs of a thread': { thrown: 404 },
    },
  ),
  difference(
    'searching threads: `extract`',
    'what the paths lead to, as `extracted`',
    'ignored',
    'as documented',
    { 'threads.search extracts what paths lead to': null },
  ),
  difference('a state’s `interrupts`', 'what is asked, beside `tasks`', 'in `tasks` only', 'in both', {
    'threads.getState says where a thread stands, and what it asks': {
      values: { steps: ['given'] },
      next: ['ask'],
      asked: [['ask', ['sure?']]],
      checkpoint: [true, '', true],
      parent: true,
      created: true,
      metadata: { source: 'loop', step: 0 },
    },
  }),
  difference(
    'history before a checkpoint, as the official client sends it',
    '`before` is a checkpoint or its configuration',
    '400 when the configuration holds what a state’s `checkpoint` holds',
    'both are taken',
    {
      'threads.getHistory can be limited, begin before a checkpoint, and ask for metadata': { thrown: 400 },
    },
  ),
  difference('a second run without `multitask_strategy`', 'waits (`enqueue`)', 'is refused: 422', 'waits', {
    'runs.create without a strategy enqueues': { status: 422, detail: true },
  }),
  difference('`reject`', '409', '422', '409', {
    'multitask reject: the second run is a 409, and the first continues': [
      { status: 422, detail: true },
      'success',
    ],
  }),
  difference('a run on an unknown thread', '404', '422, with the words for a busy thread', '404', {
    'runs.create on an unknown thread is a 404, and makes it when told to': {
      refused: { status: 422, detail: true },
      values: { steps: ['one', 'two'] },
    },
  }),
  difference(
    'a run that is interrupted or cancelled',
    'status `interrupted`',
    'status `error`',
    '`interrupted`',
    {
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
  ),
  difference('cancelling a run that has ended', '404', 'answered', '404', {
    'runs.cancel of a run that is over is refused, and leaves it as it is': ['answered', 'success'],
  }),
  difference(
    '`rollback` of a run that is under way',
    'the run and its checkpoints are deleted; it is a 404 afterwards',
    'the run stays, with status `error`, and what it did stays in the thread',
    'as documented, regardless of its nodes',
    {
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
  ),
  difference(
    'deleting a run that is under way',
    'the run is gone',
    'it continues, and what it does lands in the thread',
    'it is stopped and undone first',
    {
      'runs.delete of a run that is under way stops it, and nothing of it comes later': [
        { status: 404, detail: true },
        ['first', 'waited', 'last', 'one', 'two'],
      ],
    },
  ),
  difference(
    '`__error__` of a run that failed',
    'the kind of error and its message',
    'always `Error`, and both as JSON within the message',
    'as documented',
    {
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
  ),
  difference('joining an unknown run, or its stream', '404', '200, with an error inside', '404', {
    'runs.join of an unknown run is a 404': 'answered',
    'runs.joinStream of an unknown run is a 404': 'answered',
  }),
  difference(
    'waiting for a run that stops to ask, or before or after a node',
    'the values, and what is asked as `__interrupt__`',
    '`__interrupt__` alone',
    'both; `__interrupt__` where something is asked',
    {
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
  ),
  difference('`durability: exit`', 'one checkpoint, at the end', 'every step’s', 'as documented', {
    'runs.wait keeps one checkpoint when told to keep the last': 4,
  }),
  difference(
    'listing runs',
    'pages of `limit` from `offset`, only what `select` names',
    'oldest first, `offset` cuts `limit` short, `select` is ignored',
    'newest first, as documented',
    {
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
  ),
  difference(
    'a stream whose connection breaks',
    '`Location` says where to continue, and the client does so by itself',
    'no `Location`: the client stops',
    'as documented',
    {
      'runs.stream continues by itself where its connection broke, and no event is lost or sent twice': {
        thrown: 'terminated',
      },
    },
  ),
  difference(
    'a resumable stream of a run that a client joins before it begins',
    'can be read from any event',
    'is empty: joining takes its events away',
    'as documented',
    {
      'runs.joinStream gives a resumable run from its beginning, even if another client waited for its end': 0,
    },
  ),
  difference(
    'crons',
    'served',
    'not implemented; a create is a 400, because it must name a thread',
    'served',
    {
      'crons.create keeps a cron that search finds, with every documented field': { thrown: 400 },
      'crons.create takes a time zone and an end': { thrown: 400 },
      'crons.createForThread keeps a cron of that thread': { thrown: 400 },
      'crons.create of an unknown assistant is a 404': { status: 400, detail: true },
      'crons.createForThread of an unknown thread is a 404': { status: 400, detail: true },
      'crons.create with a schedule that is none is a 422': { status: 400, detail: true },
      'crons.search finds by assistant, thread and state, sorted, in pages': { thrown: 400 },
      'crons.search and crons.count find by metadata': { thrown: 400 },
      'crons.update changes what is named, merges metadata, and pauses': { thrown: 400 },
      'crons.delete takes a cron away': { thrown: 400 },
    },
  ),
  difference('an assistant of an unknown graph', '404', 'is made', '404', {
    'assistants.create of an unknown graph is a 404': 'answered',
  }),
  difference(
    'searching assistants: `sort_by`, `X-Pagination-Next`',
    'sorted; the header says where the next page begins',
    'always newest first; no header',
    'as documented',
    {
      'assistants.search finds by name, graph and metadata, sorted, in pages': [
        ['Charlie', 'alpha', 'Bravo'],
        ['Bravo'],
        ['alpha'],
        [],
      ],
      'assistants.search says where the next page begins': [null, null],
    },
  ),
];

/** The rows of the table in docs/reference-server.md. */
export const differenceRows = (): string[] =>
  DIFFERENCES.map(
    ({ place, documented, theirs, ours, cases }) =>
      `| ${place} | ${documented} | ${theirs} | ${ours} | ${Object.keys(cases).join('; ')} |`,
  );
