PREFIX = "uv workspace"
