"""A graph with one step: START → echo → END. The server stores its memory in the thread."""

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from echo_agent.reply import reply


def echo(state: MessagesState) -> dict[str, list[AIMessage]]:
    """Replies to the last human message."""
    humans = [message for message in state["messages"] if isinstance(message, HumanMessage)]
    said = humans[-1].text if humans else "nothing yet"
    return {"messages": [AIMessage(reply(said))]}


graph = (
    StateGraph(MessagesState)
    .add_node("echo", echo)
    .add_edge(START, "echo")
    .add_edge("echo", END)
    .compile()
)
