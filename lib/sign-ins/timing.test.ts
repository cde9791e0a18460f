import { expect, test, vi } from "vitest";
import { COMMAND_LINE } from "@/lib/core/scope";
import { addMember, issueApiKey } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { signIn } from "./index";

// The timing comparison needs the password cost of production.
vi.unmock("@/lib/security/password-cost");

useTestDatabase();

test("an unknown e-mail address takes as long as a wrong password", async () => {
  const organisation = "Same Work";
  const email = "owner@same-work.test";
  await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  await addMember(COMMAND_LINE, {
    organisation,
    email,
    password: "a password of some length",
    role: "owner",
  });
  const time = async (attempted: string, address: string) => {
    const startedAt = performance.now();
    await signIn({ email: attempted, password: "another password", address, agent: "a browser" }).catch(
      () => 0,
    );
    return performance.now() - startedAt;
  };
  const known = await time(email, "203.0.113.1");
  const unknown = await time("nobody@work.test", "203.0.113.2");
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3);
});
