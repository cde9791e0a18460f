import type { Metadata } from "next";
import { cookies } from "next/headers";
import { z } from "zod";
import { AccountCard } from "@/components/settings/account/account-card";
import { SignInsCard } from "@/components/settings/account/sign-ins-card";
import { RolesCard } from "@/components/settings/members/roles-card";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { Preferences } from "@/components/shell/preferences";
import { ANNOUNCE_COOKIE, KEYS_COOKIE, readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { getOwnSecondFactor } from "@/lib/second-factor";
import { OwnSecondFactor } from "@/lib/second-factor/contract";
import { listOwnSignIns } from "@/lib/sign-ins";
import { OwnSignIn } from "@/lib/sign-ins/contract";
import { requirePageMember } from "../page-auth";
import * as texts from "../texts";
import { withSkeleton } from "../with-skeleton";

export const metadata: Metadata = { title: texts.settings };

async function AccountPage() {
  const member = await requirePageMember();
  const [signIns, factor, cookieStore] = await Promise.all([
    listOwnSignIns(member),
    getOwnSecondFactor(member),
    cookies(),
  ]);
  const preference = (cookie: string) => cookieStore.get(cookie)?.value;
  return (
    <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid grid-cols-1 gap-3 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-start-1">
        <AccountCard email={member.actor.email} initial={z.encode(OwnSecondFactor, factor)} />
        <Preferences
          theme={readTheme(preference(THEME_COOKIE))}
          keys={preference(KEYS_COOKIE) !== "off"}
          announce={preference(ANNOUNCE_COOKIE) !== "off"}
        />
      </div>
      <div className="grid grid-cols-1 gap-3 xl:col-start-1 xl:row-start-1">
        <SignInsCard initial={z.encode(z.array(OwnSignIn), signIns)} current={member.signInId} />
        <RolesCard own={member.actor.role} />
      </div>
    </div>
  );
}

export default withSkeleton(AccountPage, <CardSkeleton title={texts.yourAccount} lines={8} />);
