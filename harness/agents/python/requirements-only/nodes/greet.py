def greet(state):
    return {"answer": f"requirements only: {state['question']}"}
