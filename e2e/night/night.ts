import type { Browser } from "@playwright/test";
import { createRandom } from "@/lib/bank/testing/random";
import { expectAgreement } from "./agreement";
import { type Night, openNight } from "./deployment";
import { disputePayment, makeRefunds, type Returned, returnPayment, signInStaff } from "./returns";
import { makePayments, type NightPayment, type Plan } from "./traffic";

const RETURNED_SHARE = 0.02;
const DISPUTED_SHARE = 0.01;
/** The share of the payments after which something happens to the banks and processes. */
const INCIDENTS = 10;
const KILLS = { 3: 0, 7: 1 } as const;

/**
 * Plays an evening: payments at three banks of which notifications are lost and repeated, refunds, disputes, ended tokens, a
 * refused list, an unavailable bank, and each of two processes killed once. Afterwards the banks' lists, the recorded
 * payments and the dashboard must agree. Returns a summary.
 */
export async function playNight(browser: Browser, plan: Plan): Promise<string> {
  const night = await openNight({ catchUpSeconds: 5 });
  const startedAt = Date.now();
  const stopRefunds = makeRefunds(night, createRandom(plan.seed, -1));
  try {
    const staff = await signInStaff(night);
    const returned: Returned = new Map();
    const work: Promise<unknown>[] = [];
    const add = (one: NightPayment, coming: Promise<bigint>) =>
      work.push(
        coming.then((amount) => returned.set(one.sessionId, (returned.get(one.sessionId) ?? 0n) + amount)),
      );
    const [returns, disputes] = [RETURNED_SHARE, DISPUTED_SHARE].map((share) =>
      createSchedule(Math.round(plan.payments * share), plan.payments),
    );
    let nth = 0;
    let incident = 0;
    const payments = await makePayments(night, plan, (share, one) => {
      const random = createRandom(plan.seed + 1, nth++);
      const members = staff.get(one.bank);
      if (!one.isShop && returns?.isDue(nth) && members) {
        returns.take();
        add(one, returnPayment(night, one, { staff: members, random }));
      } else if (!one.isShop && one.bank.provider === "paystack" && disputes?.isDue(nth)) {
        add(one, disputePayment(night, one, { id: disputes.take(), random }));
      }
      if (share < (incident + 1) / INCIDENTS) return;
      incident++;
      work.push(injectFaults(night, incident, plan));
    });
    await Promise.all(work);
    const rate = payments.length / ((Date.now() - startedAt) / 1000);
    const result = await expectAgreement(night, { payments, returned, browser });
    return `${payments.length} payments at ${rate.toFixed(1)}/s: ${result}`;
  } finally {
    stopRefunds();
    await night.close();
  }
}

/** Spreads a number of things evenly over the payments. */
function createSchedule(count: number, payments: number) {
  let taken = 0;
  return {
    isDue: (nth: number) => taken < count && nth >= ((taken + 0.5) * payments) / count,
    take: () => ++taken,
  };
}

/** What happens to the banks and processes after each tenth of the payments. */
async function injectFaults(night: Night, nth: number, { deadSeconds }: Plan): Promise<void> {
  for (const bank of night.banks) {
    bank.endToken();
    if (nth % 2 === 0) bank.emulator.fail(bank.listRoute, "rate_limited");
  }
  const killed = KILLS[nth as keyof typeof KILLS];
  if (killed !== undefined) await night.restart(killed);
  const monnify = night.banks[1];
  if (nth !== 2 || !monnify) return;
  monnify.isDead = true;
  monnify.emulator.setDead(true);
  await new Promise((resolve) => setTimeout(resolve, deadSeconds * 1000));
  monnify.emulator.setDead(false);
  monnify.isDead = false;
}
