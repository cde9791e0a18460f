import type { Credentials } from "@/lib/env";
import { flutterwave } from "../../flutterwave/provider";
import { lenco } from "../../lenco/provider";
import { monnify } from "../../monnify/provider";
import { nomba } from "../../nomba/provider";
import { paystack } from "../../paystack/provider";
import type { Provider } from "../../provider";
import type { Emulator } from "./emulator";
import { startFlutterwaveEmulator } from "./flutterwave";
import type { EmulatedLedger } from "./ledger";
import { startLencoEmulator } from "./lenco";
import { startMonnifyEmulator } from "./monnify";
import { startNombaEmulator } from "./nomba";
import { startPaystackEmulator } from "./paystack";

/** A bank that issues accounts, with an emulator of its API. */
export interface Issuer {
  adapter: Provider;
  start: () => Promise<Emulator & { ledger: EmulatedLedger }>;
  credentials: Credentials;
  /** The routes that issue a token, or else are called first; that open an account; that find it; and that close it. */
  logIn: string;
  open: string;
  find?: string;
  close?: string;
  accountsOf: (bank: Emulator) => unknown[];
  /** Whether a refused token is replaced; the credentials of the others are the token. */
  expireToken?: (bank: Emulator) => void;
}

type Started<Start extends (...options: never[]) => Promise<Emulator>> = Awaited<ReturnType<Start>>;

const BVN = "22222222222";
const LOGIN = "/realms/flutterwave/protocol/openid-connect/token";

/** Every bank that issues accounts, by its name. */
export const ISSUERS: Record<string, Issuer> = {
  Paystack: {
    adapter: paystack,
    start: () => startPaystackEmulator({ secret: "sk_live_1" }),
    credentials: {
      PAYSTACK_SECRET_KEY: "sk_live_1",
      PAYSTACK_CUSTOMER_EMAIL: "money@host.ng",
      PAYSTACK_CUSTOMER_PHONE: "+2348012345678",
      PAYSTACK_PREFERRED_BANK: "wema-bank",
    },
    logIn: "POST /customer",
    open: "POST /dedicated_account",
    find: "GET /customer/:code",
    close: "DELETE /dedicated_account/:id",
    accountsOf: (bank) => (bank as Started<typeof startPaystackEmulator>).accounts,
  },
  Monnify: {
    adapter: monnify,
    start: () => startMonnifyEmulator({ apiKey: "MK_1", secretKey: "monnify-secret", contractCode: "1" }),
    credentials: {
      MONNIFY_API_KEY: "MK_1",
      MONNIFY_SECRET_KEY: "monnify-secret",
      MONNIFY_CONTRACT_CODE: "1",
      MONNIFY_BVN: BVN,
      MONNIFY_PREFERRED_BANK: "035",
    },
    logIn: "POST /api/v1/auth/login",
    open: "POST /api/v2/bank-transfer/reserved-accounts",
    find: "GET /api/v2/bank-transfer/reserved-accounts/:reference",
    close: "DELETE /api/v1/bank-transfer/reserved-accounts/reference/:reference",
    accountsOf: (bank) => (bank as Started<typeof startMonnifyEmulator>).reservations,
    expireToken: (bank) => (bank as Started<typeof startMonnifyEmulator>).expireToken(),
  },
  Nomba: {
    adapter: nomba,
    start: () => startNombaEmulator({ clientId: "client", clientSecret: "secret", accountId: "parent" }),
    credentials: {
      NOMBA_CLIENT_ID: "client",
      NOMBA_CLIENT_SECRET: "secret",
      NOMBA_ACCOUNT_ID: "parent",
    },
    logIn: "POST /v1/auth/token/issue",
    open: "POST /v1/accounts/virtual",
    find: "GET /v1/accounts/virtual/:key",
    close: "DELETE /v1/accounts/virtual/:key",
    accountsOf: (bank) => (bank as Started<typeof startNombaEmulator>).accounts,
    expireToken: (bank) => (bank as Started<typeof startNombaEmulator>).logInElsewhere(),
  },
  Lenco: {
    adapter: lenco,
    start: () => startLencoEmulator({ token: "lenco-token" }),
    credentials: { LENCO_API_TOKEN: "lenco-token", LENCO_BVN: BVN },
    logIn: "GET /virtual-accounts",
    open: "POST /virtual-accounts",
    accountsOf: (bank) => (bank as Started<typeof startLencoEmulator>).accounts,
  },
  Flutterwave: {
    adapter: flutterwave,
    start: () => startFlutterwaveEmulator({ clientId: "client", clientSecret: "secret" }),
    credentials: {
      FLUTTERWAVE_CLIENT_ID: "client",
      FLUTTERWAVE_CLIENT_SECRET: "secret",
      FLUTTERWAVE_CUSTOMER_EMAIL: "money@host.ng",
      FLUTTERWAVE_BVN: BVN,
    },
    logIn: `POST ${LOGIN}`,
    open: "POST /virtual-accounts",
    find: "GET /virtual-accounts",
    close: "PUT /virtual-accounts/:id",
    accountsOf: (bank) => (bank as Started<typeof startFlutterwaveEmulator>).accounts,
    expireToken: (bank) => (bank as Started<typeof startFlutterwaveEmulator>).expireToken(),
  },
};
