import os from "node:os";
import type { ServerSettings } from "./postmaster";

const MB = 1024 * 1024;

/**
 * What the server may take of the memory that this machine, or the container, has for all of us. An eighth is its
 * page cache, from 32 MB up to 256, which holds the hot rows and indexes of many sessions: in 512 MB that leaves
 * about 250 for this process and the rest for connections. Write-ahead buffers are a sixteenth of that, as PostgreSQL
 * itself would choose; what it counts on from the system's cache is half of the memory.
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

/** The machine's memory, or the limit of the control group that this process is in. */
function availableBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}
