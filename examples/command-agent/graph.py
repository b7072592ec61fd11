"""The agent as a graph for the hosted service."""

from langgraph.graph import END, START, MessagesState, StateGraph

from echo import reply


def answer(state: MessagesState):
    return {"messages": [("ai", reply(state["messages"][-1].content))]}


graph = (
    StateGraph(MessagesState)
    .add_node("answer", answer)
    .add_edge(START, "answer")
    .add_edge("answer", END)
    .compile()
)
