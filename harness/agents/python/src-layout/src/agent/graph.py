from langgraph.graph import StateGraph

from agent.state import State


async def answer(state: State) -> dict:
    return {"messages": [("ai", f"src layout: {state.messages[-1].content}")]}


graph = StateGraph(State).add_node(answer).add_edge("__start__", "answer").compile(name="Template")
