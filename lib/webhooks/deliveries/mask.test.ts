import { expect, test } from "vitest";
import { findAccount, maskBody, maskExcerpt } from "./mask";

const BODY =
  '{"event":"transaction.received","session_id":"ses_1","data":{"id":"txn_1","sender_name":"A \\"sender_account\\":\\"1\\"","sender_account":"0212344471","narration":"x"}}';

test("a masked body has the last four digits of the account, and is otherwise unchanged", () => {
  expect(findAccount(BODY)).toBe("0212344471");
  expect(maskBody(BODY)).toBe(BODY.replace("0212344471", "•• 4471"));
});

test("a body without an account, or in another format, is unchanged", () => {
  for (const body of ["", "text", BODY.replace("0212344471", "")]) {
    expect(findAccount(body)).toBe("");
    expect(maskBody(body)).toBe(body);
  }
});

test.each([
  ["ok 0212344471, 0212344471", "ok •• 4471, •• 4471"],
  ["got {account: 02123", "got {account: ••"],
  ["ok", "ok"],
])("a response that echoes the account is masked: %s", (excerpt, masked) => {
  expect(maskExcerpt(excerpt, "0212344471")).toBe(masked);
});
