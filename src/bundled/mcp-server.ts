/** The Model Context Protocol over standard input and output. */
export { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
