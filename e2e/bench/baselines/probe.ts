/** A process's resource usage: memory in bytes, and processor time since its start in microseconds. */
export interface Usage {
  rssBytes: number;
  heapBytes: number;
  cpuUs: number;
  /** Sockets, timers and other handles that keep the process alive. */
  handles: number;
}

/**
 * Loaded before a server under test (`--import`). Sends the resource usage to the bench on request, and ends the
 * process if the bench has gone. It has no other effect.
 */
process.on("message", () => {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    rssBytes: rss,
    heapBytes: heapUsed + external,
    cpuUs: user + system,
    handles: process.getActiveResourcesInfo().length,
  };
  process.send?.(usage);
});
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
