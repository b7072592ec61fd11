/**
 * Results of cases that differ between agents in Python and agents in JavaScript because of the graph libraries'
 * design. The official server for Python has the same results.
 */
export const PYTHON_DIFFERENCES: ReadonlyMap<string, unknown> = new Map([
  [
    // Chunks of messages have the name of their class as their type.
    'runs.stream of messages-tuple sends each chunk with its metadata',
    { text: 'one two', several: true, types: ['AIMessageChunk'], node: ['model'], oneId: 1 },
  ],
  [
    // Messages in the run's input are omitted.
    'runs.stream of messages sends the text so far with each chunk',
    { kinds: ['metadata', 'messages/metadata', 'messages/partial'], first: 'o', last: 'one two' },
  ],
]);
