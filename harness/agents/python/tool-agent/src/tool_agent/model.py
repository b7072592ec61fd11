from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage


class ScriptedModel(FakeMessagesListChatModel):
    """Calls the tool once, and then repeats the tool's result."""

    def bind_tools(self, tools, **kwargs):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        last = messages[-1]
        call = {"name": "weather", "args": {"city": last.content}, "id": "call-1"}
        found = last.type == "tool"
        self.responses = [AIMessage(f"tool agent: {last.content}") if found else AIMessage("", tool_calls=[call])]
        self.i = 0
        return super()._generate(messages, stop, run_manager, **kwargs)
