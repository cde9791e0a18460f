import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { request } from "undici";

const TIMEOUT_MS = 3_000;

/** How the running service is. */
export interface ServiceReport {
  url: string;
  reachable: boolean;
  ready: boolean;
}

/** Asks a service whether it is ready. Never throws. */
export async function inspectService(url: string): Promise<ServiceReport> {
  try {
    const answer = await request(`${url}/api/health/ready`, {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    await answer.body.dump();
    return { url, reachable: true, ready: answer.statusCode === 200 };
  } catch {
    return { url, reachable: false, ready: false };
  }
}

/** The space left on the disk that holds a folder, whether the folder is there yet or not. */
export async function freeDiskBytes(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}
