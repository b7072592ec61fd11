"""An agent that echoes what it is told."""
