from langgraph.graph import MessagesState, StateGraph


def speaker(name: str) -> StateGraph:
    def answer(state: MessagesState):
        return {"messages": [("ai", f"{name}: {state['messages'][-1].content}")]}

    return StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer")
