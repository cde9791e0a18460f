import os from "node:os";
import type { ServerSettings } from "./postmaster";

const MB = 1024 * 1024;

/**
 * Returns the server's memory settings for the memory of this machine or container. The page cache is an eighth,
 * between 32 and 256 MB, enough for the hot rows and indexes of many sessions: of 512 MB that leaves about 250 for
 * this process and the rest for connections. WAL buffers are a sixteenth of the page cache, close to PostgreSQL's
 * default; the assumed size of the system's cache is half of the memory.
 */
export function memorySettings(memoryBytes = availableBytes()): ServerSettings {
  const shared = Math.min(256, Math.max(32, Math.floor(memoryBytes / MB / 8)));
  const cached = Math.min(1024, Math.max(shared, Math.floor(memoryBytes / MB / 2)));
  return {
    shared_buffers: `${shared}MB`,
    wal_buffers: `${Math.floor(shared / 16)}MB`,
    effective_cache_size: `${cached}MB`,
  };
}

/** Returns the machine's memory, or the limit of this process's control group if it is lower. */
function availableBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}
