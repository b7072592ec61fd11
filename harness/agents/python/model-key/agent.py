from langchain_openai import ChatOpenAI
from langgraph.graph import MessagesState, StateGraph

model = ChatOpenAI(model="gpt-4o-mini")


def answer(state: MessagesState):
    return {"messages": [("ai", f"model key: {model.model_name}")]}


graph = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
