/** What a process uses: bytes and microseconds of processor time since its start. */
export interface Usage {
  rssBytes: number;
  heapBytes: number;
  cpuUs: number;
  /** Sockets, timers and whatever else keeps the process alive. */
  handles: number;
}

/**
 * Loaded before a server under test (`--import`): tells the bench, when it asks, what the process uses, and ends it
 * where the bench is gone. It does nothing by itself.
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
