import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/sign-in/auth-layout";
import { RequiredSetUp } from "@/components/sign-in/required-set-up";
import { findMember } from "@/lib/auth/member";
import { toLocalPath } from "@/lib/core/paths";
import * as texts from "../../texts";

export const metadata: Metadata = { title: texts.setUpASecondFactor };

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
      title={texts.setUpASecondFactor}
      promise={texts.requiresItOfYourRole(member.organisationName)}
    >
      <RequiredSetUp next={next} />
    </AuthLayout>
  );
}
