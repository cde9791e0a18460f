import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/sign-in/auth-layout";
import { RequiredSetUp } from "@/components/sign-in/required-set-up";
import { findMember } from "@/lib/auth/member";
import { toLocalPath } from "@/lib/core/paths";

export const metadata: Metadata = { title: "Set up a second factor" };

interface PageProps {
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function SecondFactorPage({ searchParams }: PageProps) {
  const next = toLocalPath([(await searchParams).next].flat()[0]);
  const member = await findMember(await headers());
  if (!member) redirect("/login");
  if (!member.needsSecondFactor) redirect(next);
  return (
    <AuthLayout
      title="Set up a second factor"
      promise={`${member.organisationName} requires it of your role: a code from your phone besides your password.`}
    >
      <RequiredSetUp next={next} />
    </AuthLayout>
  );
}
