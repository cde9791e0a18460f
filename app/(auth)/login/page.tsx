import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/sign-in/auth-layout";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { findMember } from "@/lib/auth/member";
import { toLocalPath } from "@/lib/core/paths";
import { canSendMail } from "@/lib/mail";
import * as texts from "../../texts";

export const metadata: Metadata = { title: texts.signIn };

interface PageProps {
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function LoginPage({ searchParams }: PageProps) {
  const next = toLocalPath([(await searchParams).next].flat()[0]);
  if (await findMember(await headers())) redirect(next);
  return (
    <AuthLayout title={texts.signIn} promise={texts.seePaymentsComeIn}>
      <SignInForm next={next} sendsMail={canSendMail()} />
      <p className="mt-6 text-[13px] text-ink-3 leading-[18px]">
        {texts.accessIsByInvitation(canSendMail() ? texts.newHere : texts.newOrForgotYourPassword)}
      </p>
    </AuthLayout>
  );
}
