from langgraph.func import entrypoint, task


@task
def translate_word(word: str) -> str:
    return word.upper()


@entrypoint()
def translate(text: str) -> str:
    words = [translate_word(word) for word in text.split()]
    return "functional: " + " ".join(word.result() for word in words)
