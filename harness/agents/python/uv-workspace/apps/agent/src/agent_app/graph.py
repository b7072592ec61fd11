from agent_words import PREFIX
from langgraph.graph import MessagesState, StateGraph


def answer(state: MessagesState):
    return {"messages": [("ai", f"{PREFIX}: {state['messages'][-1].content}")]}


graph = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
