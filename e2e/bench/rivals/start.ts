import { type ChildProcess, spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A server under test, in a process of its own. */
export interface Running {
  port: number;
  stop(): Promise<void>;
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(Boolean(socket.destroy())));
    socket.once("error", () => resolve(false));
  });

/** Starts a Node program on a port and waits, up to three minutes, until it listens there. Throws where it ends first. */
export async function startServer(
  args: (port: number) => string[],
  settings: Record<string, string>,
): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, args(port), {
    env: { ...process.env, ...settings, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "ignore", "ignore"],
  });
  for (let waited = 0; !(await answers(port)); waited++) {
    if (child.exitCode !== null || waited > 1800) throw new Error(`${args(port).join(" ")} does not listen`);
    await sleep(100);
  }
  return { port, stop: () => stop(child) };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 12_000).unref();
  });
}
