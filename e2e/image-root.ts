import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, openSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The user of the container image. */
export const IMAGE_USER = 1_000;

/** Creates a root file system with nothing but Node, the libraries that it links, and the assembled service in `/app`. */
export function createImageRoot(root: string): void {
  chmodSync(root, 0o755);
  for (const folder of ["app", "proc", "dev", "tmp", "data", "etc", "usr/local/bin"])
    mkdirSync(path.join(root, folder), { recursive: true });
  const node = realpathSync(process.execPath);
  cpSync(node, path.join(root, "usr/local/bin/node"));
  const libraries = execFileSync("ldd", [node], { encoding: "utf8" }).match(/\/\S+/g) ?? [];
  for (const library of libraries) cpSync(library, path.join(root, library), { dereference: true });
  writeFileSync(path.join(root, "etc/passwd"), `node:x:${IMAGE_USER}:${IMAGE_USER}::/app:\n`);
  execFileSync(process.execPath, ["deploy/image/assemble.mjs", path.join(root, "app")]);
}

/** The command of the image: the last `CMD` of its Dockerfile. */
function readCommand(): string[] {
  const [, command] = readFileSync("deploy/image/Dockerfile", "utf8").match(/^CMD (\[.*\])$/m) ?? [];
  return JSON.parse(command ?? "[]");
}

/**
 * Starts the image's command in the root file system, which is mounted read-only, as the image's user and with these
 * settings alone. `/tmp` and `/data` are empty and can be written.
 */
export function runInImageRoot(root: string, settings: Record<string, string>, log: string): ChildProcess {
  const [node = "", ...args] = readCommand();
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -t proc proc ${root}/proc`,
    `mount --bind /dev ${root}/dev`,
    `mount -o remount,ro,bind ${root}`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/data`,
  ];
  const user = ["--setgid", `${IMAGE_USER}`, "--setuid", `${IMAGE_USER}`];
  const enter = [
    "/usr/bin/unshare",
    `--root=${root}`,
    "--wd=/app",
    ...user,
    `/usr/local/bin/${node}`,
    ...args,
  ];
  const output = openSync(log, "a");
  return spawn("unshare", ["--mount", "sh", "-c", `${mounts.join(" && ")} && exec "$@"`, "sh", ...enter], {
    env: { ...settings, PATH: "/usr/sbin:/usr/bin:/sbin:/bin", NODE_ENV: "production", DATA_DIR: "/data" },
    stdio: ["ignore", output, output],
  });
}
