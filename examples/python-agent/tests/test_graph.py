import os
import unittest
from unittest.mock import patch

from echo_agent.graph import graph


def answer(*messages: tuple[str, str]) -> str:
    return graph.invoke({"messages": list(messages)})["messages"][-1].content


class Echo(unittest.TestCase):
    def test_answers_the_last_thing_a_human_said(self) -> None:
        said = answer(("human", "hello"), ("ai", "yes?"), ("human", "are you there?"))
        self.assertRegex(said, r"^echo v\d+: are you there\? ")

    def test_tells_that_the_secret_arrived_and_not_what_it_holds(self) -> None:
        with patch.dict(os.environ, {"GREETING": "hush"}):
            self.assertIn("GREETING is set", answer(("human", "hello")))
            self.assertNotIn("hush", answer(("human", "hello")))

    def test_answers_when_nothing_was_said(self) -> None:
        self.assertIn("nothing yet", answer())


if __name__ == "__main__":
    unittest.main()
