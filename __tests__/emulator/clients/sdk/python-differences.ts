/**
 * What an agent in Python does otherwise than one in JavaScript, by the design of its graph library: the case that shows it,
 * and what it sees. The official server for Python answers the same.
 */
export const PYTHON_DIFFERENCES: ReadonlyMap<string, unknown> = new Map([
  [
    // Chunks of messages have the name of their class as their type.
    'runs.stream of messages-tuple gives each piece with where it comes from',
    { text: 'one two', several: true, types: ['AIMessageChunk'], node: ['model'], oneId: 1 },
  ],
  [
    // Messages that are only the input of the run are left out.
    'runs.stream of messages gives messages as they grow',
    { kinds: ['metadata', 'messages/metadata', 'messages/partial'], first: 'o', last: 'one two' },
  ],
]);
