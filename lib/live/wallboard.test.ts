/** Guarantee: a public wallboard never gets an account, a narration or a surname. */
import { afterEach, expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { closeLiveStreams } from "./index";
import { followSession } from "./testing/follow";
import { formatWallboardName } from "./wallboard";

useTestDatabase();
afterEach(closeLiveStreams);

test.each([
  ["Chinedu Okonkwo", "Chinedu O."],
  ["  ADEBAYO  OLAIDE JOHN ", "Adebayo J."],
  ["Ẹniọlá Ọládélé", "Ẹniọlá Ọ."],
  ["Okonkwo", "O."],
  ["", ""],
])("%j is shown as %j", (name, shown) => expect(formatWallboardName(name)).toBe(shown));

test("a wallboard's stream contains no account, narration or surname", async () => {
  const { scope, sessionId, account } = await openTestSession();
  await recordCredit(
    createIncomingCredit({
      account,
      senderName: "Chinedu Okonkwo",
      senderAccount: "9876544471",
      narration: "For the baby",
    }),
  );
  const follower = await followSession(scope, sessionId, { audience: "wallboard" });
  const update = await follower.next();
  follower.leave();
  expect(update?.rows).toEqual([
    {
      sequence: 1,
      payer: "Chinedu O.",
      channel: "bank_transfer",
      terminal_label: null,
      location: null,
      status: "successful",
      amount: "100.00",
    },
  ]);
  expect(JSON.stringify(update)).not.toMatch(/Okonkwo|4471|baby/);
  expect(update?.figures.total_inflow).toBe("100.00");
});
