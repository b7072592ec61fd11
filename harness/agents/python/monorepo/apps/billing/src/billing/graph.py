from common_words import SUFFIX
from langgraph.graph import MessagesState, StateGraph
from shared.words import PREFIX


def answer(state: MessagesState):
    return {"messages": [("ai", f"{PREFIX}: {state['messages'][-1].content}{SUFFIX}")]}


graph = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
