import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { z } from "zod";
import type { ExceptionsPage } from "@/lib/exceptions/contract";
import type { PaymentDetail } from "@/lib/payment-search/contract";
import { createMember, signIn } from "../dashboard/sign-in";
import { expect, type Platform, type SessionData } from "../fixtures";

export type ExceptionRow = z.input<typeof ExceptionsPage>["rows"][number];

/** The dashboard's JSON API with the sign-in of an owner of the organisation. */
export interface Owner {
  /** Lists a session's open exceptions, or the resolved ones on request; newest first. */
  exceptions(session: SessionData, state?: "open" | "resolved"): Promise<ExceptionRow[]>;
  payment(session: SessionData, transactionId: string): Promise<z.input<typeof PaymentDetail>>;
  assign(exception: ExceptionRow, from: SessionData, to: SessionData): Promise<APIResponse>;
  resolve(
    exception: ExceptionRow,
    session: SessionData,
    resolution: "to_refund" | "dismissed" | "accepted",
  ): Promise<APIResponse>;
  get(path: string): Promise<APIResponse>;
  /** Returns the status of an event stream and the first chunk of it. */
  firstOf(url: string): Promise<{ status: number; text: string }>;
}

/** Adds an owner to the organisation and signs them in, in the test's `request`. */
export async function signInOwner(request: APIRequestContext, platform: Platform): Promise<Owner> {
  await signIn({ request }, await createMember(platform.organisation, "owner"));
  const home = ({ session_id }: SessionData) => `/api/dashboard/sessions/${session_id}`;
  const read = async (path: string) => {
    const answer = await request.get(path);
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data;
  };
  return {
    exceptions: async (session, state = "open") =>
      (await read(`${home(session)}/exceptions?state=${state}`)).rows,
    payment: (session, transactionId) => read(`${home(session)}/payments/${transactionId}`),
    assign: (exception, from, { session_id: to_session_id }) =>
      request.post(`${home(from)}/exceptions/${exception.id}/assign`, { data: { to_session_id } }),
    resolve: (exception, session, resolution) =>
      request.post(`${home(session)}/exceptions/${exception.id}/resolve`, {
        data: { resolution, note: "Decided with the bank." },
      }),
    get: (path) => request.get(path),
    firstOf: async (url) => {
      const { cookies } = await request.storageState();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      const stream = await fetch(url, { headers: { cookie } });
      const reader = stream.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      await reader?.cancel();
      return { status: stream.status, text: Buffer.from(value ?? []).toString() };
    },
  };
}
