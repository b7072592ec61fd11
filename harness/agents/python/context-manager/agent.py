from contextlib import asynccontextmanager

from langchain_core.runnables import RunnableConfig
from langgraph.graph import MessagesState, StateGraph


class Connection:
    open = False

    def look_up(self, text: str) -> str:
        if not self.open:
            raise RuntimeError("the connection is closed")
        return f"context manager: {text}"


@asynccontextmanager
async def make_graph(config: RunnableConfig):
    connection = Connection()
    connection.open = True

    async def answer(state: MessagesState):
        return {"messages": [("ai", connection.look_up(state["messages"][-1].content))]}

    try:
        yield StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
    finally:
        connection.open = False
