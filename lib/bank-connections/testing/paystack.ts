import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import type { Credentials } from "@/lib/env";
import { LIVE_SETTINGS } from "@/lib/reconciliation/testing/bank";
import { addConnection } from "../index";

/** Starts an emulator of Paystack that accepts any of these secret keys, and sets up live mode with it. */
export async function startLivePaystack(secrets: readonly string[]) {
  const bank = await startPaystackEmulator({ secret: secrets });
  Object.assign(process.env, LIVE_SETTINGS, {
    BANK_PROVIDERS: "paystack,monnify,nomba,moniepoint",
    PAYSTACK_BASE_URL: bank.baseUrl,
    PAYSTACK_SECRET_KEY: secrets[0],
  });
  return bank;
}

/** The credentials of an organisation's own business at Paystack. */
export const paystackCredentials = (secret: string): Credentials => ({
  PAYSTACK_SECRET_KEY: secret,
  PAYSTACK_PREFERRED_BANK: "wema-bank",
  PAYSTACK_CUSTOMER_EMAIL: "money@organiser.example",
  PAYSTACK_CUSTOMER_PHONE: "+2348011111111",
});

/** Creates an organisation without a bank connection, as seen by its owner in live mode. */
export async function createOrganisation() {
  const organisationId = newId("organisation");
  await systemDb().sql`insert into organisations (id, name) values (${organisationId}, ${organisationId})`;
  const actor = {
    memberId: newId("member"),
    email: "owner@organiser.example",
    name: "Ada",
    role: "owner",
  } as const;
  const scope: Scope & { actor: typeof actor } = { organisationId, mode: "live", actor };
  return scope;
}

/** Creates an organisation with its own connection to Paystack. */
export async function createConnectedOrganisation(secret: string) {
  const scope = await createOrganisation();
  const { connectionId } = await addConnection(scope, {
    provider: "paystack",
    credentials: paystackCredentials(secret),
  });
  return { scope, connectionId };
}
