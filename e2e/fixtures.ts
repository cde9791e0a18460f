import { randomBytes } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import { type Bank, bankOf } from "./bank";
import { takings } from "./command-line";
import { type Answer, type Api, apiOf, type Call, expectData, type SessionData, send } from "./http-client";
import { type Receiver, startReceiver } from "./receiver";

export { type Bank, dataDir, type Notice, type Payment } from "./bank";
export { takings } from "./command-line";
export * from "./http-client";
export type { Received, Receiver } from "./receiver";
export { expect };

/** An organisation that holds a key. */
export interface Platform {
  organisation: string;
  organisationId: string;
  keyId: string;
  apiKey: string;
  signingSecret: string;
}

/** Makes an organisation that no other test knows, with a test key. */
export async function newPlatform(): Promise<Platform> {
  const organisation = `E2E ${randomBytes(8).toString("hex")}`;
  const issued = await takings<Record<"organisation_id" | "key_id" | "api_key" | "signing_secret", string>>(
    "keys",
    "issue",
    "--organisation",
    organisation,
  );
  return {
    organisation,
    organisationId: issued.organisation_id,
    keyId: issued.key_id,
    apiKey: issued.api_key,
    signingSecret: issued.signing_secret,
  };
}

/** The smallest body that opens a session with an account and two terminals. */
export function sessionBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    external_event_id: `event-${randomBytes(6).toString("hex")}`,
    name: "Afrobeats Night",
    collection: { account: true, pos: true, pos_count: 2 },
    ...changes,
  };
}

/** Opens a session and answers its `data`. */
export async function openSession(api: Api, changes: Record<string, unknown> = {}): Promise<SessionData> {
  return expectData(await api.post("/v1/sessions", sessionBody(changes)), 201);
}

interface TestFixtures {
  /** The API as `platform` sees it. */
  api: Api;
  /** The API as `rival` sees it. */
  rivalApi: Api;
  /** A request to the service without any key. */
  anyone: (call: Call) => Promise<Answer>;
  bank: Bank;
  receiver: Receiver;
  /** Whether the service is plain `next start`, which answers some requests before our code sees them. */
  isNext: boolean;
}

interface WorkerFixtures {
  /** One organisation a worker; its sessions are each test's own. */
  platform: Platform;
  /** Another organisation, which must see nothing of the first. */
  rival: Platform;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  platform: [async ({}, use) => use(await newPlatform()), { scope: "worker" }],
  rival: [async ({}, use) => use(await newPlatform()), { scope: "worker" }],
  isNext: async ({}, use, { project }) => use(project.name === "next"),
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  // biome-ignore-end lint/correctness/noEmptyPattern: as above
  api: ({ baseURL, platform }, use) => use(apiOf(baseURL ?? "", platform.apiKey)),
  rivalApi: ({ baseURL, rival }, use) => use(apiOf(baseURL ?? "", rival.apiKey)),
  anyone: ({ baseURL }, use) => use((call) => send(baseURL ?? "", call)),
  bank: ({ baseURL }, use) => use(bankOf(baseURL ?? "")),
});
