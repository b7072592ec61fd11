"""An agent that echoes its input."""
