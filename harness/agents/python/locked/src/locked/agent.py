from langgraph.graph import MessagesState, StateGraph


def answer(state: MessagesState):
    return {"messages": [("ai", f"locked: {state['messages'][-1].content}")]}


agent = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
