"""Calls a server with the official Python client of the Model Context Protocol, and prints the results as JSON."""

import asyncio
import json
import os
import sys

from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

CALLS = json.loads(sys.argv[2])


async def observe(session):
    init = await session.initialize()
    tools = await session.list_tools()
    seen = {
        "version": init.protocol_version,
        "tools": [
            tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools.tools
        ],
        "calls": [],
    }
    for name, arguments in CALLS:
        try:
            result = await session.call_tool(name, arguments)
            seen["calls"].append([result.is_error, [part.text for part in result.content]])
        except Exception as error:
            seen["calls"].append(str(error))
    await session.send_ping()
    try:
        await session.list_resources()
    except Exception as error:
        seen["resources"] = str(error)
    return seen


async def main():
    headers = {"x-api-key": os.environ["AGENT_API_KEY"]}
    async with (
        create_mcp_http_client(headers=headers) as http,
        streamable_http_client(sys.argv[1], http_client=http) as streams,
        ClientSession(streams[0], streams[1]) as session,
    ):
        print(json.dumps(await observe(session)))


asyncio.run(main())
