from langgraph.graph import MessagesState, StateGraph


def build(tone: str) -> StateGraph:
    def answer(state: MessagesState):
        return {"messages": [("ai", f"dotted path, {tone}: {state['messages'][-1].content}")]}

    return StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer")
