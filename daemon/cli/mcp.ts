import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { askOver } from '../http/mcp/ask.ts';
import { createMcpServer } from '../http/mcp/mcp-server.ts';

/**
 * Runs the MCP server on stdin and stdout, and reads from a running daemon over HTTP. It needs no database, so staff
 * can run it on their own computers. Resolves when stdin ends.
 */
export async function mcpCommand(url: string, token: string | undefined): Promise<void> {
  if (!token)
    throw new Error(
      'Set REDEEMD_ACCESS_TOKEN to an access token. To create one in the Portal, choose your name, then “Password and sign-in”.',
    );
  const server = createMcpServer(askOver(url, token));
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
