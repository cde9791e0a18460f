// Guarantee: the container image's files serve the whole product without its sources, its build tools and the embedded
// database, as a user without privileges, from a root file system that cannot be written.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createBank } from "../bank";
import { createSession, expect, test } from "../fixtures";
import { createApi } from "../http-client";
import { createImageRoot, IMAGE_USER, runInImageRoot } from "../image-root";
import { outsideDatabaseSettings } from "../outside-database";
import { freePort } from "../service";

test.skip(({ isNext }) => isNext, "starts a process of its own, whichever server the project tests");
test.skip(
  process.platform !== "linux" || process.getuid?.() !== 0,
  "needs mount namespaces of Linux and root",
);

test("the image starts on an outside database and serves the API, the documents and the pages", async ({
  platform,
}) => {
  test.setTimeout(90_000);
  const root = mkdtempSync(path.join(os.tmpdir(), "takings-image-"));
  const log = path.join("test-results", "image.log");
  createImageRoot(root);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = runInImageRoot(
    root,
    { ...outsideDatabaseSettings(), HOST: "127.0.0.1", PORT: `${port}` },
    log,
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const isReady = () =>
      fetch(`${address}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { intervals: [20], timeout: 30_000 }).toBe(true);
    test.info().annotations.push({ type: "ready after", description: `${performance.now() - startedAt} ms` });
    expect(readFileSync(`/proc/${child.pid}/status`, "utf8")).toMatch(
      new RegExp(`^Uid:\\t${IMAGE_USER}\\t`, "m"),
    );
    expect(readFileSync(`/proc/${child.pid}/mounts`, "utf8")).toMatch(/^\S+ \/ \S+ ro/m);

    const image = createApi(address, platform.apiKey);
    const session = await createSession(image);
    await createBank(address).transfer(session);
    const answer = await image.get(`/v1/reconciliation/${session.session_id}`);
    expect(answer.json()).toMatchObject({ success: true });
    for (const page of ["/login", "/docs/quick-start", "/openapi.json", "/llms.txt", "/docs/mono.woff2"]) {
      const answer = await fetch(address + page);
      expect(answer.status, page).toBe(200);
      for (const [, file] of (await answer.text()).matchAll(/(?:src|href)="(\/_next\/[^"]+)"/g))
        expect((await fetch(address + file)).status, file).toBe(200);
    }
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(root, { recursive: true, force: true });
  }
  expect(child.exitCode).toBe(0);
  expect(readFileSync(log, "utf8")).not.toContain("Error");
});
