import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../service";
import { ask } from "./traffic";

/** A proxy in front of two processes of the service, run with its sample in `deploy`. */
export interface Proxy {
  address: string;
  stop(): Promise<void>;
}

const PROGRAMS = { caddy: "/usr/bin/caddy", nginx: "/usr/sbin/nginx" } as const;
export type ProxyName = keyof typeof PROGRAMS;
const START_TIMEOUT_MS = 5_000;

/** Returns why a proxy cannot run here, or undefined. */
export const findProxyFault = (name: ProxyName): string | undefined =>
  existsSync(PROGRAMS[name]) ? undefined : `${PROGRAMS[name]} is missing; on Debian: apt-get install ${name}`;

/** Starts a proxy in front of processes on this machine. Throws if it does not answer within five seconds. */
export async function startProxy(name: ProxyName, ports: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `takings-${name}-`));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const log = openSync(path.join("test-results", `${name}.log`), "a");
  const { args, settings } = await CONFIGURE[name]({ folder, port, ports });
  const child = spawn(PROGRAMS[name], args, {
    env: { ...process.env, ...settings },
    stdio: ["ignore", log, log],
  });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const scheme = name === "nginx" ? "https" : "http";
  const address = `${scheme}://127.0.0.1:${port}`;
  if (await isAnswering(address)) return { address, stop };
  await stop();
  throw new Error(`${name} does not answer; see test-results/${name}.log`);
}

interface Given {
  folder: string;
  port: number;
  ports: readonly number[];
}

interface Configuration {
  args: string[];
  settings?: Record<string, string>;
}

const CONFIGURE: Record<ProxyName, (given: Given) => Promise<Configuration>> = {
  /** The sample as it is: its addresses are variables. */
  caddy: async ({ folder, port, ports }) => ({
    args: ["run", "--adapter", "caddyfile", "--config", path.resolve("deploy/caddy/Caddyfile")],
    settings: {
      DOMAIN: `http://127.0.0.1:${port}`,
      UPSTREAMS: ports.map((one) => `127.0.0.1:${one}`).join(" "),
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    },
  }),
  /** The sample with its ports, its certificate and its redirect of port 80 replaced. */
  nginx: async ({ folder, port, ports }) => {
    const [certificate, key] = createCertificate(folder);
    const [first, second = first] = ports;
    const sample = readFileSync("deploy/nginx/takings.conf", "utf8")
      .replace("127.0.0.1:3000", `127.0.0.1:${first}`)
      .replace("127.0.0.1:3001", `127.0.0.1:${second}`)
      .replace("listen 80;", `listen ${await freePort()};`)
      .replace("listen 443 ssl", `listen ${port} ssl`)
      .replace("/var/log/nginx/takings.log", path.join(folder, "takings.log"))
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    const configuration = path.join(folder, "nginx.conf");
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join("\n");
    writeFileSync(
      configuration,
      `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents { worker_connections 1024; }\n` +
        `http {\naccess_log off;\n${temporary}\n${sample}\n}\n`,
    );
    return { args: ["-p", folder, "-c", configuration] };
  },
};

function createCertificate(folder: string): [certificate: string, key: string] {
  const files: [string, string] = [path.join(folder, "certificate.pem"), path.join(folder, "key.pem")];
  const subject = ["-subj", "/CN=takings.example.com", "-days", "2"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, "-out", files[0], "-keyout", files[1]],
    { stdio: "ignore" },
  );
  return files;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const overdue = setTimeout(() => child.kill("SIGKILL"), 3_000);
  await ended;
  clearTimeout(overdue);
}

async function isAnswering(address: string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const { status } = await ask(address, { method: "GET", path: "/api/health/ready" });
    if (status === 200) return true;
    await sleep(50);
  }
  return false;
}
