from agents.shared import speaker

graph = speaker("research").compile()
