from typing import TypedDict

from langgraph.graph import END, START, StateGraph

from nodes.greet import greet


class State(TypedDict):
    question: str
    answer: str


workflow = StateGraph(State)
workflow.add_node("greet", greet)
workflow.add_edge(START, "greet")
workflow.add_edge("greet", END)
app = workflow.compile()
