from setuptools import find_packages, setup

setup(
    name="support",
    version="0.1.0",
    package_dir={"": "source"},
    packages=find_packages("source"),
    python_requires=">=3.11",
    install_requires=["langgraph>=1,<2"],
)
