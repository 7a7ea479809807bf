import type { McpLimits } from './mcp-limits.js';

/** A JSON Schema of the arguments of a tool: an object without other properties. */
export interface ArgumentSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
}

/** One thing that a client can have done. `run` gets arguments that fit the schema; a `UsageError` of it is told to the client. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: ArgumentSchema;
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** Returns text of at most `mostCharacters`. */
  run(args: never, limits: McpLimits): Promise<string>;
}

/** A tool with the type of its arguments. */
export function defineTool<Arguments>(
  tool: Omit<McpTool, 'run'> & { run(args: Arguments, limits: McpLimits): Promise<string> },
): McpTool {
  return tool as McpTool;
}

/** The hard limit of an answer: a page must not fill the context of a model. */
export const mostCharacters = 24_000;

export const crawlArgument = {
  crawl: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Name of the crawl, as start_crawl or list_crawls gives it.',
  },
} as const;
