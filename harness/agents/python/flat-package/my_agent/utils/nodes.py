def answer(state):
    return {"messages": [("ai", f"flat package: {state['messages'][-1].content}")]}
