from langchain_core.runnables import RunnableConfig

from .graph import build


def get_agent(config: RunnableConfig):
    return build(config.get("configurable", {}).get("tone", "calm")).compile()
