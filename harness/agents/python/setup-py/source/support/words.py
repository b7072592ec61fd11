PREFIX = "setup.py"
