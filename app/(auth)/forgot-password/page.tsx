import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { AuthLayout } from "@/components/sign-in/auth-layout";
import { ForgotPasswordForm } from "@/components/sign-in/forgot-password-form";
import { canSendMail } from "@/lib/mail";

export const metadata: Metadata = { title: "Set a new password" };

/** Only where the service sends mail. */
export default async function ForgotPasswordPage() {
  await connection();
  if (!canSendMail()) notFound();
  return (
    <AuthLayout title="Set a new password" promise="You get a link by mail. It works once, for 60 minutes.">
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
