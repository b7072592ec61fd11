from agents.shared import speaker

graph = speaker("writer").compile()


def make_editor():
    return speaker("editor")
