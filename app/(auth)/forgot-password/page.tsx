import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { AuthLayout } from "@/components/sign-in/auth-layout";
import { ForgotPasswordForm } from "@/components/sign-in/forgot-password-form";
import { canSendMail } from "@/lib/mail";
import * as texts from "../../texts";

export const metadata: Metadata = { title: texts.setANewPassword };

/** Only where the service sends mail. */
export default async function ForgotPasswordPage() {
  await connection();
  if (!canSendMail()) notFound();
  return (
    <AuthLayout title={texts.setANewPassword} promise={texts.linkComesByMail}>
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
