"""One step: START → echo → END. Its memory is the thread's, kept by the server that runs it."""

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from echo_agent.reply import reply


def echo(state: MessagesState) -> dict[str, list[AIMessage]]:
    """Answers the last thing a human said."""
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
