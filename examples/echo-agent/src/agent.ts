import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

/** Change this, push, and the next answer shows which revision is serving. */
const VERSION = 'v1';

/** Answers the last thing a human said, and tells whether a deployment secret arrived, never what it holds. */
function echo(state: typeof MessagesAnnotation.State) {
  const said = state.messages.findLast((message) => HumanMessage.isInstance(message));
  const greeting = process.env.GREETING ? 'set' : 'not set';
  const words = said?.text ?? 'nothing yet';
  return { messages: [new AIMessage(`echo ${VERSION}: ${words} (GREETING is ${greeting})`)] };
}

/** One step: START → echo → END. Its memory is the thread's, kept by the server that runs it. */
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('echo', echo)
  .addEdge(START, 'echo')
  .addEdge('echo', END)
  .compile();
