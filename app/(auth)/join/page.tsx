import type { Metadata } from "next";
import { connection } from "next/server";
import { AuthLayout } from "@/components/sign-in/auth-layout";
import { JoinForm } from "@/components/sign-in/join-form";
import * as texts from "../../texts";

export const metadata: Metadata = { title: texts.useYourLink, referrer: "no-referrer" };

/** Rendered per request, because a prerendered page cannot contain the nonce of the content security policy. */
export default async function JoinPage() {
  await connection();
  return (
    <AuthLayout title={texts.useYourLink} promise={texts.theLinkWorksOnce}>
      <JoinForm />
    </AuthLayout>
  );
}
