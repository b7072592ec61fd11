from langgraph.graph import MessagesState, StateGraph

from my_agent.utils.nodes import answer

graph = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
