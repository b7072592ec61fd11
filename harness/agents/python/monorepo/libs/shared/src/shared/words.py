PREFIX = "monorepo"
