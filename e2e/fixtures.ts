import { randomBytes } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import type { Input } from "@/lib/client";
import { type Bank, createBank } from "./bank";
import { takings } from "./command-line";
import { type Answer, type Api, type Call, createApi, type SessionData, send } from "./http-client";
import { type Receiver, startReceiver } from "./receiver";

export type { Bank, Payment, SignedNotification } from "./bank";
export { takings } from "./command-line";
export * from "./http-client";
export type { ReceivedRequest, Receiver } from "./receiver";
export { expect };

/** An organisation and its API key. */
export interface Platform {
  organisation: string;
  organisationId: string;
  keyId: string;
  apiKey: string;
  signingSecret: string;
}

/** Creates an organisation, unique to the calling test, with a test key. */
export async function createPlatform(): Promise<Platform> {
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

/** The smallest body that creates a session with an account and two terminals. */
export function sessionBody(changes: Record<string, unknown> = {}): Input<"createSession"> {
  return {
    external_event_id: `event-${randomBytes(6).toString("hex")}`,
    name: "Afrobeats Night",
    collection: { account: true, pos: true, pos_count: 2 },
    ...changes,
  };
}

/** Creates a session with the client and returns it. */
export async function createSession(api: Api, changes: Record<string, unknown> = {}): Promise<SessionData> {
  // The document describes an id by its pattern, which its TypeScript type cannot express.
  return (await api.client.createSession(sessionBody(changes))) as SessionData;
}

interface TestFixtures {
  /** The API with the key of `platform`. */
  api: Api;
  /** The API with the key of `otherPlatform`. */
  otherApi: Api;
  /** Sends a request without an API key. */
  anyone: (call: Call) => Promise<Answer>;
  bank: Bank;
  receiver: Receiver;
  /** Whether the service is plain `next start`, which answers some requests before the product's code runs. */
  isNext: boolean;
}

interface WorkerFixtures {
  /** One organisation per worker; each test creates its own sessions in it. */
  platform: Platform;
  /** Another organisation, for isolation tests: it must see no data of `platform`. */
  otherPlatform: Platform;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  platform: [async ({}, use) => use(await createPlatform()), { scope: "worker" }],
  otherPlatform: [async ({}, use) => use(await createPlatform()), { scope: "worker" }],
  isNext: async ({}, use, { project }) => use(project.name === "next"),
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
  // biome-ignore-end lint/correctness/noEmptyPattern: as above
  api: ({ baseURL, platform }, use) => use(createApi(baseURL ?? "", platform.apiKey)),
  otherApi: ({ baseURL, otherPlatform }, use) => use(createApi(baseURL ?? "", otherPlatform.apiKey)),
  anyone: ({ baseURL }, use) => use((call) => send(baseURL ?? "", call)),
  bank: ({ baseURL }, use) => use(createBank(baseURL ?? "")),
});
