// A client on the TypeScript SDK: `node talk.mjs PACKAGE COMMAND [ARGUMENT…]` starts a server, lists its tools (from
// then on the SDK holds answers against the output schemas), and makes one call for each line of its standard input.
import { createInterface } from "node:readline";

const [sdk, command, ...args] = process.argv.slice(2);
const { Client } = await import(`${sdk}/client/index.js`);
const { StdioClientTransport } = await import(`${sdk}/client/stdio.js`);
const { ElicitRequestSchema } = await import(`${sdk}/types.js`);

const capabilities = ElicitRequestSchema ? { elicitation: {} } : {};
const client = new Client({ name: sdk, version: "1" }, { capabilities });
if (ElicitRequestSchema) {
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { confirm: true } }));
}
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
say({ tools: (await client.listTools()).tools.map((tool) => tool.name) });
for await (const line of createInterface({ input: process.stdin })) {
  const { tool, arguments: given } = JSON.parse(line);
  try {
    say({ result: await client.callTool({ name: tool, arguments: given }) });
  } catch (error) {
    say({ thrown: String(error) });
  }
}
await client.close();
