import os

from langgraph.graph import MessagesState, StateGraph

TONE = os.environ["AGENT_TONE"]


def answer(state: MessagesState):
    return {"messages": [("ai", f"env map, {TONE}: {state['messages'][-1].content}")]}


graph = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
