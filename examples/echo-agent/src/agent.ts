import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

/** Change this version and push: the next reply shows which revision is serving. */
const VERSION = 'v1';

/** Replies to the last human message, and reports whether a deployment secret is set, never its value. */
function echo(state: typeof MessagesAnnotation.State) {
  const said = state.messages.findLast((message) => HumanMessage.isInstance(message));
  const greeting = process.env.GREETING ? 'set' : 'not set';
  const words = said?.text ?? 'nothing yet';
  return { messages: [new AIMessage(`echo ${VERSION}: ${words} (GREETING is ${greeting})`)] };
}

/** A graph with one step: START → echo → END. The server stores its memory in the thread. */
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('echo', echo)
  .addEdge(START, 'echo')
  .addEdge('echo', END)
  .compile();
