from langchain.agents import create_agent
from langchain_core.tools import tool

from tool_agent.model import ScriptedModel


@tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


agent = create_agent(ScriptedModel(responses=[]), [weather])
