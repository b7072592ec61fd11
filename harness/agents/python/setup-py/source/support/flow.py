from langgraph.graph import MessagesState, StateGraph

from support.words import PREFIX


def answer(state: MessagesState):
    return {"messages": [("ai", f"{PREFIX}: {state['messages'][-1].content}")]}


# The graph is not compiled here, because the server compiles it.
flow = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer")
