import { expect, test } from "vitest";
import { accountIn, maskBody, maskExcerpt } from "./mask";

const BODY =
  '{"event":"transaction.received","session_id":"ses_1","data":{"id":"txn_1","sender_name":"A \\"sender_account\\":\\"1\\"","sender_account":"0212344471","narration":"x"}}';

test("a body shows the last four digits of its payer's account, and all else as it was sent", () => {
  expect(accountIn(BODY)).toBe("0212344471");
  expect(maskBody(BODY)).toBe(BODY.replace("0212344471", "•• 4471"));
});

test("a body without an account, or that is none of ours, stays as it is", () => {
  for (const body of ["", "text", BODY.replace("0212344471", "")]) {
    expect(accountIn(body)).toBe("");
    expect(maskBody(body)).toBe(body);
  }
});

test.each([
  ["ok 0212344471, 0212344471", "ok •• 4471, •• 4471"],
  ["got {account: 02123", "got {account: ••"],
  ["ok", "ok"],
])("an answer that echoes the account is masked: %s", (excerpt, masked) => {
  expect(maskExcerpt(excerpt, "0212344471")).toBe(masked);
});
