"use client";

import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Card, CardHead } from "../../shared/layout/card";
import { Fact } from "../../ui/display/fact";
import { addressLines } from "./address";
import { LogoCard } from "./logo-card";
import { ProfileForm } from "./profile-form";
import * as texts from "./texts";
import { type ProfileJson, useProfile } from "./use-profile";

/** The organisation's profile: a form for owners, and what it says for everyone else. */
export function ProfileView({ initial, mayChange }: { initial: ProfileJson; mayChange: boolean }) {
  const profile = useProfile(initial);
  return (
    <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_340px]">
      {mayChange ? <ProfileForm profile={profile} /> : <ProfileFacts profile={profile} />}
      <LogoCard profile={profile} mayChange={mayChange} />
    </div>
  );
}

function ProfileFacts({ profile }: { profile: ProfileJson }) {
  const { legal_name: legalName, address, time_zone: zone, default_time_zone: usual } = profile;
  return (
    <Card aria-label={texts.profile}>
      <CardHead title={texts.profile} />
      <dl className="grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] gap-x-4 gap-y-2.5 border-edge border-t px-4 py-4 text-body">
        <Fact name={texts.legalName}>{legalName ? stripInvisibleCharacters(legalName) : texts.notGiven}</Fact>
        <Fact name={texts.postalAddress}>
          <span className="whitespace-pre-line">{addressLines(address).join("\n") || texts.notGiven}</span>
        </Fact>
        <Fact name={texts.timeZone}>{zone ?? usual}</Fact>
      </dl>
      <p className="px-4 pb-4 text-ink-3 text-meta">{texts.ownersChangeTheProfile}</p>
    </Card>
  );
}
