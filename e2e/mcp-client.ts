import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { dataDir } from "./bank";

/** The settings of a server process: its API key, the service's address, and another data folder than the service's. */
interface Settings {
  apiKey: string;
  url: string;
  args?: string[];
  dataDir?: string;
}

interface ToolResult {
  isError: boolean;
  /** The JSON of its text. */
  value: unknown;
}

/** A tool as the server lists it. */
interface ListedTool {
  name: string;
  description: string;
  inputSchema: { type: string; properties: Record<string, unknown>; required?: string[] };
  annotations: { readOnlyHint: boolean };
}

/** A running `takings mcp` and a connection to it. */
export interface McpConnection {
  listTools(): Promise<ListedTool[]>;
  call(name: string, input: Record<string, unknown>): Promise<ToolResult>;
  /** Closes the server's stdin. Returns its exit code and all its output. */
  end(): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts `takings mcp` as its own process and speaks JSON-RPC 2.0 to it, one message on a line, as an assistant does. */
export async function startMcp({ apiKey, url, args = [], ...settings }: Settings): Promise<McpConnection> {
  const program = spawn("npm", ["run", "--silent", "takings", "--", "mcp", "--url", url, ...args], {
    env: { ...process.env, TAKINGS_API_KEY: apiKey, DATA_DIR: settings.dataDir ?? dataDir() },
  });
  const written = { stdout: "", stderr: "" };
  program.stdout.on("data", (chunk) => {
    written.stdout += chunk;
  });
  program.stderr.on("data", (chunk) => {
    written.stderr += chunk;
  });
  const closed = new Promise<number | null>((resolve) => program.once("close", resolve));
  const waiting = new Map<number, (answer: never) => void>();
  createInterface(program.stdout).on("line", (line) => {
    const { id, ...answer } = JSON.parse(line);
    waiting.get(id)?.(answer as never);
  });
  let last = 0;
  const write = (message: object) =>
    program.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = async <R>(method: string, params: object): Promise<R> => {
    const id = ++last;
    const answered = new Promise<{ result: R }>((resolve) => waiting.set(id, resolve));
    write({ id, method, params });
    const answer = await Promise.race([answered, closed.then(() => undefined)]);
    if (!answer?.result) throw new Error(`${method}: ${JSON.stringify(answer)} ${written.stderr}`);
    return answer.result;
  };
  const client = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  await request("initialize", client);
  write({ method: "notifications/initialized" });
  return {
    listTools: async () => (await request<{ tools: ListedTool[] }>("tools/list", {})).tools,
    call: async (name, input) => {
      const params = { name, arguments: input };
      const result = await request<{ isError?: boolean; content: { text: string }[] }>("tools/call", params);
      const text = result.content[0]?.text ?? "";
      return { isError: result.isError === true, value: JSON.parse(text) };
    },
    end: async () => {
      program.stdin.end();
      return { code: await closed, ...written };
    },
  };
}
