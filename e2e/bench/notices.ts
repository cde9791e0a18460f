import { providerNamed, verifyingSecret } from "@/lib/bank";
import { present } from "@/lib/core/assert";

/** An endless supply of signed notices, each a new payment, dealt out over the accounts in turn. */
export function notices(
  accounts: string[],
  run: string,
): () => { headers: Record<string, string>; body: string } {
  const paystack = providerNamed("paystack");
  const secret = present(verifyingSecret("paystack", "test"), "the service has made its secrets");
  let sent = 0;
  return () => {
    sent++;
    return paystack.compose(
      {
        paymentKey: `bench-${run}-${sent}`,
        amount: 250_000n + BigInt(sent % 1000),
        channel: "bank_transfer",
        status: "successful",
        account: present(accounts[sent % accounts.length], "there is an account"),
        device: "",
        senderName: "ADAEZE OKONKWO",
        senderAccount: "0123456789",
        senderBank: "058",
        narration: "TICKETS",
        bankRef: `bench-${run}-${sent}`,
        paidAt: new Date(),
      },
      secret,
    );
  };
}
