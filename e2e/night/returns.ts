import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { composeDispute, composeRefund, composeReversal } from "@/lib/bank/testing/emulators/notifications";
import type { Random } from "@/lib/bank/testing/random";
import { formatNaira, withDatabase } from "../ledger-queries";
import type { Night, NightBank } from "./deployment";
import { type Member, signInMember } from "./member";
import { deliver, type NightPayment } from "./traffic";

/** After this time a bank has made a refund. */
const REFUND_MS = 3_000;
const FOUND_TIMEOUT_MS = 400_000;

/** What came back of the payments of an event, in kobo. */
export type Returned = Map<string, bigint>;

/** The two members who refund at a bank. */
export interface Staff {
  finance: Member;
  owner: Member;
}

/** Signs in a member who asks for refunds, and another who approves them, for each organisation. */
export async function signInStaff(night: Night): Promise<Map<NightBank, Staff>> {
  const staff = new Map<NightBank, Staff>();
  for (const bank of night.banks) {
    const signIn = async (role: "owner" | "finance") => {
      const email = `${role}-${bank.provider}@example.com`;
      const { password } = await night.command<{ password: string }>(
        ...["members", "add", "--organisation", bank.organisation, "--email", email],
        ...["--name", role, "--role", role],
      );
      return signInMember(night.address, { email, password });
    };
    staff.set(bank, { owner: await signIn("owner"), finance: await signIn("finance") });
  }
  return staff;
}

/** Waits until a payment is recorded as successful and returns its id. */
async function findTransaction(night: Night, { payment, sessionId }: NightPayment): Promise<string> {
  let id: string | undefined;
  const find = async () => {
    [{ id } = { id: undefined }] = await withDatabase(
      (sql) => sql<{ id: string }[]>`
        select id from transactions
        where payment_key = ${payment.key} and session_id = ${sessionId} and status = 'successful'`,
      night.dataDir,
    );
    return id;
  };
  await expect.poll(find, { intervals: [500], timeout: FOUND_TIMEOUT_MS }).toBeTruthy();
  return id ?? "";
}

/** Repeats a request of a member until it is answered, as a person does. */
async function ask(member: Member, path: string, body: unknown, status: number): Promise<{ id: string }> {
  let answer = await member.send({ method: "POST", path, body }).catch(() => undefined);
  const again = async () => {
    if (answer?.status !== status)
      answer = await member.send({ method: "POST", path, body }).catch(() => undefined);
    return answer?.status === status ? status : (answer?.text ?? "no answer");
  };
  await expect.poll(again, { intervals: [1_000], timeout: 60_000 }).toBe(status);
  return ((answer?.json() ?? {}) as { data: { id: string } }).data;
}

/** Requests a refund of a recorded payment on the dashboard: a member presses twice. Returns its id and a function that presses again. */
export async function requestRefund(night: Night, one: NightPayment, { finance }: Staff, amount: bigint) {
  const transaction = await findTransaction(night, one);
  const path = `/api/dashboard/sessions/${one.sessionId}/payments/${transaction}/refunds`;
  const body = { request_key: randomUUID(), amount: formatNaira(amount), reason: "The ticket was returned" };
  const press = () => ask(finance, path, body, 201);
  const [first, second] = await Promise.all([press(), press()]);
  expect(second.id).toBe(first.id);
  return { id: first.id, press };
}

/** Approves a refund as the other member. */
export const approveRefund = ({ owner }: Staff, id: string) =>
  ask(owner, `/api/dashboard/refunds/${id}/decision`, { decision: "approve" }, 200);

/** Makes a refund at the bank's own dashboard, which the bank reports. */
async function refundAtBank(night: Night, { bank, payment }: NightPayment, amount: bigint) {
  if (bank.provider === "nomba") throw new Error("Nomba has no refunds");
  const refund = bank.emulator.ledger.refund(`BANK-${payment.key}`, payment.key, amount);
  if (!refund) throw new Error("The payment cannot be refunded");
  refund.status = "completed";
  await deliver(night, bank, composeRefund(bank.provider, refund, bank.secret));
}

/** Returns a payment, or a part of it: by a refund or, at a bank that has none, a reversal. Returns the amount that comes back. */
export async function returnPayment(
  night: Night,
  one: NightPayment,
  { staff, random }: { staff: Staff; random: Random },
): Promise<bigint> {
  const { bank, payment } = one;
  if (bank.provider === "nomba") {
    await findTransaction(night, one);
    await deliver(night, bank, composeReversal(payment, bank.secret));
    return payment.amount;
  }
  const amount = random.next() < 0.5 ? payment.amount : payment.amount / 2n;
  if (random.next() < 0.3) {
    await findTransaction(night, one);
    await refundAtBank(night, one, amount);
  } else await approveRefund(staff, (await requestRefund(night, one, staff, amount)).id);
  return amount;
}

/** Disputes a payment at Paystack; the dispute is lost, won or stays open. Returns the amount that comes back. */
export async function disputePayment(
  night: Night,
  one: NightPayment,
  { id, random }: { id: number; random: Random },
): Promise<bigint> {
  const { bank, payment } = one;
  const dispute = {
    id,
    paymentKey: payment.key,
    amount: payment.amount,
    dueAt: new Date(Date.now() + 86_400_000),
  };
  const report = (stage: "opened" | "lost" | "won") =>
    deliver(night, bank, composeDispute(dispute, stage, bank.secret));
  await report("opened");
  const end = random.pick(["lost", "won", "open"] as const);
  if (end !== "open") await report(end);
  return end === "lost" ? payment.amount : 0n;
}

/** Makes the refunds that the service requested, as a bank does, and reports most of them. Returns a function that ends it. */
export function makeRefunds(night: Night, random: Random): () => void {
  const timer = setInterval(() => {
    for (const bank of night.banks) {
      const { provider } = bank;
      if (provider === "nomba" || bank.isDead) continue;
      for (const refund of bank.emulator.ledger.completeRefunds(new Date(Date.now() - REFUND_MS)))
        if (random.next() > 0.1)
          deliver(night, bank, composeRefund(provider, refund, bank.secret)).catch(() => undefined);
    }
  }, 500);
  return () => clearInterval(timer);
}
