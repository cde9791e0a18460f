"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { formatCount } from "@/lib/core/count";
import { stripInvisibleCharacters } from "@/lib/core/payer";
import { Card, CardHead } from "../shared/card";
import { useNow } from "../shared/clock";
import { Button } from "../ui/button";
import { KeyReveal } from "../ui/key-reveal";
import { announce } from "../ui/live-region";
import { toast } from "../ui/toast";
import type { ApiKey, ApiKeys, NewApiKey } from "./api";
import { IssueKeyDialog, RevokeKeyDialog, RotateKeyDialog } from "./key-dialogs";
import { KeyTable } from "./key-table";
import { useKeyActions, useKeys } from "./use-keys";

type Asked =
  | { deed: "issue"; mode: "test" | "live" }
  | { deed: "rotate"; key: ApiKey }
  | { deed: "revoke"; key: ApiKey };

/** An organisation's keys: issued, rotated, revoked. A new one is shown here, once. */
export function KeysView({ initial, modes }: { initial: ApiKeys; modes: readonly ("live" | "test")[] }) {
  const { keys } = useKeys(initial);
  const [asked, setAsked] = useState<Asked>();
  const [fresh, setFresh] = useState<NewApiKey>();
  const now = useNow().toISOString();
  const close = () => setAsked(undefined);
  const deeds = useKeyActions({
    onNew: (key) => {
      setFresh(key);
      announce(`${stripInvisibleCharacters(key.name)} is ready`);
    },
    onDone: () => {
      if (asked?.deed === "revoke") toast({ text: "The key is revoked. Requests with it are refused." });
      close();
    },
  });
  const ask = (next: Asked) => {
    for (const deed of Object.values(deeds)) deed.reset();
    setAsked(next);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {fresh && (
        <KeyReveal
          key={fresh.key_id}
          title={`${stripInvisibleCharacters(fresh.name)} is ready`}
          secret={fresh.api_key}
          name="key"
          note="Keep it on your server. We store only a fingerprint, so a lost key is replaced, not recovered."
          onStored={() => setFresh(undefined)}
        />
      )}
      {modes.map((mode) => {
        const own = keys.filter((key) => key.mode === mode);
        const label = mode === "live" ? "Live keys" : "Test keys";
        return (
          <Card key={mode}>
            <CardHead
              title={label}
              count={`${formatCount(own.filter((key) => key.is_working).length)} working`}
            >
              <Button
                tone={mode === modes[0] ? "primary" : "plain"}
                size="small"
                onClick={() => ask({ deed: "issue", mode })}
              >
                <Plus aria-hidden />
                {mode === "live" ? "Issue key" : "Issue test key"}
              </Button>
            </CardHead>
            <KeyTable
              label={label}
              keys={own}
              now={now}
              onRotate={(key) => ask({ deed: "rotate", key })}
              onRevoke={(key) => ask({ deed: "revoke", key })}
            />
          </Card>
        );
      })}
      {asked?.deed === "issue" && <IssueKeyDialog mode={asked.mode} deeds={deeds} onClose={close} />}
      {asked?.deed === "rotate" && <RotateKeyDialog of={asked.key} deeds={deeds} onClose={close} />}
      {asked?.deed === "revoke" && <RevokeKeyDialog of={asked.key} deeds={deeds} onClose={close} />}
    </div>
  );
}
