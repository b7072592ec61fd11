/** Name of the event with which a worker reports the steps of a run. Clients of the run never receive it. */
export const TRACE_EVENT = 'trace';

/** Maximum length of the shortened input and output of a step, in characters. Markers of omissions come on top. */
export const MAX_STEP_VALUE = 20_000;
