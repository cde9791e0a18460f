/** Guarantee: a public screen is sent nobody's account, narration or surname. */
import { afterEach, expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { closeLive } from "./index";
import { follow } from "./testing/follow";
import { wallName } from "./wallboard";

useTestDatabase();
afterEach(closeLive);

test.each([
  ["Chinedu Okonkwo", "Chinedu O."],
  ["  ADEBAYO  OLAIDE JOHN ", "Adebayo J."],
  ["Ẹniọlá Ọládélé", "Ẹniọlá Ọ."],
  ["Okonkwo", "O."],
  ["", ""],
])("%j is shown as %j", (name, shown) => expect(wallName(name)).toBe(shown));

test("a wall's stream carries neither account, narration nor surname", async () => {
  const { scope, sessionId, account } = await openTestSession();
  await recordCredit(
    incoming({
      account,
      senderName: "Chinedu Okonkwo",
      senderAccount: "9876544471",
      narration: "For the baby",
    }),
  );
  const follower = await follow(scope, sessionId, { audience: "wall" });
  const told = await follower.next();
  follower.leave();
  expect(told?.rows).toEqual([
    {
      number: 1,
      payer: "Chinedu O.",
      channel: "bank_transfer",
      terminal_label: null,
      place: null,
      status: "successful",
      amount: "100.00",
    },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/Okonkwo|4471|baby/);
  expect(told?.figures.total_inflow).toBe("100.00");
});
