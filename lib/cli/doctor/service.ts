import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { request } from "undici";

const TIMEOUT_MS = 3_000;

/** The state of the running service. */
export interface ServiceReport {
  url: string;
  reachable: boolean;
  ready: boolean;
}

/** Requests a service's readiness. Never throws. */
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

/** Returns the free space on the disk of a folder, which need not exist yet. */
export async function freeDiskBytes(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}
