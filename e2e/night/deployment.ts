import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "@/lib/bank/testing/emulators/emulator";
import type { EmulatedLedger } from "@/lib/bank/testing/emulators/ledger";
import { startMonnifyEmulator } from "@/lib/bank/testing/emulators/monnify";
import { startNombaEmulator } from "@/lib/bank/testing/emulators/nomba";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { takingsOf } from "../command-line";
import { type Api, createApi, expect, expectData, type SessionData, sessionBody } from "../fixtures";
import { createDeployment, type ServiceProcess } from "../service";

type NightProvider = "paystack" | "monnify" | "nomba";

/** A bank of the night, with the organisation that takes money there. */
export interface NightBank {
  provider: NightProvider;
  emulator: Emulator & { ledger: EmulatedLedger };
  /** The secret that signs its notifications. */
  secret: string;
  /** Where it sends them. */
  webhookPath: string;
  /** Whether the connection is the organisation's own, and not the deployment's. */
  isOwn: boolean;
  organisation: string;
  api: Api;
  sessions: SessionData[];
  /** The path of the list of payments that the service reads. */
  listRoute: string;
  /** Ends the token of the service, if the bank has tokens. */
  endToken(): void;
  /** Whether the bank neither answers nor sends anything at the moment. */
  isDead: boolean;
}

/** A deployment of two processes in live mode: one organisation with its own connection at each of two banks, one at the deployment's. */
export interface Night {
  banks: NightBank[];
  dataDir: string;
  /** The address of a process that runs. */
  address(): string;
  /** Ends the process at this position with SIGKILL and starts it again. */
  restart(position: 0 | 1): Promise<void>;
  /** Ends both processes with SIGKILL at once, and starts them again. */
  restartBoth(): Promise<void>;
  command<D>(...args: string[]): Promise<D>;
  close(): Promise<void>;
}

const SECRETS = {
  paystack: "sk_test_of_the_night",
  monnify: "secret-of-the-night",
  nomba: "signature-of-the-night",
};
const NOMBA = { clientId: "client", clientSecret: "secret", accountId: "parent" };
/** The credentials of the organisations with connections of their own. */
const CREDENTIALS = {
  paystack: {
    PAYSTACK_SECRET_KEY: SECRETS.paystack,
    PAYSTACK_PREFERRED_BANK: "wema-bank",
    PAYSTACK_CUSTOMER_EMAIL: "money@organiser.example",
    PAYSTACK_CUSTOMER_PHONE: "+2348011111111",
  },
  monnify: {
    MONNIFY_API_KEY: "key",
    MONNIFY_SECRET_KEY: SECRETS.monnify,
    MONNIFY_CONTRACT_CODE: "contract",
    MONNIFY_BVN: "22222222222",
  },
};
const EVENTS = ["First", "Second"];

/** Starts the banks and the deployment, and opens two events at each bank. */
export async function openNight({ catchUpSeconds }: { catchUpSeconds: number }): Promise<Night> {
  const paystack = await startPaystackEmulator({ secret: SECRETS.paystack });
  const monnify = await startMonnifyEmulator({
    ...{ apiKey: "key", secretKey: SECRETS.monnify, contractCode: "contract" },
  });
  const nomba = await startNombaEmulator(NOMBA);
  const settings = {
    BANK_MODE: "live",
    BANK_PROVIDERS: "nomba",
    AUTH_URL: "https://takings.example",
    TRUST_PROXY: "none",
    PAYSTACK_BASE_URL: paystack.baseUrl,
    MONNIFY_BASE_URL: monnify.baseUrl,
    NOMBA_BASE_URL: nomba.baseUrl,
    NOMBA_CLIENT_ID: NOMBA.clientId,
    NOMBA_CLIENT_SECRET: NOMBA.clientSecret,
    NOMBA_ACCOUNT_ID: NOMBA.accountId,
    NOMBA_SIGNATURE_KEY: SECRETS.nomba,
    BANK_CATCH_UP_SECONDS: String(catchUpSeconds),
    BANK_CONFIRMATION: "monnify:always",
  };
  const deployment = createDeployment(settings);
  const processes: (ServiceProcess | undefined)[] = [await deployment.start(), await deployment.start()];
  // One after the other: the other process serves meanwhile, however slow the machine is.
  let restarting = Promise.resolve();
  const kill = async (position: 0 | 1) => {
    const killed = processes[position];
    processes[position] = undefined;
    await killed?.kill();
  };
  const start = async (position: 0 | 1) => {
    processes[position] = await deployment.start();
  };
  const running = () => processes.filter((one) => one !== undefined);
  const address = () => {
    const [process] = running().toSorted(() => Math.random() - 0.5);
    if (!process) throw new Error("No process runs");
    return process.address;
  };
  const command: Night["command"] = (...args) =>
    takingsOf({ ...settings, DATA_DIR: deployment.dataDir }, ...args);
  const addConnection = async (organisation: string, provider: "paystack" | "monnify") => {
    const file = path.join(deployment.dataDir, `${provider}.json`);
    writeFileSync(file, JSON.stringify(CREDENTIALS[provider]));
    const { webhook_url: url } = await command<{ webhook_url: string }>(
      ...["connections", "add", "--organisation", organisation, "--provider", provider, "--file", file],
    );
    return new URL(url).pathname;
  };
  const open = async (
    provider: NightProvider,
  ): Promise<Omit<NightBank, "emulator" | "listRoute" | "endToken">> => {
    const organisation = `Night at ${provider}`;
    const { api_key: apiKey } = await command<{ api_key: string }>(
      ...["keys", "issue", "--organisation", organisation, "--mode", "live"],
    );
    const webhookPath =
      provider === "nomba" ? "/v1/webhooks/bank" : await addConnection(organisation, provider);
    const api = createApi(address, apiKey);
    const sessions: SessionData[] = [];
    for (const event of EVENTS) sessions.push(await openSession(api, event));
    return {
      provider,
      secret: SECRETS[provider],
      webhookPath,
      isOwn: provider !== "nomba",
      organisation,
      api,
      sessions,
      isDead: false,
    };
  };
  return {
    banks: [
      {
        ...(await open("paystack")),
        emulator: paystack,
        listRoute: "GET /transaction",
        endToken: () => undefined,
      },
      {
        ...(await open("monnify")),
        emulator: monnify,
        listRoute: "GET /api/v1/transactions/search",
        endToken: monnify.expireToken,
      },
      {
        ...(await open("nomba")),
        emulator: nomba,
        listRoute: "GET /v1/transactions/accounts",
        endToken: nomba.logInElsewhere,
      },
    ],
    dataDir: deployment.dataDir,
    address,
    command,
    restart: (position) => {
      restarting = restarting.then(async () => {
        await kill(position);
        await start(position);
      });
      return restarting;
    },
    restartBoth: async () => {
      await Promise.all([kill(0), kill(1)]);
      await Promise.all([start(0), start(1)]);
    },
    close: async () => {
      for (const process of running().reverse()) await process.stop();
      deployment.remove();
      await Promise.all([paystack, monnify, nomba].map((bank) => bank.close()));
    },
  };
}

/**
 * Opens an event as a platform does: again if the bank could not be reached, for example because two processes end each
 * other's session at Nomba.
 */
async function openSession(api: Api, name: string): Promise<SessionData> {
  const body = sessionBody({ name });
  let answer = await api.post("/v1/sessions", body);
  const again = async () => {
    if (answer.status === 503) answer = await api.post("/v1/sessions", body);
    return answer.status;
  };
  await expect.poll(again, { intervals: [1_000], timeout: 30_000 }).toBe(201);
  return expectData<SessionData>(answer, 201);
}
