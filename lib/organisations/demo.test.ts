import { expect, it } from "vitest";
import { systemDb } from "@/lib/db/client";
import { verifyPassword } from "@/lib/security/password";
import { useTestDatabase } from "@/lib/testing/database";
import { createDemo, findApiCaller, getOrganisation, rotateSigningSecret, showSigningSecrets } from "./index";

useTestDatabase();

it("two concurrent starts on an empty database create one demo organisation, and later starts create none", async () => {
  const created = await Promise.all([createDemo(), createDemo()]);
  const [demo, ...others] = created.filter((one) => one !== undefined);
  expect(others).toEqual([]);
  expect(await findApiCaller(demo?.apiKey ?? "")).toMatchObject({ mode: "test" });
  const rows = await systemDb().sql<
    { passwordHash: string; role: string }[]
  >`select password_hash, role from members m join people p on p.id = m.person_id where m.email = ${demo?.email ?? ""}`;
  expect(rows).toMatchObject([{ role: "owner" }]);
  expect(await verifyPassword(demo?.password ?? "", rows[0]?.passwordHash ?? null)).toBe(true);
  expect(await createDemo()).toBeUndefined();
  const counts = await systemDb()
    .sql`select (select count(*) from organisations) as organisations, (select count(*) from signing_secrets) as secrets`;
  expect(counts).toEqual([{ organisations: 1n, secrets: 1n }]);
});

it("a rotated signing secret is listed after the new one for a day", async () => {
  const scope = { ...(await getOrganisation({ organisation: "demo" })), mode: "test" as const };
  const [before] = await showSigningSecrets(scope);
  const rotated = await rotateSigningSecret(scope);
  expect(rotated).toHaveLength(2);
  expect(rotated[0]).toMatchObject({ retiresAt: null });
  expect(rotated[1]?.secret).toBe(before?.secret);
  expect(Math.abs((rotated[1]?.retiresAt?.getTime() ?? 0) - Date.now() - 86_400_000)).toBeLessThan(10_000);
  await systemDb()
    .sql`update signing_secrets set retires_at = now() - interval '1 second' where retires_at is not null`;
  expect(await showSigningSecrets(scope)).toEqual([rotated[0]]);
});
